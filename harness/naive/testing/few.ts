/** What the inputs are made of: values so few that they meet, and what spoils a value. */
import * as fc from 'fast-check';
import type { Contract } from '../../../src/index.ts';
import { shipped } from '../../../src/testing/contracts.ts';
import { noLine } from '../../../src/testing/findings.ts';
import { anyJson, nearly, nested, reordered, withLeaf } from '../../../src/testing/json.ts';
import type { Subject } from '../../../src/testing/laws.ts';
import { brokenPath } from '../../../src/testing/paths.ts';

export type Subjects = fc.Arbitrary<Subject>;

export const mostly = <T, U>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<U>, weight = 6): fc.Arbitrary<T | U> =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: odd });

/** The shipped contract with the roles that small assignments name, and with small bounds. */
export const small: fc.Arbitrary<Contract> = fc
  .record({
    roles: fc.uniqueArray(fc.constantFrom('one', 'two', 'three'), { minLength: 1 }),
    perPacket: fc.integer({ min: 1, max: 3 }),
    textBytes: fc.integer({ min: 1, max: 6 }),
    scope: fc.constantFrom('changed-files' as const, 'repository' as const),
    minCommitIdLength: fc.integer({ min: 4, max: 8 }),
    openThreads: fc.integer({ min: 1, max: 3 }),
    depth: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ roles, perPacket, textBytes, scope, minCommitIdLength, openThreads, depth }) => ({
    ...shipped,
    roles: Object.fromEntries(roles.map((role) => [role, { question: `What of ${role}?` }])),
    findings: { scope, perPacket, textBytes },
    manifest: { minCommitIdLength },
    limits: { openThreads, depth },
  }));

export const fewPaths = mostly(fc.constantFrom('a', 'b', 'a/b', '..env', 'a b', '\u00e9', 'e\u0301'), brokenPath, 12);
export const manyPaths = fc.oneof(
  { weight: 5, arbitrary: fc.array(fewPaths, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.array(fewPaths, { minLength: 20, maxLength: 60, size: 'max' }) },
);
export const fewIds = mostly(
  fc.constantFrom('abcd', 'abcd0123', 'f'.repeat(64)),
  fc.constantFrom('main', 'abc', 'ABCD0123', ''),
  4,
);
export const fewDigests = mostly(
  fc.constantFrom('0'.repeat(64), '1'.repeat(64)),
  fc.constantFrom('0', 'A'.repeat(64), ''),
  4,
);
export const fewRoles = fc.constantFrom('one', 'two', 'three', 'stranger', '__proto__');

export const fewTexts = fc.constantFrom(
  'a',
  'b',
  '',
  ' ',
  '\u20ac',
  '\u20ac\u20ac',
  '\u20ac\u20ac!',
  '\ud800',
  'a|b',
  '12',
  '1',
);
/** `1e999` is JSON, and no number that JSON could write again. */
export const fewLines = mostly(fc.integer({ min: 1, max: 4 }), fc.oneof(noLine, fc.constant(Infinity)));
export const fewFindings = fc.record({
  role: fewRoles,
  file: fewPaths,
  line: fewLines,
  severity: fc.constantFrom('critical', 'high', 'low', 'High', 'P1'),
  evidence: fewTexts,
  action: fewTexts,
});
export const fewCounts = fc.dictionary(
  fc.oneof(fewPaths, fc.constant('__proto__')),
  mostly(fc.integer({ min: 1, max: 3 }), fc.oneof(noLine, fc.constantFrom(2 ** 53, 1e308), anyJson), 12),
  { noNullPrototype: true },
);

/** What was valid, with a few places in it changed, in another order, or with depth somewhere in it. */
export function nearlyOrDeep(input: unknown, deepest = 500): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 6, arbitrary: nearly(input) },
    { weight: 1, arbitrary: fc.nat().map((salt) => reordered(input, salt)) },
    { weight: 1, arbitrary: deepIn(fc.constant(input), deepest) },
  );
}

export function deepIn(inputs: fc.Arbitrary<unknown>, deepest = 500): fc.Arbitrary<unknown> {
  const levels = mostly(fc.integer({ min: 90, max: 104 }), fc.constantFrom(1, 2, 500, deepest), 10);
  return fc.tuple(inputs, fc.nat(), levels).map(([input, place, deep]) => withLeaf(input, place, nested(deep)));
}
