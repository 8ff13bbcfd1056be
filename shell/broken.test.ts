import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderOf, folderWithCases, run, shippedCases } from './testing/command.ts';
import type { Files } from './testing/command.ts';

/** Stands in a text where the complaint has to point. */
const here = '‸';

/** A text without its mark, and the line and column of the mark. */
function marked(text: string): { readonly content: string; readonly place: string } {
  const [before = '', after] = text.split(here);
  if (after === undefined) throw new Error(`no mark in ${text}`);
  const lines = before.split('\n');
  return { content: before + after, place: `${lines.length}:${(lines.at(-1) ?? '').length + 1}` };
}

/** What one command says of these files: on standard error a place, a colon, and words, in one line. */
async function said(files: Files, argv: readonly string[] = ['drill']) {
  const { status, out, err } = await run(argv, { folder: folderOf(files) });
  const [, place = err, words = ''] = /^([^:\n]+(?::\d+:\d+)?): (.+)\n$/.exec(err) ?? [];
  return { status, out, place, words };
}

function brokenAt(place: string, telling: string) {
  return { status: 2, out: '', place, words: expect.stringContaining(telling) as string };
}

const caseFile = (cases: string, gate = 'permission'): string => `{
  "gate": "${gate}",
  "description": "what is tried",
  "cases": [
    ${cases}
  ]
}
`;
const good = `{ "name": "one", "description": "d", "input": 1, "expect": { "code": "DENY_REQUEST", "rule": "request-shape" } }`;

describe('two cases that cannot stand together are exit 2, with file, line and column of the second', () => {
  test('two cases of one gate with one input in two files', async () => {
    const { content, place } = marked(caseFile(good.replace('1,', `${here}1,`)));
    const files = { 'cases/a/b.json': caseFile(good), 'cases/c/d.json': content };
    expect(await said(files)).toEqual(brokenAt(`cases/c/d.json:${place}`, '`a/b/one`'));
  });

  test('one input for two gates is fine', async () => {
    const admission = caseFile(
      good.replace(/"expect".*/, '"expect": { "code": "DENY_MANIFEST", "rule": "manifest-shape" } }'),
      'admission',
    );
    const { status } = await run(['drill'], {
      folder: folderOf({ 'cases/a/b.json': caseFile(good), 'cases/a/c.json': admission }),
    });
    expect(status).toBe(0);
  });

  test('one file given twice', async () => {
    const { content, place } = marked(caseFile(good.replace('"one"', `${here}"one"`)));
    const { status, out, err } = await run(['drill', 'cases', 'cases'], {
      folder: folderOf({ 'cases/a/b.json': content }),
    });
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toContain(`cases/a/b.json:${place}: two cases have the id \`a/b/one\``);
  });
});

describe('a broken cases folder is exit 2, with the name of what is wrong', () => {
  const fine = { 'cases/a/b.json': caseFile(good) };

  test.each<readonly [title: string, files: Files, argv: readonly string[], named: string, telling: string]>([
    [
      'a case file outside of a suite',
      { ...fine, 'cases/stray.json': caseFile(good) },
      [],
      'cases/stray.json',
      'suite',
    ],
    ['a folder inside a suite', { ...fine, 'cases/a/more/b.json': caseFile(good) }, [], 'cases/a/more', 'folder'],
    ['a suite with a capital', { 'cases/A/b.json': caseFile(good) }, [], 'cases/A', 'lower-case words'],
    ['a suite with an underscore', { 'cases/a_b/b.json': caseFile(good) }, [], 'cases/a_b', 'lower-case words'],
    ['a topic with a space', { 'cases/a/b c.json': caseFile(good) }, [], 'cases/a/b c.json', 'lower-case words'],
    ['a topic with a dot', { 'cases/a/b.c.json': caseFile(good) }, [], 'cases/a/b.c.json', 'lower-case words'],
    ['a file on its own with a capital', { 'B.json': caseFile(good) }, ['B.json'], 'B.json', 'lower-case words'],
    ['a missing file', fine, ['cases/a/c.json'], 'cases/a/c.json', 'there is no such file'],
    ['a misspelt ending', { ...fine, 'cases/a/c.jsn': '' }, [], 'cases/a/c.jsn', 'not a case file'],
    ['a missing folder', fine, ['nowhere'], 'nowhere', 'there is no such file'],
    ['a missing contract', fine, ['--contract', 'nowhere.json'], 'nowhere.json', 'there is no such file'],
    ['a folder for a contract', fine, ['--contract', 'cases'], 'cases', 'folder'],
  ])('%s', async (_, files, argv, named, telling) => {
    expect(await said(files, ['drill', ...argv])).toEqual(brokenAt(named, telling));
  });

  test('what hides behind a dot, and what is written for people, is left alone', async () => {
    const files = {
      ...fine,
      'cases/README.md': '',
      'cases/a/README.md': '',
      'cases/.hidden/x.json': '',
      'cases/a/.x.json': '',
    };
    const { status } = await run(['drill'], { folder: folderOf(files) });
    expect(status).toBe(0);
  });

  test('a contract that stands but cannot be read is broken, and not passed over for the shipped one', async () => {
    const folder = folderOf({ 'cases/a/b.json': caseFile(good) });
    symlinkSync('nowhere', join(folder, 'cases/contract.json'));
    const input = '{"openThreads":1,"depth":1,"tools":[]}';
    expect(await run(['decide', 'permission'], { folder, input })).toMatchObject({ status: 2, out: '' });
    expect(await run(['drill'], { folder })).toMatchObject({ status: 2, out: '' });
  });

  test('a link to no folder in the place of `./cases` is broken, and not passed over for the shipped ones', async () => {
    const folder = folderOf({ 'x.txt': '' });
    symlinkSync('nowhere', join(folder, 'cases'));
    expect(await run(['drill'], { folder })).toMatchObject({ status: 2, out: '' });
  });

  test('without `./cases` the shipped ones are run, and that is said', async () => {
    const { status, err } = await run(['drill', '--suite', 'drill'], { folder: folderOf({ 'x.txt': '' }) });
    expect([status, err]).toEqual([0, 'control-shell: there is no `./cases` here: these are the shipped cases\n']);
  });

  test('a pipe in a suite is not waited for', async () => {
    const folder = folderOf({ 'cases/a/b.json': caseFile(good) });
    execFileSync('mkfifo', [join(folder, 'cases/a/c.json')]);
    expect(await run(['drill'], { folder })).toEqual({
      status: 2,
      out: '',
      err: 'cases/a/c.json: is not a regular file\n',
    });
  });

  test('of many cases of one name the first twenty complaints are placed, and the others counted', async () => {
    const one = { name: 'same', description: 'd', input: 0, expect: { code: 'DENY_REQUEST', rule: 'request-shape' } };
    const cases = Array.from({ length: 3000 }, (_, input) => ({ ...one, input }));
    const file = JSON.stringify({ gate: 'permission', description: 'd', cases });
    const { status, err } = await run(['drill'], { folder: folderOf({ 'cases/a/b.json': file }) });
    const lines = err.trimEnd().split('\n');
    expect([status, lines.length, lines.at(-1)]).toEqual([2, 21, 'cases/a/b.json: and 2979 more of the kind']);
    expect(lines[0]).toMatch(/^cases\/a\/b\.json:1:\d+: two cases have the id `a\/b\/same`: rename one$/);
  });

  test('a suite may be a link to a folder', async () => {
    const folder = folderOf({ 'elsewhere/b.json': caseFile(good) });
    mkdirSync(join(folder, 'cases'));
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'cases/a'));
    const { status } = await run(['drill'], { folder });
    expect(status).toBe(0);
  });
});

const shippedContract = readFileSync(join(shippedCases, 'contract.json'), 'utf8');

/** The shipped contract with one piece of its text replaced, the mark included. */
function contractWith(piece: string, by: string): string {
  if (shippedContract.split(piece).length !== 2) throw new Error(`the contract does not hold ${piece} once`);
  return shippedContract.replace(piece, () => by);
}

describe('a broken contract is exit 2, with file, line and column', () => {
  test.each<readonly [argv: readonly string[]]>([
    [['drill']],
    [['report']],
    [['decide', 'permission']],
    [['decide', 'evidence', '--jsonl']],
    [['schema', 'finding']],
    [['bind', '--base', 'HEAD']],
    [['observe', '--manifest', '-']],
    [['admit', '--manifest', '-']],
  ])('%j refuses it when it is named', async (argv) => {
    const { content, place } = marked(contractWith('"depth": 1', `"depth": ${here}0`));
    expect(await said({ 'mine.json': content }, [...argv, '--contract', 'mine.json'])).toEqual(
      brokenAt(`mine.json:${place}`, '`depth`'),
    );
  });
});

describe('everything that is broken is listed at once', () => {
  test('in several case files, the unreadable ones included', async () => {
    const files = {
      'cases/a/b.json': caseFile(good.replace('"one"', '"One"')),
      'cases/a/c.json': '{',
      'cases/b/a.json': '{ "a": 1, "a": 2, "a": 3 }',
      'cases/b/b.json': caseFile(good),
    };
    const { status, err } = await run(['drill'], { folder: folderOf(files) });
    expect(status).toBe(2);
    const places = err.split('\n').map((line) => line.split(':').slice(0, 3).join(':'));
    expect(places).toEqual([
      'cases/a/b.json:5:15',
      'cases/a/c.json:1:2',
      'cases/b/a.json:1:11',
      'cases/b/a.json:1:19',
      '',
    ]);
  });
});

describe('selecting nothing is broken, not green', () => {
  test.each<readonly [argv: readonly string[]]>([
    [['--suite', 'nowhere']],
    [['--suite', 'Drill']],
    [['--suite', '']],
    [['--suite', 'drill', '--gate', 'evidence']],
    [['--case', 'drill/*/nothing']],
    [['--case', 'drill']],
    [['--suite', 'drill', '--case', 'rules/**']],
    [['--json', '--suite', 'nowhere']],
    [['--explain', '--suite', 'nowhere']],
  ])('%j', async (options) => {
    const { status, out, err } = await run(['drill', ...options], {
      folder: folderWithCases('contract.json', 'drill'),
    });
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(/^control-shell: no case is selected\b.*\n$/);
  });

  test.each([
    ['an empty cases folder', 'cases/.keep'],
    ['an empty suite', 'cases/a/.keep'],
  ])('%s', async (_, kept) => {
    const { status, out } = await run(['drill'], { folder: folderOf({ [kept]: '' }) });
    expect({ status, out }).toEqual({ status: 2, out: '' });
  });

  test('a filter that selects something runs just that', async () => {
    const folder = folderWithCases('contract.json', 'drill');
    const { status, out } = await run(['drill', '--suite', 'drill', '--gate', 'permission', '--case', '**/*-threads'], {
      folder,
    });
    expect(status).toBe(0);
    expect(out.match(/drill\/\S+/g)).toEqual(['drill/permission/four-threads', 'drill/permission/seven-threads']);
  });
});

describe('one run has one contract', () => {
  const deeper = contractWith('"depth": 1', '"depth": 2');
  const depthTwo = caseFile(
    `{ "name": "deep", "description": "d", "input": { "openThreads": 0, "depth": 2, "tools": [] },
      "expect": { "code": "DENY_DEPTH", "rule": "depth-within-limit" } }`,
  );

  const twoFolders = (second: string): string =>
    folderOf({
      'one/contract.json': shippedContract,
      'one/a/b.json': caseFile(good),
      'two/contract.json': second,
      'two/c/d.json': depthTwo,
    });

  test('paths that bring different contracts are refused, and the second is named', async () => {
    const { status, out, err } = await run(['drill', 'one', 'two'], { folder: twoFolders(deeper) });
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(/^two\/contract\.json: .*`--contract`\n$/);
  });

  test('paths that bring the same contract, written in another way, run together', async () => {
    const same = JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(shippedContract) as object).toReversed()));
    const { status } = await run(['drill', 'one', 'two'], { folder: twoFolders(same) });
    expect(status).toBe(0);
  });

  test('a named contract is in force, whatever the paths bring', async () => {
    const argv = ['drill', 'one', 'two', '--contract', 'one/contract.json'];
    const { status } = await run(argv, { folder: twoFolders(deeper) });
    expect(status).toBe(0);
  });

  test('a file on its own takes the contract of the cases folder around it', async () => {
    const { status, out } = await run(['drill', 'two/c/d.json'], { folder: twoFolders(deeper) });
    expect(status).toBe(1);
    expect(out).toContain('code: expected "DENY_DEPTH", got "ALLOW"');
  });

  test('a file on its own takes the contract beside it', async () => {
    const folder = folderOf({ 'contract.json': deeper, 'd.json': depthTwo });
    const { status, out } = await run(['drill', 'd.json'], { folder });
    expect(status).toBe(1);
    expect(out).toContain('d/deep');
  });

  test('cases without a contract are judged by the shipped one', async () => {
    const { status } = await run(['drill', 'd.json'], { folder: folderOf({ 'd.json': depthTwo }) });
    expect(status).toBe(0);
  });
});
