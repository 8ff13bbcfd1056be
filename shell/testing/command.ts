/** Runs the command line inside the test's own process, or in a real one, over folders that the test made. */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadFolder } from '../../harness/load-folder.ts';
import type { Corpus } from '../../harness/load-folder.ts';
import { main } from '../cli.ts';
import type { Io } from '../io.ts';
import { programOf } from '../program.ts';
import { temporaryFolder } from './repository.ts';

/** The root of this checkout. */
export const checkout = fileURLToPath(new URL('../../', import.meta.url));
export const shippedCases = join(checkout, 'cases');

/** The name of every command that there is. */
export const commandNames: readonly string[] = programOf({} as Io, () => {}).commands.map((one) => one.name());

/** The shipped cases under the shipped contract. */
export function shippedCorpus(): Promise<Corpus> {
  return loadFolder(shippedCases);
}

export type Answer = { readonly status: number; readonly out: string; readonly err: string };
export type Surroundings = {
  /** From where relative names start. */
  readonly folder?: string;
  readonly input?: string | Uint8Array | AsyncIterable<Uint8Array>;
  readonly colors?: boolean;
};

/** Runs one command line in this process. */
export async function run(argv: readonly string[], surroundings: Surroundings = {}): Promise<Answer> {
  const { folder = checkout, input = '', colors = false } = surroundings;
  const out: string[] = [];
  const err: string[] = [];
  const status = await main(argv, {
    folder,
    shippedCases,
    colors,
    input: typeof input === 'string' || input instanceof Uint8Array ? chunks(input) : input,
    out: async (text) => {
      out.push(text);
      return true;
    },
    err: (text) => void err.push(text),
  });
  return { status, out: out.join(''), err: err.join('') };
}

/** A stream of the given pieces. */
export async function* chunks(...pieces: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
}

/** Text or bytes go into the file as they are, anything else as JSON. */
export type Files = Readonly<Record<string, unknown>>;

/** Writes files into a folder, and the folders that they stand in. */
export function writeFiles(folder: string, files: Files): string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    const whole = typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content);
    writeFileSync(join(folder, name), whole);
  }
  return folder;
}

/** A temporary folder, as long as the test runs, that holds exactly these files. */
export function folderOf(files: Files): string {
  return writeFiles(temporaryFolder(), files);
}

/** A temporary folder that has a copy of the shipped cases, or of these parts of them, as its `./cases`. */
export function folderWithCases(...parts: readonly string[]): string {
  const folder = temporaryFolder();
  for (const part of parts.length > 0 ? parts : ['']) {
    cpSync(join(shippedCases, part), join(folder, 'cases', part), { recursive: true });
  }
  return folder;
}

/** Changes a JSON file in its place. */
export function editJson(path: string, edit: (value: Json) => void): void {
  const value: Json = JSON.parse(readFileSync(path, 'utf8'));
  edit(value);
  writeFileSync(path, JSON.stringify(value, null, 2));
}

/** A JSON value whose members a test knows. */
// oxlint-disable-next-line typescript/no-explicit-any -- a test that edits a document in place knows its shape
export type Json = any;

export type Started = {
  readonly process: ReturnType<typeof spawn>;
  /** Settles when the process ends by itself; `status` is null where a signal ended it. */
  readonly ended: Promise<{ readonly status: number | null; readonly out: Buffer; readonly err: string }>;
};

export type Environment = {
  readonly folder?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** The script, from the root of the checkout or absolute. */
  readonly script?: string;
  /** Options of node itself. */
  readonly node?: readonly string[];
};

const tsx = import.meta.resolve('tsx');

/** Starts the command line in a process of its own. Its pipes are the caller's to write, read or close. */
export function start(argv: readonly string[], environment: Environment = {}): Started {
  const { folder = checkout, env = {}, script = 'shell/main.ts', node = [] } = environment;
  const child = spawn(process.execPath, ['--import', tsx, ...node, resolve(checkout, script), ...argv], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
  });
  return { process: child, ended: endOf(child) };
}

/** Everything that a process writes until it ends. */
function endOf(child: ReturnType<typeof spawn>): Started['ended'] {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
  return new Promise((done, reject) => {
    child.on('error', reject);
    child.on('close', (status) => done({ status, out: Buffer.concat(out), err: Buffer.concat(err).toString() }));
  });
}
