import { describe, expect, test } from 'vitest';
import { run, shippedCorpus, writeFiles } from './testing/command.ts';
import type { Json } from './testing/command.ts';
import { file, importCommit } from './testing/repository.ts';
import { findingOf, fullSet, packetOf, reviewFolder, roles } from './testing/review.ts';

const { contract } = await shippedCorpus();

describe('assign', () => {
  test('prints an assignment that the gate accepts, each role reading every file that is not generated', async () => {
    const { folder, manifest } = await reviewFolder();
    const generatedFiles = ['gone.*'];
    writeFiles(folder, { 'manifest.json': { ...manifest, generatedFiles } });
    const { status, out } = await run(['assign', '--manifest', 'manifest.json'], { folder });
    expect(status).toBe(0);
    expect(JSON.parse(out)).toEqual({
      changedFiles: ['gone.ts', 'src/a.ts'],
      workers: roles.map((role) => ({
        role,
        question: contract.roles[role]?.question,
        files: ['src/a.ts'],
        access: 'read-only',
      })),
      corroborations: [{ file: 'src/a.ts', roles, reason: expect.any(String) }],
      generatedFiles,
    });
    const decision = await run(['decide', 'assignment'], { folder, input: out });
    expect([decision.status, JSON.parse(decision.out).code]).toEqual([0, 'ACCEPT_ASSIGNMENT']);
  });

  test('asks the questions of the contract in force', async () => {
    const { folder } = await reviewFolder();
    writeFiles(folder, { 'cases/contract.json': { ...contract, roles: { only: { question: 'Is it so?' } } } });
    const { out } = await run(['assign', '--manifest', 'manifest.json'], { folder });
    const files = ['gone.ts', 'src/a.ts'];
    const workers = [{ role: 'only', question: 'Is it so?', files, access: 'read-only' }];
    expect(JSON.parse(out)).toEqual({ changedFiles: files, workers });
    expect((await run(['decide', 'assignment'], { folder, input: out })).status).toBe(0);
  });

  test.each<readonly [title: string, edit: (manifest: Json) => unknown, words: string]>([
    ['a change of nothing but generated files', (one) => ({ ...one, generatedFiles: ['**'] }), 'nothing to assign'],
    ['a manifest that the gate denies', (one) => ({ ...one, head: 'main' }), '`head` is "main"'],
    ['a manifest that is not one', () => [], '`manifest` must be an object'],
  ])('%s is refused', async (_, edit, words) => {
    const { folder, manifest } = await reviewFolder();
    const input = JSON.stringify(edit(manifest));
    const { status, out, err } = await run(['assign', '--manifest', '-'], { folder, input });
    expect([status, out, err]).toEqual([2, '', expect.stringMatching(/^standard input: [^\n]+\n$/)]);
    expect(err).toContain(words);
  });
});

/** Takes the last worker out of an assignment, and out of what it corroborates. */
function withoutLast({ workers, corroborations }: Json): void {
  workers.pop();
  for (const { roles: named } of corroborations) named.pop();
}

describe('prompt', () => {
  const prompt = ['prompt', '--manifest', 'manifest.json', '--assignment', 'assignment.json', '--role'];

  test.each(roles)('prints what the worker %s is told, with the schema of the contract in force', async (role) => {
    const { folder, manifest } = await reviewFolder();
    const { status, out } = await run([...prompt, role], { folder });
    const schema = await run(['schema', 'packet'], { folder });
    expect(status).toBe(0);
    for (const part of [contract.roles[role]?.question, manifest.head, manifest.diffSha256, schema.out.trim()]) {
      expect(out).toContain(part);
    }
  });

  test.each<readonly [title: string, role: string, edit: (assignment: Json) => void, words: string]>([
    ['a role without worker', 'style', () => {}, 'no worker has the role "style"'],
    ['an assignment of other files', 'tests', (one) => one.changedFiles.pop(), 'is not a changed file'],
    ['an assignment that may write', 'tests', (one) => (one.workers[0].access = 'write'), 'may write'],
    ['an assignment without the last role', 'tests', withoutLast, 'no worker has the role "maintainability"'],
  ])('%s is refused', async (_, role, edit, words) => {
    const { folder } = await reviewFolder(undefined, (__, assignment) => {
      edit(assignment);
    });
    const { status, out, err } = await run([...prompt, role], { folder });
    expect([status, out, err]).toEqual([2, '', expect.stringMatching(/^assignment\.json: [^\n]+\n$/)]);
    expect(err).toContain(words);
  });
});

describe('retry', () => {
  test('is empty and 0 when the review is complete', async () => {
    const { manifest, answer, on } = await reviewFolder();
    answer(fullSet(manifest));
    expect(await on('retry')).toMatchObject({ status: 0, out: '[]\n' });
  });

  test('names the file of each packet, and the recovery on standard error', async () => {
    const { manifest, answer, on } = await reviewFolder();
    const finding = findingOf('security', { line: 4 });
    answer({ ...fullSet(manifest), 'security.json': packetOf(manifest, 'security', { findings: [finding] }) });
    answer({ 'tests.json': 'prose' });
    const { status, out, err } = await on('retry');
    const question = (role: string): string | undefined => contract.roles[role]?.question;
    const { base, head, diffSha256, changedFiles: files } = manifest;
    const assignmentOf = (role: string) => ({
      base,
      head,
      diffSha256,
      role,
      question: question(role),
      files,
      access: 'read-only',
    });
    const violations = [{ rule: 'line-in-file', path: '/line', message: expect.stringContaining('ends at line 3') }];
    expect([status, JSON.parse(out)]).toEqual([
      4,
      [
        {
          role: 'security',
          why: [{ reason: 'refused-finding', file: 'security.json', index: 0, finding, violations }],
          assignment: assignmentOf('security'),
        },
        { role: 'tests', why: [{ reason: 'missing' }], assignment: assignmentOf('tests') },
      ],
    ]);
    expect(err).toMatch(/^packets\/tests\.json: line 1, column 1: /m);
    expect(err).toContain('control-shell: INCOMPLETE_REVIEW: Ask the named workers again');
  });

  test('asks nobody, and says why, when what is wrong is not a worker’s to mend', async () => {
    const { folder, manifest, answer, on } = await reviewFolder();
    answer({ ...fullSet(manifest), 'x.json': packetOf(manifest, 'style') });
    const stranger = await on('retry');
    expect(stranger).toMatchObject({ status: 1, out: '[]\n' });
    expect(stranger.err).toContain('/packets/4/role: the role "style" was not assigned');
    writeFiles(folder, { 'manifest.json': { ...manifest, changedFiles: [] } });
    const denied = await on('retry');
    expect(denied).toMatchObject({ status: 1, out: '[]\n' });
    expect(denied.err).toContain('/manifest/changedFiles: ');
  });

  test('asks everybody about the new head after a push, and nobody when nothing is left to review', async () => {
    const { folder, manifest, answer, on } = await reviewFolder();
    answer(fullSet(manifest));
    const pushed = [file('src/a.ts', 'new\n'), file('src/b.ts'), file('same.ts', '1\n')];
    const head = importCommit(folder, { ref: 'refs/heads/main', parents: [manifest.head], entries: pushed });
    const { status, out } = await on('retry');
    const files = ['gone.ts', 'src/a.ts', 'src/b.ts'];
    expect(status).toBe(3);
    expect(
      JSON.parse(out).map(({ role, why, assignment }: Json) => [role, why, assignment.head, assignment.files]),
    ).toEqual(roles.map((role) => [role, [{ reason: 'stale' }], head, files]));
    const reverted = await on('retry', '--head', 'base');
    expect(reverted).toMatchObject({ status: 2, out: '' });
    expect(reverted.err).toContain('nothing is left in it to review');
  });
});
