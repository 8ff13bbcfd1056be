import { expect, test } from 'vitest';
import { isCanonicalPath } from './path.ts';

test.each(['a', 'src/a.ts', '..env', '...', '.a/b', 'a..', ' ', 'a b', 'src\\a.ts', 'C:', '-', '\n', '\u{1f600}'])(
  '%j is canonical',
  (path) => {
    expect(isCanonicalPath(path)).toBe(true);
  },
);

test.each([
  '',
  '/',
  '/a',
  'a/',
  'a//b',
  '.',
  '..',
  './a',
  '../a',
  'a/.',
  'a/..',
  'a/./b',
  'a/../b',
  '\u0000',
  'a\u0000b',
])('%j is not canonical', (path) => {
  expect(isCanonicalPath(path)).toBe(false);
});
