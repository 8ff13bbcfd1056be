/**
 * A generated text inside a file that belongs to somebody else. Files are read as Latin-1 here, a character for each
 * byte, so that whatever else is in them comes out as it went in.
 */
import { markers } from '../src/brief/agents-block.ts';

/** Where a generated text stands: from `start` up to `end`, the end of its last line not included; lines from 1. */
export type Region = { readonly start: number; readonly end: number; readonly line: number };

/** Why there is no one block between one begin and one end: the line of the marker that is out of place. */
export type Misplaced = { readonly line: number; readonly message: string };

export type LineEnd = '\n' | '\r\n';

/** The two markers as whole lines, the first after a byte order mark too. */
const marker = new RegExp(`(?<=^(?:\u00ef\u00bb\u00bf)?|\n)(?:${markers.begin}|${markers.end})(?=\r?(?:\n|$))`, 'g');

/** A block begins, then it ends, and that is all: what each marker says that comes out of this order. */
const outOfPlace = {
  begin: [
    undefined,
    `the review block begins here again before it ends: keep one \`${markers.begin}\``,
    'a second review block begins here: keep one of them',
  ],
  end: [
    `the review block ends here and never began: remove this line, or put \`${markers.begin}\` above`,
    undefined,
    `the review block ends here a second time: keep one \`${markers.end}\``,
  ],
} as const;

/** The block of a file; undefined where no marker stands in it. */
export function findBlock(file: string): Region | Misplaced | undefined {
  let start = 0;
  let end = 0;
  let seen = 0;
  for (const { 0: text, index } of file.matchAll(marker)) {
    const message = outOfPlace[text === markers.begin ? 'begin' : 'end'][seen];
    if (message !== undefined) return { line: lineAt(file, index), message };
    if (seen === 0) start = index;
    end = index + text.length;
    seen += 1;
  }
  if (seen === 0) return undefined;
  const line = lineAt(file, start);
  if (seen === 2) return { start, end, line };
  return { line, message: `the review block begins here and never ends: put \`${markers.end}\` where it ends` };
}

/** The file with this text in place of the region. */
export function replaceRegion(file: string, { start, end }: Region, text: string): string {
  return file.slice(0, start) + generatedFor(file, text) + file.slice(end);
}

/** The file with this text after all that is in it, parted from it by an empty line. */
export function appendBlock(file: string, text: string): string {
  const lineEnd = lineEndOf(file);
  const apart = file === '' ? '' : lineEnd;
  return file + missingLineEnd(file, lineEnd) + apart + generatedFor(file, text) + lineEnd;
}

/** How a file's lines end: as its first does. A file that breaks off after a carriage return was about to say so. */
export function lineEndOf(file: string): LineEnd {
  const first = file.indexOf('\n');
  return (first === -1 ? file.at(-1) : file[first - 1]) === '\r' ? '\r\n' : '\n';
}

function missingLineEnd(file: string, lineEnd: LineEnd): string {
  if (file === '' || file.endsWith('\n')) return '';
  return file.endsWith('\r') ? '\n' : lineEnd;
}

/** A generated text as bytes of UTF-8, its lines ending as the file's. */
function generatedFor(file: string, text: string): string {
  return Buffer.from(text.replaceAll('\n', lineEndOf(file))).toString('latin1');
}

function lineAt(file: string, offset: number): number {
  return file.slice(0, offset).split('\n').length;
}
