import { describe, expect, test } from 'vitest';
import { shippedCorpus } from '../shell/testing/command.ts';
import { decideAny } from './decide-any.ts';
import { runCases } from './run.ts';

const { cases, contract } = await shippedCorpus();

/** The value, noting each time that anything in it is looked at. */
function watched<T extends object>(value: T, look: () => void): T {
  return new Proxy(value, {
    get: (target, key) => {
      look();
      const inner: unknown = Reflect.get(target, key);
      return typeof inner === 'object' && inner !== null ? watched(inner, look) : inner;
    },
    ownKeys: (target) => {
      look();
      return Reflect.ownKeys(target);
    },
  });
}

describe('the expectation never reaches a gate', () => {
  const drill = cases.filter(({ suite }) => suite === 'drill');

  test.each(drill.map((one) => [one.id, one] as const))('%s is decided before it is looked at', async (_, one) => {
    const looks: string[] = [];
    const input = watched(one.input as object, () => looks.push('input'));
    const expected = watched(one.expect, () => looks.push('expectation'));
    await runCases([{ ...one, input, expect: expected }], contract);
    expect(looks).toContain('input');
    expect(looks.slice(looks.indexOf('expectation'))).not.toContain('input');
    expect(looks.at(-1)).toBe('expectation');
  });

  test.each(drill.map((one) => [one.id, one] as const))('%s is decided alike, whatever is expected', async (_, one) => {
    const [usual] = await runCases([one], contract);
    const [other] = await runCases(
      [{ ...one, expect: { code: 'ADMIT', rule: null, facts: { nothing: 1 } } }],
      contract,
    );
    expect(other?.decision).toEqual(usual?.decision);
    expect(usual?.decision).toEqual(await decideAny(one.gate, contract, one.input));
  });

  test.each(
    cases
      .filter(({ gate }) => gate === 'evidence')
      .slice(0, 5)
      .map((one) => [one.id, one] as const),
  )('%s is decided alike, whatever is expected', async (_, one) => {
    const [usual] = await runCases([one], contract);
    const [other] = await runCases([{ ...one, expect: { code: 'DENY_CALL', rule: 'call-shape' } }], contract);
    expect(other?.decision).toEqual(usual?.decision);
  });
});

test('a case runs alone as it runs among all', async () => {
  const drill = cases.filter(({ suite }) => suite === 'drill');
  const together = await runCases(drill, contract);
  const alone = await Promise.all(drill.map(async (one) => (await runCases([one], contract))[0]));
  expect(together).toHaveLength(24);
  expect(alone).toEqual(together);
});
