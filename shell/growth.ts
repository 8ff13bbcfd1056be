/**
 * Prints how time grows with size: each gate at a size and at ten times that size, and a stream of lines likewise, with
 * its peak memory. Gates run in one process after a warm-up, the stream in processes of its own; the fastest of several
 * runs, the median peak. A benchmark, not a test.
 */
import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { loadContract } from '../harness/load-contract.ts';
import { decide } from '../src/index.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const contract = await loadContract(readFileSync(`${root}cases/contract.json`), 'cases/contract.json');
const mostTimes = 12;
const mostMebibytes = 16;

const head = 'a'.repeat(40);
const diffSha256 = 'd'.repeat(64);

/** Paths in the order in which git lists them. */
function filesOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `src/module/file-${String(index).padStart(7, '0')}.ts`);
}

function admissionOf(count: number): unknown {
  const changedFiles = filesOf(count);
  return {
    manifest: { base: 'b'.repeat(40), head, diffSha256, changedFiles },
    observed: { head, diffSha256, changedFiles: [...changedFiles] },
  };
}

function assignmentOf(count: number) {
  const changedFiles = filesOf(count);
  const roles = Object.entries(contract.roles);
  const share = Math.ceil(count / roles.length);
  const workers = roles.map(([role, { question }], index) => ({
    role,
    question,
    files: changedFiles.slice(index * share, (index + 1) * share),
    access: 'read-only',
  }));
  return { changedFiles, workers };
}

/** Every role owns every file, and every file is announced. */
function overlapOf(count: number): unknown {
  const changedFiles = filesOf(count);
  const roles = Object.entries(contract.roles);
  return {
    changedFiles,
    workers: roles.map(([role, { question }]) => ({ role, question, files: changedFiles, access: 'read-only' })),
    corroborations: changedFiles.map((file) => ({
      file,
      roles: roles.map(([role]) => role),
      reason: 'each role asks its own question of every file',
    })),
  };
}

/** Every packet within the contract's number of findings would be small; this one measures the merging, not the limit. */
function aggregationOf(count: number): unknown {
  const assignment = assignmentOf(100);
  const { changedFiles, workers } = assignment;
  const packets = workers.map(({ role, files }) => ({
    role,
    head,
    diffSha256,
    filesReviewed: files,
    findings: Array.from({ length: count / workers.length }, (_, index) => ({
      role,
      file: changedFiles[index % changedFiles.length],
      line: 1 + (index % 997),
      severity: contract.severities[index % contract.severities.length],
      evidence: `The value read at step ${index % 5000} is used before it is checked.`,
      action: 'Check it first.',
    })),
    limitations: [],
  }));
  const manifest = { base: 'b'.repeat(40), head, diffSha256, changedFiles };
  return { manifest, observed: { head, diffSha256 }, assignment, packets };
}

/** The fastest of several runs, in milliseconds. */
function fastest(runs: number, run: () => void): number {
  run();
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return Math.min(...times);
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

type Measure = { readonly milliseconds: number; readonly mebibytes?: number };

function row(what: string, small: Measure, large: Measure): void {
  const times = large.milliseconds / small.milliseconds;
  const memory =
    small.mebibytes === undefined || large.mebibytes === undefined ? undefined : large.mebibytes - small.mebibytes;
  const within = times <= mostTimes && (memory === undefined || memory < mostMebibytes);
  if (!within) process.exitCode = 1;
  const shown = [
    what.padEnd(58),
    `${small.milliseconds.toFixed(1).padStart(8)} ms`,
    `${large.milliseconds.toFixed(1).padStart(8)} ms`,
    `${times.toFixed(1).padStart(5)} times`,
    memory === undefined ? '' : `${memory.toFixed(1)} MiB more`,
    within ? '' : 'TOO MUCH',
  ];
  console.log(shown.join('  ').trimEnd());
}

function gateRow(
  gate: 'admission' | 'assignment' | 'aggregation',
  inputOf: (count: number) => unknown,
  small: number,
  what: string,
): void {
  const measure = (count: number): Measure => {
    const input: unknown = JSON.parse(JSON.stringify(inputOf(count)));
    return { milliseconds: fastest(count === small ? 60 : 30, () => decide[gate](contract, input)) };
  };
  row(`${gate} of ${small} and ${small * 10} ${what}`, measure(small), measure(small * 10));
}

async function writeLines(path: string, count: number): Promise<void> {
  const file = createWriteStream(path);
  const line = `${JSON.stringify(admissionOf(2))}\n`;
  for (let written = 0; written < count; written += 1000) {
    await new Promise((done) => {
      file.write(line.repeat(1000), done);
    });
  }
  await new Promise<void>((done) => {
    file.end(done);
  });
}

/** Runs the built command as a process of its own and reads its peak memory from its last word. */
function streamOnce(path: string): Measure {
  const program = `process.on('exit', () => process.stderr.write(String(process.resourceUsage().maxRSS)));
    await import(${JSON.stringify(`${root}dist/main.js`)});`;
  const args = ['--input-type=module', '-e', program, 'main.js', 'decide', 'admission', '--jsonl', path];
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { maxBuffer: Infinity, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the command ended with ${status}: ${stderr}`);
  return { milliseconds: performance.now() - start, mebibytes: Number(stderr) / 1024 };
}

async function streamRow(small: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'growth-'));
  const measure = async (count: number): Promise<Measure> => {
    const path = join(folder, `${count}.jsonl`);
    await writeLines(path, count);
    const runs = Array.from({ length: 7 }, () => streamOnce(path));
    return {
      milliseconds: Math.min(...runs.map(({ milliseconds }) => milliseconds)),
      mebibytes: medianOf(runs.map(({ mebibytes = 0 }) => mebibytes)),
    };
  };
  row(`decide --jsonl of ${small} and ${small * 10} lines`, await measure(small), await measure(small * 10));
  rmSync(folder, { recursive: true });
}

gateRow('admission', admissionOf, 10_000, 'files');
gateRow('assignment', assignmentOf, 10_000, 'files');
gateRow('assignment', overlapOf, 10_000, 'files, all announced');
gateRow('aggregation', aggregationOf, 1000, 'findings');
await streamRow(10_000);
