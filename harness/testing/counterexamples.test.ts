import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decide, shippedContract } from '../../src/index.ts';
import { refutation } from '../../src/testing/check-law.ts';
import type { Decide, Law } from '../../src/testing/laws.ts';
import { temporaryFolder } from '../../shell/testing/repository.ts';
import { loadFolder } from '../load-folder.ts';
import { runCases } from '../run.ts';
import { keepIn } from './counterexamples.ts';

const threeThreads = { ...shippedContract, limits: { ...shippedContract.limits, openThreads: 3 } };

/** A law that asks twice, and the second time under a contract that allows less. */
const law: Law = (decideBy) =>
  fc.property(fc.integer({ min: 1, max: 4 }), (openThreads) => {
    const request = { openThreads, depth: 1, tools: [] };
    const [shipped, three] = [shippedContract, threeThreads].map((contract) => decideBy(contract, request).code);
    if (shipped !== 'ALLOW') throw new Error('four threads are allowed');
    if (three !== (openThreads > 3 ? 'DENY_THREADS' : 'ALLOW')) throw new Error('three threads are allowed');
  });

/** Takes four threads for as many as are allowed, whatever the contract. */
const faulty: Decide = (_, input) => decide.permission(shippedContract, input);

test('a law that does not hold says its seed, and keeps what was judged as cases that load, with their contracts', async () => {
  const folder = temporaryFolder();
  const said = refutation('permission', law, faulty, { keep: keepIn(join(folder, 'kept')) });
  expect(said).toMatch(/seed: -?\d+/);
  const kept = [...said.matchAll(/^kept as cases in (\S+)$/gm)].map(([, path = '']) => path);
  const corpora = await Promise.all(kept.map(loadFolder));
  expect(corpora.map(({ contract }) => contract)).toEqual([shippedContract, threeThreads]);
  expect(corpora.map(({ cases }) => cases.map(({ gate, input, expect: { code } }) => [gate, input, code]))).toEqual([
    [['permission', { openThreads: 4, depth: 1, tools: [] }, 'ALLOW']],
    [['permission', { openThreads: 4, depth: 1, tools: [] }, 'ALLOW']],
  ]);
  const runs = await Promise.all(corpora.map(({ cases, contract }) => runCases(cases, contract)));
  expect(runs.map(([run]) => run?.differences)).toEqual([
    [],
    expect.arrayContaining(['code: expected "ALLOW", got "DENY_THREADS"']),
  ]);
});

test('a law that gives up for want of inputs says so, and keeps nothing', () => {
  const barren: Law = () => fc.property(fc.nat(), () => fc.pre(false));
  const said = refutation('permission', barren, decide.permission, { keep: () => 'a file' });
  expect(said).toMatch(/Failed to run property/);
  expect(said).not.toContain('kept');
});

test('a law that holds says nothing and keeps nothing', () => {
  const keep = (): string => {
    throw new Error('nothing is to be kept');
  };
  expect(refutation('permission', law, decide.permission, { keep })).toBe('');
});
