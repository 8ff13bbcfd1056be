/**
 * Documents that mean harm: whatever reads one says so in clear lines, with the right exit status. What costs time and
 * memory is `hostile.e2e.ts`.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandNames, run, writeFiles } from './testing/command.ts';
import { temporaryFolder } from './testing/repository.ts';
import { calledOn, complaintsOf, hostile, hostileFolder, oneOfEach, places, ways } from './testing/hostile.ts';

/** Milliseconds that one command may take: many times what it does, and little of what growth by the square would. */
const longest = 5000;

/** Runs a command that must not take long; what is wrong with its answer, each with the command and the document. */
async function tried(
  argv: readonly string[],
  status: number,
  title: string,
  folder: string,
  input?: string | Uint8Array,
) {
  const start = performance.now();
  const answer = await run(argv, { folder, ...(input !== undefined && { input }) });
  const time = performance.now() - start;
  const slow = time > longest ? [`takes ${Math.round(time)} ms`] : [];
  return [...complaintsOf(answer, status), ...slow].map((one) => `${argv.join(' ')}, ${title}: ${one}`);
}

test('every command that there is is tried', () => {
  expect(new Set([...ways, ...places].map(({ argv }) => argv.split(' ')[0]))).toEqual(new Set(commandNames));
});

describe('a hostile document', () => {
  test.each([
    ['hostile.json', hostile],
    ['-', hostile.filter(({ everywhere }) => everywhere)],
  ])('that is named as `%s`', async (name, documents) => {
    const { folder, right } = await hostileFolder();
    const complaints: string[] = [];
    for (const { title, harm, of, everywhere } of documents) {
      for (const { argv, right: what, status } of everywhere ? ways : oneOfEach(ways)) {
        const document = of(right[what] ?? '');
        writeFiles(folder, { 'hostile.json': document });
        complaints.push(...(await tried(calledOn(argv, name), status[harm], title, folder, document)));
      }
    }
    expect(complaints).toEqual([]);
  });

  test('that stands where a command looks', async () => {
    const { folder, right } = await hostileFolder();
    const complaints: string[] = [];
    for (const { title, harm, of, everywhere } of hostile) {
      for (const { argv, right: what, status, file } of everywhere ? places : oneOfEach(places)) {
        writeFiles(folder, { [file]: of(right[what] ?? '') });
        complaints.push(...(await tried(argv.split(' '), status[harm], title, folder)));
        rmSync(join(folder, file));
      }
    }
    expect(complaints).toEqual([]);
  });

  test.each(['AGENTS.md', '.control-shell/finding.schema.json'])('for %s is drift, and mended', async (name) => {
    const folder = temporaryFolder();
    await run(['init'], { folder });
    const complaints: string[] = [];
    for (const { title, of } of hostile) {
      writeFiles(folder, { [name]: of('{"$schema":0}') });
      complaints.push(...(await tried(['doctor'], 1, title, folder)));
      complaints.push(...(await tried(['init', '--dry-run'], 0, title, folder)));
      complaints.push(...(await tried(['init'], 0, title, folder)));
      complaints.push(...(await tried(['doctor'], 0, title, folder)));
    }
    expect(complaints).toEqual([]);
  });

  test('for `AGENTS.md` is refused where its block begins and does not end', async () => {
    const folder = temporaryFolder();
    await run(['init'], { folder });
    const [begin = ''] = /^<!--.*-->$/m.exec(readFileSync(join(folder, 'AGENTS.md'), 'utf8')) ?? [];
    const complaints: string[] = [];
    for (const { title, of } of hostile) {
      writeFiles(folder, {
        'AGENTS.md': Buffer.concat([`${begin}\n`, of('{"$schema":0}')].map((part) => Buffer.from(part))),
      });
      complaints.push(...(await tried(['doctor'], 1, title, folder)));
      complaints.push(...(await tried(['init'], 2, title, folder)));
    }
    expect(complaints).toEqual([]);
  });
});
