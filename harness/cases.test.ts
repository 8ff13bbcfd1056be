import { describe, expect, test } from 'vitest';
import { shippedCorpus } from '../shell/testing/command.ts';
import { runCases } from './run.ts';

const { cases, contract } = await shippedCorpus();

describe('every shipped case is decided as it says', () => {
  test.each(cases.map((one) => [one.id, one] as const))('%s', async (_, one) => {
    const [outcome] = await runCases([one], contract);
    expect(outcome?.differences).toEqual([]);
  });
});

test('there are shipped cases', () => {
  expect(cases.length).toBeGreaterThan(0);
});
