/** Documents that cost: whatever reads one says so in clear lines, with the right exit status, in bounded time and memory. */
import { spawn } from 'node:child_process';
import { createReadStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

/** Runs a command, on a file as its standard input; what is wrong with its answer. */
async function complaints(
  argv: readonly string[],
  status: number,
  folder: string,
  input: string,
): Promise<readonly string[]> {
  const answer = await ran(argv, folder, input);
  const [microseconds = Number.NaN, kibibytes = Number.NaN] = answer.took.split(',').map(Number);
  const isBounded = microseconds <= longest * 1e6 && kibibytes <= largest * 1024;
  const cost = isBounded ? [] : [`takes ${microseconds} microseconds, ${kibibytes} kibibytes`];
  return [...complaintsOf(answer, status), ...cost];
}

describe.each(heavyDocuments())('$title', ({ harm, of, everywhere }) => {
  let folder: string;
  beforeAll(async () => {
    const { folder: made, right } = await hostileFolder();
    folder = made;
    for (const { right: what } of oneOfEach(ways)) writeFiles(folder, { [fileOf(what)]: of(right[what] ?? '') });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.concurrent.each(everywhere ? ways : oneOfEach(ways))('is refused by `$argv`', async (way) => {
    const argv = calledOn(way.argv, fileOf(way.right));
    expect(await complaints(argv, way.status[harm], folder, 'permission.json')).toEqual([]);
  });

  test.concurrent.each(oneOfEach(ways))('is refused by `$argv` as its standard input', async (way) => {
    const argv = calledOn(way.argv, '-');
    expect(await complaints(argv, way.status[harm], folder, fileOf(way.right))).toEqual([]);
  });

  test.concurrent.each(everywhere ? places : oneOfEach(places))('is refused by `$argv` as `$file`', async (place) => {
    const own = await hostileFolder();
    writeFiles(own.folder, { [place.file]: of(own.right[place.right] ?? '') });
    const answer = await complaints(place.argv.split(' '), place.status[harm], own.folder, 'permission.json');
    rmSync(own.folder, { recursive: true });
    expect(answer).toEqual([]);
  });
});

/** The name of the document that stands for a right one. */
function fileOf(right: string): string {
  return `${right.replace(' ', '-')}.hostile.json`;
}
