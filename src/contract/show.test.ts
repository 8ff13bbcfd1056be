import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyJson, nested } from '../testing/json.ts';
import { anyText } from '../testing/texts.ts';
import { show, showName } from './show.ts';

test.each([
  ['a text', '"a text"'],
  ['', '""'],
  ['say "no"\n', '"say \\"no\\"\\n"'],
  ['\u001b[2J\u202e', '"\\u001b[2J\\u202e"'],
  ['\ud800', '"\\ud800"'],
  [0, '0'],
  [1e308, '1e+308'],
  [true, 'true'],
  [null, 'null'],
  [undefined, 'nothing'],
  [[], 'an empty list'],
  [[1, 2], 'a list of 2'],
  [{}, 'an object'],
  [{ a: 1 }, 'an object'],
])('%j is shown as %j', (value, expected) => {
  expect(show(value)).toBe(expected);
});

test('eighty characters are shown, of more it is said how many there are', () => {
  expect(show('x'.repeat(80))).toBe(`"${'x'.repeat(80)}"`);
  expect(show('x'.repeat(81))).toBe(`"${'x'.repeat(80)}" … (81 characters)`);
});

test('what no JSON holds is shown too', () => {
  expect([show(Symbol('a\n')), show(Number.NaN)]).toStrictEqual(['Symbol(a\\u000a)', 'NaN']);
});

test('a name stands in backticks, escaped, at most eighty characters of it', () => {
  expect(showName('a "b"\n')).toBe('`a \\"b\\"\\n`');
  expect(showName('\u202e')).toBe('`\\u202e`');
  expect(showName('x'.repeat(80))).toBe(`\`${'x'.repeat(80)}\``);
  expect(showName('x'.repeat(81))).toBe(`\`${'x'.repeat(80)} … (81 characters)\``);
});

test('what is shown of any JSON value is one short line that no terminal obeys', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        anyJson,
        anyText,
        anyText.map((text) => text.repeat(100)),
      ),
      (value) => {
        const shown = show(value);
        expect(shown).toMatch(/^[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+$/u);
        expect(shown.length).toBeLessThan(80 * 6 + 30);
      },
    ),
    { numRuns: 2000, verbose: fc.VerbosityLevel.Verbose },
  );
});

test('a container is named and never walked', () => {
  expect([show(nested(100_000)), show([nested(100_000)])]).toStrictEqual(['an object', 'a list of 1']);
});
