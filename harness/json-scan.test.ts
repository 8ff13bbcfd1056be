import { describe, expect, test } from 'vitest';
import { scanJson } from './json-scan.ts';

type Seen = readonly [pointer: string, offset: number, nameOffset: number | undefined];

/** Every value of a text in its order, and every name that appears twice. */
function scan(text: string) {
  const values: Seen[] = [];
  const duplicates: (readonly [name: string, offset: number])[] = [];
  scanJson(text, {
    value: (around, offset, nameOffset) =>
      values.push([around.map(({ token }) => `/${token}`).join(''), offset, nameOffset]),
    duplicate: (name, offset) => duplicates.push([name, offset]),
  });
  return { values, duplicates };
}

describe('every value is seen where it stands, its name with it', () => {
  test.each<readonly [text: string, values: readonly Seen[]]>([
    ['1', [['', 0, undefined]]],
    [' \n"a"', [['', 2, undefined]]],
    ['-1.5e+3', [['', 0, undefined]]],
    ['{}', [['', 0, undefined]]],
    [
      '[1,[],"]"]',
      [
        ['', 0, undefined],
        ['/0', 1, undefined],
        ['/1', 3, undefined],
        ['/2', 6, undefined],
      ],
    ],
    [
      '{"a" : {"b":[true , null]},\n"c":"{"}',
      [
        ['', 0, undefined],
        ['/a', 7, 1],
        ['/a/b', 12, 8],
        ['/a/b/0', 13, undefined],
        ['/a/b/1', 20, undefined],
        ['/c', 32, 28],
      ],
    ],
    [
      '[{"a":1},{"a":2}]',
      [
        ['', 0, undefined],
        ['/0', 1, undefined],
        ['/0/a', 6, 2],
        ['/1', 9, undefined],
        ['/1/a', 14, 10],
      ],
    ],
    [
      String.raw`{"\"":1,"\\":2,"\\\"":3}`,
      [
        ['', 0, undefined],
        ['/"', 6, 1],
        ['/\\', 13, 8],
        ['/\\"', 22, 15],
      ],
    ],
  ])('%s', (text, values) => {
    expect(() => JSON.parse(text) as unknown).not.toThrow();
    expect(scan(text).values).toEqual(values);
  });
});

describe('a name that appears twice in one object is seen at its second place', () => {
  test.each<readonly [text: string, duplicates: readonly (readonly [string, number])[]]>([
    ['{"a":1,"b":2}', []],
    ['{"a":1,"a":2}', [['a', 7]]],
    [
      '{"a":1,"a":2,"a":3}',
      [
        ['a', 7],
        ['a', 13],
      ],
    ],
    ['{"a":{"a":1},"b":{"a":1}}', []],
    ['[{"a":1},{"a":1}]', []],
    ['{"a":{"b":1,"b":2},"c":3}', [['b', 12]]],
    [String.raw`{"a":1,"\u0061":2}`, [['a', 7]]],
    [String.raw`{"\u00e9":1,"é":2}`, [['é', 12]]],
    [String.raw`{"\/":1,"/":2}`, [['/', 8]]],
    ['{"é":1,"e\u0301":2}', []],
    ['{"__proto__":1,"__proto__":2}', [['__proto__', 15]]],
    ['{"":1,"":2}', [['', 6]]],
    ['{"a":"a","b":["a","a"]}', []],
    ['{"1":1,"01":1,"1.0":1}', []],
  ])('%s', (text, duplicates) => {
    expect(scan(text).duplicates).toEqual(duplicates);
  });
});

test('100,000 levels are walked, and a name twice in the deepest is seen', () => {
  const levels = 100_000;
  const { values, duplicates } = countAndDuplicates(
    `${'{"a":['.repeat(levels / 2)}{"b":1,"b":2}${']}'.repeat(levels / 2)}`,
  );
  expect(values).toBe(levels + 3);
  expect(duplicates).toEqual([['b', 3 * levels + 7]]);
});

test('a text of 1 MiB is passed over, escaped quotes and backslashes included', () => {
  const mebibyte = 1024 * 1024;
  for (const text of ['x'.repeat(mebibyte), '\\'.repeat(mebibyte), '"'.repeat(mebibyte), '\\"'.repeat(mebibyte / 2)]) {
    const whole = JSON.stringify({ [text]: text, a: text, end: 1 });
    const { values, duplicates } = countAndDuplicates(whole);
    expect({ values, duplicates }).toEqual({ values: 4, duplicates: [] });
  }
});

/** As above, for texts whose pointers would be too long to keep. */
function countAndDuplicates(text: string) {
  let values = 0;
  const duplicates: (readonly [name: string, offset: number])[] = [];
  scanJson(text, {
    value: () => {
      values += 1;
    },
    duplicate: (name, offset) => duplicates.push([name, offset]),
  });
  return { values, duplicates };
}
