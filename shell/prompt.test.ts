import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from '../src/testing/parsed-markdown.ts';
import { findingOf, packetOf, roles } from '../src/testing/sample-review.ts';
import { editJson, run, shippedCorpus } from './testing/command.ts';
import type { Json } from './testing/command.ts';
import { reviewFolder } from './testing/review.ts';

const { contract } = await shippedCorpus();

/** Takes the last worker out of an assignment, and out of what it corroborates. */
function withoutLast({ workers, corroborations }: Json): void {
  workers.pop();
  for (const { roles: named } of corroborations) named.pop();
}

describe('prompt', () => {
  const prompt = ['prompt', '--manifest', 'manifest.json', '--assignment', 'assignment.json', '--role'];

  test.each(roles)('prints what the worker %s is told', async (role) => {
    const { folder, manifest } = await reviewFolder();
    const { status, out } = await run([...prompt, role], { folder });
    expect(status).toBe(0);
    for (const part of [contract.roles[role]?.question, manifest.head, manifest.diffSha256])
      expect(out).toContain(part);
  });

  test('its schema is that of a packet, for this role and this change alone', async () => {
    const { folder, manifest } = await reviewFolder();
    const { out } = await run([...prompt, 'tests'], { folder });
    const schema: Json = parse(out)
      .flatMap(({ type, value = '' }) => (type === 'code' ? [JSON.parse(value)] : []))
      .at(-1);
    const fits = new Ajv2020({ allErrors: true }).compile(schema);
    const packet = packetOf(manifest, 'tests', { findings: [findingOf('tests')] });
    const misfits = [
      { ...packet, role: 'security' },
      { ...packet, head: manifest.base },
      { ...packet, head: manifest.head.slice(0, 12) },
      { ...packet, diffSha256: '0'.repeat(64) },
      { ...packet, findings: [findingOf('security')] },
      { ...packet, findings: [findingOf('tests', { severity: 'P1' })] },
      { ...packet, more: 1 },
    ];
    expect([packet, ...misfits].map((one) => fits(one))).toEqual([true, ...misfits.map(() => false)]);
  });

  test.each<readonly [title: string, role: string, edit: (assignment: Json) => void, words: string]>([
    ['a role without worker', 'style', () => {}, 'no worker has the role "style"'],
    ['an assignment of other files', 'tests', (one) => one.changedFiles.pop(), 'is not a changed file'],
    ['an assignment that may write', 'tests', (one) => (one.workers[0].access = 'write'), 'may write'],
    ['an assignment without the last role', 'tests', withoutLast, 'no worker has the role "maintainability"'],
  ])('%s is refused', async (_, role, edit, words) => {
    const { folder } = await reviewFolder();
    editJson(join(folder, 'assignment.json'), edit);
    const { status, out, err } = await run([...prompt, role], { folder });
    expect([status, out, err]).toEqual([
      2,
      '',
      expect.stringMatching(/^(?:assignment\.json(?::\d+:\d+)?: [^\n]+\n)+$/),
    ]);
    expect(err).toContain(words);
  });
});
