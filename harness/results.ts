/** What a run of cases says to a program: the content of `drill --json` and of `reports/results.json`. */
import type { Contract, DecisionCode, Facts, GateId, Outcome, Violation } from '../src/index.ts';
import { digestOf } from './digest.ts';
import type { Case } from './load-cases.ts';
import type { CaseRun } from './run.ts';

export type Results = {
  readonly schemaVersion: 1;
  /** Digest of all cases loaded, before any filter. */
  readonly corpusSha256: string;
  readonly contractSha256: string;
  readonly summary: { readonly total: number; readonly matched: number; readonly differed: number };
  readonly cases: readonly {
    readonly id: string;
    readonly suite: string;
    readonly gate: GateId;
    readonly description: string;
    readonly expected: DecisionCode;
    readonly actual: DecisionCode;
    readonly rule: string | null;
    readonly outcome: Outcome;
    readonly matched: boolean;
    readonly violations: readonly Violation[];
    readonly facts: Facts;
  }[];
};

/** What a report is about: all cases that were loaded, and the contract. */
export function digestsOf(
  corpus: readonly Case[],
  contract: Contract,
): { readonly corpusSha256: string; readonly contractSha256: string } {
  return {
    corpusSha256: digestOf(corpus.map(({ id, gate, input, expect }) => ({ id, gate, input, expect }))),
    contractSha256: digestOf(contract),
  };
}

/** The results of the cases that ran; `corpus` is all that were loaded, whatever was selected of them. */
export function resultsOf(corpus: readonly Case[], contract: Contract, runs: readonly CaseRun[]): Results {
  const matched = runs.filter(({ differences }) => differences.length === 0).length;
  return {
    schemaVersion: 1,
    ...digestsOf(corpus, contract),
    summary: { total: runs.length, matched, differed: runs.length - matched },
    cases: runs.map(({ tested: { id, suite, gate, description, expect }, decision, differences }) => ({
      id,
      suite,
      gate,
      description,
      expected: expect.code,
      actual: decision.code,
      rule: decision.rule,
      outcome: decision.outcome,
      matched: differences.length === 0,
      violations: decision.violations,
      facts: decision.facts,
    })),
  };
}
