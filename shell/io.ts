/** What a command sees of the process that runs it; a test hands in its own. */
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { escapeControls } from '../src/contract/controls.ts';
import { printedJson } from '../src/contract/json.ts';
import { Broken } from '../harness/broken.ts';
import { largestText, parseJson, readBytes, tooLarge, unreadable } from '../harness/json-file.ts';
import type { JsonDocument } from '../harness/json-file.ts';

export type Io = {
  /** The folder from which relative names start. */
  readonly folder: string;
  /** The folder of the shipped cases and contract. */
  readonly shippedCases: string;
  readonly colors: boolean;
  readonly input: AsyncIterable<Uint8Array>;
  /** Writes data to standard output; settles when more can be taken, with false once nobody reads any more. */
  out(text: string): Promise<boolean>;
  /** Writes words to standard error, as they are. */
  err(text: string): void;
};

/** One line of words for a person, every control escaped. */
export function say(io: Io, line: string): void {
  io.err(`${escapeControls(line)}\n`);
}

/** A value as JSON for people and programs alike. */
export async function writeJson(io: Io, value: unknown): Promise<void> {
  await io.out(`${printedJson(value)}\n`);
}

/** The whole of a named file, or of standard input when the name is `-`; `shown` is the name in complaints. Throws `Broken`. */
export async function readInput(io: Io, name: string, shown = name): Promise<Buffer> {
  if (name !== '-') return readBytes(resolve(io.folder, name), shown);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of standardInput(io)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > largestText) throw tooLarge(inputName(shown));
  }
  return Buffer.concat(chunks);
}

/** The JSON value in a named file, or on standard input when the name is `-`. Throws `Broken`. */
export async function readJson(io: Io, name: string): Promise<unknown> {
  return (await readDocument(io, name)).value;
}

/** The same, with the places of everything that may be wrong in it. Throws `Broken`. */
export async function readDocument(io: Io, name: string): Promise<JsonDocument> {
  return parseJson(await readInput(io, name), inputName(name));
}

/** A named file, or standard input when the name is `-`, chunk by chunk. Throws `Broken`. */
export async function* openInput(io: Io, name: string): AsyncGenerator<Uint8Array> {
  if (name === '-') yield* standardInput(io);
  else {
    try {
      yield* createReadStream(resolve(io.folder, name));
    } catch (error) {
      throw unreadable(error, name);
    }
  }
}

const readAlready = new WeakSet<Io>();

function standardInput(io: Io): AsyncIterable<Uint8Array> {
  if (readAlready.has(io)) throw new Broken('standard input is one file: name the others');
  readAlready.add(io);
  return io.input;
}

/** The name under which complaints speak of an input. */
export function inputName(name: string): string {
  return name === '-' ? 'standard input' : name;
}
