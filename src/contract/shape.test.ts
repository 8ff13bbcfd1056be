import { describe, expect, test } from 'vitest';
import { nested } from '../testing/json.ts';
import type { Schema } from './schema.ts';
import { isRecord, shapeOf, token } from './shape.ts';

function flawsOf(schema: Schema, value: unknown): string[] {
  const flaws: string[] = [];
  shapeOf(schema)(value, (path, message, part) =>
    flaws.push([path, message, part].filter((one) => one !== undefined).join(' | ')),
  );
  return flaws;
}

const text: Schema = { type: 'string' };
const closed: Schema = {
  type: 'object',
  properties: { a: text, b: { type: 'array', items: { type: 'integer', minimum: 1, maximum: 9 } } },
  required: ['a'],
  additionalProperties: false,
};

describe('pointers', () => {
  test('a missing member is named where it should be', () => {
    expect(flawsOf(closed, {})).toStrictEqual(['/a | `a` is missing']);
  });

  test('an unknown member is named by its name', () => {
    expect(flawsOf(closed, { a: '', c: 1 })).toStrictEqual(['/c | `c` is not a known key | name']);
  });

  test('a tilde and a slash in a name are escaped', () => {
    expect(flawsOf(closed, { a: '', 'm~n/o': 1, '~1': 2 }).map((flaw) => flaw.split(' ')[0])).toStrictEqual([
      '/m~0n~1o',
      '/~01',
    ]);
    expect(token('~/')).toBe('~0~1');
  });

  test('an item is named by its index', () => {
    expect(flawsOf(closed, { a: '', b: [1, 0, 'x', 10] })).toStrictEqual([
      '/b/1 | item 2 must be an integer from 1 to 9, not 0',
      '/b/2 | item 3 must be an integer from 1 to 9, not "x"',
      '/b/3 | item 4 must be an integer from 1 to 9, not 10',
    ]);
  });

  test('the whole value is the empty pointer', () => {
    expect(flawsOf(closed, [])).toStrictEqual([' | the input must be an object, not an empty list']);
    expect(flawsOf(closed, null)).toStrictEqual([' | the input must be an object, not null']);
  });

  test('every flaw is reported, members in their own order, then what is missing', () => {
    const flaws = flawsOf({ ...closed, required: ['a', 'b'] }, { z: 1, b: [0], y: 2 });
    expect(flaws.map((flaw) => flaw.split(' ')[0])).toStrictEqual(['/z', '/b/0', '/y', '/a']);
  });

  test('an inherited name is neither a known key nor a member', () => {
    expect(flawsOf(closed, JSON.parse('{"a":"","__proto__":1,"constructor":2}'))).toStrictEqual([
      '/__proto__ | `__proto__` is not a known key | name',
      '/constructor | `constructor` is not a known key | name',
    ]);
    expect(flawsOf({ type: 'object', required: ['toString'] }, {})).toStrictEqual([
      '/toString | `toString` is missing',
    ]);
  });
});

describe('kinds', () => {
  const accepted: readonly (readonly [Schema, unknown])[] = [
    [{}, nested(100_000)],
    [{ type: 'number' }, 1.5],
    [{ type: 'integer' }, 2 ** 60],
    [{ type: 'number', minimum: 1, multipleOf: 1 }, 1e308],
    [{ type: 'boolean' }, false],
    [{ type: 'null' }, null],
    [{ const: 1 }, 1],
    [{ enum: ['a', 'b'] }, 'b'],
    [{ type: 'string', pattern: '^[\\s\\S]{0,2}$' }, '\u{1f600}\u{1f600}'],
    [{ type: ['string', 'null'] }, null],
    [{ anyOf: [text, { type: 'null' }] }, null],
    [{ type: 'array', items: text, uniqueItems: true }, ['a', '__proto__', 'b']],
    [{ type: 'object', additionalProperties: text }, JSON.parse('{"__proto__":"x"}')],
    [{ type: 'object', additionalProperties: {} }, { a: nested(100_000) }],
  ];
  const refused: readonly (readonly [Schema, unknown])[] = [
    [{ type: 'number' }, '1'],
    [{ type: 'integer' }, 1.5],
    [{ type: 'integer', maximum: 3 }, 4],
    [{ type: 'number', minimum: 1, multipleOf: 1 }, 1.5],
    [{ type: 'boolean' }, 0],
    [{ type: 'null' }, undefined],
    [{ const: 1 }, '1'],
    [{ enum: ['a', 'b'] }, 'A'],
    [{ type: 'string', pattern: '\\S' }, '\u00a0\n'],
    [{ type: 'string', pattern: '^[\\s\\S]{0,2}$' }, 'abc'],
    [{ type: ['string', 'null'] }, 1],
    [{ anyOf: [text, { type: 'null' }] }, []],
    [{ type: 'array', items: text, uniqueItems: true }, ['a', 'b', 'a']],
    [{ type: 'array', items: text, uniqueItems: true }, ['__proto__', 'a', '__proto__']],
    [{ type: 'array', items: text, minItems: 1 }, []],
    [
      { type: 'array', items: text },
      { 0: 'a', length: 1 },
    ],
    [{ type: 'object' }, []],
    [{ type: 'object', minProperties: 1 }, {}],
    [{ type: 'object', additionalProperties: text }, JSON.parse('{"__proto__":1}')],
    [{ type: 'object', propertyNames: { pattern: '\\S' } }, { ' ': 1 }],
  ];

  test.each(accepted)('%j takes its kind of value', (schema, value) => {
    expect(shapeOf(schema)(value)).toBe(true);
  });

  test.each(refused)('%j refuses %j', (schema, value) => {
    expect(shapeOf(schema)(value)).toBe(false);
  });

  test('a repetition is named where it stands the second time', () => {
    const unique: Schema = { type: 'array', items: text, uniqueItems: true };
    expect(flawsOf(unique, ['b', 'a', 'b', 'a', 'b']).map((flaw) => flaw.split(' ')[0])).toStrictEqual([
      '/2',
      '/3',
      '/4',
    ]);
  });

  test('what is not a text is never compared with one, and hides no repetition', () => {
    const unique: Schema = { type: 'array', items: text, uniqueItems: true };
    const placesOf = (value: unknown): (string | undefined)[] =>
      flawsOf(unique, value).map((flaw) => flaw.split(' ')[0]);
    expect(placesOf(JSON.parse('["a",{"toString":0,"valueOf":0},null]'))).toStrictEqual(['/1', '/2']);
    expect(placesOf(['b', 0, 'b'])).toStrictEqual(['/1', '/2']);
    expect(flawsOf(unique, [1, 1])).toStrictEqual([
      '/0 | item 1 must be a string, not 1',
      '/1 | item 2 must be a string, not 1',
    ]);
  });

  test('a list that is empty where it must not be is named itself', () => {
    expect(flawsOf({ type: 'array', items: text, minItems: 1 }, [])).toStrictEqual([' | the input must not be empty']);
  });

  test.each<readonly [schema: Schema, value: unknown, flaw: string]>([
    [{ type: 'string' }, 1, ' | the input must be a string, not 1'],
    [{ type: 'number' }, '1', ' | the input must be a number, not "1"'],
    [{ type: 'integer', minimum: 1, maximum: 9 }, 1.5, ' | the input must be an integer from 1 to 9, not 1.5'],
    [{ type: 'boolean' }, 1, ' | the input must be `true` or `false`, not 1'],
    [{ type: 'null' }, 1, ' | the input must be `null`, not 1'],
    [{ type: 'array' }, {}, ' | the input must be a list, not an object'],
    [{ type: 'object' }, null, ' | the input must be an object, not null'],
    [{ const: 'a' }, 'b', ' | the input must be "a", not "b"'],
    [{ enum: ['a', 'b'] }, 'c', ' | the input must be one of "a", "b", not "c"'],
    [{ type: 'object', minProperties: 1 }, {}, ' | the input must not be empty'],
    [{ type: 'object', propertyNames: { pattern: '\\S' } }, { ' ': 1 }, '/  | ` ` is not a usable name | name'],
    [{ type: 'array', items: text, uniqueItems: true }, ['a', 'a'], '/1 | "a" appears twice in the input'],
  ])('%j says of %j what is wanted instead', (schema, value, flaw) => {
    expect(flawsOf(schema, value)).toStrictEqual([flaw]);
  });

  test('a description says what is wanted', () => {
    const schema: Schema = { type: 'string', pattern: '\\S', description: 'a text that is not blank' };
    expect(flawsOf(schema, ' ')).toStrictEqual([' | the input must be a text that is not blank, not " "']);
  });
});

describe('unions', () => {
  const record: Schema = {
    type: 'object',
    properties: { a: text, b: text },
    required: ['a', 'b'],
    additionalProperties: false,
  };

  test('the branch of its kind that the value misses least says why', () => {
    expect(flawsOf({ anyOf: [{ type: 'null' }, record] }, { a: '' })).toStrictEqual(['/b | `b` is missing']);
    expect(flawsOf({ anyOf: [record, { type: 'null' }] }, { a: '' })).toStrictEqual(['/b | `b` is missing']);
  });

  const tagged: Schema = {
    oneOf: [
      {
        type: 'object',
        properties: { kind: { const: 'one' }, a: text },
        required: ['kind', 'a'],
        additionalProperties: false,
      },
      {
        type: 'object',
        properties: { kind: { enum: ['two', 'three'] }, b: text },
        required: ['kind', 'b'],
        additionalProperties: false,
      },
    ],
  };

  test('a tag chooses the branch, and only that one speaks', () => {
    expect(flawsOf(tagged, { kind: 'one', a: '' })).toStrictEqual([]);
    expect(flawsOf(tagged, { kind: 'three', a: '' })).toStrictEqual([
      '/a | `a` is not a known key | name',
      '/b | `b` is missing',
    ]);
  });

  test('without a tag the tag is missing, and an unknown one is refused with the known ones', () => {
    expect(flawsOf(tagged, { a: '' })).toStrictEqual(['/kind | `kind` is missing']);
    expect(flawsOf(tagged, { b: '', c: 1 })).toStrictEqual([
      '/c | `c` is not a known key | name',
      '/kind | `kind` is missing',
    ]);
    expect(flawsOf(tagged, { kind: 'four' })).toStrictEqual([
      '/kind | `kind` must be one of "one", "two", "three", not "four"',
    ]);
    expect(flawsOf(tagged, 'one')).toStrictEqual([' | the input must be an object, not "one"']);
  });
});

test.each([
  [{}, true],
  [JSON.parse('{"__proto__":1}'), true],
  [[], false],
  [null, false],
  ['a', false],
  [undefined, false],
])('%j is a record: %j', (value, expected) => {
  expect(isRecord(value)).toBe(expected);
});
