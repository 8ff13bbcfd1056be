import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { brokenPath, canonicalPath } from '../testing/paths.ts';
import { anyText } from '../testing/texts.ts';
import { canonicalPathPattern, isCanonicalPath } from './path.ts';

const runs = { numRuns: 5000, verbose: fc.VerbosityLevel.Verbose };

/** Dots and slashes in every arrangement, which is where paths go wrong. */
const dotted = fc.string({ unit: fc.constantFrom('.', '/', 'a', '\n', '\u0000'), maxLength: 8 });

test('the published pattern and the scan accept the same texts', () => {
  fc.assert(
    fc.property(fc.oneof(dotted, anyText, canonicalPath, brokenPath), (path) => {
      expect([path, isCanonicalPath(path)]).toStrictEqual([path, canonicalPathPattern.test(path)]);
    }),
    runs,
  );
});

test('a path is canonical when it has no NUL and none of its segments is empty or dots', () => {
  fc.assert(
    fc.property(fc.oneof(dotted, canonicalPath, brokenPath), (path) => {
      const expected = !path.includes('\u0000') && path.split('/').every((one) => !['', '.', '..'].includes(one));
      expect([path, isCanonicalPath(path)]).toStrictEqual([path, expected]);
    }),
    runs,
  );
});

test.each<readonly [segment: string, isCanonical: boolean]>([
  ['', false],
  ['.', false],
  ['..', false],
  ['\u0000', false],
  ['.\u0000', false],
  ['..\u0000', false],
  ['a\u0000', false],
  ['a', true],
  ['.a', true],
  ['..a', true],
  ['...', true],
  ['.a.', true],
])('the segment %j is one of a canonical path: %j, wherever it stands', (segment, isCanonical) => {
  const paths = [segment, `${segment}/x`, `x/${segment}`, `x/${segment}/x`];
  expect(paths.map(isCanonicalPath)).toEqual(paths.map(() => isCanonical));
  expect(paths.map((path) => canonicalPathPattern.test(path))).toEqual(paths.map(() => isCanonical));
});

test('a path of ten million characters is scanned', () => {
  expect(isCanonicalPath('a/'.repeat(5_000_000))).toBe(false);
  expect(isCanonicalPath(`${'a/'.repeat(5_000_000)}a`)).toBe(true);
});
