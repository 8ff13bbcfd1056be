/** Documents that cost: whatever reads one says so in clear lines, with the right exit status, in bounded time and memory. */
import { spawn } from 'node:child_process';
import { createReadStream, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkout, writeFiles } from './testing/command.ts';
import { calledOn, complaintsOf, heavyDocuments, hostileFolder, oneOfEach, places, ways } from './testing/hostile.ts';

const built = join(checkout, 'dist/main.js');

/** Seconds of computing and mebibytes for one command: several times what it takes. Seconds until it is given up. */
const longest = 10;
const largest = 1536;
const patience = 90;

/** Writes what the process took, in microseconds and in kibibytes, to a pipe of its own. */
const measured = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from 'node:fs';
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    writeSync(3, [userCPUTime + systemCPUTime, maxRSS].join());
  });`)}`;

type Ended = { readonly status: number | null; readonly out: string; readonly err: string; readonly took: string };

/** Runs the built command, on the bytes of a file as its standard input. It is stopped when it takes too long. */
function ran(argv: readonly string[], folder: string, input: string): Promise<Ended> {
  const child = spawn(process.execPath, ['--import', measured, built, ...argv], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    timeout: patience * 1000,
  });
  const written = (at: number): Buffer[] => {
    const chunks: Buffer[] = [];
    child.stdio[at]?.on('data', (chunk: Buffer) => chunks.push(chunk));
    return chunks;
  };
  const [out, err, took] = [written(1), written(2), written(3)];
  // Whoever does not read it closes it.
  child.stdin.on('error', () => {});
  createReadStream(join(folder, input)).pipe(child.stdin);
  const text = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString();
  return new Promise((done, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      done({ status, out: text(out), err: text(err), took: text(took) });
    });
  });
}

type Call = { readonly argv: readonly string[]; readonly status: number; readonly input?: string };

/** Runs a command, on a file as its standard input; what is wrong with its answer. */
async function tried({ argv, status, input = 'permission.json' }: Call, folder: string): Promise<readonly string[]> {
  const answer = await ran(argv, folder, input);
  const [microseconds = Number.NaN, kibibytes = Number.NaN] = answer.took.split(',').map(Number);
  const isBounded = microseconds <= longest * 1e6 && kibibytes <= largest * 1024;
  const cost = isBounded ? [] : [`takes ${microseconds} microseconds, ${kibibytes} kibibytes`];
  return [...complaintsOf(answer, status), ...cost].map((one) => `${argv.join(' ')}: ${one}`);
}

/** Runs commands, as many at a time as there are processors. */
async function allTried(calls: readonly Call[], folder: string): Promise<readonly string[]> {
  const complaints: string[] = [];
  const left = calls.values();
  const lane = async (): Promise<void> => {
    for (const call of left) complaints.push(...(await tried(call, folder)));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  return complaints;
}

/** The name of the document that stands for a right one. */
function fileOf(right: string): string {
  return `${right.replace(' ', '-')}.hostile.json`;
}

describe('what costs is refused at a bounded cost', { timeout: 600_000 }, () => {
  test.each(heavyDocuments())('$title, as a file or as standard input', async ({ harm, of, everywhere }) => {
    const { folder, right } = await hostileFolder();
    for (const { right: what } of oneOfEach(ways)) writeFiles(folder, { [fileOf(what)]: of(right[what] ?? '') });
    const named = (everywhere ? ways : oneOfEach(ways)).map((one): Call => ({
      argv: calledOn(one.argv, fileOf(one.right)),
      status: one.status[harm],
    }));
    const piped = oneOfEach(ways).map((one): Call => ({
      argv: calledOn(one.argv, '-'),
      status: one.status[harm],
      input: fileOf(one.right),
    }));
    expect(await allTried([...named, ...piped], folder)).toEqual([]);
  });

  test.each(heavyDocuments())('$title, where a command looks', async ({ harm, of, everywhere }) => {
    const { folder, right } = await hostileFolder();
    for (const { right: what, file } of oneOfEach(places)) {
      writeFiles(folder, { [file]: of(right[what] ?? '') });
      const looking = places.filter((one) => one.file === file && one.right === what);
      const calls = looking.map((one): Call => ({ argv: one.argv.split(' '), status: one.status[harm] }));
      expect(await allTried(everywhere ? calls : calls.slice(0, 1), folder)).toEqual([]);
      rmSync(join(folder, file));
    }
  });
});
