import { describe, expect, test } from 'vitest';
import { decisionCodes, gateIds, registry, ruleTables } from '../src/index.ts';
import type { Decision, GateId } from '../src/index.ts';
import { shippedCorpus } from '../shell/testing/command.ts';
import { proofOf, proofReportOf } from './proof.ts';
import { runCases } from './run.ts';
import type { CaseRun } from './run.ts';

const { cases, contract } = await shippedCorpus();
const runs = await runCases(cases, contract);
const whole = proofOf(runs);
const runsOf = (gate: GateId): readonly CaseRun[] => runs.filter(({ tested }) => tested.gate === gate);
const everyRule = gateIds.flatMap((gate) => ruleTables[gate].map(({ id }) => [gate, id] as const));
const everyCode = decisionCodes.map((code) => [code, registry[code].gate] as const);

describe('the shipped cases prove the shipped contract', () => {
  const proof = whole;

  test('there is no gap', () => {
    expect(proof.gaps).toEqual([]);
  });

  test('every rule and every code of every gate has its line', () => {
    expect(proof.rules.map(({ gate, rule }) => [gate, rule])).toEqual(everyRule);
    expect(new Map(proof.codes.map(({ gate, code }) => [code, gate]))).toEqual(new Map(everyCode));
  });

  test('every refused case has a twin of its gate that passes', () => {
    const passing = new Set(runs.filter(({ decision }) => decision.outcome === 'pass').map(({ tested }) => tested.id));
    const refused = runs.filter(({ decision }) => decision.outcome !== 'pass').map(({ tested }) => tested.id);
    expect(proof.twins.map((twin) => twin.case).toSorted()).toEqual(refused.toSorted());
    expect(proof.twins.filter(({ twin }) => !passing.has(twin))).toEqual([]);
  });

  test('the report of it counts what it holds', () => {
    const { rules, codes, order, twins } = proof;
    expect(proofReportOf(cases, contract, proof)).toMatchObject({
      schemaVersion: 1,
      corpusSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      contractSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      summary: {
        cases: cases.length,
        rules: rules.length,
        codes: codes.length,
        order: order.length,
        twins: twins.length,
        gaps: 0,
      },
      ...proof,
    });
  });
});

describe('a gap is named', () => {
  test.each(everyRule)('of gate %s, when no case that rule `%s` decides is left', (gate, rule) => {
    const { gaps } = proofOf(runsOf(gate).filter(({ decision }) => decision.rule !== rule));
    expect(gaps).toContainEqual(expect.stringMatching(new RegExp(`^rule \`${rule}\` decides no case: write a case`)));
  });

  test.each(everyRule)('of gate %s, when the one case that rule `%s` alone decides goes', (gate, rule) => {
    const [proving] = whole.rules.find((one) => one.rule === rule)?.struck ?? [];
    const others = runsOf(gate).filter(({ decision }) => decision.rule !== rule);
    const alone = runs.filter(({ tested }) => tested.id === proving);
    const ofRule = (gaps: readonly string[]): readonly string[] => gaps.filter((gap) => gap.includes(`\`${rule}\``));
    expect(alone).toHaveLength(1);
    expect(ofRule(proofOf([...others, ...alone]).gaps)).toEqual([]);
    expect(ofRule(proofOf(others).gaps)).not.toEqual([]);
  });

  test.each(everyCode)('when code %s of gate %s is reached by no case', (code, gate) => {
    const { gaps } = proofOf(runsOf(gate).filter(({ decision }) => decision.code !== code));
    expect(gaps).toContain(`code \`${code}\` is reached by no case: write one of gate \`${gate}\``);
  });

  test('when a rule decides, but the next violated one would give the same code', () => {
    const shared = runs.filter(({ decision }) => decision.rule === 'commit-ids').map(withNext('diff-digest'));
    const others = runs.filter(({ decision }) => decision.rule !== 'commit-ids');
    expect(proofOf([...others, ...shared]).gaps).toEqual([
      expect.stringMatching(/^without rule `commit-ids` no case gets another code: write a case of gate `admission`/),
    ]);
  });

  test('when a case differs from what it expects', () => {
    const [first, ...rest] = runs;
    const { gaps } = proofOf(first ? [{ ...first, differences: ['code: expected "a", got "b"'] }, ...rest] : []);
    expect(gaps).toEqual([
      `case \`${first?.tested.id}\` differs: run \`drill --case ${first?.tested.id}\` on the same cases and contract`,
    ]);
  });

  test('when a rule speaks before one that stands above it', () => {
    const turned = runs.map((run) =>
      run.tested.id === 'rules/admission/three-faults'
        ? withViolations(run, run.decision.violations.toReversed())
        : run,
    );
    expect(proofOf(turned).gaps).toContain(
      'case `rules/admission/three-faults`: rule `head-is-current` speaks before `commit-ids`, against the order of the table',
    );
  });

  test.each(gateIds)('when a refused case of gate %s has no case that passes beside it', (gate) => {
    const refused = runs.filter(({ tested, decision }) => tested.gate === gate && decision.outcome !== 'pass');
    const { gaps, twins } = proofOf(refused);
    expect(twins).toEqual([]);
    for (const { tested } of refused) {
      expect(gaps).toContainEqual(expect.stringMatching(new RegExp(`^case \`${tested.id}\` has no passing twin`)));
    }
  });
});

describe('two rules that a case violates together', () => {
  test('are told with the one that speaks first, the cases that it decides, and those that a third decides before both', () => {
    const pair = whole.order.find(({ rules }) => rules.join() === 'changed-files-canonical,head-is-current');
    expect(pair).toEqual({
      gate: 'admission',
      rules: ['changed-files-canonical', 'head-is-current'],
      first: 'changed-files-canonical',
      decides: [],
      others: ['rules/admission/three-faults'],
    });
  });

  test('are all pairs of the rules that some case violates, each case once', () => {
    const ofCase = runs.flatMap(({ tested, decision }) => {
      const rules = [...new Set(decision.violations.map(({ rule }) => rule))];
      return rules.flatMap((one, at) => rules.slice(at + 1).map((other) => `${tested.id} ${one} ${other}`));
    });
    const told = whole.order.flatMap(({ rules, decides, others }) =>
      [...decides, ...others].map((id) => `${id} ${rules.join(' ')}`),
    );
    expect(told.toSorted()).toEqual(ofCase.toSorted());
  });

  test('are told with the cases that one of them decides, and it speaks first', () => {
    const deciding = new Map(runs.map(({ tested, decision }) => [tested.id, decision.rule]));
    for (const { first, rules, decides, others } of whole.order) {
      expect(first).toBe(rules[0]);
      expect(decides.map((id) => deciding.get(id))).toEqual(decides.map(() => first));
      expect(others.filter((id) => rules.includes(deciding.get(id) ?? ''))).toEqual([]);
    }
  });
});

describe('the twin of a refused case', () => {
  const twinOf = (...passing: readonly (readonly [id: string, input: unknown])[]) =>
    proofOf([
      runOf('own/topic/refused', { a: 1, b: [1, 2] }, 'deny'),
      ...passing.map(([id, input]) => runOf(id, input, 'pass')),
    ]).twins;

  test('is the passing case whose input differs in the fewest places', () => {
    const far = ['own/topic/far', { a: 2, b: [1] }] as const;
    const near = ['other/topic/near', { a: 1, b: [1] }] as const;
    const expected = [{ gate: 'permission', case: 'own/topic/refused', twin: near[0], differs: ['/b/1'] }];
    expect(twinOf(far, near)).toEqual(expected);
    expect(twinOf(near, far)).toEqual(expected);
  });

  test('stands in the same file where two are equally near, else first', () => {
    const [one, two] = [
      { a: 2, b: [1, 2] },
      { a: 3, b: [1, 2] },
    ];
    expect(twinOf(['other/topic/one', one], ['own/topic/two', two])).toMatchObject([{ twin: 'own/topic/two' }]);
    expect(twinOf(['other/topic/one', one], ['more/topic/two', two])).toMatchObject([{ twin: 'other/topic/one' }]);
  });
});

const withViolations = (run: CaseRun, violations: Decision['violations']): CaseRun => ({
  ...run,
  decision: { ...run.decision, violations },
});

/** The same run, a later rule of the same code violated too. */
const withNext =
  (rule: string) =>
  (run: CaseRun): CaseRun => {
    const [first, ...rest] = run.decision.violations;
    return first ? withViolations(run, [first, { ...first, rule }, ...rest]) : run;
  };

function runOf(id: string, input: unknown, outcome: 'pass' | 'deny', gate: GateId = 'permission'): CaseRun {
  const code = outcome === 'pass' ? 'ALLOW' : 'DENY_DEPTH';
  const decision: Decision = { gate, code, outcome, rule: null, recovery: null, violations: [], more: 0, facts: {} };
  return { tested: { id, suite: 'own', gate, description: 'd', input, expect: { code } }, decision, differences: [] };
}
