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
const oneCase = (expected: string, rest = '"input": 1'): string =>
  caseFile(`{ "name": "one", "description": "d", ${rest}, "expect": ${expected} }`);
const storeOf = (store: string): string =>
  caseFile(
    `{
      "name": "one",
      "description": "d",
      "input": { "caller": "child", "arguments": {}, "store": ${store} },
      "expect": { "code": "DENY_CALLER", "rule": "caller-is-reviewer" }
    }`,
    'evidence',
  );
const thread = (turns: string, rest = '"id": "root", "threadRole": "root", "spawnedBy": null'): string =>
  storeOf(`{ "pageSize": 16, "fault": null, "threads": [{ ${rest}, "turns": ${turns} }] }`);
const generate = (members: string): string => thread(`[{ "id": "turn-1", "items": [{ "generate": { ${members} } }] }]`);

type Row = readonly [title: string, text: string, telling: string];

const caseFiles: readonly Row[] = [
  [
    'an unknown key of the file',
    `{ ${here}"colour": 1, "gate": "permission", "description": "d", "cases": [${good}] }`,
    '`colour`',
  ],
  ['an unknown key of a case', caseFile(good.replace('"input"', `${here}"inputs": 2, "input"`)), '`inputs`'],
  ['an unknown key of an expectation', oneCase(`{ "code": "ALLOW", ${here}"reason": "x" }`), '`reason`'],
  ['an asserted review where the gate makes none', oneCase(`{ "code": "ALLOW", ${here}"review": {} }`), '`review`'],
  ['asserted evidence where the gate gives none', oneCase(`{ "code": "ALLOW", ${here}"evidence": {} }`), '`evidence`'],
  [
    'an unknown key of an asserted violation',
    oneCase(`{ "code": "DENY_DEPTH", "rule": "depth-within-limit",
      "violations": [{ "rule": "depth-within-limit", "path": "/depth", ${here}"message": "m" }] }`),
    '`message`',
  ],
  [
    'an unknown key of a store',
    storeOf(`{ "pageSize": 1, "fault": null, "threads": [], ${here}"pages": 1 }`),
    '`pages`',
  ],
  [
    'an unknown key of a thread',
    thread('[]', `${here}"role": "x", "id": "root", "threadRole": "root", "spawnedBy": null`),
    '`role`',
  ],
  ['an unknown key of a turn', thread(`[{ "id": "turn-1", "items": [], ${here}"item": 1 }]`), '`item`'],
  [
    'an unknown key of a spawn record',
    thread(
      '[]',
      `"id": "root", "threadRole": "root", "spawnedBy": { "threadId": "a", "turnId": "b", ${here}"itemId": "c" }`,
    ),
    '`itemId`',
  ],
  [
    'an unknown key of generated items',
    generate(`"count": 1, "type": "t", "textBytes": 1, "char": "x", ${here}"chars": "x"`),
    '`chars`',
  ],

  [
    'a member of the file twice',
    `{ "gate": "permission", ${here}"gate": "permission", "description": "d", "cases": [${good}] }`,
    '"gate" appears twice',
  ],
  [
    'a member of a case twice',
    caseFile(good.replace('"input"', `${here}"name": "two", "input"`)),
    '"name" appears twice',
  ],
  ['a member of an expectation twice', oneCase(`{ "code": "ALLOW", ${here}"code": "ALLOW" }`), '"code" appears twice'],
  [
    'a member twice deep in an input',
    oneCase('{ "code": "ALLOW" }', `"input": [[{ "a": { "b": 1, ${here}"b": 1 } }]]`),
    '"b" appears twice',
  ],
  [
    'one member twice, once in escapes',
    oneCase(`{ "code": "ALLOW", ${here}"c\\u006fde": "ALLOW" }`),
    '"code" appears twice',
  ],

  [
    'an unknown gate',
    `{\n  "gate": ${here}"admissions",\n  "description": "d",\n  "cases": [${good}]\n}`,
    '"admissions"',
  ],
  [
    'a gate in another case',
    `{\n  "gate": ${here}"Permission",\n  "description": "d",\n  "cases": [${good}]\n}`,
    '"Permission"',
  ],
  ['no gate', `\n${here}{ "description": "d", "cases": [${good}] }`, '`gate` is missing'],
  ['no description', `\n${here}{ "gate": "permission", "cases": [${good}] }`, '`description` is missing'],
  ['a blank description', caseFile(good.replace('"d"', `${here}" \\t"`)), '`description`'],
  ['a blank source', caseFile(good.replace('"input"', `"source": ${here}"", "input"`)), '`source`'],
  ['a note that is no text', caseFile(good.replace('"input"', `"note": ${here}1, "input"`)), '`note`'],
  [
    'a schema that is no text',
    `{ "$schema": ${here}1, "gate": "permission", "description": "d", "cases": [${good}] }`,
    '`$schema`',
  ],
  ['no list of cases', `\n${here}{ "gate": "permission", "description": "d" }`, '`cases` is missing'],
  [
    'an empty list of cases',
    `{ "gate": "permission", "description": "d",\n  "cases": ${here}[] }`,
    '`cases` must not be empty',
  ],
  ['cases that are no list', `{ "gate": "permission", "description": "d",\n  "cases": ${here}{} }`, '`cases`'],
  ['a case that is not an object', caseFile(`${good},\n    ${here}"two"`), '"two"'],
  [
    'a case without an input',
    caseFile(`${here}{ "name": "one", "description": "d", "expect": { "code": "ALLOW" } }`),
    '`input` is missing',
  ],
  [
    'a case without an expectation',
    caseFile(`${here}{ "name": "one", "description": "d", "input": 1 }`),
    '`expect` is missing',
  ],
  [
    'a case without a name',
    caseFile(`${here}{ "description": "d", "input": 1, "expect": { "code": "ALLOW" } }`),
    '`name` is missing',
  ],
  ['a name with a capital', caseFile(good.replace('"one"', `${here}"One"`)), '"One"'],
  ['a name with a space', caseFile(good.replace('"one"', `${here}"one two"`)), '"one two"'],
  ['a name with a slash', caseFile(good.replace('"one"', `${here}"one/two"`)), '"one/two"'],
  ['a name that begins with a hyphen', caseFile(good.replace('"one"', `${here}"-one"`)), '"-one"'],
  ['a name with two hyphens together', caseFile(good.replace('"one"', `${here}"one--two"`)), '"one--two"'],
  [
    'a name that ends in a newline',
    caseFile(good.replace('"one"', `${here}"one\\n"`)),
    'lower-case words joined by hyphens',
  ],
  ['an empty name', caseFile(good.replace('"one"', `${here}""`)), 'lower-case words joined by hyphens'],
  ['a name that is no text', caseFile(good.replace('"one"', `${here}7`)), '`name`'],

  ['a code of another gate', oneCase(`{ "code": ${here}"ADMIT" }`), '"ADMIT"'],
  ['a code in another case', oneCase(`{ "code": ${here}"allow" }`), '"allow"'],
  ['no code', oneCase(`${here}{ "rule": "request-shape" }`), '`code` is missing'],
  ['an expectation that is not an object', oneCase(`${here}"ALLOW"`), '"ALLOW"'],
  ['an unknown rule', oneCase(`{ "code": "DENY_DEPTH", "rule": ${here}"too-deep" }`), '"too-deep"'],
  [
    'a rule of another gate',
    oneCase(`{ "code": "DENY_DEPTH", "rule": ${here}"head-is-current" }`),
    '"head-is-current"',
  ],
  ['an unknown rule beside a passing code', oneCase(`{ "code": "ALLOW", "rule": ${here}"too-deep" }`), '"too-deep"'],
  [
    'an unknown rule of an asserted violation',
    oneCase(`{ "code": "ALLOW", "violations": [{ "rule": ${here}"too-deep", "path": "" }] }`),
    '"too-deep"',
  ],
  ['no rule where a rule decides', oneCase(`${here}{ "code": "DENY_DEPTH" }`), '`rule` is missing'],
  ['null for a rule where a rule decides', oneCase(`{ "code": "DENY_DEPTH", "rule": ${here}null }`), '`rule`'],
  [
    'no rule for evidence that is cut',
    storeOf('{ "pageSize": 1, "fault": null, "threads": [] }').replace(
      '{ "code": "DENY_CALLER", "rule": "caller-is-reviewer" }',
      `${here}{ "code": "TRUNCATE_EVIDENCE" }`,
    ),
    '`rule` is missing',
  ],
  ['a fact that is a text', oneCase(`{ "code": "ALLOW", "facts": { "threads": ${here}"4" } }`), '`threads`'],
  ['facts that are a list', oneCase(`{ "code": "ALLOW", "facts": ${here}[] }`), '`facts`'],
  ['violations that are no list', oneCase(`{ "code": "ALLOW", "violations": ${here}{} }`), '`violations`'],
  [
    'a violation without a path',
    oneCase(`{ "code": "ALLOW", "violations": [${here}{ "rule": "request-shape" }] }`),
    '`path` is missing',
  ],

  [
    'a second case of one name',
    caseFile(`${good},\n    ${good.replace('"one"', `${here}"one"`).replace('1,', '2,')}`),
    '`a/b/one`',
  ],
  [
    'a second case of one input',
    caseFile(`${good},\n    ${good.replace('"one"', '"two"').replace('1,', `${here}1,`)}`),
    '`a/b/one`',
  ],
  [
    'a second case of one input, its members in another order and other white space',
    caseFile(
      `${good.replace('1,', '{ "a": [1, { "b": 2, "c": "é" }], "d": 1.0 },')},
    ${good.replace('"one"', '"two"').replace('1,', `${here}{"d":1e0,"a":[1,{"c":"\\u00e9","b":2}]},`)}`,
    ),
    '`a/b/one`',
  ],

  [
    'an evidence case without a store',
    storeOf('null').replace(
      '"input": { "caller": "child", "arguments": {}, "store": null }',
      `"input": ${here}{ "caller": "child", "arguments": {} }`,
    ),
    '`store` is missing',
  ],
  ['an evidence input that is not an object', storeOf('null').replace(/\{ "caller": .* \}/, `${here}"call"`), '"call"'],
  ['a store that is not an object', storeOf(`${here}[]`), '`store`'],
  ['a store without threads', storeOf(`${here}{ "pageSize": 1, "fault": null }`), '`threads` is missing'],
  ['a store without a fault, not even null', storeOf(`${here}{ "pageSize": 1, "threads": [] }`), '`fault` is missing'],
  ['an unknown fault', storeOf(`{ "pageSize": 1, "fault": ${here}"loses-items", "threads": [] }`), '`fault`'],
  ['a page of no item', storeOf(`{ "pageSize": ${here}0, "fault": null, "threads": [] }`), '`pageSize`'],
  ['half a page', storeOf(`{ "pageSize": ${here}0.5, "fault": null, "threads": [] }`), '`pageSize`'],
  [
    'a thread without a role',
    thread('[]', '"id": "root", "spawnedBy": null').replace('[{ "id"', `[${here}{ "id"`),
    '`threadRole` is missing',
  ],
  [
    'a spawn record that is a text',
    thread('[]', `"id": "a", "threadRole": "b", "spawnedBy": ${here}"root"`),
    '`spawnedBy`',
  ],
  ['turns that are no list', thread(`${here}{}`), '`turns`'],
  ['an item without a type', thread(`[{ "id": "turn-1", "items": [${here}{ "id": "item-1" }] }]`), '`type` is missing'],
  ['an item whose id is a number', thread(`[{ "id": "turn-1", "items": [{ "id": ${here}1, "type": "t" }] }]`), '`id`'],
  [
    'a character that does not divide the bytes of a text',
    generate(`"count": 1, "type": "t", "textBytes": ${here}7, "char": "é"`),
    '`textBytes`',
  ],
  ['two characters for one', generate(`"count": 1, "type": "t", "textBytes": 2, "char": ${here}"xy"`), '`char`'],
  ['no character for one', generate(`"count": 1, "type": "t", "textBytes": 2, "char": ${here}""`), '`char`'],
  ['no generated item', generate(`"count": ${here}0, "type": "t", "textBytes": 1, "char": "x"`), '`count`'],
  ['100,001 generated items', generate(`"count": ${here}100001, "type": "t", "textBytes": 1, "char": "x"`), '`count`'],
  [
    'a generated text past 4 MiB',
    generate(`"count": 1, "type": "t", "textBytes": ${here}4194305, "char": "x"`),
    '`textBytes`',
  ],
  [
    'a generated text of less than no byte',
    generate(`"count": 1, "type": "t", "textBytes": ${here}-1, "char": "x"`),
    '`textBytes`',
  ],

  ['a list for a file', `\n ${here}[]`, 'an empty list'],
  ['a text for a file', `${here}"cases"`, '"cases"'],
  ['null for a file', `${here}null`, 'null'],
  ['a trailing comma', caseFile(`${good},`).replace(']', `${here}]`), 'is not JSON'],
  ['a comment', `{\n  ${here}// words\n  "gate": "permission" }`, 'is not JSON'],
  ['single quotes', `{ ${here}'gate': "permission" }`, 'is not JSON'],
  ['a name without quotes', `{ ${here}gate: "permission" }`, 'is not JSON'],
  ['a text that goes on behind the value', `{}\n${here}{}`, 'is not JSON'],
  ['a file that is cut', `{ "gate": "permission",\n  "cases": [${here}`, 'is not JSON'],
  ['a line break in a text', `{\n "description": "a${here}\nb" }`, 'is not JSON'],
  ['a tab in a text', `{\n "description": "a${here}\tb" }`, 'is not JSON'],
  ['a missing comma', `{ "gate": "permission" ${here}"cases": [] }`, 'is not JSON'],
  ['a missing value', `{ "gate":\n${here}}`, 'is not JSON'],
  ['a missing colon', `{ "gate" ${here}"permission" }`, 'is not JSON'],
  ['NaN', `[${here}NaN]`, 'is not JSON'],
  ['an empty file', here, 'is empty'],
  ['a byte order mark', `${here}\ufeff${caseFile(good)}`, 'byte order mark'],
];

describe('a broken case file is exit 2, with file, line and column', () => {
  test.each(caseFiles)('%s', async (_, text, telling) => {
    const { content, place } = marked(text);
    expect(await said({ 'cases/a/b.json': content })).toEqual(brokenAt(`cases/a/b.json:${place}`, telling));
  });

  test('columns count UTF-16 code units, lines end in a newline', async () => {
    const { content, place } = marked(
      `{\r\n "description": "é😀", ${here}"colour": 1,\r\n "gate": "permission", "cases": [${good}] }`,
    );
    expect(place).toBe('2:24');
    expect(await said({ 'cases/a/b.json': content })).toEqual(brokenAt(`cases/a/b.json:${place}`, '`colour`'));
  });

  test('a file of white space', async () => {
    expect(await said({ 'cases/a/b.json': ' \n\n' })).toEqual(brokenAt('cases/a/b.json:1:1', 'is empty'));
  });

  test.each([
    ['a lone continuation byte', [0x80]],
    ['an over-long form', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a byte of Latin-1', [0xe9]],
  ])('%s is no UTF-8', async (_, bytes) => {
    const { content, place } = marked(caseFile(good.replace('"d"', `"é ${here}"`)));
    const at = Buffer.byteLength(content.slice(0, content.indexOf('é ') + 2));
    const whole = Buffer.from(content);
    const file = Buffer.concat([whole.subarray(0, at), Buffer.from(bytes), whole.subarray(at)]);
    expect(await said({ 'cases/a/b.json': file })).toEqual(brokenAt(`cases/a/b.json:${place}`, 'UTF-8'));
  });

  test('the same file without a fault runs', async () => {
    const { status } = await run(['drill'], { folder: folderOf({ 'cases/a/b.json': caseFile(good) }) });
    expect(status).toBe(0);
  });

  test('the name of the case stands in the message', async () => {
    const files = { 'cases/a/b.json': oneCase('{ "code": "DENY_DEPTH", "rule": "too-deep" }') };
    const { err } = await run(['drill'], { folder: folderOf(files) });
    expect(err).toContain('case `a/b/one`');
  });

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

const firstQuestion = 'Does the change do what it claims, for every input it can meet?';
const secondQuestion = '"Can the change be made to leak, grant or destroy what it should not?"';
const roles = /"roles": \{[^]*?\n {2}\}/.exec(shippedContract)?.[0] ?? '';
const severities = /"severities": \[[^]*?\]/.exec(shippedContract)?.[0] ?? '';
const limitsText = /"limits": \{[^]*?\}/.exec(shippedContract)?.[0] ?? '';

const contracts: readonly Row[] = [
  ['an unknown key', contractWith('"version": 1', `"version": 1, ${here}"owner": "me"`), '`owner`'],
  ['an unknown key of a role', contractWith('"tests": {', `"tests": { ${here}"weight": 2,`), '`weight`'],
  ['an unknown key of the limits', contractWith('"limits": {', `"limits": { ${here}"width": 2,`), '`width`'],
  ['an unknown key of the manifest section', contractWith('"manifest": {', `"manifest": { ${here}"max": 2,`), '`max`'],
  ['an unknown key of the findings section', contractWith('"findings": {', `"findings": { ${here}"max": 2,`), '`max`'],
  ['an unknown key of the tools', contractWith('"tools": {', `"tools": { ${here}"write": [],`), '`write`'],
  ['an unknown key of the evidence section', contractWith('"evidence": {', `"evidence": { ${here}"max": 2,`), '`max`'],
  ['a severity twice', contractWith('"low"', `${here}"high"`), '"high" appears twice'],
  ['a read tool twice', contractWith('"list_files"', `${here}"read_file"`), '"read_file" appears twice'],
  ['an approval tool twice', contractWith('"apply_patch"', `${here}"git_push"`), '"git_push" appears twice'],
  ['a thread role twice', contractWith('"reviewer"', `"reviewer", ${here}"reviewer"`), '"reviewer" appears twice'],
  ['a role twice', contractWith('"security": {', `${here}"correctness": {`), '"correctness" appears twice'],
  ['a member twice', contractWith('"version": 1', `"version": 1, ${here}"version": 1`), '"version" appears twice'],
  ['two roles with one question', contractWith(secondQuestion, `${here}"${firstQuestion}"`), '`correctness`'],
  [
    'two roles with one question in another case',
    contractWith(secondQuestion, `${here}"${firstQuestion.toUpperCase()}"`),
    '`correctness`',
  ],
  [
    'two roles with one question in other white space',
    contractWith(secondQuestion, `${here}" ${firstQuestion.replaceAll(' ', '\\n\\u00a0 ')}\\t"`),
    '`correctness`',
  ],
  ['a tool in both lists', contractWith('"git_push"', `${here}"read_file"`), '`read_file`'],
  ['no thread at all', contractWith('"openThreads": 4', `"openThreads": ${here}0`), '`openThreads`'],
  ['a depth of zero', contractWith('"depth": 1', `"depth": ${here}0`), '`depth`'],
  ['a depth below zero', contractWith('"depth": 1', `"depth": ${here}-1`), '`depth`'],
  ['half a thread', contractWith('"openThreads": 4', `"openThreads": ${here}4.5`), '`openThreads`'],
  ['a limit that is a text', contractWith('"openThreads": 4', `"openThreads": ${here}"4"`), '`openThreads`'],
  ['no finding in a packet', contractWith('"perPacket": 100', `"perPacket": ${here}0`), '`perPacket`'],
  ['no byte in a text', contractWith('"textBytes": 4096', `"textBytes": ${here}0`), '`textBytes`'],
  ['no item of evidence', contractWith('"maxItems": 64', `"maxItems": ${here}0`), '`maxItems`'],
  ['4,095 bytes of evidence', contractWith('"maxBytes": 262144', `"maxBytes": ${here}4095`), '`maxBytes`'],
  [
    'commit ids of 3 digits',
    contractWith('"minCommitIdLength": 8', `"minCommitIdLength": ${here}3`),
    '`minCommitIdLength`',
  ],
  [
    'commit ids of 65 digits',
    contractWith('"minCommitIdLength": 8', `"minCommitIdLength": ${here}65`),
    '`minCommitIdLength`',
  ],
  ['no roles', contractWith(roles, `"roles": ${here}{}`), '`roles` must not be empty'],
  ['roles as a list', contractWith(roles, `"roles": ${here}["tests"]`), '`roles`'],
  ['a blank role', contractWith('"tests": {', `${here}" ": {`), '` `'],
  ['a blank question', contractWith(secondQuestion, `${here}"\\t"`), '`question`'],
  [
    'a role without a question',
    contractWith(`{\n      "question": ${secondQuestion}\n    }`, `${here}{}`),
    '`question` is missing',
  ],
  ['no severities', contractWith(severities, `"severities": ${here}[]`), '`severities` must not be empty'],
  ['a blank severity', contractWith('"low"', `${here}""`), 'not blank'],
  ['no limits', `${here}${contractWith(`${limitsText},`, '')}`, '`limits` is missing'],
  ['another version', contractWith('"version": 1', `"version": ${here}2`), '`version`'],
  ['a version in quotes', contractWith('"version": 1', `"version": ${here}"1"`), '`version`'],
  ['a blank name', contractWith('"pr-review"', `${here}" "`), '`name`'],
  ['an unknown scope', contractWith('"changed-files"', `${here}"everything"`), '"everything"'],
  ['a list for a contract', `${here}[]`, 'an empty list'],
  [
    'broken JSON',
    contractWith('"version": 1,', `"version": 1 ${here}`)
      .replace(`${here}\n`, `\n`)
      .replace('"roles"', `${here}"roles"`),
    'is not JSON',
  ],
  ['an empty file', here, 'is empty'],
  ['a byte order mark', `${here}\ufeff${shippedContract}`, 'byte order mark'],
];

describe('a broken contract is exit 2, with file, line and column', () => {
  test.each(contracts)('%s', async (_, text, telling) => {
    const { content, place } = marked(text);
    const files = { 'cases/contract.json': content, 'cases/a/b.json': caseFile(good) };
    expect(await said(files)).toEqual(brokenAt(`cases/contract.json:${place}`, telling));
  });

  test.each([
    ['"openThreads": 4', '"openThreads": 1'],
    ['"perPacket": 100', '"perPacket": 1'],
    ['"textBytes": 4096', '"textBytes": 1'],
    ['"maxItems": 64', '"maxItems": 1'],
    ['"maxBytes": 262144', '"maxBytes": 4096'],
    ['"minCommitIdLength": 8', '"minCommitIdLength": 4'],
    ['"minCommitIdLength": 8', '"minCommitIdLength": 64'],
  ])('%s may become %s', async (piece, by) => {
    const files = { 'cases/contract.json': contractWith(piece, by), 'cases/a/b.json': caseFile(good) };
    const { status, err } = await run(['drill'], { folder: folderOf(files) });
    expect({ status, err }).toEqual({ status: 0, err: '' });
  });

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
  test('in one case file', async () => {
    const text = caseFile(good.replace('"one"', '"One"').replace('"d"', '""').replace('DENY_REQUEST', 'ADMIT'));
    const { status, err } = await run(['drill'], { folder: folderOf({ 'cases/a/b.json': text }) });
    expect(status).toBe(2);
    expect(linesNaming(err)).toEqual(['"One"', '`description`', '"ADMIT"']);
  });

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

  test('in a contract', async () => {
    const text = shippedContract.replace('"depth": 1', '"depth": 0').replace('"version": 1', '"version": 2');
    const { status, err } = await run(['drill'], {
      folder: folderOf({ 'cases/contract.json': text, 'cases/a/b.json': caseFile(good) }),
    });
    expect(status).toBe(2);
    expect(linesNaming(err)).toEqual(['`version`', '`depth`']);
  });

  /** The first thing in quotes or backticks of each line, behind the name of the case. */
  function linesNaming(err: string): readonly string[] {
    const lines = err.split('\n').slice(0, -1);
    return lines.map((line) => /(?:"(?:ADMIT|One)")|`(?:description|version|depth)`/.exec(line)?.[0] ?? line);
  }
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
