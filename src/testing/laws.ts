/** What a law is, and how it says that it does not hold. */
import type * as fc from 'fast-check';
import type { Contract } from '../contract/contract.ts';
import type { Decision, Violation } from '../contract/decision.ts';
import { canonicalJson } from '../contract/json.ts';

export type Decide<D extends Decision = Decision> = (contract: Contract, input: unknown) => D;

/** A law speaks about any gate that decides as the real one does, so that it can be tried on a faulty one. */
export type Law<D extends Decision = Decision> = (decide: Decide<D>) => fc.IProperty<unknown>;

/** Laws by their titles; a title states what holds. */
export type Laws<D extends Decision = Decision> = Readonly<Record<string, Law<D>>>;

/** What a decision is about. */
export type Subject = { readonly contract: Contract; readonly input: unknown };

/** Throws unless two JSON values are the same, the order of members aside. */
export function agree(actual: unknown, expected: unknown, about = 'the decision'): void {
  const [got, wanted] = [canonicalJson(actual), canonicalJson(expected)];
  if (got !== wanted) throw new Error(`${about} is ${got}, not ${wanted}`);
}

/** Throws unless something holds. */
export function hold(fact: boolean, what: string, actual?: unknown): void {
  if (!fact)
    throw new Error(`it does not hold that ${what}${actual === undefined ? '' : `: ${canonicalJson(actual)}`}`);
}

/** A violation by rule and place: `rule /path`. Messages are not stable, so no law looks at them. */
export function placed({ violations }: Decision): string[] {
  return violations.map(at);
}

/** The violated rules, each once, in order. */
export function violatedRules({ violations }: Decision): string[] {
  return [...new Set(violations.map(({ rule }) => rule))];
}

export function at({ rule, path }: Violation): string {
  return `${rule} ${path}`;
}
