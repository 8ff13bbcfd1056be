import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../testing/texts.ts';
import { isAscending, listSet } from './list-set.ts';

const runs = { numRuns: 2000, verbose: fc.VerbosityLevel.Verbose };

const few = fc.constantFrom('a', 'b', 'c', 'B', '__proto__', '\u{1f600}', '\uffff');
/** Lists in any order, and in the order in which nothing is hashed. */
const list = fc
  .tuple(fc.array(fc.oneof(few, anyText), { maxLength: 6 }), fc.boolean())
  .map(([texts, sorted]) => (sorted ? [...new Set(texts)].sort() : texts));

test('a list looked at as a set is the set of its members', () => {
  fc.assert(
    fc.property(list, list, (one, other) => {
      const [set, seen] = [new Set(one), listSet(one)];
      expect(seen.size()).toBe(set.size);
      expect(other.map((text) => seen.has(text))).toStrictEqual(other.map((text) => set.has(text)));
      expect(seen.missing(other)).toStrictEqual(other.filter((text) => !set.has(text)));
      const same = other.every((text) => set.has(text)) && one.every((text) => other.includes(text));
      expect([seen.hasSameMembers(other), seen.hasSameMembers([...one, ...one])]).toStrictEqual([same, true]);
    }),
    runs,
  );
});

test('a list ascends when it is sorted by code units and nothing appears twice', () => {
  fc.assert(
    fc.property(list, (one) => {
      const sorted = [...new Set(one)].sort();
      expect(isAscending(one)).toBe(JSON.stringify(one) === JSON.stringify(sorted));
      expect(isAscending(sorted)).toBe(true);
    }),
    runs,
  );
});
