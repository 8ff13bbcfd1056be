/** The laws that hold for every gate, whatever it is asked. */
import * as fc from 'fast-check';
import { registry } from '../contract/decision.ts';
import type { Decision, GateId } from '../contract/decision.ts';
import { canonicalJson } from '../contract/json.ts';
import type { Review } from '../gates/review.ts';
import { agreedOutcomes, agreedPass, agreedRules } from './agreed.ts';
import { someContract } from './contracts.ts';
import { anyJson, frozen, leadsSomewhere, nearly, nested, reordered, withLeaf } from './json.ts';
import { agree, at, hold } from './laws.ts';
import type { Laws, Subject } from './laws.ts';

const listedPerRule = 20;

/** The laws that every gate keeps; `subjects` are inputs that have the gate's shape. */
export function everyGateLaws(gate: GateId, subjects: fc.Arbitrary<Subject>): Laws {
  const near = subjects.chain(({ contract, input }) => nearly(input).map((edited) => ({ contract, input: edited })));
  const any = fc.record({ contract: someContract, input: anyJson });
  return {
    'any JSON value gets a decision that is in order': (decide) =>
      fc.property(any, ({ contract, input }) => inOrder(decide(contract, input), gate, input)),

    'an input gets a decision that is in order': (decide) =>
      fc.property(subjects, ({ contract, input }) => inOrder(decide(contract, input), gate, input)),

    'an input with a few places dropped, retyped, renamed or doubled gets a decision that is in order': (decide) =>
      fc.property(near, ({ contract, input }) => inOrder(decide(contract, input), gate, input)),

    'nothing but depth, however much of it, violates the shape rule': (decide) =>
      fc.property(someContract, fc.constantFrom(1, 2, 100, 101, 10_000, 100_000), (contract, levels) =>
        shapeRefused(decide(contract, nested(levels)), gate),
      ),

    'the order of members, in the input and in the contract, changes no decision': (decide) =>
      fc.property(fc.oneof(subjects, near), fc.nat(), ({ contract, input }, salt) => {
        const one = decide(contract, input);
        const other = decide(reordered(contract, salt) as typeof contract, reordered(input, salt));
        agree(unordered(other), unordered(one));
      }),

    'a decision reads and never writes: a frozen input gets the same one, again and again': (decide) =>
      fc.property(fc.oneof(subjects, near), ({ contract, input }) => {
        const before = canonicalJson(input);
        const first = decide(contract, input);
        hold(canonicalJson(input) === before, 'the input is as it was', input);
        agree(decide(frozen(contract), frozen(input)), first);
      }),
  };
}

/** The laws of a gate whose shape is closed down to the last leaf. */
export function closedGateLaws(gate: GateId, subjects: fc.Arbitrary<Subject>): Laws {
  const levels = fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: 101, max: 200 }) },
    { weight: 1, arbitrary: fc.constant(100_000) },
  );
  return {
    ...everyGateLaws(gate, subjects),
    'an input nested deeper than 100 containers violates the shape rule, wherever the depth stands': (decide) =>
      fc.property(subjects, fc.nat(), levels, ({ contract, input }, place, deep) =>
        shapeRefused(decide(contract, withLeaf(input, place, nested(deep))), gate),
      ),
  };
}

/** Throws unless everything that holds for each decision holds for this one. */
export function inOrder(decision: Decision, gate: GateId, input: unknown): void {
  const { code, outcome, rule, recovery, violations, more, facts } = decision;
  const rules = agreedRules[gate];
  agree(decision.gate, gate, 'the gate');
  agree(code, violations[0]?.code ?? agreedPass[gate], 'the code');
  agree(rule, violations[0]?.rule ?? null, 'the rule');
  agree(outcome, agreedOutcomes[code], 'the outcome');
  agree(recovery, registry[code].recovery, 'the recovery');
  hold(registry[code].gate === gate, 'the code is one of the gate', code);
  agree(
    violations.map(({ rule: id }) => rules.find(([known]) => known === id)?.[1]),
    violations.map((one) => one.code),
    'the codes of the violated rules',
  );
  const order = violations.map(({ rule: id }) => rules.findIndex(([known]) => known === id));
  agree(
    order,
    order.toSorted((a, b) => a - b),
    'the order of the violated rules',
  );
  const counts = rules.map(([id]) => violations.filter((one) => one.rule === id).length);
  hold(Math.max(...counts) <= listedPerRule, 'a rule lists at most twenty', counts);
  hold(Number.isSafeInteger(more) && more >= 0, '`more` is a count', more);
  hold(more === 0 || counts.includes(listedPerRule), '`more` counts what a full list leaves out', { more, counts });
  for (const violation of violations) {
    hold(leadsSomewhere(input, violation.path), 'the pointer leads to the value that offends', at(violation));
    hold(/^[^\n\r]+$/.test(violation.message), 'a message is one line', violation.message);
  }
  if (violations[0]?.rule === rules[0]?.[0]) {
    hold(
      violations.every((one) => one.rule === rule),
      'a violated shape rule ends the list',
      violations.map(at),
    );
    agree(facts, {}, 'the facts');
  }
}

function shapeRefused(decision: Decision, gate: GateId): void {
  agree(decision.rule, agreedRules[gate][0]?.[0], 'the rule');
  agree(decision.facts, {}, 'the facts');
}

/** All of a decision but the order in which members of an object were met; messages say nothing stable. */
function unordered({ violations, review, ...rest }: Decision & { readonly review?: Review }): unknown {
  const listed = violations.map(at);
  const rejected = review?.rejected.map((one) => ({ ...one, violations: sorted(one.violations) }));
  return {
    ...rest,
    violations: rest.more > 0 ? listed.length : sorted(listed),
    ...(review && { review: { ...review, rejected: sorted(rejected ?? []) } }),
  };
}

function sorted(list: readonly unknown[]): readonly string[] {
  return list.map(canonicalJson).sort();
}
