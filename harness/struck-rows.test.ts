import { describe, expect, test } from 'vitest';
import { decision } from '../src/contract/decision.ts';
import { evidenceRules } from '../src/evidence/gate.ts';
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

/** Rows without which the reader falls over what they keep from it, or reads for ever. */
const indispensable: ReadonlySet<string> = new Set(['call-shape', 'spawn-recorded', 'paging-advances']);

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
  });

  const reading = evidenceRules as (typeof evidenceRules)[number][];
  const readable = [...reading.entries()].filter(([, { id }]) => !indispensable.has(id));
  test.each(readable.map(([at, row]) => [row.id, at, row] as const))('evidence: %s', async (rule, at, row) => {
    reading[at] = { ...row, check: () => undefined };
    try {
      const { drill, proof } = saidOf(rule, await runCases(casesOf('evidence'), contract));
      expect(drill).not.toEqual([]);
      expect(proof).not.toEqual([]);
    } finally {
      reading[at] = row;
    }
  });
});

test('every row stands again', async () => {
  const whole = await runCases(cases, contract);
  expect(whole.flatMap(({ differences }) => differences)).toEqual([]);
});

test.each([...indispensable])('what the row %s says is missed by its name when it is dropped', async (rule) => {
  const evidence = await runCases(casesOf('evidence'), contract);
  const runs = evidence.map((run): CaseRun => {
    if (run.decision.rule !== rule) return run;
    const struck = { ...run.decision, ...decision('PROVIDE_EVIDENCE', [], 0, run.decision.facts) };
    return { ...run, decision: struck, differences: differencesOf(run.tested.expect, struck) };
  });
  const { drill, proof } = saidOf(rule, runs);
  expect(drill).not.toEqual([]);
  expect(proof).not.toEqual([]);
});
