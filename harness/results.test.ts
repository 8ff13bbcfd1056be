import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { shippedCorpus } from '../shell/testing/command.ts';
import { resultsOf } from './results.ts';
import { runCases } from './run.ts';

const { cases, contract } = await shippedCorpus();
const drill = cases.filter(({ suite }) => suite === 'drill');

/** JSON without white space, members sorted by code units, written the plain way. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('the digests', () => {
  test('are those of the canonical JSON of all cases loaded and of the contract', () => {
    const { corpusSha256, contractSha256 } = resultsOf(cases, contract, []);
    expect(corpusSha256).toBe(
      sha256(canonical(cases.map(({ id, gate, input, expect: expected }) => ({ id, gate, input, expect: expected })))),
    );
    expect(contractSha256).toBe(sha256(canonical(contract)));
    expect(Object.keys(contract)).not.toContain('$schema');
  });

  test('do not depend on what ran, nor on what a case says of itself', () => {
    const usual = resultsOf(cases, contract, []).corpusSha256;
    const renamed = cases.map((one) => ({ ...one, description: 'another', suite: 'another' }));
    expect(resultsOf(renamed, contract, []).corpusSha256).toBe(usual);
  });

  test.each([
    ['a case less', drill.slice(1)],
    ['cases in another order', drill.toReversed()],
    ['another id', drill.map((one) => ({ ...one, id: `x${one.id}` }))],
    ['another expectation', drill.map((one) => ({ ...one, expect: { ...one.expect, facts: {} } }))],
    ['another input', drill.map((one) => ({ ...one, input: { in: one.input } }))],
  ])('change with %s', (_, changed) => {
    expect(resultsOf(changed, contract, []).corpusSha256).not.toBe(resultsOf(drill, contract, []).corpusSha256);
  });
});

test('every case that ran has a row, in its order, with what was expected and what was decided', async () => {
  const outcomes = await runCases(drill, contract);
  const { summary, cases: rows } = resultsOf(cases, contract, outcomes);
  expect(summary).toEqual({ total: 24, matched: 24, differed: 0 });
  expect(rows).toEqual(
    outcomes.map(
      ({
        tested: {
          id,
          suite,
          gate,
          description,
          expect: { code },
        },
        decision,
      }) => ({
        id,
        suite,
        gate,
        description,
        expected: code,
        actual: decision.code,
        rule: decision.rule,
        outcome: decision.outcome,
        matched: true,
        violations: decision.violations,
        facts: decision.facts,
      }),
    ),
  );
});

test('a case that differs is counted, and its row says so', async () => {
  const [one] = drill;
  const wrong = one ? [{ ...one, expect: { code: 'STALE_DIFF', rule: 'diff-is-current' } as const }] : [];
  const { summary, cases: rows } = resultsOf(cases, contract, await runCases(wrong, contract));
  expect(summary).toEqual({ total: 1, matched: 0, differed: 1 });
  expect(rows).toMatchObject([
    { id: 'drill/admission/valid', expected: 'STALE_DIFF', actual: 'ADMIT', matched: false },
  ]);
});
