import { describe, expect, test } from 'vitest';
import {
  agents,
  begin,
  commitId,
  digest,
  edit,
  end,
  expectMended,
  findings,
  findingSchema,
  initialized,
  lineOf,
  packetSchema,
  read,
  readAll,
} from './testing/agents-folder.ts';
import { run } from './testing/command.ts';

const wordsOf = {
  missing: /is missing here$/,
  added: /was not generated$/,
  volatile: /commit id or a digest.*$/,
  order: /order.*$/,
  lineEnd: /not end in LF.*$/,
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

type Row = readonly [
  title: string,
  name: string,
  change: (text: string) => string,
  at: string,
  below: 0 | 1,
  words: readonly (keyof typeof wordsOf)[],
];

describe('`doctor` names each line that departs, exits 1, and `init` mends it', () => {
  test.each<Row>([
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
  ])('%s', async (_, name, change, at, lower, words) => {
    const folder = await initialized({ [agents]: '# Agents\n\ntext\n' });
    const clean = readAll(folder);
    const place = `${name}:${lineOf(folder, at, name) + lower}`;
    edit(folder, name, change);
    const { status, places, lines } = await findings(folder);
    expect({ status, places }).toEqual({ status: 1, places: words.map(() => place) });
    for (const [index, word] of words.entries()) expect(lines[index]).toMatch(wordsOf[word]);
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
    expect(lines[20]).toMatch(/^AGENTS\.md: and \d+ more$/);
    await expectMended(folder, clean);
  });

  test('the block ends its lines in LF, in a file of CRLF', async () => {
    const folder = await initialized({ [agents]: '# Agents\r\n' });
    const clean = readAll(folder);
    edit(folder, agents, (text) => text.slice(0, 12) + text.slice(12).replaceAll('\r\n', '\n'));
    const { status, places, lines } = await findings(folder);
    expect({ status, places }).toEqual({ status: 1, places: [`${agents}:3`] });
    expect(lines[0]).toContain('CRLF');
    // The end of the last marker's line is no part of the block.
    const mended = clean.with(0, clean[0]?.replace(/\r\n$/, '\n') ?? '');
    await expectMended(folder, mended);
  });

  test('what stands in the block is printed with its controls escaped', async () => {
    const folder = await initialized();
    edit(folder, agents, below('- `tests`', 'x\u001b[2J\u0085\u00e2\u0080\u00ae\rFORGED'));
    const { status, out } = await run(['doctor'], { folder });
    expect(status).toBe(1);
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(out).toContain('FORGED');
  });
});
