import { describe, expect, test } from 'vitest';
import { agreedOutcomes, agreedPass, agreedRules } from '../testing/agreed.ts';
import { decision, decisionCodes, gateIds, registry } from './decision.ts';
import type { Violation } from './decision.ts';

describe('the registry', () => {
  test('holds exactly the agreed codes with their outcomes', () => {
    const held = Object.fromEntries(decisionCodes.map((code) => [code, registry[code].outcome]));
    expect(held).toStrictEqual(agreedOutcomes);
  });

  test.each(gateIds)('gives %s its own codes, each decided by a rule or passing', (gate) => {
    const codes = decisionCodes.filter((code) => registry[code].gate === gate);
    const agreed = new Set([agreedPass[gate], ...agreedRules[gate].map(([, code]) => code)]);
    expect(codes.sort()).toStrictEqual([...agreed].sort());
  });

  test('has no recovery for a plain pass, and one sentence of its own for every other code', () => {
    const plain = decisionCodes.filter((code) => registry[code].recovery === null);
    expect(plain.sort()).toStrictEqual(Object.values(agreedPass).sort());
    const sentences = decisionCodes.flatMap((code) => registry[code].recovery ?? []);
    expect(new Set(sentences).size).toBe(decisionCodes.length - plain.length);
    expect(sentences.filter((sentence) => !/^[A-Z][^\n]*[.]$/.test(sentence))).toStrictEqual([]);
  });
});

describe('a decision', () => {
  const violation = (rule: string, code: Violation['code']): Violation => ({ rule, code, path: '/a', message: 'no' });

  test('without a violation is the pass, and no rule decides', () => {
    expect(decision('ADMIT', [], 0, { changedFiles: 2 })).toStrictEqual({
      gate: 'admission',
      code: 'ADMIT',
      outcome: 'pass',
      rule: null,
      recovery: null,
      violations: [],
      more: 0,
      facts: { changedFiles: 2 },
    });
  });

  test('is the first violation’s, whatever follows', () => {
    const violations = [violation('head-is-current', 'STALE_HEAD'), violation('files-as-observed', 'DENY_MANIFEST')];
    expect(decision('ADMIT', violations, 3, {})).toStrictEqual({
      gate: 'admission',
      code: 'STALE_HEAD',
      outcome: 'stale',
      rule: 'head-is-current',
      recovery: registry.STALE_HEAD.recovery,
      violations,
      more: 3,
      facts: {},
    });
  });
});
