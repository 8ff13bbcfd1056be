import { describe, expect, test } from 'vitest';
import { decisionCodes, gateIds, registry } from '../../src/index.ts';
import { agreementOf, differenceOf } from './testing/agreement.ts';
import { partings } from './testing/partings.ts';

/** Each gate's; `npm run agree` asks about many more. */
const inputs = 750;

describe.each(gateIds)('%s', (gate) => {
  test('the gate and the model of the contract agree, whatever the input, and meet every code', async () => {
    const { codes, disagreement } = await agreementOf(gate, inputs);
    expect(disagreement).toBe('');
    expect(Object.keys(codes).sort()).toEqual(decisionCodes.filter((code) => registry[code].gate === gate).sort());
  });
});

describe('where the two once parted', () => {
  test.each(partings)('%s: %s', async (gate, _, subject) => {
    expect(await differenceOf(gate, subject)).toBe('');
  });
});

test('a model that says something else is found out, with the seed and the input', async () => {
  const silent = () => ({ code: 'ALLOW', rule: null, violations: [], more: 0, facts: {} });
  const { disagreement } = await agreementOf('permission', inputs, { model: silent });
  expect(disagreement).toMatch(/^permission: the gate and the model do not agree; seed -?\d+, path [\d:]+\ninput: {4}/);
});
