import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkout, editJson, folderOf, folderWithCases, run, shippedCases } from './testing/command.ts';
import type { Files, Json } from './testing/command.ts';
import { run as runProgram, temporaryFolder } from './testing/repository.ts';

const agents = 'AGENTS.md';
const findingSchema = '.control-shell/finding.schema.json';
const packetSchema = '.control-shell/packet.schema.json';
const kept = [agents, findingSchema, packetSchema];

const begin = '<!-- control-shell:begin -->';
const end = '<!-- control-shell:end -->';
const inOrder = { status: 0, out: expect.stringMatching(/^[^\n:]+\n$/) as string, err: '' };

const commitId = '3f9c2ab';
const digest = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

function read(folder: string, name = agents): string {
  return readFileSync(join(folder, name), 'latin1');
}

/** Every file that `init` keeps, as it stands. */
function readAll(folder: string): readonly string[] {
  return kept.map((name) => read(folder, name));
}

function edit(folder: string, name: string, change: (text: string) => string): void {
  const before = read(folder, name);
  const after = change(before);
  expect(after).not.toBe(before);
  writeFileSync(join(folder, name), after, 'latin1');
}

/** Where a line stands in the file, from 1. */
function lineOf(folder: string, words: string, name = agents): number {
  const index = read(folder, name)
    .split('\n')
    .findIndex((line) => line.includes(words));
  expect(index).not.toBe(-1);
  return index + 1;
}

/** A folder with these files and the shipped contract, after an `init`. */
async function initialized(files: Files = {}): Promise<string> {
  const folder = folderOf({ 'cases/contract.json': readFileSync(join(shippedCases, 'contract.json')), ...files });
  expect(await run(['init'], { folder })).toMatchObject({ status: 0, err: '' });
  expect(await run(['doctor'], { folder })).toEqual(inOrder);
  return folder;
}

/** What `doctor` finds, a line each; the places by themselves, since words may change. */
async function findings(folder: string) {
  const { status, out, err } = await run(['doctor'], { folder });
  expect(err).toBe('');
  const lines = out.split('\n').slice(0, -1);
  return { status, lines, places: lines.map((line) => /^[^: ]+(?::\d+)?(?=: )/.exec(line)?.[0]) };
}

/** A second `init` mends what was found, whatever it was. */
async function expectMended(folder: string, clean: readonly string[]): Promise<void> {
  expect(await run(['init'], { folder })).toMatchObject({ status: 0, err: '' });
  expect(readAll(folder)).toEqual(clean);
  expect(await run(['doctor'], { folder })).toEqual(inOrder);
}

describe('init', () => {
  test('writes the block and the schemas, and says so', async () => {
    const folder = temporaryFolder();
    const out = kept.map((name) => `${name}: written\n`).join('');
    expect(await run(['init'], { folder })).toEqual({ status: 0, out, err: '' });
    expect(readdirSync(folder).toSorted()).toEqual(['.control-shell', agents]);
    expect(readdirSync(join(folder, '.control-shell')).toSorted()).toEqual([
      'finding.schema.json',
      'packet.schema.json',
    ]);
    expect(read(folder).startsWith(`${begin}\n`)).toBe(true);
    expect(read(folder).endsWith(`\n${end}\n`)).toBe(true);
  });

  test('changes no byte the second time', async () => {
    const folder = await initialized();
    const clean = readAll(folder);
    const inodes = kept.map((name) => statSync(join(folder, name)).ino);
    const out = kept.map((name) => `${name}: up to date\n`).join('');
    expect(await run(['init'], { folder })).toEqual({ status: 0, out, err: '' });
    expect(readAll(folder)).toEqual(clean);
    expect(kept.map((name) => statSync(join(folder, name)).ino)).toEqual(inodes);
  });

  test('--dry-run says what would be done, and does nothing', async () => {
    const folder = folderOf({ [agents]: '# Agents\n' });
    const said = (...words: readonly string[]): string => kept.map((name, at) => `${name}: ${words[at]}\n`).join('');
    const dryRun = (): Promise<unknown> => run(['init', '--dry-run'], { folder });
    const wouldChange = said('would change', 'would be written', 'would be written');
    expect(await dryRun()).toEqual({ status: 0, out: wouldChange, err: '' });
    expect(readdirSync(folder)).toEqual([agents]);
    expect(read(folder)).toBe('# Agents\n');
    const changed = said('changed', 'written', 'written');
    expect(await run(['init'], { folder })).toEqual({ status: 0, out: changed, err: '' });
    const upToDate = said('is up to date', 'is up to date', 'is up to date');
    expect(await dryRun()).toEqual({ status: 0, out: upToDate, err: '' });
  });

  test('writes as schemas what `schema` prints', async () => {
    const folder = await initialized();
    expect(read(folder, findingSchema)).toBe((await run(['schema', 'finding'], { folder })).out);
    expect(read(folder, packetSchema)).toBe((await run(['schema', 'packet'], { folder })).out);
  });

  test('works in the folder that `--repo` names, with the contract that `--contract` names', async () => {
    const folder = folderWithCases('contract.json');
    mkdirSync(join(folder, 'there'));
    editJson(join(folder, 'cases/contract.json'), (contract: Json) => (contract.limits.openThreads = 9));
    writeFileSync(join(folder, 'own.json'), readFileSync(join(folder, 'cases/contract.json')));
    rmSync(join(folder, 'cases'), { recursive: true });
    const options = ['--repo', 'there', '--contract', 'own.json'];
    expect(await run(['init', ...options], { folder })).toMatchObject({
      out: kept.map((name) => `there/${name}: written\n`).join(''),
    });
    expect(readdirSync(folder).toSorted()).toEqual(['own.json', 'there']);
    expect(read(folder, `there/${agents}`)).toContain('at most 9.');
    expect(await run(['doctor', ...options], { folder })).toEqual(inOrder);
    expect(await run(['doctor', '--repo', 'there'], { folder })).toMatchObject({ status: 1 });
  });

  test('keeps the mode of a file', async () => {
    const folder = folderOf({ [agents]: '# Agents\n' });
    chmodSync(join(folder, agents), 0o664);
    await run(['init'], { folder });
    expect(statSync(join(folder, agents)).mode & 0o7777).toBe(0o664);
  });

  test.each([
    ['a file without a final newline', '# Agents', '# Agents\n', '\n'],
    ['a file with one', '# Agents\n', '# Agents\n', '\n'],
    ['a file whose lines end in CRLF', '# Agents\r\n\r\ntext\r\n', '# Agents\r\n\r\ntext\r\n', '\r\n'],
    ['such a file without a final newline', '# Agents\r\ntext', '# Agents\r\ntext\r\n', '\r\n'],
    ['a file whose first line ends otherwise than the rest', 'a\nb\r\nc\r\n', 'a\nb\r\nc\r\n', '\n'],
    ['a file of one line and a carriage return', 'a\r', 'a\r\n', '\r\n'],
    ['a file that begins with a byte order mark', '\u00ef\u00bb\u00bf# A\n', '\u00ef\u00bb\u00bf# A\n', '\n'],
    ['a file that is no UTF-8', '\u00ff\u0000\u0080\n', '\u00ff\u0000\u0080\n', '\n'],
    [
      'a file with the markers of another tool',
      '<!-- x:begin -->\nx\n<!-- x:end -->\n',
      '<!-- x:begin -->\nx\n<!-- x:end -->\n',
      '\n',
    ],
    ['an empty file', '', '', '\n'],
  ])('puts the block at the end of %s', async (_, before, head, lineEnd) => {
    const folder = await initialized({ [agents]: Buffer.from(before, 'latin1') });
    const block = read(await initialized()).replaceAll('\n', lineEnd);
    expect(read(folder)).toBe(head + block);
  });

  test('puts the block back where it stood, at the end of a file without a final newline too', async () => {
    const folder = await initialized();
    const block = read(folder).slice(0, -1);
    for (const [before, after] of [
      ['above\n', '\nbelow'],
      ['above\n\n', ''],
      ['', '\n<!-- other:begin -->\n'],
      ['\u00ef\u00bb\u00bf', '\n'],
    ] as const) {
      writeFileSync(join(folder, agents), `${before}${begin}\nold\n${end}${after}`, 'latin1');
      expect(await run(['init'], { folder })).toMatchObject({ status: 0 });
      expect(read(folder)).toBe(before + block + after);
    }
  });

  test('takes words that hold a marker for words', async () => {
    const before = `The block begins with \`${begin}\`.\n ${end}\n${begin} \n`;
    const folder = await initialized({ [agents]: before });
    expect(read(folder).startsWith(`${before}${begin}\n`)).toBe(true);
  });
});

describe('doctor names a drift, exits 1, and `init` mends it', () => {
  const wordsOf: Readonly<Record<string, RegExp>> = {
    missing: /is missing: run `control-shell init`$/,
    added: /was not generated: run `control-shell init`$/,
    volatile: /commit id or a digest.*: run `control-shell init`$/,
    order: /order.*: run `control-shell init`$/,
    lineEnd: /not end in LF.*: run `control-shell init`$/,
    block: /no review block: run `control-shell init`$/,
  };
  const line = (text: string, change: (found: string) => string) => (file: string) =>
    file
      .split('\n')
      .map((one) => (one.includes(text) ? change(one) : one))
      .join('\n');
  const removed = (text: string) => (file: string) =>
    file
      .split('\n')
      .filter((one) => !one.includes(text))
      .join('\n');
  const swapped = (one: string, other: string) => (file: string) => {
    const lines = file.split('\n');
    const at = lines.findIndex((text) => text.includes(one));
    const then = lines.findIndex((text) => text.includes(other));
    return lines
      .with(at, lines[then] ?? '')
      .with(then, lines[at] ?? '')
      .join('\n');
  };
  const below = (text: string, added: string) => line(text, (found) => `${found}\n${added}`);

  type Change = (text: string) => string;

  test.each<readonly [title: string, name: string, change: Change, at: string, below: 0 | 1, words: readonly string[]]>(
    [
      [
        'a question was changed',
        agents,
        line('- `security`', (one) => one.replace('leak', 'lose')),
        '- `security`',
        0,
        ['added', 'missing'],
      ],
      ['a lane was removed', agents, removed('- `tests`'), '- `tests`', 0, ['missing']],
      ['a line was added', agents, below('- `tests`', 'Workers may write.'), '- `tests`', 1, ['added']],
      ['an empty line was added', agents, below('- `tests`', ''), '- `tests`', 1, ['added']],
      ['two lines were swapped', agents, swapped('- `security`', '- `tests`'), '- `security`', 0, ['order']],
      ['a commit id was added', agents, below('- `tests`', `Review ${commitId}.`), '- `tests`', 1, ['volatile']],
      ['a digest was added', agents, below('- `tests`', digest.toUpperCase()), '- `tests`', 1, ['volatile']],
      [
        'a commit id was put into a line',
        agents,
        line('1. Wait', (one) => `${one} ${commitId}`),
        '1. Wait',
        0,
        ['volatile', 'missing'],
      ],
      [
        'a line was turned to upper case',
        agents,
        line('1. Wait', (one) => one.toUpperCase()),
        '1. Wait',
        0,
        ['added', 'missing'],
      ],
      ['a space was added to a line', agents, line('1. Wait', (one) => `${one} `), '1. Wait', 0, ['added', 'missing']],
      ['the end of a line was changed', agents, line('1. Wait', (one) => `${one}\r`), '1. Wait', 0, ['lineEnd']],
      [
        'a schema was changed',
        findingSchema,
        (text) => text.replace('"critical"', '"grave"'),
        '"critical"',
        0,
        ['added', 'missing'],
      ],
      ['a line of a schema was removed', packetSchema, removed('"limitations": {'), '"limitations": {', 0, ['missing']],
    ],
  )('%s', async (_, name, change, at, lower, words) => {
    const folder = await initialized({ [agents]: '# Agents\n\ntext\n' });
    const clean = readAll(folder);
    const place = `${name}:${lineOf(folder, at, name) + lower}`;
    edit(folder, name, change);
    const { status, places, lines } = await findings(folder);
    expect({ status, places }).toEqual({ status: 1, places: words.map(() => place) });
    for (const [index, word] of words.entries()) expect(lines[index]).toMatch(wordsOf[word] ?? 'never');
    await expectMended(folder, clean);
  });

  test.each([
    ['the final newline of a schema was dropped', (text: string) => text.slice(0, -1)],
    ['a schema was emptied', () => ''],
    ['the schema of another document was put in place', (text: string) => text.replaceAll('packet', 'finding')],
  ])('%s', async (_, change) => {
    const folder = await initialized();
    const clean = readAll(folder);
    edit(folder, packetSchema, change);
    const { status, places } = await findings(folder);
    expect(status).toBe(1);
    expect(new Set(places.map((place) => place?.split(':')[0]))).toEqual(new Set([packetSchema]));
    await expectMended(folder, clean);
  });

  test.each(kept)('%s is missing', async (name) => {
    const folder = await initialized();
    const clean = readAll(folder);
    rmSync(join(folder, name));
    const { status, lines } = await findings(folder);
    expect({ status, lines }).toEqual({ status: 1, lines: [`${name}: is missing: run \`control-shell init\``] });
    await expectMended(folder, clean);
  });

  test('the folder of the schemas is missing', async () => {
    const folder = await initialized();
    const clean = readAll(folder);
    rmSync(join(folder, '.control-shell'), { recursive: true });
    expect(await findings(folder)).toMatchObject({ status: 1, places: [findingSchema, packetSchema] });
    await expectMended(folder, clean);
  });

  test.each([
    ['there is no block', () => '# Agents\n'],
    ['the whole block is in upper case', (text: string) => text.toUpperCase()],
    ['the markers are indented', (text: string) => text.replaceAll('<!--', '  <!--')],
  ])('%s', async (_, change) => {
    const folder = await initialized();
    edit(folder, agents, change);
    const { status, lines, places } = await findings(folder);
    expect({ status, places }).toEqual({ status: 1, places: [agents] });
    expect(lines[0]).toMatch(wordsOf['block'] ?? 'never');
  });

  test('a line was doubled and another one changed', async () => {
    const folder = await initialized();
    const clean = readAll(folder);
    const [lane = ''] = read(folder).match(/^- `tests`.*$/m) ?? [];
    edit(
      folder,
      agents,
      line('- `security`', (one) => `${lane}\n${one}`),
    );
    edit(
      folder,
      agents,
      line('- `maintainability`', (one) => `${one}!`),
    );
    const { lines } = await findings(folder);
    expect(lines).toHaveLength(3);
    const doubled = lineOf(folder, '- `security`') + 1;
    expect(lines.filter((one) => one.includes('was not generated')).map((one) => one.split(':')[1])).toEqual([
      `${doubled}`,
      `${doubled + 1}`,
    ]);
    await expectMended(folder, clean);
  });

  test('the text of the block is in upper case', async () => {
    const folder = await initialized();
    const clean = readAll(folder);
    edit(folder, agents, (text) =>
      text.toUpperCase().replace(begin.toUpperCase(), begin).replace(end.toUpperCase(), end),
    );
    const { status, lines } = await findings(folder);
    expect(status).toBe(1);
    expect(lines).toHaveLength(21);
    expect(lines[20]).toMatch(/^AGENTS\.md: and \d+ more: run `control-shell init`$/);
    await expectMended(folder, clean);
  });

  test('the block ends its lines in LF, in a file of CRLF', async () => {
    const folder = await initialized({ [agents]: '# Agents\r\n' });
    const clean = readAll(folder);
    edit(folder, agents, (text) => text.slice(0, 10) + text.slice(10).replaceAll('\r\n', '\n'));
    const { status, places, lines } = await findings(folder);
    expect({ status, places }).toEqual({ status: 1, places: [`${agents}:2`] });
    expect(lines[0]).toContain('CRLF');
    // The end of the last marker's line is no part of the block.
    const mended = clean.with(0, clean[0]?.replace(/\r\n$/, '\n') ?? '');
    await expectMended(folder, mended);
  });

  test.each<readonly [title: string, change: (contract: Json) => void, places: readonly string[], words: string]>([
    ['a limit', (contract) => (contract.limits.openThreads = 5), [agents, agents], 'at most 5'],
    ['a role', (contract) => (contract.roles.style = { question: 'Is it nice?' }), kept, '`Is it nice?`'],
    [
      'the findings of a packet',
      (contract) => (contract.findings.perPacket = 9),
      [agents, packetSchema],
      'at most 9 findings',
    ],
    ['the severities', (contract) => contract.severities.pop(), kept, '`high`, `medium`." is missing'],
  ])('the contract was changed since: %s', async (_, change, places, words) => {
    const folder = await initialized();
    editJson(join(folder, 'cases/contract.json'), change);
    const found = await findings(folder);
    expect(found.status).toBe(1);
    expect(new Set(found.places.map((place) => place?.split(':')[0]))).toEqual(new Set(places));
    expect(found.lines.join('\n')).toContain(words);
    expect(await run(['init'], { folder })).toMatchObject({ status: 0 });
    expect(await run(['doctor'], { folder })).toEqual(inOrder);
  });

  test('what stands in the block is printed with its controls escaped', async () => {
    const folder = await initialized();
    edit(folder, agents, below('- `tests`', 'x\u001b[2J\u0085\u00e2\u0080\u00ae\rFORGED'));
    const { status, out } = await run(['doctor'], { folder });
    expect(status).toBe(1);
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(out).toContain('FORGED');
  });

  test('the name of the repository is printed with its controls escaped', async () => {
    const folder = folderOf({ 'x\u001b[2J/y': '' });
    for (const [argv, words] of [
      [['init'], 'written'],
      [['init', '--dry-run'], 'is up to date'],
    ] as const) {
      const { out } = await run([...argv, '--repo', 'x\u001b[2J'], { folder });
      expect(out).toBe(kept.map((name) => `x\\u001b[2J/${name}: ${words}\n`).join(''));
    }
  });
});

describe('markers out of place: `init` writes nothing, `doctor` names the line', () => {
  test.each([
    ['a begin without an end', `x\n${begin}\ny\n`, 2],
    ['an end without a begin', `x\n${end}\ny\n`, 2],
    ['an end before a begin', `${end}\n${begin}\n`, 1],
    ['two blocks', `${begin}\n${end}\n${begin}\n${end}\n`, 3],
    ['a begin inside the block', `${begin}\n\n${begin}\n${end}\n`, 3],
    ['a second end', `${begin}\r\n${end}\r\n${end}`, 3],
  ])('%s', async (_, text, line) => {
    const folder = folderOf({ [agents]: text });
    const { status, out, err } = await run(['init'], { folder });
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(new RegExp(`^AGENTS\\.md:${line}:1: [^\\n]+: [^\\n]+\\n$`));
    expect(readdirSync(folder)).toEqual([agents]);
    expect(read(folder)).toBe(text);
    expect(await findings(folder)).toMatchObject({
      status: 1,
      places: [`${agents}:${line}`, findingSchema, packetSchema],
    });
  });
});

describe('a contract that holds a commit id or a digest is refused, and nothing is written', () => {
  test.each<readonly [title: string, change: (contract: Json) => void, told: string]>([
    ['in a question', (contract) => (contract.roles.tests.question = `Since ${commitId}?`), '`tests`'],
    ['in the name of a role', (contract) => (contract.roles[digest] = { question: 'x' }), digest],
    ['in a severity', (contract) => contract.severities.push('ABC1234'), '`ABC1234`'],
    ['in a tool', (contract) => contract.tools.approval.push(commitId), `\`${commitId}\``],
    ['in its own name', (contract) => (contract.name = `review ${commitId}`), 'name'],
  ])('%s', async (_, change, told) => {
    const folder = folderWithCases('contract.json');
    editJson(join(folder, 'cases/contract.json'), change);
    for (const command of ['init', 'doctor']) {
      const { status, out, err } = await run([command], { folder });
      expect({ status, out }).toEqual({ status: 2, out: '' });
      expect(err).toMatch(/^control-shell: [^\n]*commit id or a digest[^\n]*\n$/);
      expect(err).toContain(told);
    }
    expect(readdirSync(folder)).toEqual(['cases']);
  });
});

describe('a link is followed inside the repository only', () => {
  const refused = async (folder: string, name: string, words: RegExp): Promise<void> => {
    for (const argv of [['init'], ['init', '--dry-run'], ['doctor']]) {
      const { status, out, err } = await run(argv, { folder });
      expect({ status, out }).toEqual({ status: 2, out: '' });
      expect(err.startsWith(`${name}: `)).toBe(true);
      expect(err).toMatch(words);
      expect(err.split('\n')).toHaveLength(2);
    }
  };

  test('to a file of the repository, which stays a file behind a link', async () => {
    const folder = folderOf({ 'docs/agents.md': '# Agents\n' });
    symlinkSync('docs/agents.md', join(folder, agents));
    await run(['init'], { folder });
    expect(lstatSync(join(folder, agents)).isSymbolicLink()).toBe(true);
    expect(lstatSync(join(folder, 'docs/agents.md')).isFile()).toBe(true);
    expect(read(folder, 'docs/agents.md').startsWith(`# Agents\n${begin}\n`)).toBe(true);
    expect(await run(['doctor'], { folder })).toEqual(inOrder);
  });

  test('to a folder of the repository', async () => {
    const folder = folderOf({ 'schemas/.keep': '' });
    symlinkSync('schemas', join(folder, '.control-shell'));
    await run(['init'], { folder });
    expect(existsSync(join(folder, 'schemas/finding.schema.json'))).toBe(true);
    expect(await run(['doctor'], { folder })).toEqual(inOrder);
  });

  test('where the repository itself is reached by a link', async () => {
    const folder = folderOf({ 'real/x': '' });
    symlinkSync('real', join(folder, 'link'));
    expect(await run(['init', '--repo', 'link'], { folder })).toMatchObject({ status: 0 });
    expect(existsSync(join(folder, 'real', agents))).toBe(true);
  });

  test.each([
    ['a file out of it', agents, '../outside/file', /link that leads out/],
    ['a folder out of it', '.control-shell', '../outside', /link that leads out/],
    ['a folder whose name begins as its own', '.control-shell', '../repository-2', /link that leads out/],
    ['a file of git', agents, '.git/hooks/pre-commit', /link that leads out/],
    ['nowhere', agents, 'nowhere', /link that leads nowhere/],
    ['itself', agents, agents, /link that leads nowhere/],
    ['a folder', agents, 'docs', /not a regular file/],
  ])('not to %s', async (_, name, target, words) => {
    const outside = { 'outside/file': 'theirs', 'repository-2/x': '' };
    const folder = folderOf({ ...outside, 'repository/docs/x': '', 'repository/.git/hooks/pre-commit': 'hook' });
    const repository = join(folder, 'repository');
    symlinkSync(target, join(repository, name));
    await refused(repository, name === agents ? agents : findingSchema, words);
    expect(readFileSync(join(folder, 'outside/file'), 'utf8')).toBe('theirs');
    expect(readdirSync(join(folder, 'outside'))).toEqual(['file']);
    expect(readdirSync(join(folder, 'repository-2'))).toEqual(['x']);
    expect(readFileSync(join(repository, '.git/hooks/pre-commit'), 'utf8')).toBe('hook');
  });

  test('a schema by a link out of the repository keeps `AGENTS.md` from being written', async () => {
    const folder = folderOf({ 'outside/file': 'theirs', 'repository/.control-shell/x': '' });
    const repository = join(folder, 'repository');
    symlinkSync('../../outside/file', join(repository, packetSchema));
    await refused(repository, packetSchema, /link that leads out/);
    expect(existsSync(join(repository, agents))).toBe(false);
    expect(readFileSync(join(folder, 'outside/file'), 'utf8')).toBe('theirs');
  });

  test.each([
    ['a folder in the place of `AGENTS.md`', { 'AGENTS.md/x': '' }, agents, /not a regular file/],
    ['a folder in the place of a schema', { [`${packetSchema}/x`]: '' }, packetSchema, /not a regular file/],
    ['a file in the place of the folder', { '.control-shell': '' }, findingSchema, /not a folder/],
  ])('%s is broken', async (_, files, name, words) => {
    const folder = folderOf(files);
    const before = readdirSync(folder);
    await refused(folder, name, words);
    expect(readdirSync(folder)).toEqual(before);
  });

  test('a pipe in the place of `AGENTS.md` is broken, and nobody waits for it', async () => {
    const folder = temporaryFolder();
    runProgram(folder, 'mkfifo', [agents]);
    await refused(folder, agents, /not a regular file/);
    expect(readdirSync(folder)).toEqual([agents]);
  });
});

test.each([
  ['is not there', 'nowhere'],
  ['is a file', 'file'],
])('a repository that %s is broken', async (_, repo) => {
  const folder = folderOf({ file: '' });
  for (const command of ['init', 'doctor']) {
    const { status, out, err } = await run([command, '--repo', repo], { folder });
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(new RegExp(`^${repo}/AGENTS\\.md: [^\\n]+\\n$`));
  }
  expect(readdirSync(folder)).toEqual(['file']);
});

describe('a disk that is full costs nothing: all is as it was, and nothing is left beside it', () => {
  /** Runs `init` where no file may grow past so many KiB. */
  const initBelow = (kibibytes: number, folder: string): string => {
    const script = `export TSX_DISABLE_CACHE=1; ulimit -f ${kibibytes}; exec "$1" --import "$2" "$3" init`;
    const argv = [process.execPath, import.meta.resolve('tsx'), join(checkout, 'shell/main.ts')];
    return runProgram(folder, 'bash', ['-c', script, 'bash', ...argv]).toString();
  };

  test('where the first file does not fit', () => {
    const mine = 'my own words\n'.repeat(2000);
    const folder = folderOf({ [agents]: mine });
    expect(() => initBelow(16, folder)).toThrow(/AGENTS\.md: cannot be written: EFBIG/);
    expect(read(folder)).toBe(mine);
    expect(readdirSync(folder)).toEqual([agents]);
  });

  test('where the last file does not fit', () => {
    // So many roles take about 9 KB where they are listed once, and twice that in the packet’s schema.
    const many = Array.from({ length: 400 }, (_, index) => [`role-${index}`, { question: `${index}?` }] as const);
    const folder = folderWithCases('contract.json');
    editJson(join(folder, 'cases/contract.json'), (contract) => (contract.roles = Object.fromEntries(many)));
    expect(() => initBelow(16, folder)).toThrow(/packet\.schema\.json: cannot be written: EFBIG/);
    expect(readdirSync(folder)).toEqual(['cases']);
  });
});

/** Any bytes, often those that end lines and begin comments. */
const someBytes = fc
  .array(
    fc.oneof(
      fc.constantFrom('\n', '\r', '\r\n', '<!-- ', ' -->', 'control-shell:begin', 'text', '\u00ef\u00bb\u00bf'),
      fc.nat({ max: 255 }).map((byte) => String.fromCharCode(byte)),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''))
  .filter((text) => !text.split(/\r?\n/).some((line) => line.includes(begin) || line.includes(end)));

describe('laws', () => {
  test.each(['\n', '\r\n'])('whatever stands around the block stays, lines ending in %j', async (lineEnd) => {
    const folder = temporaryFolder();
    const law = fc.asyncProperty(someBytes, someBytes, fc.boolean(), async (above, rest, headed) => {
      const before = headed ? `head${lineEnd}${above}` : above;
      writeFileSync(join(folder, agents), before, 'latin1');
      expect(await run(['init'], { folder })).toMatchObject({ status: 0 });
      const appended = read(folder);
      expect(appended.startsWith(before)).toBe(true);
      expect(appended.slice(before.length)).toMatch(/^(?:\r?\n)?<!-- control-shell:begin -->\r?\n/);
      expect(appended).toMatch(/\n<!-- control-shell:end -->\r?\n$/);
      expect(await run(['doctor'], { folder })).toEqual(inOrder);

      const whole = appended + rest;
      const damaged = whole.replace('read-only', 'read-write');
      writeFileSync(join(folder, agents), damaged, 'latin1');
      expect(await run(['doctor'], { folder })).toMatchObject({ status: 1 });
      expect(await run(['init'], { folder })).toMatchObject({ status: 0 });
      expect(read(folder)).toBe(whole);
      expect(await run(['doctor'], { folder })).toEqual(inOrder);
      const again = await run(['init'], { folder });
      expect(again.out).toBe(kept.map((name) => `${name}: up to date\n`).join(''));
      expect(read(folder)).toBe(whole);
    });
    await fc.assert(law, { numRuns: 50 });
  });

  test('doctor finds nothing exactly where init would change nothing', async () => {
    const folder = await initialized({ [agents]: '# Agents\n' });
    const clean = read(folder);
    const law = fc.asyncProperty(
      fc.nat({ max: clean.length }),
      fc.nat({ max: 3 }),
      fc.constantFrom('', 'x', '\n', '\r', '\r\n', ' ', '\u00ff'),
      async (at, length, text) => {
        writeFileSync(join(folder, agents), clean.slice(0, at) + text + clean.slice(at + length), 'latin1');
        const { out, status } = await run(['init', '--dry-run'], { folder });
        const same = out.startsWith(`${agents}: is up to date\n`);
        expect([0, 2]).toContain(status);
        expect(await run(['doctor'], { folder })).toMatchObject({ status: same ? 0 : 1 });
      },
    );
    await fc.assert(law, { numRuns: 100 });
  });
});

test('the `AGENTS.md` of this repository is that of its contract', async () => {
  expect(await run(['doctor'], { folder: checkout })).toEqual(inOrder);
  expect(read(checkout)).toMatch(/^# control-shell\n/);
});
