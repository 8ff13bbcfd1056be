import { describe, expect, test } from 'vitest';
import { roles } from '../src/testing/sample-review.ts';
import { run, shippedCorpus, writeFiles } from './testing/command.ts';
import type { Json } from './testing/command.ts';
import { reviewFolder } from './testing/review.ts';

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
    expect([status, out, err]).toEqual([2, '', expect.stringMatching(/^standard input(?::\d+:\d+)?: [^\n]+\n$/)]);
    expect(err).toContain(words);
  });
});
