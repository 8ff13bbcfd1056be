import { describe, expect, test } from 'vitest';
import { findingOf, fullSet, packetOf, roles } from '../src/testing/sample-review.ts';
import { shippedCorpus, writeFiles } from './testing/command.ts';
import type { Json } from './testing/command.ts';
import { file, importCommit } from './testing/repository.ts';
import { reviewFolder } from './testing/review.ts';

const { contract } = await shippedCorpus();

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

  test('names a packet of no worker, of which nobody can be asked', async () => {
    const { manifest, answer, on } = await reviewFolder();
    answer({ ...fullSet(manifest), 'empty.json': '', 'object.json': {} });
    const { status, out, err } = await on('retry');
    expect([status, out]).toEqual([4, '[]\n']);
    expect(err).toMatch(/^packets\/empty\.json: is the packet of no worker: take it out/m);
    expect(err).toMatch(/^packets\/object\.json: is the packet of no worker: take it out/m);
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
    expect(reverted.err).toContain('leaves no file to review');
  });
});
