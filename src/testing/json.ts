/** JSON values: any at all, and those that are nearly what was wanted. */
import * as fc from 'fast-check';
import { anyText } from './texts.ts';

type Key = string | number;
type Member = readonly [name: string, value: unknown];

/** Names that a gate knows, and names that trip code which trusts an object. */
const memberName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', 'toJSON', '0', ''),
  fc.constantFrom('manifest', 'observed', 'head', 'diffSha256', 'changedFiles', 'generatedFiles', 'workers', 'role'),
  fc.constantFrom('assignment', 'packets', 'findings', 'finding', 'line', 'lineCounts', 'tools', 'depth', 'arguments'),
  anyText,
);

/** The scalars of JSON, those at the edges of their kind most of all. */
const anyScalar: fc.Arbitrary<unknown> = fc.oneof(
  anyText,
  fc.constantFrom<unknown>(null, true, false, 0, -0, 1, -1, 0.5, 2 ** 53, 2 ** 53 - 1, 1e308, -1e308, 5e-324),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
);

/** Any JSON value, members named `__proto__` included, as `JSON.parse` makes them. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ stringUnit: 'binary' }),
  fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      anyScalar,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.array(fc.tuple(memberName, tie('value')), { maxLength: 4 }).map((members) => Object.fromEntries(members)),
    ),
  })).value,
);

/** A value with a few places in it dropped, retyped, renamed or doubled. */
export function nearly(value: unknown): fc.Arbitrary<unknown> {
  return fc
    .array(fc.tuple(fc.nat(), edit), { minLength: 1, maxLength: 3 })
    .map((edits) => edits.reduce((edited, [place, change]) => editPlace(edited, place, change), value));
}

/** Containers in one another, `levels` of them in all. */
export function nested(levels: number): unknown {
  const known = depths.get(levels);
  if (known !== undefined) return known;
  let value: unknown = [];
  for (let level = 1; level < levels; level += 1) value = level % 2 === 0 ? [value] : { in: value };
  depths.set(levels, value);
  return value;
}

/** Depths that were made already: a hundred thousand levels take their time. */
const depths = new Map<number, unknown>();

/** The value with one leaf, or one empty container, replaced. */
export function withLeaf(value: unknown, place: number, leaf: unknown): unknown {
  const leaves = placesIn(value).filter((keys) => placesIn(valueAt(value, keys)).length === 0);
  const keys = leaves[place % leaves.length];
  if (keys === undefined) return leaf;
  return editAt(value, keys, (members, index) => members.with(index, [members[index]?.[0] ?? '', leaf]));
}

/** The same value with the members of every object in another order. */
export function reordered(value: unknown, salt: number): unknown {
  if (!isContainer(value)) return value;
  if (Array.isArray(value)) return value.map((one) => reordered(one, salt));
  const members = Object.entries(value).map(([name, one]): Member => [name, reordered(one, salt)]);
  return Object.fromEntries(members.sort(([a], [b]) => scattered(a, salt) - scattered(b, salt)));
}

/** Freezes a value through and through, so that a write to it throws. */
export function frozen<T>(value: T): T {
  if (isContainer(value)) for (const one of Object.values(Object.freeze(value))) frozen(one);
  return value;
}

/** Whether a JSON Pointer leads to a value, or to where a member of an object is missing. */
export function leadsSomewhere(value: unknown, pointer: string): boolean {
  if (pointer === '') return true;
  const [first, ...names] = pointer.split('/').map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = names.pop();
  if (first !== '' || last === undefined) return false;
  let holder = value;
  for (const name of names) {
    if (!isContainer(holder) || !Object.hasOwn(holder, name)) return false;
    holder = (holder as Readonly<Record<string, unknown>>)[name];
  }
  return isContainer(holder) && (!Array.isArray(holder) || Object.hasOwn(holder, last));
}

type Edit = (members: readonly Member[], index: number) => readonly Member[];

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.constant<Edit>((members, index) => members.toSpliced(index, 1)),
  anyJson.map(
    (value): Edit =>
      (members, index) =>
        members.with(index, [members[index]?.[0] ?? '', value]),
  ),
  memberName.map(
    (name): Edit =>
      (members, index) =>
        members.with(index, [name, members[index]?.[1]]),
  ),
  memberName.map(
    (name): Edit =>
      (members, index) =>
        members.toSpliced(index + 1, 0, [name, copyOf(members[index]?.[1])]),
  ),
);

/** A value of its own: two places of a JSON value are never one object. */
function copyOf(value: unknown): unknown {
  return value === undefined ? value : (JSON.parse(JSON.stringify(value)) as unknown);
}

function editPlace(value: unknown, place: number, change: Edit): unknown {
  const places = placesIn(value);
  const keys = places[place % places.length];
  return keys === undefined ? value : editAt(value, keys, change);
}

function editAt(value: unknown, [key, ...rest]: readonly Key[], change: Edit): unknown {
  const members = Object.entries(value as object) as Member[];
  const index = members.findIndex(([name]) => name === String(key));
  const changed =
    rest.length === 0
      ? change(members, index)
      : members.map(([name, one]): Member => [name, name === String(key) ? editAt(one, rest, change) : one]);
  return Array.isArray(value) ? changed.map(([, one]) => one) : Object.fromEntries(changed);
}

/** Every place inside a value: the keys that lead there. */
function placesIn(value: unknown, at: readonly Key[] = []): (readonly Key[])[] {
  if (!isContainer(value)) return [];
  return Object.entries(value).flatMap(([key, one]) => [[...at, key], ...placesIn(one, [...at, key])]);
}

function valueAt(value: unknown, keys: readonly Key[]): unknown {
  return keys.reduce((holder: unknown, key) => (holder as Readonly<Record<Key, unknown>>)[key], value);
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** A number that looks like chance, for an order that shrinks and repeats. */
function scattered(text: string, salt: number): number {
  let number = salt;
  for (let index = 0; index < text.length; index += 1) number = Math.imul(number ^ text.charCodeAt(index), 0x9e3779b1);
  return number >>> 0;
}
