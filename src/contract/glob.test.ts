import { expect, test } from 'vitest';
import { compileGlob, matchesGlob, segmentsOf } from './glob.ts';

function isMatch(glob: string, path: string): boolean {
  return matchesGlob(compileGlob(glob), segmentsOf(path));
}

const matching: readonly (readonly [glob: string, path: string])[] = [
  ['**', 'a/b/c'],
  ['a/**', 'a'],
  ['a/**', 'a/b/c'],
  ['**/c', 'c'],
  ['a/**/c', 'a/c'],
  ['a/**/c', 'a/b/b/c'],
  ['*', '.env'],
  ['**', '.git/config'],
  ['*.lock', '.lock'],
  ['?.ts', 'a.ts'],
  ['?', '\u{1f600}'],
  ['a**b', 'a-b'],
  ['[ab]{c,d}!(e)', '[ab]{c,d}!(e)'],
  ['!a', '!a'],
  ['a\\b', 'a\\b'],
];

const missing: readonly (readonly [glob: string, path: string])[] = [
  ['*', 'a/b'],
  ['a/*', 'a'],
  ['a/**/c', 'a/bc'],
  ['**/c', 'bc'],
  ['?', '/'],
  ['?', ''],
  ['??', 'a'],
  ['a?c', 'a/c'],
  ['a**b', 'a/b'],
  ['[ab]', 'a'],
  ['{a,b}', 'a'],
  ['!a', 'b'],
  ['A', 'a'],
  ['\u00e9', 'e\u0301'],
  ['a', 'a/b'],
  ['b', 'a/b'],
];

test.each(matching)('%j matches %j', (glob, path) => {
  expect(isMatch(glob, path)).toBe(true);
});

test.each(missing)('%j does not match %j', (glob, path) => {
  expect(isMatch(glob, path)).toBe(false);
});
