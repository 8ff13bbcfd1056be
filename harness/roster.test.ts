import { describe, expect, test } from 'vitest';
import { shippedCorpus } from '../shell/testing/command.ts';
import { gateIds, registry, ruleTables } from '../src/index.ts';
import { runCases } from './run.ts';

const { cases, contract } = await shippedCorpus();

/** Suites that this repository answers for; any other is an author's own. */
const ownSuites = new Set(['drill', 'rules', 'evidence', 'field']);
const outcomes = await runCases(
  cases.filter(({ suite }) => ownSuites.has(suite)),
  contract,
);

/** `gate/rule` of each rule that decides a case of these suites. */
function rulesDecidedIn(...suites: readonly string[]): ReadonlySet<string> {
  return new Set(
    outcomes
      .filter(({ tested }) => suites.includes(tested.suite))
      .map(({ tested, decision }) => `${tested.gate}/${decision.rule}`),
  );
}

const everyRule = gateIds.flatMap((gate) => ruleTables[gate].map(({ id }) => `${gate}/${id}`));

test('the drill is these 24 cases, each with its code', () => {
  const pinned = cases.filter(({ suite }) => suite === 'drill').map(({ id, expect: { code } }) => [id, code]);
  expect(Object.fromEntries(pinned)).toEqual({
    'drill/admission/valid': 'ADMIT',
    'drill/admission/changed-head': 'STALE_HEAD',
    'drill/admission/mismatched-diff': 'STALE_DIFF',
    'drill/admission/symbolic-base': 'DENY_MANIFEST',
    'drill/admission/empty-files': 'DENY_MANIFEST',
    'drill/admission/duplicate-paths': 'DENY_MANIFEST',
    'drill/assignment/complete-partition': 'ACCEPT_ASSIGNMENT',
    'drill/assignment/duplicate-role': 'DENY_ASSIGNMENT',
    'drill/assignment/unknown-role': 'DENY_ASSIGNMENT',
    'drill/assignment/overlapping-ownership': 'DENY_ASSIGNMENT',
    'drill/assignment/write-enabled-worker': 'DENY_ASSIGNMENT',
    'drill/assignment/three-workers': 'INCOMPLETE_ASSIGNMENT',
    'drill/finding/complete-record': 'ACCEPT_FINDING',
    'drill/finding/missing-file': 'REJECT_FINDING',
    'drill/finding/line-zero': 'REJECT_FINDING',
    'drill/finding/empty-evidence': 'REJECT_FINDING',
    'drill/finding/unsupported-severity': 'REJECT_FINDING',
    'drill/aggregation/complete-review': 'COMPLETE_REVIEW',
    'drill/aggregation/missing-worker': 'INCOMPLETE_REVIEW',
    'drill/aggregation/new-head': 'STALE_REVIEW',
    'drill/permission/four-threads': 'ALLOW',
    'drill/permission/seven-threads': 'DENY_THREADS',
    'drill/permission/depth-two': 'DENY_DEPTH',
    'drill/permission/git-push': 'APPROVAL_REQUIRED',
  });
  expect(pinned).toHaveLength(24);
});

test('the drill has 6 + 6 + 5 + 3 + 4 cases by gate', () => {
  const drill = cases.filter(({ suite }) => suite === 'drill');
  const counts = gateIds.map((gate) => [gate, drill.filter((one) => one.gate === gate).length]);
  expect(Object.fromEntries(counts)).toEqual({
    admission: 6,
    assignment: 6,
    finding: 5,
    aggregation: 3,
    permission: 4,
    evidence: 0,
  });
});

describe('every rule of every table decides a case', () => {
  const decided = rulesDecidedIn(...ownSuites);
  test.each(everyRule)('%s', (rule) => {
    expect(decided).toContain(rule);
  });
});

describe('every code of the registry is the code of a case', () => {
  const reached = new Set(outcomes.map(({ decision: { code } }) => code));
  test.each(Object.keys(registry))('%s', (code) => {
    expect(reached).toContain(code);
  });
});

describe('every rule that decides no case of the drill decides one of `rules` or `evidence`', () => {
  const inDrill = rulesDecidedIn('drill');
  const elsewhere = rulesDecidedIn('rules', 'evidence');
  test.each(everyRule.filter((rule) => !inDrill.has(rule)))('%s', (rule) => {
    expect(elsewhere).toContain(rule);
  });
});

describe('every rule id names one rule of its gate', () => {
  test.each(gateIds)('%s', (gate) => {
    const ids = ruleTables[gate].map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids.length).toBeGreaterThan(0);
  });
});
