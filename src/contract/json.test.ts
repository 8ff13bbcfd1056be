import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyJson, nested, reordered } from '../testing/json.ts';
import { byCodeUnits, canonicalJson, hasMoreValues, isDeeperThan, jsonText, laidOutJson } from './json.ts';

const runs = { numRuns: 2000, verbose: fc.VerbosityLevel.Verbose };
/** Levels that are too many for `JSON.stringify`. */
const deep = 20_000;

describe('canonical JSON', () => {
  test('has its members sorted by code units and no white space', () => {
    const value = { b: [1, 'x y', null], a: { '\uffff': true, '\u{1f600}': false, A: 0 } };
    expect(canonicalJson(value)).toBe('{"a":{"A":0,"\u{1f600}":false,"\uffff":true},"b":[1,"x y",null]}');
  });

  test('writes a number that was too large for a double as one that is', () => {
    const value = JSON.parse('[1e400,-1e400,null]') as unknown;
    expect(canonicalJson(value)).toBe('[1e999,-1e999,null]');
    expect(JSON.parse(canonicalJson(value))).toStrictEqual(value);
  });

  test('keeps a member named `__proto__`', () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":2}}'))).toBe('{"__proto__":{"a":2},"b":1}');
  });

  test('is the JSON of the same value', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(canonicalJson(JSON.parse(canonicalJson(value)))).toBe(canonicalJson(value));
        expect([...canonicalJson(value)].sort()).toStrictEqual([...JSON.stringify(value)].sort());
      }),
      runs,
    );
  });

  test('does not depend on the order of members', () => {
    fc.assert(
      fc.property(anyJson, fc.nat(), (value, salt) => {
        expect(canonicalJson(reordered(value, salt))).toBe(canonicalJson(value));
      }),
      runs,
    );
  });

  test('is written at any depth', () => {
    const lists = deep / 2;
    expect(canonicalJson(nested(deep))).toBe(`${'{"in":['.repeat(lists)}]${'}]'.repeat(lists - 1)}}`);
  });
});

describe('JSON text', () => {
  test('is what `JSON.stringify` gives', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(jsonText(value)).toBe(JSON.stringify(value));
      }),
      runs,
    );
  });

  test('keeps the order of members where `JSON.stringify` gives up', () => {
    expect(() => JSON.stringify(nested(deep))).toThrow(RangeError);
    expect(jsonText({ b: nested(deep), a: 1 })).toMatch(/^\{"b":\{"in":\[.*\],"a":1\}$|^\{"b":.*,"a":1\}$/);
  });
});

describe('depth', () => {
  test.each([
    [0, 'a text', false],
    [0, [], true],
    [1, [], false],
    [1, [[]], true],
    [1, [1, 'x', null], false],
    [2, { a: [1], b: 2 }, false],
    [2, { a: [1], b: [{}] }, true],
  ])('deeper than %i: %j: %j', (limit, value, expected) => {
    expect(isDeeperThan(limit, value)).toBe(expected);
  });

  test('a hundred containers are not deeper than a hundred, one more is', () => {
    expect([99, 100, 101, deep].map((levels) => isDeeperThan(100, nested(levels)))).toStrictEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  test('the deepest place counts, wherever it stands', () => {
    const wide = Array.from({ length: 1000 }, (_, index) => (index === 700 ? nested(100) : {}));
    expect([isDeeperThan(100, wide), isDeeperThan(101, wide)]).toStrictEqual([true, false]);
  });
});

test('what JSON cannot hold is written as JSON has it in a list', () => {
  const value = [undefined, () => 1, Symbol('a'), Number.NaN];
  expect(canonicalJson(value)).toBe(JSON.stringify(value));
});

test('texts are ordered by code units: capitals first, an astral character before U+FFFF', () => {
  expect(['b', '\uffff', 'a', '\u{1f600}', 'B', '', 'ab'].sort(byCodeUnits)).toStrictEqual([
    '',
    'B',
    'a',
    'ab',
    'b',
    '\u{1f600}',
    '\uffff',
  ]);
  expect(byCodeUnits('a', 'a')).toBe(0);
});

describe('JSON for people', () => {
  test('is laid out, members as they stand', () => {
    expect(laidOutJson({ b: [1], a: {} })).toBe('{\n  "b": [\n    1\n  ],\n  "a": {}\n}');
  });

  test('is the JSON of the same value, at any depth and whatever its numbers', () => {
    const values = fc.oneof(anyJson, fc.constantFrom(nested(100), nested(101), nested(deep), [[Infinity, -Infinity]]));
    fc.assert(
      fc.property(values, (value) => {
        expect(canonicalJson(JSON.parse(laidOutJson(value)))).toBe(canonicalJson(value));
      }),
    );
  });

  test.each([
    ['what is nested too deep', nested(101)],
    ['what holds a number too large', { b: Infinity, a: [-Infinity] }],
  ])('%s stays on one line, members as they stand', (_, value) => {
    expect(laidOutJson(value)).toBe(JSON.stringify(value).replace('null', '1e999').replace('null', '-1e999'));
  });

  test('one number too large is enough, above zero or below', () => {
    expect([[Infinity], [-Infinity]].map(laidOutJson)).toEqual(['[1e999]', '[-1e999]']);
  });

  test('stays on one line where it is long and deep at once', () => {
    /** How many lines are made of a text within lists: so many levels, and so many characters as JSON. */
    const lines = (levels: number, characters: number): number => {
      const text = 'x'.repeat(characters - 2 * levels - 2);
      return laidOutJson(Array.from({ length: levels }).reduce((inner) => [inner], text)).split('\n').length;
    };
    expect([lines(10, 1_000_001), lines(11, 1_000_000), lines(11, 1_000_001)]).toEqual([21, 23, 1]);
  });
});

describe('the number of values', () => {
  test.each<readonly [value: unknown, count: number]>([
    [1, 1],
    [null, 1],
    [[], 1],
    [{ a: {}, b: [1, [2]] }, 6],
    [nested(deep), deep],
    [JSON.parse('{"__proto__":[1]}'), 3],
  ])('of one JSON value is counted, itself with it', (value, count) => {
    expect([hasMoreValues(count - 1, value), hasMoreValues(count, value)]).toEqual([true, false]);
  });
});
