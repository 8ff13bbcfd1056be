import * as fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, test } from 'vitest';
import { canonicalPath } from '../testing/paths.ts';
import { compileGlob, matchesGlob, segmentsOf } from './glob.ts';

function isMatch(glob: string, path: string): boolean {
  return matchesGlob(compileGlob(glob), segmentsOf(path));
}

const runs = { numRuns: 5000, verbose: fc.VerbosityLevel.Verbose };

/**
 * Without its short cuts, which disagree with it. A final `**` behind a star is left out below: there it asks for one
 * segment at least, and nowhere else. A law of its own says what `**` at the end means here.
 */
const options = { dot: true, nonegate: true, noextglob: true, nobrace: true, nobracket: true, fastpaths: false };

/** Segments that both dialects take for the same: letters, dots and stars, `**` only as a whole one. */
function segment(units: string): fc.Arbitrary<string> {
  return fc
    .string({ unit: fc.constantFrom(...units), minLength: 1, maxLength: 5 })
    .filter((text) => !['.', '..'].includes(text) && !text.includes('**'));
}

const path = fc.array(segment('aab.'), { minLength: 1, maxLength: 5 }).map((list) => list.join('/'));
const pattern = fc
  .array(fc.oneof({ weight: 3, arbitrary: segment('aab.*?') }, { weight: 1, arbitrary: fc.constant('**') }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((list) => list.join('/'));

/** Patterns that make a matcher without care try everything. */
const hostile = fc
  .array(fc.constantFrom('*a', '*', '?', 'a', 'b', '/', '/**/', '**'), { minLength: 1, maxLength: 60 })
  .map((parts) => parts.join(''));

/** How often a match looks at its pattern. */
function looksAt(text: string, subject: string): number {
  let looks = 0;
  const counted = <T extends object>(list: T): T =>
    new Proxy(list, {
      get: (target, key, receiver) => {
        if (typeof key === 'string' && /^\d+$/.test(key)) looks += 1;
        return Reflect.get(target, key, receiver) as unknown;
      },
    });
  const glob = compileGlob(text).map((one) => (one === '**' ? one : counted(one)));
  matchesGlob(counted(glob), segmentsOf(subject));
  return looks;
}

describe('globs', () => {
  test('agree with picomatch wherever both speak the same dialect', () => {
    fc.assert(
      fc.property(pattern, path, (glob, subject) => {
        fc.pre(!glob.endsWith('*/**'));
        const expected = picomatch.isMatch(subject, glob, options);
        expect([glob, subject, isMatch(glob, subject)]).toStrictEqual([glob, subject, expected]);
      }),
      runs,
    );
  });

  test('a final `**` stands for the rest of the path, however long, and for nothing', () => {
    fc.assert(
      fc.property(pattern, path, (glob, subject) => {
        const segments = subject.split('/');
        const prefixes = segments.map((_, index) => segments.slice(0, index + 1).join('/'));
        const expected = prefixes.some((prefix) => isMatch(glob, prefix));
        expect([glob, subject, isMatch(`${glob}/**`, subject)]).toStrictEqual([glob, subject, expected]);
      }),
      runs,
    );
  });

  test('a path without a star or a question mark matches itself and nothing else', () => {
    fc.assert(
      fc.property(canonicalPath, canonicalPath, (one, other) => {
        fc.pre(!/[*?]/.test(one));
        expect(isMatch(one, one)).toBe(true);
        expect(isMatch(one, other)).toBe(one === other);
      }),
      runs,
    );
  });

  test('every path matches `**` and, segment by segment, a star for each', () => {
    fc.assert(
      fc.property(canonicalPath, (subject) => {
        const stars = subject.replaceAll(/[^/]+/g, '*');
        expect(['**', stars, `**/${stars}`, `${stars}/**`].map((one) => isMatch(one, subject))).toStrictEqual([
          true,
          true,
          true,
          true,
        ]);
        expect(isMatch(`${stars}/*`, subject)).toBe(false);
      }),
      runs,
    );
  });

  test('a match looks at its pattern at most once for each pair of a character of it and one of the path', () => {
    fc.assert(
      fc.property(
        hostile,
        fc.oneof(
          path,
          fc.nat({ max: 300 }).map((length) => 'a'.repeat(length)),
          hostile,
        ),
        (glob, subject) => {
          expect(looksAt(glob, subject)).toBeLessThanOrEqual(2 * (glob.length + 1) * (subject.length + 1));
        },
      ),
      runs,
    );
  });

  test('a hostile pattern ends on a path of a hundred thousand characters', () => {
    const glob = `${'*a'.repeat(120)}*b`;
    expect(isMatch(glob, 'a'.repeat(100_000))).toBe(false);
    expect(isMatch(glob, `${'a'.repeat(100_000)}b`)).toBe(true);
    const deep = `${'**/a/'.repeat(40)}b`;
    expect(isMatch(deep, 'a/'.repeat(50_000) + 'a')).toBe(false);
    expect(isMatch(deep, 'a/'.repeat(50_000) + 'b')).toBe(true);
  });
});
