/** Runs cases: the gate sees the input alone, and the verdict compares its decision with what was expected. */
import type { Contract, Decision } from '../src/index.ts';
import { decideAny } from './decide-any.ts';
import type { Case } from './load-cases.ts';
import { differencesOf } from './verdict.ts';
import type { Difference } from './verdict.ts';

/** A case that ran; it matched when nothing differs. */
export type CaseRun = {
  readonly tested: Case;
  readonly decision: Decision;
  readonly differences: readonly Difference[];
};

/** Runs one case. A case that differs is no failure: what differs is in the result. */
export async function runCase(tested: Case, contract: Contract): Promise<CaseRun> {
  const decision = await decideAny(tested.gate, contract, tested.input);
  return { tested, decision, differences: differencesOf(tested.expect, decision) };
}

/** Runs cases one after the other, in their order. A case that differs stops nothing. */
export async function runCases(cases: readonly Case[], contract: Contract): Promise<readonly CaseRun[]> {
  const runs: CaseRun[] = [];
  for (const tested of cases) runs.push(await runCase(tested, contract));
  return runs;
}
