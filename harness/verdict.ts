/** Does a decision match what a case expects: everything that the case asserts, and nothing else. */
import type { Decision, DecisionCode } from '../src/index.ts';
import { canonicalJson } from '../src/contract/json.ts';
import { isRecord, token } from '../src/contract/shape.ts';
import { show } from '../src/contract/show.ts';

export type Expectation = {
  readonly code: DecisionCode;
  readonly rule?: string | null;
  readonly facts?: Readonly<Record<string, number | boolean>>;
  readonly violations?: readonly { readonly rule: string; readonly path: string }[];
  readonly review?: unknown;
  readonly evidence?: unknown;
};

const longestShown = 200;

/** One assertion that does not hold, in words: `code: expected "ADMIT", got "STALE_HEAD"`. */
export type Difference = string;

/** Everything in which a decision is not what a case asserts; empty when the case matches. */
export function differencesOf(expect: Expectation, decision: Decision): readonly Difference[] {
  const actual: Readonly<Record<string, unknown>> = {
    ...decision,
    violations: decision.violations.map(({ rule, path }) => ({ rule, path })),
  };
  const { facts = {}, ...whole } = expect;
  const asserted = [
    ...Object.entries(whole).map(([key, expected]) => difference(key, expected, actual[key])),
    ...Object.entries(facts).map(([key, expected]) =>
      difference(`facts.${key}`, expected, Object.hasOwn(decision.facts, key) ? decision.facts[key] : undefined),
    ),
  ];
  return asserted.filter((one) => one !== undefined);
}

function difference(what: string, expected: unknown, actual: unknown): Difference | undefined {
  const at = firstDifference(expected, actual);
  if (at === undefined) return undefined;
  return `${what}${at.pointer}: expected ${shown(at.expected)}, got ${shown(at.actual)}`;
}

/** A value of a difference: a small container is worth more as a whole than as a kind. */
function shown(value: unknown): string {
  const text = isContainer(value) ? canonicalJson(value) : '';
  return text === '' || text.length > longestShown ? show(value) : text;
}

type Differing = { readonly pointer: string; readonly expected: unknown; readonly actual: unknown };

/** The first place in which two values differ, outermost first, members of the expected one in its own order. */
function firstDifference(expected: unknown, actual: unknown): Differing | undefined {
  let at: Differing = { pointer: '', expected, actual };
  if (canonicalJson(expected) === canonicalJson(actual)) return undefined;
  for (let inner = innerDifference(at); inner; inner = innerDifference(at)) at = inner;
  return at;
}

function innerDifference({ pointer, expected, actual }: Differing): Differing | undefined {
  if (Array.isArray(expected) !== Array.isArray(actual)) return undefined;
  if (!isContainer(expected) || !isContainer(actual)) return undefined;
  const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  for (const key of keys) {
    const inner = { pointer: `${pointer}/${token(key)}`, expected: expected[key], actual: actual[key] };
    const isMissing = Object.hasOwn(expected, key) !== Object.hasOwn(actual, key);
    if (isMissing || canonicalJson(inner.expected) !== canonicalJson(inner.actual)) return inner;
  }
  return undefined;
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) || Array.isArray(value);
}
