/** Runs cases: the gate sees the input alone, and the verdict compares its decision with what was expected. */
import type { Contract, Decision } from '../src/index.ts';
import { decideAny } from './decide-any.ts';
import type { Case } from './load-cases.ts';
import { differencesOf } from './verdict.ts';
import type { Difference } from './verdict.ts';

/** A case that ran; it matched when nothing differs. */
export type Outcome = {
  readonly one: Case;
  readonly decision: Decision;
  readonly differences: readonly Difference[];
};

export async function runCases(cases: readonly Case[], contract: Contract): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const one of cases) {
    const decision = await decideAny(one.gate, contract, one.input);
    outcomes.push({ one, decision, differences: differencesOf(one.expect, decision) });
  }
  return outcomes;
}
