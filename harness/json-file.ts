/** Strict reading of a JSON text: UTF-8, no byte order mark, no duplicate members, and a place for every complaint. */
import { lstatSync, readFileSync, statSync } from 'node:fs';
import { show } from '../src/contract/show.ts';
import { Broken } from './broken.ts';
import type { Place, Problem } from './broken.ts';
import { scanJson } from './json-scan.ts';

export type JsonDocument = {
  readonly value: unknown;
  /** Says of each flaw where it stands: of a value that is missing, where the nearest container around it stands. */
  problems(flaws: readonly Flaw[]): readonly Problem[];
};

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EEXIST: 'there is a file of that name',
  ENOTDIR: 'a part of its path is not a folder',
};

/** Bytes of a file that can be read as one text. */
export const largestText = 256 * 1024 * 1024;

/** The bytes of a file; `file` is the name under which complaints speak of it. Throws `Broken`. */
export function readBytes(path: string, file: string): Buffer {
  try {
    if (statSync(path).size > largestText) throw tooLarge(file);
    return readFileSync(path);
  } catch (error) {
    throw error instanceof Broken ? error : unreadable(error, file);
  }
}

/** What to say of a text that is too large. */
export function tooLarge(file: string): Broken {
  return new Broken(`is larger than ${largestText} bytes: make it shorter`, { file });
}

/** Whether a name is taken: also by what cannot be entered or read, and by a link to nowhere. Nothing is passed over. */
export function stands(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ENOENT';
  }
}

/** What to say of a file that the system does not give. */
export function unreadable(error: unknown, file: string): Broken {
  return new Broken(`cannot be read: ${reasonOf(error)}`, { file });
}

/** What to say of a file or a folder that the system does not take. */
export function unwritable(error: unknown, file: string): Broken {
  return new Broken(`cannot be written: ${reasonOf(error)}`, { file });
}

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  return reasons[code] ?? code;
}

/** The name of what the system said, or the words of what has no name. */
function codeOf(error: unknown): string {
  const { code = String(error) } = error as Partial<NodeJS.ErrnoException>;
  return code;
}

/** Something to complain of: where, by JSON Pointer, in what words, and whether it is the name or the value. */
export type Flaw = readonly [pointer: string, message: string, part?: 'name' | undefined];

/** A file with more complaints than this is told the rest as a number: to place one takes a walk through the file. */
const mostComplaints = 20;

/** Parses a text strictly; `file` is the name under which complaints speak of it. Throws `Broken`, with every place. */
export async function parseJson(bytes: Uint8Array, file: string): Promise<JsonDocument> {
  const text = decode(bytes, file);
  const value = await parse(text, file);
  const duplicates: { readonly name: string; readonly offset: number }[] = [];
  scanJson(text, { value: () => {}, duplicate: (name, offset) => duplicates.push({ name, offset }) });
  const complain = (message: string, offset: number): Problem => ({ message, place: placeAt(text, offset, file) });
  if (duplicates.length > 0) {
    throw Broken.of(
      firstOf(duplicates, file, ({ name, offset }) => complain(`member ${show(name)} appears twice: keep one`, offset)),
    );
  }
  return {
    value,
    problems: (flaws) => {
      const offsets = offsetsOf(text, flaws.slice(0, mostComplaints));
      return firstOf(flaws, file, ([, message], index) => complain(message, offsets[index] ?? 0));
    },
  };
}

function firstOf<T>(all: readonly T[], file: string, complain: (one: T, index: number) => Problem): readonly Problem[] {
  const problems = all.slice(0, mostComplaints).map(complain);
  const more = all.length - problems.length;
  return more > 0 ? [...problems, { message: `and ${more} more of the kind`, place: { file } }] : problems;
}

function decode(bytes: Uint8Array, file: string): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const again = Buffer.from(text);
  if (!again.equals(bytes)) {
    let wrong = again.findIndex((byte, index) => byte !== bytes[index]);
    // A replacement character may begin as the bytes did that it stands for.
    while (((again[wrong] ?? 0) & 0xc0) === 0x80) wrong -= 1;
    const before = again.subarray(0, wrong).toString('utf8');
    throw new Broken('is not UTF-8 here: save the file as UTF-8', placeAt(before, before.length, file));
  }
  if (text.startsWith('\ufeff')) {
    throw new Broken('begins with a byte order mark: save the file without one', { file, line: 1, column: 1 });
  }
  if (text.trim() === '') throw new Broken('is empty: expected JSON', { file, line: 1, column: 1 });
  return text;
}

async function parse(text: string, file: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    const { explainSyntax } = await import('./json-syntax.ts');
    const { message, offset } = explainSyntax(text);
    throw new Broken(message, placeAt(text, offset, file));
  }
}

/** Where flaws stand, all found in one walk: a large file would be walked through for long. */
function offsetsOf(text: string, flaws: readonly Flaw[]): readonly number[] {
  const sought = flaws.map(([pointer, , part]) => {
    const tokens = pointer
      .split('/')
      .slice(1)
      .map((one) => one.replaceAll('~1', '/').replaceAll('~0', '~'));
    return { tokens, part, found: 0 };
  });
  if (sought.length === 0) return [];
  scanJson(text, {
    value: (around, offset, nameOffset) => {
      for (const one of sought) {
        const { tokens, part } = one;
        if (!around.every(({ token }, index) => String(token) === tokens[index])) continue;
        one.found = part === 'name' && around.length === tokens.length ? (nameOffset ?? offset) : offset;
      }
    },
    duplicate: () => {},
  });
  return sought.map(({ found }) => found);
}

function placeAt(text: string, offset: number, file: string): Required<Place> {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { file, line, column: before.length - before.lastIndexOf('\n') };
}
