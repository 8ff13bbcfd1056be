import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../src/testing/texts.ts';
import { explainSyntax } from './json-syntax.ts';

describe('what is not JSON is placed where it goes wrong', () => {
  test.each<readonly [text: string, offset: number]>([
    ['[1,]', 3],
    ['{', 1],
    ['[', 1],
    ['[1,', 3],
    ['[1, 2', 5],
    ['{"a"', 4],
    ['{"a":', 5],
    ['{"a":1', 6],
    ['{"a":1,\n', 8],
    ['"abc', 4],
    ['"abc\\"', 6],
    ['"a\nb"', 2],
    ['"\t"', 1],
    ['["a", "b\u0000"]', 8],
    ['["a\n", 1 2]', 3],
    ['[1 2, "a\n"]', 3],
    ['{"a":1,}', 7],
    ['[1 2]', 3],
    ['{"a":1 "b":2}', 7],
    ['{"a" 1}', 5],
    ['{"a":}', 5],
    ['{a:1}', 1],
    ["{'a':1}", 1],
    ['{} {}', 3],
    ['{}x', 2],
    ['// words\n1', 0],
    ['[/* words */ 1]', 1],
    ['[1,,2]', 3],
    ['[}', 1],
    ['[NaN]', 1],
    ['[Infinity]', 1],
    ['[undefined]', 1],
    ['[+1]', 1],
    ['[.5]', 1],
    ['[1\u00a0]', 2],
    ['\ufeff1', 0],
    ['["\\u00g0"]', 6],
    ['["\\x"]', 3],
    ['01', 1],
    ['[-01]', 3],
    ['[-]', 2],
    ['-', 1],
    ['["\\', 3],
    ['[1.}', 3],
  ])('%s', (text, offset) => {
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(explainSyntax(text)).toEqual({ message: expect.stringMatching(/^is not JSON: [^\n]+$/), offset });
  });
});

describe('what goes wrong is said in plain words', () => {
  const unexpected = (what: string): string => `is not JSON: unexpected ${what} found: check commas and quotes`;

  test.each([
    ['{{', unexpected('`{`')],
    ['[}', unexpected('`}`')],
    ['[1,[', 'is not JSON: it ends too early'],
    ['[-', 'is not JSON: it ends too early'],
    ['["\\', 'is not JSON: it ends too early'],
    ['{[', unexpected('`[`')],
    ['[1,]', unexpected('`]`')],
    ['{,', unexpected('`,`')],
    ['[:', unexpected('`:`')],
    ['[1 2]', unexpected('number')],
    ['[1 "token Number"]', unexpected('string')],
    ['{"a" true}', unexpected('boolean')],
    ['{null', unexpected('`null`')],
    ['[.5]', unexpected("character '.'")],
    [`${'\n'.repeat(11)}[1111111111,]`, unexpected('`]`')],
    ['"a\nb"', 'is not JSON: a control character stands raw in a text: write it as an escape'],
  ])('%j', (text, message) => {
    expect(explainSyntax(text).message).toBe(message);
  });
});

test('what is nested too deep is said to be, where it is', () => {
  const { message, offset } = explainSyntax('['.repeat(100_000));
  expect(message).toContain('1000 levels');
  expect(offset).toBe(1000);
});

test('levels are those of lists and objects that are still open', () => {
  expect(explainSyntax('{"a":'.repeat(1001)).offset).toBe(5000);
  expect(explainSyntax(`${'['.repeat(1000)}"`).message).toBe('is not JSON: it ends too early');
  const closedAgain = [`[${'[],'.repeat(2000)}`, `[${'{},'.repeat(2000)}`, `[${'1,'.repeat(2000)}`];
  expect(closedAgain.map((text) => explainSyntax(text).message)).toEqual(
    closedAgain.map(() => 'is not JSON: it ends too early'),
  );
  const closedInText = `${'['.repeat(600)}"${']}'.repeat(600)}"${',['.repeat(600)}`;
  expect(explainSyntax(closedInText)).toMatchObject({ offset: 600 + 1202 + 2 * 401 - 1 });
});

test('brackets in a text are no levels', () => {
  const text = `"${'[{'.repeat(5000)}\\"${'['.repeat(5000)}" x`;
  expect(explainSyntax(text)).toEqual({ message: expect.stringMatching(/^is not JSON: /), offset: text.length - 1 });
});

test('the message does not say the place again', () => {
  expect(explainSyntax('[1,]').message).not.toMatch(/\d+:\d+/);
});

test('whatever is not JSON has a reason of one line and a place inside the text', () => {
  const broken = fc
    .oneof(
      anyText,
      fc.json().chain((text) => cut(text)),
    )
    .filter((text) => !isJson(text));
  fc.assert(
    fc.property(broken, (text) => {
      const { message, offset } = explainSyntax(text);
      expect(message).toMatch(/^is not JSON\b/);
      expect(offset).toBeGreaterThanOrEqual(0);
      expect(offset).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: 1000 },
  );
});

function cut(text: string): fc.Arbitrary<string> {
  return fc.tuple(fc.nat({ max: text.length }), fc.nat({ max: 3 }), anyText).map(([at, dropped, put]) => {
    return text.slice(0, at) + put + text.slice(at + dropped);
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
