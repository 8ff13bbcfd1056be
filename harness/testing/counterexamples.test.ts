import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decide, shippedContract } from '../../src/index.ts';
import { refutation } from '../../src/testing/check-law.ts';
import type { Decide, Law } from '../../src/testing/laws.ts';
import { temporaryFolder } from '../../shell/testing/repository.ts';
import { findCases } from '../case-folder.ts';
import { loadCases } from '../load-cases.ts';
import { runCases } from '../run.ts';
import { keepIn } from './counterexamples.ts';

/** A law that asks twice, and the second time about one thread more. */
const law: Law = (decideBy) =>
  fc.property(fc.integer({ min: 1, max: 4 }), (openThreads) => {
    const request = { openThreads, depth: 1, tools: [] };
    decideBy(shippedContract, request);
    if (decideBy(shippedContract, { ...request }).code !== 'ALLOW') throw new Error('four threads are allowed');
  });

/** Denies the fourth thread. */
const faulty: Decide = (contract, input) =>
  decide.permission({ ...contract, limits: { ...contract.limits, openThreads: 3 } }, input);

test('a law that does not hold says its seed, and keeps what was judged as a case file that loads and differs', async () => {
  const folder = temporaryFolder();
  const said = refutation('permission', law, faulty, { keep: keepIn(join(folder, 'kept')) });
  expect(said).toMatch(/seed: -?\d+/);
  const [, path = ''] = /kept as cases in (\S+)$/.exec(said) ?? [];
  const cases = await loadCases(findCases(path, '/'));
  expect(cases.map(({ gate, input, expect: { code, rule } }) => ({ gate, input, code, rule }))).toEqual([
    {
      gate: 'permission',
      input: { openThreads: 4, depth: 1, tools: [] },
      code: 'DENY_THREADS',
      rule: 'threads-within-limit',
    },
  ]);
  const [run] = await runCases(cases, shippedContract);
  expect(run?.differences).toContain('code: expected "DENY_THREADS", got "ALLOW"');
});

test('a law that holds says nothing and keeps nothing', () => {
  const keep = (): string => {
    throw new Error('nothing is to be kept');
  };
  expect(refutation('permission', law, decide.permission, { keep })).toBe('');
});
