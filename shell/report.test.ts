import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkout, editJson, folderOf, folderWithCases, run, start } from './testing/command.ts';
import type { Environment, Json } from './testing/command.ts';
import { temporaryFolder } from './testing/repository.ts';

const table = 'reports/decision-table.md';
const proof = 'reports/proof.md';
const results = 'reports/results.json';

/** A folder with the cases of the drill and the report on them. */
async function reported(): Promise<string> {
  const folder = folderWithCases('contract.json', 'drill');
  expect(await run(['report'], { folder })).toEqual({ status: 0, out: '', err: '' });
  return folder;
}

function read(folder: string, name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

/** The 1-based line of the first text that holds this. */
function lineOf(folder: string, name: string, words: string): number {
  const index = read(folder, name)
    .split('\n')
    .findIndex((line) => line.includes(words));
  expect(index).not.toBe(-1);
  return index + 1;
}

/** What `report --check` says: its status, and each complaint as file, line and words. */
async function check(folder: string, ...argv: readonly string[]) {
  const { status, out, err } = await run(['report', '--check', ...argv], { folder });
  expect(out).toBe('');
  return { status, places: placesOf(err), words: err };
}

function placesOf(err: string): readonly string[] {
  const lines = err.split('\n').slice(0, -1);
  return lines.map((line) => /^[^: ]+(?::\d+)?(?=: )/.exec(line)?.[0] ?? line);
}

describe('report', () => {
  test('writes the decision table and the results, and nothing else', async () => {
    const folder = await reported();
    expect(readdirSync(folder).toSorted()).toEqual(['cases', 'reports']);
    expect(readdirSync(join(folder, 'reports')).toSorted()).toEqual(['decision-table.md', 'proof.md', 'results.json']);
  });

  test('writes as results what `drill --json` prints', async () => {
    const folder = await reported();
    const { out } = await run(['drill', '--json'], { folder });
    expect(read(folder, results)).toBe(out);
  });

  test('writes where it is told to', async () => {
    const folder = folderWithCases('contract.json', 'drill');
    expect(await run(['report', '--out', 'a/b'], { folder })).toEqual({ status: 0, out: '', err: '' });
    expect(readdirSync(join(folder, 'a/b')).toSorted()).toEqual(['decision-table.md', 'proof.md', 'results.json']);
    expect(await check(folder, '--out', 'a/b')).toMatchObject({ status: 0 });
    expect(existsSync(join(folder, 'reports'))).toBe(false);
  });

  test('shows a case that differs, and exits 1', async () => {
    const folder = folderWithCases('contract.json', 'drill');
    editJson(join(folder, 'cases/drill/permission.json'), (file) => {
      file.cases[2].expect = { code: 'DENY_THREADS', rule: 'threads-within-limit' };
    });
    const { status, out, err } = await run(['report'], { folder });
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toContain('drill/permission/depth-two: differs');
    const row = /^\| `drill\/permission\/depth-two` .*$/m.exec(read(folder, table))?.[0];
    expect(
      row
        ?.split('|')
        .map((cell) => cell.trim())
        .slice(3, 7),
    ).toEqual(['`DENY_THREADS`', '`DENY_DEPTH`', '`depth-within-limit`', '**NO**']);
    const written: Json = JSON.parse(read(folder, results));
    expect(written.summary).toEqual({ total: 24, matched: 23, differed: 1 });
  });

  test('lists every rule of every gate in order, with its code, its recovery and the cases that it decides', async () => {
    const folder = await reported();
    const permission =
      read(folder, table)
        .split(/^## /m)
        .find((part) => part.startsWith('permission')) ?? '';
    const rows = [...permission.matchAll(/^\| (\d) \| `([^`]+)` \| (.+?) \| `([A-Z_]+)` \| (.+?) \| (.*) \|$/gm)];
    expect(rows.map(([, order, rule, , code, , decides]) => [order, rule, code, decides])).toEqual([
      ['1', 'request-shape', 'DENY_REQUEST', ''],
      ['2', 'threads-within-limit', 'DENY_THREADS', '`drill/permission/seven-threads`'],
      ['3', 'depth-within-limit', 'DENY_DEPTH', '`drill/permission/depth-two`'],
      ['4', 'tools-known', 'DENY_TOOL', ''],
      ['5', 'approval-can-surface', 'APPROVAL_UNAVAILABLE', ''],
      ['6', 'tools-read-only', 'APPROVAL_REQUIRED', '`drill/permission/git-push`'],
    ]);
  });
});

describe('report, where it cannot be written', () => {
  test.each([[[]], [['--check']]])('%j over no case at all is broken, and writes nothing', async (options) => {
    const folder = folderOf({ 'cases/.keep': '' });
    const { status, out, err } = await run(['report', ...options], { folder });
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(/^control-shell: no case [^\n]*\n$/);
    expect(existsSync(join(folder, 'reports'))).toBe(false);
  });

  test.each(['taken', 'taken/below'])('--out %s, where a file stands, is broken, and says the name', async (out) => {
    const folder = folderWithCases('contract.json', 'drill');
    writeFileSync(join(folder, 'taken'), '');
    const answer = await run(['report', '--out', out], { folder });
    expect(answer).toMatchObject({
      status: 2,
      out: '',
      err: expect.stringMatching(/^taken[^:\n]*: cannot be written: [^\n]+\n$/) as string,
    });
  });
});

describe('report --check', () => {
  test('holds after a report, and writes nothing', async () => {
    const folder = await reported();
    const before = [read(folder, table), read(folder, results)];
    expect(await check(folder)).toEqual({ status: 0, places: [], words: '' });
    expect([read(folder, table), read(folder, results)]).toEqual(before);
  });

  test('fails after an edit of what a case says of itself', async () => {
    const folder = await reported();
    const places = [
      `${table}:${lineOf(folder, table, 'drill/permission/depth-two` | ')}`,
      `${results}:${lineOf(folder, results, '"drill/permission/depth-two"') + 3}`,
    ];
    editJson(join(folder, 'cases/drill/permission.json'), (file) => {
      file.cases[2].description = 'another word';
    });
    const after = await check(folder);
    expect(after).toMatchObject({ status: 1, places });
    expect(after.words).toContain('another word');
  });

  test.each<readonly [title: string, edit: (file: Json) => void]>([
    ['the input of a case', (file) => (file.cases[0].input.openThreads = 3)],
    ['what a case expects', (file) => (file.cases[0].expect.violations = [])],
    ['the name of a case', (file) => (file.cases[0].name = 'up-to-four-threads')],
    ['the list of cases', (file) => file.cases.pop()],
  ])('fails after an edit of %s', async (_, edit) => {
    const folder = await reported();
    const places = [`${table}:5`, `${results}:${lineOf(folder, results, '"corpusSha256"')}`];
    editJson(join(folder, 'cases/drill/permission.json'), edit);
    const { status, places: found } = await check(folder);
    // Some of these change what the cases prove as well.
    expect([status, found.filter((place) => !place.startsWith(proof))]).toEqual([1, places]);
  });

  test('fails after an edit of the contract, even one that changes no decision', async () => {
    const folder = await reported();
    const places = [`${table}:5`, `${results}:${lineOf(folder, results, '"contractSha256"')}`];
    editJson(join(folder, 'cases/contract.json'), (contract) => {
      contract.findings.perPacket = 99;
    });
    expect(await check(folder)).toMatchObject({ status: 1, places });
  });

  test('does not mind other white space in a case file or in the contract', async () => {
    const folder = await reported();
    for (const file of ['cases/contract.json', 'cases/drill/finding.json']) {
      writeFileSync(join(folder, file), read(folder, file).replaceAll('\n', '\r\n  '));
    }
    expect(await check(folder)).toMatchObject({ status: 0 });
  });

  test.each<readonly [title: string, name: string, edit: (text: string) => string, line: number]>([
    ['a word', table, (text) => text.replace('# Decision tables', '# Decisions'), 1],
    ['a line that was added at the end', table, (text) => `${text}more\n`, Number.NaN],
    ['a word of the proof', proof, (text) => text.replace('# Proof', '# Proofs'), 1],
    ['a last newline that was dropped', results, (text) => text.slice(0, -1), Number.NaN],
    ['the ends of the lines', results, (text) => text.replaceAll('\n', '\r\n'), 1],
    ['everything', table, () => '', 1],
  ])('fails after an edit of a committed report: %s', async (_, name, edit, line) => {
    const folder = await reported();
    const lines = read(folder, name).split('\n').length;
    writeFileSync(join(folder, name), edit(read(folder, name)));
    expect(await check(folder)).toMatchObject({ status: 1, places: [`${name}:${Number.isNaN(line) ? lines : line}`] });
  });

  test.each([table, proof, results])('fails where %s is missing, and does not make it', async (name) => {
    const folder = await reported();
    rmSync(join(folder, name));
    expect(await check(folder)).toMatchObject({ status: 1, places: [name] });
    expect(existsSync(join(folder, name))).toBe(false);
  });

  test('fails where no report was ever written', async () => {
    const folder = folderWithCases('contract.json', 'drill');
    expect(await check(folder)).toMatchObject({ status: 1, places: [table, proof, results] });
    expect(existsSync(join(folder, 'reports'))).toBe(false);
  });

  test('says in words what the file has and what the cases give', async () => {
    const folder = await reported();
    writeFileSync(join(folder, table), read(folder, table).replace('# Decision tables', '# Decisions'));
    expect((await check(folder)).words).toMatch(/"# Decisions".*"# Decision tables"/);
  });
});

/** Runs one command in a process of its own. */
async function inProcess(argv: readonly string[], environment: Environment) {
  const { process: child, ended } = start(argv, environment);
  child.stdin?.end();
  const { status, err } = await ended;
  return { status, err };
}

test('report --check fails after an edit of a rule, in a checkout of its own', async () => {
  const folder = temporaryFolder();
  for (const part of ['src', 'harness', 'shell', 'package.json', 'tsconfig.json']) {
    cpSync(join(checkout, part), join(folder, part), { recursive: true });
  }
  mkdirSync(join(folder, 'cases'));
  for (const part of ['contract.json', 'drill']) {
    cpSync(join(checkout, 'cases', part), join(folder, 'cases', part), { recursive: true });
  }
  symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'));
  const environment = { folder, script: join(folder, 'shell/main.ts') };
  expect(await inProcess(['report'], environment)).toEqual({ status: 0, err: '' });
  expect(await inProcess(['report', '--check'], environment)).toEqual({ status: 0, err: '' });

  const place = `${table}:${lineOf(folder, table, '| `depth-within-limit` |')}`;
  const rules = join(folder, 'src/gates/permission.ts');
  const edited = readFileSync(rules, 'utf8').replace('the thread stands deeper', 'the thread is deeper');
  expect(edited).toContain('is deeper');
  writeFileSync(rules, edited);
  const { status, err } = await inProcess(['report', '--check'], environment);
  expect({ status, places: placesOf(err) }).toEqual({ status: 1, places: [place] });
});

test('a report has the same bytes under another time zone, locale and working folder', async () => {
  const elsewhere = temporaryFolder();
  const written = async (name: string, environment: Environment): Promise<readonly string[]> => {
    const out = join(elsewhere, name);
    await inProcess(['report', '--out', out], environment);
    return ['decision-table.md', 'proof.md', 'results.json'].map((file) => read(out, file));
  };
  const [here, there] = await Promise.all([
    written('one', { env: { TZ: 'UTC', LANG: 'C', LC_ALL: 'C' } }),
    written('two', {
      folder: elsewhere,
      env: { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
    }),
  ]);
  expect(there).toEqual(here);
  expect(here[0]).toContain('# Decision tables');
});
