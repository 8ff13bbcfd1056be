/** An ordered rule table and the one way in which it decides: the first violated rule. */
import type { Contract } from './contract.ts';
import { decision } from './decision.ts';
import type { CodeOf, Decision, DecisionCode, Facts, GateId, Violation } from './decision.ts';
import type { Report, Shape } from './shape.ts';

/** What a reader needs to know of a rule: the row of every printed table. */
export type RuleRow = {
  readonly id: string;
  readonly code: DecisionCode;
  /** What violates the rule, as a clause that completes "violated when …". */
  readonly when: string;
};

/** A row that judges: it reports every value that offends, in input order, each by its JSON Pointer. */
export type Rule<Input, Code extends DecisionCode = DecisionCode> = RuleRow & {
  readonly code: Code;
  check(input: Input, report: Report, contract: Contract): void;
};

/** The first row of a gate: it reads what came in, or reports everything for which it cannot be read. */
export type ShapeRule<Input, Code extends DecisionCode = DecisionCode> = RuleRow & {
  readonly code: Code;
  read(value: unknown, report: Report, contract: Contract): Input | undefined;
};

/** A gate: a shape rule over whatever came in, then rules over what it has become. */
export type Gate<G extends GateId, Input> = {
  readonly pass: CodeOf<G>;
  readonly shape: ShapeRule<Input, CodeOf<G>>;
  readonly rules: readonly Rule<Input, CodeOf<G>>[];
  facts(input: Input): Facts;
};

/** What became of an input: the decision, and the input as read, unless its shape was refused. */
export type Judgement<Input> = { readonly decision: Decision; readonly input: Input | undefined };

/** One rule lists at most this many violations; the rest are counted. */
const listedPerRule = 20;

/** Total and pure: every rule is asked, in order, and the first violated one decides. */
export function judge<G extends GateId, Input>(
  gate: Gate<G, Input>,
  contract: Contract,
  value: unknown,
  listed = listedPerRule,
): Judgement<Input> {
  const found: Found = { violations: [], more: 0 };
  const input = gate.shape.read(value, reporter(gate.shape, found, listed), contract);
  if (input === undefined) return { decision: decision(gate.pass, found.violations, found.more, {}), input };
  for (const rule of gate.rules) rule.check(input, reporter(rule, found, listed), contract);
  return { decision: decision(gate.pass, found.violations, found.more, gate.facts(input)), input };
}

/** Makes the reading of a shape rule: what has the shape is turned into what the other rules judge. */
export function reading<Shaped, Input>(
  shape: Shape,
  read: (shaped: Shaped) => Input,
): (value: unknown, report: Report) => Input | undefined {
  return (value, report) => (shape(value, report) ? read(value as Shaped) : undefined);
}

/** Every row of a gate in the order in which they speak. */
export function rowsOf<G extends GateId, Input>(gate: Gate<G, Input>): readonly RuleRow[] {
  return [gate.shape, ...gate.rules];
}

type Found = { readonly violations: Violation[]; more: number };

function reporter({ id, code }: RuleRow, found: Found, listed: number): Report {
  let count = 0;
  return (path, message) => {
    count += 1;
    if (count <= listed) found.violations.push({ rule: id, code, path, message });
    else found.more += 1;
  };
}
