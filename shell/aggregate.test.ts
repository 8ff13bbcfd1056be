import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shippedCorpus, writeFiles } from './testing/command.ts';
import type { Json } from './testing/command.ts';
import { file, importCommit, plainGit } from './testing/repository.ts';
import type { Entry } from './testing/repository.ts';
import { findingOf, fullSet, packetOf, reviewFolder } from './testing/review.ts';
import type { ReviewFolder } from './testing/review.ts';

const { contract } = await shippedCorpus();

/** What happens to a review whose packets are all there and sound. */
type Event = (review: ReviewFolder) => void;

const nothing: Event = () => {};
const push: Event = ({ folder, manifest }) => {
  importCommit(folder, { ref: 'refs/heads/main', parents: [manifest.head], entries: [file('src/a.ts', 'new\n')] });
};
const drop =
  (name: string): Event =>
  ({ folder }) =>
    rmSync(join(folder, 'packets', name));
const replace =
  (role: string, rest: object | string): Event =>
  ({ manifest, answer }) =>
    answer({ [`${role}.json`]: typeof rest === 'string' ? rest : packetOf(manifest, role, rest) });

const both =
  (first: Event, second: Event): Event =>
  (review) => {
    first(review);
    second(review);
  };

describe('every decision of the aggregation gate is reached from files', () => {
  test.each<
    readonly [title: string, event: Event, status: number, code: string, rule: string | null, path: string | null]
  >([
    ['all answered', nothing, 0, 'COMPLETE_REVIEW', null, null],
    [
      'the manifest has no files',
      ({ folder, manifest }) => void writeFiles(folder, { 'manifest.json': { ...manifest, changedFiles: [] } }),
      1,
      'DENY_REVIEW',
      'review-shape',
      '/manifest/changedFiles',
    ],
    [
      'the assignment is of other files',
      ({ folder, manifest }) => void writeFiles(folder, { 'manifest.json': { ...manifest, generatedFiles: ['*.ts'] } }),
      1,
      'DENY_REVIEW',
      'review-shape',
      '/assignment/generatedFiles',
    ],
    [
      'the assignment is a list',
      ({ folder }) => void writeFiles(folder, { 'assignment.json': [] }),
      1,
      'DENY_REVIEW',
      'review-shape',
      '/assignment',
    ],
    ['somebody pushed', push, 3, 'STALE_REVIEW', 'review-current', '/observed/head'],
    [
      'a packet is of another head',
      replace('tests', { head: '0'.repeat(40) }),
      3,
      'STALE_REVIEW',
      'packets-current',
      '/packets/3/head',
    ],
    [
      'a packet is of another diff',
      replace('tests', { diffSha256: '0'.repeat(64) }),
      3,
      'STALE_REVIEW',
      'packets-current',
      '/packets/3/diffSha256',
    ],
    [
      'a stranger answers',
      ({ manifest, answer }) => answer({ 'x.json': packetOf(manifest, 'style') }),
      1,
      'DENY_PACKET',
      'packets-assigned',
      '/packets/4/role',
    ],
    [
      'one role answers twice',
      ({ manifest, answer }) => answer({ 'tests-2.json': packetOf(manifest, 'tests') }),
      1,
      'DENY_PACKET',
      'packets-assigned',
      '/packets/4/role',
    ],
    [
      'a finding is forged',
      replace('tests', { findings: [findingOf('security')] }),
      1,
      'DENY_PACKET',
      'packets-assigned',
      '/packets/3/findings/0/role',
    ],
    ['a worker is silent', drop('tests.json'), 4, 'INCOMPLETE_REVIEW', 'packets-complete', '/packets'],
    [
      'a worker writes prose',
      replace('tests', 'I found nothing.'),
      4,
      'INCOMPLETE_REVIEW',
      'packets-complete',
      '/packets',
    ],
    [
      'a packet lacks a member',
      replace('tests', { limitations: undefined }),
      4,
      'INCOMPLETE_REVIEW',
      'packets-complete',
      '/packets/3/limitations',
    ],
    [
      'a file was not read',
      replace('tests', { filesReviewed: ['gone.ts'] }),
      4,
      'INCOMPLETE_REVIEW',
      'files-reviewed',
      '/packets/3/filesReviewed',
    ],
    [
      'a line is past the end',
      replace('tests', { findings: [findingOf('tests', { line: 4 })] }),
      4,
      'INCOMPLETE_REVIEW',
      'findings-accepted',
      '/packets/3/findings/0',
    ],
    [
      'there are too many findings',
      replace('tests', { findings: Array.from({ length: 101 }, () => findingOf('tests')) }),
      4,
      'INCOMPLETE_REVIEW',
      'findings-accepted',
      '/packets/3/findings',
    ],
    [
      'somebody pushed, and a packet is prose',
      both(push, replace('tests', 'prose')),
      3,
      'STALE_REVIEW',
      'review-current',
      '/observed/head',
    ],
  ])('%s', async (_, event, status, code, rule, path) => {
    const review = await reviewFolder();
    review.answer(fullSet(review.manifest));
    event(review);
    const json = await review.on('aggregate');
    const decision: Json = JSON.parse(json.out);
    expect([json.status, decision.code, decision.rule, decision.violations[0]?.path ?? null]).toEqual([
      status,
      code,
      rule,
      path,
    ]);
    const markdown = await review.on('aggregate', '--format', 'markdown');
    expect([markdown.status, markdown.out.split('\n')[0]]).toEqual([status, `# Review: ${code}`]);
  });
});

test('packets are taken in the order of their names’ code units, and what is no packet is said to be left out', async () => {
  const { manifest, answer, on } = await reviewFolder();
  answer({
    ...fullSet(manifest),
    'a10.json': 'prose',
    'Z.json': 'prose',
    'notes.md': 'prose',
    '.hidden.json': 'prose',
  });
  const { out, err } = await on('aggregate');
  const broken = JSON.parse(out).review.refusedPackets.map(({ packet }: Json) => packet.file);
  const at = new Set(JSON.parse(out).violations.map(({ path }: Json) => path.split('/', 3).join('/')));
  expect([broken, [...at]]).toEqual([
    ['Z.json', 'a10.json'],
    ['/packets/0', '/packets/1'],
  ]);
  expect(err.split('\n').filter((line) => line.includes('left out'))).toEqual([
    expect.stringMatching(/^packets\/\.hidden\.json: /),
    expect.stringMatching(/^packets\/\.keep: /),
    expect.stringMatching(/^packets\/notes\.md: /),
  ]);
});

describe('a packet file', () => {
  const told = async (content: string | Uint8Array | ((packet: Json) => string | Uint8Array)): Promise<Json> => {
    const { manifest, answer, on } = await reviewFolder();
    const packet = packetOf(manifest, 'tests', { limitations: ['a fence: ```json\n{}\n```'] });
    answer({ ...fullSet(manifest), 'tests.json': typeof content === 'function' ? content(packet) : content });
    const { out } = await on('aggregate');
    const { code, review }: Json = JSON.parse(out);
    return { code, limitations: review.limitations, refused: review.refusedPackets };
  };
  const json = (packet: Json): string => JSON.stringify(packet, null, 2);

  test.each<readonly [title: string, content: (packet: Json) => string | Uint8Array]>([
    ['one JSON object', json],
    ['white space around it', (packet) => `\n \t${json(packet)}\r\n\n`],
    ['a fence around it', (packet) => `\`\`\`\n${json(packet)}\n\`\`\``],
    ['a fence that says `json`', (packet) => `\`\`\`json\n${json(packet)}\n\`\`\`\n`],
    ['a fence with white space around', (packet) => `\n  \`\`\`json\n\n${json(packet)}\n\n\`\`\` \t\n`],
    ['a fence with line ends of Windows', (packet) => `\`\`\`json\r\n${json(packet)}\r\n\`\`\`\r\n`],
    ['8 MiB of it', (packet) => json(packet).padEnd(8 * 1024 * 1024, ' ')],
  ])('%s is a packet', async (_, content) => {
    expect(await told(content)).toEqual({
      code: 'COMPLETE_REVIEW',
      limitations: [{ role: 'tests', text: 'a fence: ```json\n{}\n```' }],
      refused: [],
    });
  });

  test.each<readonly [title: string, content: (packet: Json) => string | Uint8Array, error: string]>([
    ['nothing', () => '', 'line 1, column 1: is empty'],
    ['prose', () => 'I found no problems.', 'line 1, column 1: '],
    ['prose before it', (packet) => `Here it is:\n${json(packet)}`, 'line 1, column 1: '],
    ['prose after it', (packet) => `${JSON.stringify(packet)}\nThat is all.`, 'line 2, column 1: '],
    ['prose around a fence', (packet) => `Here:\n\`\`\`json\n${json(packet)}\n\`\`\``, 'line 1, column 1: '],
    ['two values', (packet) => `${JSON.stringify(packet)}\n{}`, 'line 2, column 1: '],
    ['two fences', (packet) => `\`\`\`\n${JSON.stringify(packet)}\n\`\`\`\n\`\`\`\n{}\n\`\`\``, 'line 3, column 1: '],
    ['a fence that is not closed', (packet) => `\`\`\`json\n${json(packet)}\n`, 'line 1, column 1: '],
    ['a fence that is not opened', (packet) => `${JSON.stringify(packet)}\n\`\`\``, 'line 2, column 1: '],
    ['a longer fence', (packet) => `\`\`\`\`json\n${json(packet)}\n\`\`\`\``, 'line 1, column 1: '],
    ['a fence of another language', (packet) => `\`\`\`js\n${json(packet)}\n\`\`\``, 'line 1, column 1: '],
    ['a fence of tildes', (packet) => `~~~\n${json(packet)}\n~~~`, 'line 1, column 1: '],
    ['an empty fence', () => '```\n```', 'line 1, column 1: is empty'],
    ['a list', (packet) => `[${json(packet)}]`, 'is not one JSON object'],
    ['null', () => 'null', 'is not one JSON object'],
    [
      'a member twice',
      (packet) => `{"role":"tests",\n${JSON.stringify(packet).slice(1)}`,
      'line 2, column 1: member "role" appears twice',
    ],
    ['a byte order mark', (packet) => `\ufeff${json(packet)}`, 'line 1, column 1: begins with a byte order mark'],
    [
      'bytes that are not UTF-8',
      (packet) => Buffer.from(json(packet).replace('fence', 'f\u00ffnce'), 'latin1'),
      'is not UTF-8',
    ],
    [
      'bytes that are not UTF-8 in a fence',
      (packet) => Buffer.from(`\`\`\`\n${json(packet).replace('fence', 'f\u00ffnce')}\n\`\`\``, 'latin1'),
      'is not UTF-8',
    ],
    ['one byte over 8 MiB', (packet) => json(packet).padEnd(8 * 1024 * 1024 + 1, ' '), 'is larger than 8388608 bytes'],
  ])('%s is a broken one', async (_, content, error) => {
    const { code, refused } = await told(content);
    expect(code).toBe('INCOMPLETE_REVIEW');
    expect(refused).toEqual([
      {
        role: null,
        reason: 'broken',
        packet: { file: 'tests.json', error: expect.stringContaining(error), text: expect.any(String) },
      },
    ]);
    expect(refused[0].packet.text.length).toBeLessThan(1100);
  });

  test('a link, a folder and a pipe are broken ones, and nothing is read through them', async () => {
    const { manifest, answer, on, folder } = await reviewFolder();
    answer(fullSet(manifest));
    const packets = join(folder, 'packets');
    writeFiles(folder, { 'elsewhere.json': packetOf(manifest, 'tests') });
    rmSync(join(packets, 'tests.json'));
    symlinkSync('../elsewhere.json', join(packets, 'tests.json'));
    mkdirSync(join(packets, 'folder.json'));
    execFileSync('mkfifo', [join(packets, 'pipe.json')]);
    const { status, out, err } = await on('aggregate');
    expect(status).toBe(4);
    expect(JSON.parse(out).review.refusedPackets.map(({ packet }: Json) => packet)).toEqual([
      { file: 'tests.json', error: expect.stringContaining('is a link'), text: '' },
      { file: 'folder.json', error: expect.stringContaining('not a regular file'), text: '' },
      { file: 'pipe.json', error: expect.stringContaining('not a regular file'), text: '' },
    ]);
    expect(err).toContain('packets/tests.json: is a link');
  });

  test.each([101, 10_000, 100_000])(
    'nested %i deep is a broken one, kept whole, and its siblings stay',
    async (depth) => {
      const { manifest, answer, on } = await reviewFolder();
      const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
      const text = `{"role":"tests","deep":${deep}}`;
      answer({ ...fullSet(manifest), 'tests.json': text });
      for (const format of ['json', 'markdown']) {
        const { status, out, err } = await on('aggregate', '--format', format);
        expect([status, err]).toEqual([4, expect.stringContaining('.keep')]);
        expect(format === 'markdown' || out.replaceAll(/\s/g, '').includes(deep)).toBe(true);
      }
    },
  );
});

describe('lines are counted in the blobs', () => {
  const entries: readonly Entry[] = [
    file('src/a.ts', '1\n2\n3'),
    file('empty', ''),
    file('one', 'no newline'),
    file('crlf', '1\r\n2\r\n'),
    file('long', 'x\n'.repeat(200_000)),
    file('wide', 'x'.repeat(300_000)),
    file('late-nul', `${'x'.repeat(8000)}\0\n`),
    file('nul', `${'x'.repeat(7999)}\0\n`),
    file('new\nline "name"', '1\n'),
    file('__proto__', '1\n'),
    file('same.ts', '1\n'),
    { path: 'link', mode: '120000', content: 'src/a.ts' },
    { path: 'sub', mode: '160000', content: '1'.repeat(40) },
  ];

  test.each<readonly [path: string, last: number | null]>([
    ['src/a.ts', 3],
    ['gone.ts', 3],
    ['empty', 1],
    ['one', 1],
    ['crlf', 2],
    ['long', 200_000],
    ['wide', 1],
    ['late-nul', 1],
    ['nul', null],
    ['new\nline "name"', 1],
    ['__proto__', 1],
    ['link', null],
    ['sub', null],
  ])('%j ends at line %j', async (path, last) => {
    const { manifest, answer, on } = await reviewFolder(entries);
    const lines = last === null ? [1, 9_000_000] : [last, last + 1];
    const findings = lines.map((line) => findingOf('tests', { file: path, line }));
    answer({ ...fullSet(manifest), 'tests.json': packetOf(manifest, 'tests', { findings }) });
    const { out } = await on('aggregate');
    const { findings: kept, rejected } = JSON.parse(out).review;
    expect(kept.map(({ line }: Json) => line)).toEqual(last === null ? lines : [last]);
    const refusal = { role: 'tests', finding: findings[1], violations: [{ rule: 'line-in-file', path: '/line' }] };
    expect(rejected).toEqual(last === null ? [] : [refusal]);
  });

  test('of an unchanged file too, where the contract’s scope is the repository', async () => {
    const { manifest, answer, on, folder } = await reviewFolder();
    writeFiles(folder, { 'contract.json': { ...contract, findings: { ...contract.findings, scope: 'repository' } } });
    const findings = [1, 2].map((line) => findingOf('tests', { file: 'same.ts', line }));
    answer({ ...fullSet(manifest), 'tests.json': packetOf(manifest, 'tests', { findings }) });
    const { out } = await on('aggregate', '--contract', 'contract.json');
    const { findings: kept, rejected } = JSON.parse(out).review;
    expect([kept.length, rejected.map(({ finding }: Json) => finding.line)]).toEqual([1, [2]]);
  });

  test('or the review stops, where a partial clone lacks them', async () => {
    const { manifest, answer, on, folder } = await reviewFolder();
    answer({ ...fullSet(manifest), 'tests.json': packetOf(manifest, 'tests', { findings: [findingOf('tests')] }) });
    const id = plainGit(folder, 'rev-parse', 'main:src/a.ts');
    rmSync(join(folder, '.git/objects', id.slice(0, 2), id.slice(2)));
    const { status, out, err } = await on('aggregate');
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain(`lacks the file content ${id}`);
  });
});

describe('what cannot be read stops the command, whoever is to blame', () => {
  test.each<readonly [title: string, event: Event, argv: readonly string[], words: string]>([
    [
      'no packets folder',
      ({ folder }) => rmSync(join(folder, 'packets'), { recursive: true }),
      [],
      'packets: cannot be read: there is no such file',
    ],
    [
      'a file as packets folder',
      nothing,
      ['--packets', 'manifest.json'],
      'manifest.json: cannot be read: a part of its path is not a folder',
    ],
    ['a broken manifest', ({ folder }) => void writeFiles(folder, { 'manifest.json': '{' }), [], 'manifest.json:1:2: '],
    [
      'a broken assignment',
      ({ folder }) => void writeFiles(folder, { 'assignment.json': '{"a":1,"a":1}' }),
      [],
      'assignment.json:1:8: ',
    ],
    ['no manifest', nothing, ['--manifest', 'x.json'], 'x.json: cannot be read: there is no such file'],
    [
      'two documents on standard input',
      nothing,
      ['--manifest', '-', '--assignment', '-'],
      'control-shell: standard input is one file',
    ],
    ['no repository', nothing, ['--repo', 'packets/none'], 'control-shell: the repository folder'],
    ['an unknown head', nothing, ['--head', 'nowhere'], 'control-shell: head "nowhere" is no revision'],
    ['an unknown base', nothing, ['--base', 'nowhere'], 'control-shell: base "nowhere" is no revision'],
    ['an unknown format', nothing, ['--format', 'html'], 'control-shell: option'],
  ])('%s', async (_, event, argv, words) => {
    const review = await reviewFolder();
    event(review);
    for (const command of argv.includes('--format') ? ['aggregate'] : ['aggregate', 'retry']) {
      const { status, out, err } = await review.on(command, ...argv);
      expect([status, out]).toEqual([2, '']);
      expect(err.trimEnd().split('\n').at(-1)).toContain(words);
    }
  });

  test('a malformed manifest is denied without a look at any repository', async () => {
    const { folder, manifest, on } = await reviewFolder();
    writeFiles(folder, { 'manifest.json': { ...manifest, base: 'main' } });
    const { status, out } = await on('aggregate', '--repo', '/nowhere');
    expect([status, JSON.parse(out).violations[0].path]).toEqual([1, '/manifest/base']);
  });
});
