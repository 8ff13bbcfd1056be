import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findingOf, fullSet, packetOf } from '../src/testing/sample-review.ts';
import { run, shippedCorpus, writeFiles } from './testing/command.ts';
import type { Json } from './testing/command.ts';
import { file, importCommit, plainGit } from './testing/repository.ts';
import { reviewFolder } from './testing/review.ts';
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

describe('a packet file', () => {
  test('that is a packet in a fence is that packet', async () => {
    const { manifest, answer, on } = await reviewFolder();
    const packet = packetOf(manifest, 'tests', { limitations: ['a fence: ```json\n{}\n```'] });
    answer({ ...fullSet(manifest), 'tests.json': `\`\`\`json\n${JSON.stringify(packet, null, 2)}\n\`\`\`\n` });
    const { out, err } = await on('aggregate');
    const { code, review }: Json = JSON.parse(out);
    expect([code, review.limitations, review.refusedPackets, err]).toEqual([
      'COMPLETE_REVIEW',
      packet.limitations.map((text) => ({ role: 'tests', text })),
      [],
      '',
    ]);
  });

  test('that is broken is refused, and it is said, as of what is no packet, on standard error', async () => {
    const { manifest, answer, on } = await reviewFolder();
    const text = 'I found no problems.';
    answer({ ...fullSet(manifest), 'tests.json': text, 'Z.json': text, 'notes.md': text });
    const { status, out, err } = await on('aggregate');
    const { review, violations }: Json = JSON.parse(out);
    expect(status).toBe(4);
    const error = expect.stringMatching(/^line 1, column 1: /);
    expect(review.refusedPackets).toEqual(
      ['Z.json', 'tests.json'].map((name) => ({ role: null, reason: 'broken', packet: { file: name, error, text } })),
    );
    const at = new Set(violations.map(({ path }: Json) => path.split('/', 3).join('/')));
    expect([...at]).toEqual(['/packets', '/packets/0', '/packets/4']);
    expect(err.split('\n')).toEqual([
      expect.stringMatching(/^packets\/Z\.json: line 1, column 1: /),
      expect.stringMatching(/^packets\/tests\.json: line 1, column 1: /),
      'packets/notes.md: is left out: packets are `*.json`',
      '',
    ]);
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
        expect([status, err]).toEqual([4, '']);
        expect(format === 'markdown' || out.replaceAll(/\s/g, '').includes(deep)).toBe(true);
      }
    },
  );
});

describe('lines are counted in the blobs', () => {
  test.each<readonly [title: string, path: string, last: number]>([
    ['of a changed file at the head', 'src/a.ts', 3],
    ['of a deleted file at the base', 'gone.ts', 3],
  ])('%s', async (_, path, last) => {
    const { manifest, answer, on } = await reviewFolder();
    const findings = [last, last + 1].map((line) => findingOf('tests', { file: path, line }));
    answer({ ...fullSet(manifest), 'tests.json': packetOf(manifest, 'tests', { findings }) });
    const { out } = await on('aggregate');
    const { findings: kept, rejected } = JSON.parse(out).review;
    expect(kept.map(({ line }: Json) => line)).toEqual([last]);
    const violations = [{ rule: 'line-in-file', path: '/line' }];
    expect(rejected).toEqual([{ role: 'tests', finding: findings[1], violations }]);
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

  test('or the review stops, where a partial clone lacks them; of no other file are they missed', async () => {
    const { manifest, answer, on, folder } = await reviewFolder();
    const findings = [findingOf('tests'), findingOf('tests', { file: 'same.ts' })];
    const unchanged = plainGit(folder, 'rev-parse', 'main:same.ts');
    rmSync(join(folder, '.git/objects', unchanged.slice(0, 2), unchanged.slice(2)));
    answer({ ...fullSet(manifest), 'tests.json': packetOf(manifest, 'tests', { findings }) });
    expect(await on('aggregate')).toMatchObject({ status: 4, err: '' });
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
      'packets: there is no such folder',
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

  test('standard input is one file, whatever is read from it', async () => {
    const { folder, manifest } = await reviewFolder();
    const input = JSON.stringify(manifest);
    for (const argv of [
      ['aggregate', '--manifest', '-', '--assignment', '-', '--packets', 'packets'],
      ['prompt', '--manifest', '-', '--assignment', '-', '--role', 'tests'],
      ['assign', '--contract', 'contract.json', '--manifest', '-', '--contract', '-'],
    ]) {
      const given = argv.includes('--contract') ? JSON.stringify(contract) : input;
      const { status, out, err } = await run(argv, { folder, input: given });
      expect([status, out, err]).toEqual([2, '', 'control-shell: standard input is one file: name the others\n']);
    }
  });

  test('a malformed manifest is denied without a look at any repository', async () => {
    const { folder, manifest, on } = await reviewFolder();
    writeFiles(folder, { 'manifest.json': { ...manifest, base: 'main' } });
    const { status, out } = await on('aggregate', '--repo', '/nowhere');
    expect([status, JSON.parse(out).violations[0].path]).toEqual([1, '/manifest/base']);
  });
});
