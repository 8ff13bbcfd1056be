/**
 * Do the cases prove the contract? Every rule has to matter, every code to be reached, rules to speak in their order,
 * and every refusal to stand near a pass. What is missing is a gap, and says which case to write.
 */
import { isPlainPass } from '../src/contract/decision.ts';
import { decisionCodes, gateIds, registry, ruleTables } from '../src/index.ts';
import type { Contract, Decision, DecisionCode, GateId } from '../src/index.ts';
import { differingPointers } from './input-difference.ts';
import type { Case } from './load-cases.ts';
import { digestsOf } from './results.ts';
import type { CaseRun } from './run.ts';

/** What proves a rule: the cases that it decides, and those of them that get another code once its row is struck. */
type RuleProof = {
  readonly gate: GateId;
  readonly rule: string;
  readonly code: DecisionCode;
  readonly decides: readonly string[];
  readonly struck: readonly string[];
};

/** The cases that reach a code. */
type CodeProof = { readonly gate: GateId; readonly code: DecisionCode; readonly cases: readonly string[] };

/** Two rules that some cases violate together, the one that speaks first, and which of the cases it decides. */
type OrderProof = {
  readonly gate: GateId;
  readonly rules: readonly [string, string];
  readonly first: string;
  readonly decides: readonly string[];
  /** The cases that a third rule decides, before both. */
  readonly others: readonly string[];
};

/** A refused case, the passing case of its gate nearest to it, and JSON Pointers to where their inputs differ. */
type TwinProof = {
  readonly gate: GateId;
  readonly case: string;
  readonly twin: string;
  readonly differs: readonly string[];
};

export type Proof = {
  readonly rules: readonly RuleProof[];
  readonly codes: readonly CodeProof[];
  readonly order: readonly OrderProof[];
  readonly twins: readonly TwinProof[];
  /** What is not proven, each in one line that says what to do. */
  readonly gaps: readonly string[];
};

/** What `prove --json` prints. */
export type ProofReport = {
  readonly schemaVersion: 1;
  readonly corpusSha256: string;
  readonly contractSha256: string;
  /** How many there are of each. */
  readonly summary: { readonly [part in 'cases' | keyof Proof]: number };
} & Proof;

/** A proof with the digests of what it is about. */
export function proofReportOf(corpus: readonly Case[], contract: Contract, proof: Proof): ProofReport {
  const { rules, codes, order, twins, gaps } = proof;
  return {
    schemaVersion: 1,
    ...digestsOf(corpus, contract),
    summary: {
      cases: corpus.length,
      rules: rules.length,
      codes: codes.length,
      order: order.length,
      twins: twins.length,
      gaps: gaps.length,
    },
    ...proof,
  };
}

/** Looks for proof in decisions that were made: nothing is decided again. */
export function proofOf(runs: readonly CaseRun[]): Proof {
  const parts = gateIds.map((gate) =>
    proofOfGate(
      gate,
      runs.filter(({ tested }) => tested.gate === gate),
    ),
  );
  return {
    rules: parts.flatMap(({ rules }) => rules),
    codes: parts.flatMap(({ codes }) => codes),
    order: parts.flatMap(({ order }) => order),
    twins: parts.flatMap(({ twins }) => twins),
    gaps: [...runs.flatMap(differing), ...parts.flatMap(({ gaps }) => gaps)],
  };
}

/** How a case that differs is looked at. */
export function howToSee(id: string): string {
  return `run \`drill --case ${id}\` on the same cases and contract`;
}

function differing({ tested: { id }, differences }: CaseRun): readonly string[] {
  return differences.length === 0 ? [] : [`case \`${id}\` differs: ${howToSee(id)}`];
}

function proofOfGate(gate: GateId, runs: readonly CaseRun[]): Proof {
  const rules = ruleTables[gate].map(({ id, code }): RuleProof => {
    const decided = runs.filter(({ decision }) => decision.rule === id);
    const struck = decided.filter(({ decision }) => codeWithout(id, decision) !== decision.code);
    return { gate, rule: id, code, decides: decided.map(idOf), struck: struck.map(idOf) };
  });
  const codes = decisionCodes
    .filter((code) => registry[code].gate === gate)
    .map((code): CodeProof => ({ gate, code, cases: runs.filter(({ decision }) => decision.code === code).map(idOf) }));
  const refused = runs.filter(({ decision }) => decision.outcome !== 'pass');
  const passed = runs.filter(({ decision }) => decision.outcome === 'pass');
  const twins = refused.flatMap((run) => twinOf(run, passed));
  const gaps = [
    ...rules.flatMap(ruleGap),
    ...codes.flatMap(codeGap),
    ...runs.flatMap(orderGap),
    ...(passed.length === 0 ? refused.map(twinGap) : []),
  ];
  return { rules, codes, order: orderOf(gate, runs), twins, gaps };
}

/** The code that a decision would have without one row of its table. */
function codeWithout(rule: string, { gate, violations }: Decision): DecisionCode | undefined {
  const next = violations.find((violation) => violation.rule !== rule);
  return next?.code ?? decisionCodes.find((code) => registry[code].gate === gate && isPlainPass(code));
}

/** Every pair of rules that a case violates together, in the order of the table. */
function orderOf(gate: GateId, runs: readonly CaseRun[]): readonly OrderProof[] {
  const ids = ruleTables[gate].map(({ id }) => id);
  const pairs = ids.flatMap((first, at) => ids.slice(at + 1).map((second): [string, string] => [first, second]));
  return pairs.flatMap((rules) => {
    const both = runs.filter(({ decision }) => rules.every((rule) => violatedRules(decision).includes(rule)));
    const [first] = both.flatMap(({ decision }) => violatedRules(decision).filter((rule) => rules.includes(rule)));
    if (first === undefined) return [];
    const decides = both.filter(({ decision }) => decision.rule === first).map(idOf);
    const others = both.filter(({ decision }) => decision.rule !== first).map(idOf);
    return [{ gate, rules, first, decides, others }];
  });
}

function twinOf(run: CaseRun, passed: readonly CaseRun[]): readonly TwinProof[] {
  const [first, ...others] = [...passed].sort((a, b) => Number(isNeighbour(run, b)) - Number(isNeighbour(run, a)));
  if (!first) return [];
  let twin = first;
  let differs = differingPointers(run.tested.input, first.tested.input) ?? [];
  for (const other of others) {
    if (differs.length === 0) break;
    const fewer = differingPointers(run.tested.input, other.tested.input, differs.length - 1);
    if (fewer) [twin, differs] = [other, fewer];
  }
  return [{ gate: run.tested.gate, case: idOf(run), twin: idOf(twin), differs }];
}

/** Of two that are equally near, the one in the same file is the twin. */
function isNeighbour(one: CaseRun, other: CaseRun): boolean {
  const fileOf = ({ tested: { id } }: CaseRun): string => id.slice(0, id.lastIndexOf('/'));
  return fileOf(one) === fileOf(other);
}

function ruleGap({ gate, rule, decides, struck }: RuleProof): readonly string[] {
  if (struck.length > 0) return [];
  const when = ruleTables[gate].find(({ id }) => id === rule)?.when;
  const wanted = `write a case of gate \`${gate}\` that violates it and no rule before it, and gets another code without it: violated when ${when}`;
  return decides.length === 0
    ? [`rule \`${rule}\` decides no case: ${wanted}`]
    : [`without rule \`${rule}\` no case gets another code: ${wanted}`];
}

function codeGap({ gate, code, cases }: CodeProof): readonly string[] {
  return cases.length > 0 ? [] : [`code \`${code}\` is reached by no case: write one of gate \`${gate}\``];
}

function orderGap({ tested, decision }: CaseRun): readonly string[] {
  const rules = violatedRules(decision);
  const order = ruleTables[decision.gate].map(({ id }) => id).filter((id) => rules.includes(id));
  const at = order.findIndex((rule, index) => rule !== rules[index]);
  if (at === -1) return [];
  return [
    `case \`${tested.id}\`: rule \`${rules[at]}\` speaks before \`${order[at]}\`, against the order of the table`,
  ];
}

function twinGap({ tested: { id, gate } }: CaseRun): string {
  return `case \`${id}\` has no passing twin: write a case of gate \`${gate}\` that passes and differs in little`;
}

/** Each once, in the order in which they were reported. */
function violatedRules({ violations }: Decision): readonly string[] {
  return [...new Set(violations.map(({ rule }) => rule))];
}

function idOf({ tested }: CaseRun): string {
  return tested.id;
}

/** Places of a twin that are listed; how many more there are is said. */
const shownPlaces = 5;

/** The first places in which twins differ, and how many more there are. */
export function firstPlaces(differs: readonly string[]): { readonly places: readonly string[]; readonly more: number } {
  const places = differs.slice(0, shownPlaces);
  return { places, more: differs.length - places.length };
}
