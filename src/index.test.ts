import { expect, test } from 'vitest';
import { decide, gateIds, ruleTables } from './index.ts';
import { agreedRules } from './testing/agreed.ts';

test.each(gateIds)('the rules of %s stand in the agreed order, each with its agreed code', (gate) => {
  expect(ruleTables[gate].map(({ id, code }) => [id, code])).toStrictEqual(agreedRules[gate]);
});

test('no two rules of all gates share an id', () => {
  const ids = gateIds.flatMap((gate) => ruleTables[gate].map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
});

test('every rule says when it is violated, in one clause', () => {
  const clauses = gateIds.flatMap((gate) => ruleTables[gate].map(({ when }) => when));
  expect(clauses.filter((when) => !/^[`a-z][^\n]*[^.\s]$/.test(when))).toStrictEqual([]);
});

test('every gate but evidence decides at once', () => {
  expect([...Object.keys(decide), 'evidence'].sort()).toStrictEqual([...gateIds].sort());
});
