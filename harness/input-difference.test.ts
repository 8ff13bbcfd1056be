import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../src/contract/json.ts';
import { anyJson, leadsSomewhere, nearly, nested } from '../src/testing/json.ts';
import { differingPointers } from './input-difference.ts';

describe('where two inputs differ', () => {
  test.each<readonly [title: string, one: unknown, other: unknown, pointers: readonly string[]]>([
    ['nowhere', { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
    ['in a value', { a: 1, b: 2 }, { a: 1, b: 3 }, ['/b']],
    ['in the whole', 'a', ['a'], ['']],
    ['in kind', { a: [] }, { a: {} }, ['/a']],
    ['in null', { a: null }, { a: {} }, ['/a']],
    ['in a member of one alone', { a: 1, b: { c: 1 } }, { a: 1 }, ['/b']],
    ['in a member of the other alone', { a: 1 }, { a: 1, b: { c: 1 } }, ['/b']],
    ['in an item too many', [1, 2], [1], ['/1']],
    ['in a list as a whole where one is empty', { a: [] }, { a: [1, 2] }, ['/a']],
    ['in order', [1, 2], [2, 1], ['/0', '/1']],
    [
      'in two places, in the order of the first',
      { z: 1, a: [0, { b: 1 }] },
      { a: [0, { b: 2 }], z: 2 },
      ['/z', '/a/1/b'],
    ],
    ['under names that pointers escape', { 'a/b': 1, '~': 1 }, { 'a/b': 2, '~': 2 }, ['/a~1b', '/~0']],
    ['under `__proto__`', JSON.parse('{"__proto__":1}'), {}, ['/__proto__']],
    ['not in the order of members', { a: 1, b: 2 }, { b: 2, a: 1 }, []],
  ])('%s', (_, one, other, pointers) => {
    expect(differingPointers(one, other)).toEqual(pointers);
  });

  test('is found at any depth', () => {
    expect(differingPointers(nested(100_000), nested(100_000))).toEqual([]);
    expect(differingPointers(nested(100_000), nested(99_999))).toHaveLength(1);
  });

  test('is given up once there are more places than are wanted', () => {
    expect(differingPointers([1, 2, 3], [4, 5, 6], 3)).toEqual(['/0', '/1', '/2']);
    expect(differingPointers([1, 2, 3], [4, 5, 6], 2)).toBeUndefined();
    expect(differingPointers([], [], 0)).toEqual([]);
  });

  test('is somewhere exactly when the two are not the same, and each pointer leads there', () => {
    const pairs = fc.oneof(
      fc.tuple(anyJson, anyJson),
      anyJson.chain((one) => nearly(one).map((other): [unknown, unknown] => [one, other])),
    );
    fc.assert(
      fc.property(pairs, ([one, other]) => {
        const pointers = differingPointers(one, other) ?? [];
        expect(pointers.length === 0).toBe(canonicalJson(one) === canonicalJson(other));
        expect(new Set(pointers).size).toBe(pointers.length);
        for (const pointer of pointers) {
          expect(leadsSomewhere(one, pointer) || leadsSomewhere(other, pointer)).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
