import { describe, expect, test } from 'vitest';
import { decision } from '../src/contract/decision.ts';
import { admission } from '../src/gates/admission.ts';
import { aggregation } from '../src/gates/aggregation.ts';
import { assignment } from '../src/gates/assignment.ts';
import { finding } from '../src/gates/finding.ts';
import { permission } from '../src/gates/permission.ts';
import { ruleTables } from '../src/index.ts';
import type { PureGateId } from '../src/index.ts';
import { shippedCorpus } from '../shell/testing/command.ts';
import { proofOf } from './proof.ts';
import { runCases } from './run.ts';
import type { CaseRun } from './run.ts';
import { differencesOf } from './verdict.ts';

const { cases, contract } = await shippedCorpus();
const casesOf = (gate: string) => cases.filter((one) => one.gate === gate);

/** A table as only this test sees it: rows that can be taken out, and a reading that can be replaced. */
type Table = {
  readonly shape: { readonly id: string; read: (value: unknown, ...rest: readonly unknown[]) => unknown };
  readonly rules: { readonly id: string }[];
};
const tables = { admission, assignment, finding, aggregation, permission } as unknown as Record<PureGateId, Table>;

/** Takes a row out of its table, and gives back what puts it in again. */
function strike({ shape, rules }: Table, rule: string): () => void {
  const at = rules.findIndex(({ id }) => id === rule);
  if (at !== -1) {
    const row = rules.splice(at, 1);
    return () => void rules.splice(at, 0, ...row);
  }
  // A shape rule that reports nothing: what it cannot read, nobody judges.
  const { read } = shape;
  shape.read = (value, _report, ...rest) => read(value, () => {}, ...rest);
  return () => void (shape.read = read);
}

/** What the drill and the proof say of the rule. */
function saidOf(rule: string, runs: readonly CaseRun[]) {
  const naming = (lines: readonly string[]): readonly string[] => lines.filter((line) => line.includes(rule));
  return { drill: naming(runs.flatMap(({ differences }) => differences)), proof: naming(proofOf(runs).gaps) };
}

describe('a row that is struck is missed by its name', () => {
  const rows = Object.keys(tables).flatMap((gate) =>
    ruleTables[gate as PureGateId].map(({ id }) => [gate as PureGateId, id] as const),
  );

  test.each(rows)('%s: %s', async (gate, rule) => {
    const putBack = strike(tables[gate], rule);
    try {
      const { drill, proof } = saidOf(rule, await runCases(casesOf(gate), contract));
      expect(drill).not.toEqual([]);
      expect(proof).not.toEqual([]);
    } finally {
      putBack();
    }
    const whole = await runCases(casesOf(gate), contract);
    expect(whole.flatMap(({ differences }) => differences)).toEqual([]);
  });

  // Without some of its rules the reader would never end; so what they say is dropped, and not their rows.
  const evidence = runCases(casesOf('evidence'), contract);
  test.each(ruleTables.evidence.map(({ id }) => id))('evidence: %s', async (rule) => {
    const runs = (await evidence).map((run): CaseRun => {
      if (run.decision.rule !== rule) return run;
      const struck = { ...run.decision, ...decision('PROVIDE_EVIDENCE', [], 0, run.decision.facts) };
      return { ...run, decision: struck, differences: differencesOf(run.tested.expect, struck) };
    });
    const { drill, proof } = saidOf(rule, runs);
    expect(drill).not.toEqual([]);
    expect(proof).not.toEqual([]);
  });
});
