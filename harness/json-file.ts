/** Strict reading of a JSON text: UTF-8, no byte order mark, no duplicate members, and a place for every complaint. */
import { readFileSync } from 'node:fs';
import { show } from '../src/contract/show.ts';
import { Broken } from './broken.ts';
import type { Place, Problem } from './broken.ts';
import { scanJson } from './json-scan.ts';

/** A part of a member that a complaint is about: its value, or its name. */
export type Part = 'value' | 'name';

export type JsonDocument = {
  readonly value: unknown;
  /** Where the value of a JSON Pointer stands; of a value that is missing, where its container stands. */
  place(pointer: string, part?: Part): Place;
};

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
};

/** Reads a file; `file` is the name under which complaints speak of it. Throws `Broken`. */
export async function readJsonFile(path: string, file: string): Promise<JsonDocument> {
  return parseJson(readBytes(path, file), file);
}

export function readBytes(path: string, file: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw unreadable(error, file);
  }
}

/** What to say of a file that the system does not give. */
export function unreadable(error: unknown, file: string): Broken {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return new Broken(`cannot be read: ${reasons[code] ?? code}`, { file });
}

export async function parseJson(bytes: Buffer, file: string): Promise<JsonDocument> {
  const text = decode(bytes, file);
  const value = await parse(text, file);
  const duplicates: Problem[] = [];
  scanJson(text, {
    value: () => {},
    duplicate: (name, offset) =>
      duplicates.push({ message: `member ${show(name)} stands twice: keep one`, place: placeAt(text, offset, file) }),
  });
  if (duplicates.length > 0) throw Broken.of(duplicates);
  return { value, place: (pointer, part) => placeAt(text, offsetOf(text, pointer, part), file) };
}

function decode(bytes: Buffer, file: string): string {
  const text = bytes.toString('utf8');
  const again = Buffer.from(text);
  if (!again.equals(bytes)) {
    const wrong = again.findIndex((byte, index) => byte !== bytes[index]);
    const { line, column } = placeAt(again.subarray(0, wrong).toString('utf8'), Infinity, file);
    throw new Broken('is not UTF-8 here: save the file as UTF-8', { file, line, column });
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

function offsetOf(text: string, pointer: string, part: Part = 'value'): number {
  const tokens = pointer
    .split('/')
    .slice(1)
    .map((one) => one.replaceAll('~1', '/').replaceAll('~0', '~'));
  let found = 0;
  let depth = -1;
  scanJson(text, {
    value: (around, offset, nameOffset) => {
      if (around.length <= depth || around.length > tokens.length) return;
      if (!around.every(({ token }, index) => String(token) === tokens[index])) return;
      depth = around.length;
      found = part === 'name' && depth === tokens.length ? (nameOffset ?? offset) : offset;
    },
    duplicate: () => {},
  });
  return found;
}

function placeAt(text: string, offset: number, file: string): Required<Place> {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { file, line, column: before.length - before.lastIndexOf('\n') };
}
