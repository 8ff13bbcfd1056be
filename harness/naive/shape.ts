// Shapes as functions from a value to the pointers of everything in it that offends.
//
// Choice: "in input order" in an object is the order of its members as they stand, each member with all that offends
// inside it; members that are missing do not stand anywhere, and come after, in the order of the contract.
// Choice: an optional member that is there must have its type; `null` is not absence.

import { isTooLong } from './globs.ts';
import { isObject, step, tooDeep } from './json.ts';

export type Shape = (value: unknown, at: string) => string[];

export const anything: Shape = () => [];
export const text: Shape = (value, at) => (typeof value === 'string' ? [] : [at]);
export const truth: Shape = (value, at) => (typeof value === 'boolean' ? [] : [at]);
export const number: Shape = (value, at) => (typeof value === 'number' ? [] : [at]);
export const glob: Shape = (value, at) => (typeof value === 'string' && !isTooLong(value) ? [] : [at]);

/** A safe integer, `least` or more. */
export function integer(least: number): Shape {
  return between(least, Number.MAX_SAFE_INTEGER);
}

/** A safe integer, neither less nor more. */
export function between(least: number, most: number): Shape {
  return (value, at) => {
    const fits = Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
    return fits ? [] : [at];
  };
}

export function listOf(entry: Shape): Shape {
  return (value, at) => {
    if (!Array.isArray(value)) return [at];
    return value.flatMap((inner: unknown, index) => entry(inner, at + step(index)));
  };
}

export function mapOf(entry: Shape): Shape {
  return (value, at) => {
    if (!isObject(value)) return [at];
    return Object.keys(value).flatMap((name) => entry(value[name], at + step(name)));
  };
}

/** "All shapes below are closed: an unknown key violates the shape rule." */
export function closed(
  required: Readonly<Record<string, Shape>>,
  optional: Readonly<Record<string, Shape>> = {},
): Shape {
  return (value, at) => {
    if (!isObject(value)) return [at];
    const offends: string[] = [];
    for (const name of Object.keys(value)) {
      if (Object.hasOwn(required, name)) offends.push(...(required[name]?.(value[name], at + step(name)) ?? []));
      else if (Object.hasOwn(optional, name)) offends.push(...(optional[name]?.(value[name], at + step(name)) ?? []));
      else offends.push(at + step(name));
    }
    for (const name of Object.keys(required)) {
      if (!Object.hasOwn(value, name)) offends.push(at + step(name));
    }
    return offends;
  };
}

/** Members that must be there, among any others. */
export function open(required: Readonly<Record<string, Shape>>): Shape {
  return (value, at) => {
    if (!isObject(value)) return [at];
    const present = Object.keys(value).filter((name) => Object.hasOwn(required, name));
    return closed(required)(Object.fromEntries(present.map((name) => [name, value[name]])), at);
  };
}

/** Choice: too deep is what the input as a whole is, said where nothing smaller offends. */
export function ofInput(shape: Shape, input: unknown): string[] {
  const offends = shape(input, '');
  return offends.length === 0 && tooDeep(input) ? [''] : offends;
}
