/** Strict reading of a JSON text: UTF-8, no byte order mark, no duplicate members, and a place for every complaint. */
import { readFileSync } from 'node:fs';
import { token } from '../src/contract/shape.ts';
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
  EEXIST: 'there is a file of that name',
  ENOTDIR: 'a part of its path is not a folder',
};

/** The bytes of a file; `file` is the name under which complaints speak of it. Throws `Broken`. */
export function readBytes(path: string, file: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw unreadable(error, file);
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
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return reasons[code] ?? code;
}

/** Parses a text strictly; `file` is the name under which complaints speak of it. Throws `Broken`, with every place. */
export async function parseJson(bytes: Buffer, file: string): Promise<JsonDocument> {
  const text = decode(bytes, file);
  const value = await parse(text, file);
  const duplicates: { readonly name: string; readonly offset: number }[] = [];
  scanJson(text, { value: () => {}, duplicate: (name, offset) => duplicates.push({ name, offset }) });
  const placeAt = placing(text, file);
  if (duplicates.length > 0) {
    const problems: Problem[] = duplicates.map(({ name, offset }) => ({
      message: `member ${show(name)} appears twice: keep one`,
      place: placeAt(offset),
    }));
    throw Broken.of(problems);
  }
  let offsets: Offsets | undefined;
  return {
    value,
    place: (pointer, part) => {
      offsets ??= offsetsIn(text);
      return placeAt(offsetOf(offsets, pointer, part));
    },
  };
}

function decode(bytes: Buffer, file: string): string {
  const text = bytes.toString('utf8');
  const again = Buffer.from(text);
  if (!again.equals(bytes)) {
    let wrong = again.findIndex((byte, index) => byte !== bytes[index]);
    // A replacement character may begin as the bytes did that it stands for.
    while (isContinuation(again[wrong])) wrong -= 1;
    const before = again.subarray(0, wrong).toString('utf8');
    const { line, column } = placing(before, file)(before.length);
    throw new Broken('is not UTF-8 here: save the file as UTF-8', { file, line, column });
  }
  if (text.startsWith('\ufeff')) {
    throw new Broken('begins with a byte order mark: save the file without one', { file, line: 1, column: 1 });
  }
  if (text.trim() === '') throw new Broken('is empty: expected JSON', { file, line: 1, column: 1 });
  return text;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte < 0xc0;
}

async function parse(text: string, file: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    const { explainSyntax } = await import('./json-syntax.ts');
    const { message, offset } = explainSyntax(text);
    throw new Broken(message, placing(text, file)(offset));
  }
}

type Offsets = ReadonlyMap<string, { readonly value: number; readonly name: number }>;

/** Deeper than any shape looks, and so than any complaint points. */
const deepestPlace = 32;

/** Where every value stands, by its pointer: one walk serves all complaints about a file. */
function offsetsIn(text: string): Offsets {
  const offsets = new Map<string, { value: number; name: number }>();
  const pointers: string[] = [''];
  scanJson(text, {
    value: (around, offset, nameOffset) => {
      const depth = around.length;
      if (depth > deepestPlace) return;
      const inner = around.at(-1);
      const pointer = inner === undefined ? '' : `${pointers[depth - 1]}/${token(String(inner.token))}`;
      pointers[depth] = pointer;
      offsets.set(pointer, { value: offset, name: nameOffset ?? offset });
    },
    duplicate: () => {},
  });
  return offsets;
}

/** Of a value that is missing, where the nearest container around it stands. */
function offsetOf(offsets: Offsets, pointer: string, part: Part = 'value'): number {
  const found = offsets.get(pointer);
  if (found) return found[part];
  for (let at = pointer; at !== '';) {
    at = at.slice(0, at.lastIndexOf('/'));
    const around = offsets.get(at);
    if (around) return around.value;
  }
  return 0;
}

/** Makes a line and a column of an offset. */
function placing(text: string, file: string): (offset: number) => Required<Place> {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    // Halves the lines until one is left: a file may have as many complaints as lines.
    let first = 0;
    let past = starts.length;
    while (past - first > 1) {
      const middle = Math.floor((first + past) / 2);
      if ((starts[middle] ?? 0) <= offset) first = middle;
      else past = middle;
    }
    return { file, line: first + 1, column: offset - (starts[first] ?? 0) + 1 };
  };
}
