import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { shipped } from '../testing/contracts.ts';
import { caller, storeOf } from '../testing/stores.ts';
import { answerToolCall, parentTurnEvidence, toolPlan } from './tool.ts';

const accepts = new Ajv2020().compile(parentTurnEvidence.inputSchema);

describe('the input schema of `parent_turn_evidence`', () => {
  test('is the empty object', () => {
    expect(parentTurnEvidence.name).toBe('parent_turn_evidence');
    expect(accepts({})).toBe(true);
  });

  test.each([
    { threadId: 'root' },
    { turnId: 'turn-1' },
    { '': null },
    JSON.parse('{"__proto__":{}}') as unknown,
    [],
    null,
    '{}',
    0,
    true,
  ])('refuses %j', (given) => {
    expect(accepts(given)).toBe(false);
  });
});

describe('the tool plan', () => {
  test('holds the tool for a reviewer', () => {
    expect(toolPlan(shipped, 'reviewer')).toStrictEqual([parentTurnEvidence]);
  });

  test.each(['worker', 'root', 'Reviewer', 'reviewer ', '', 'constructor', null])('is empty for %j', (threadRole) => {
    expect(toolPlan(shipped, threadRole)).toStrictEqual([]);
  });

  test('follows the contract, not a name', () => {
    const contract = { ...shipped, evidence: { ...shipped.evidence, threadRoles: ['auditor'] } };
    expect([toolPlan(contract, 'auditor').length, toolPlan(contract, 'reviewer').length]).toStrictEqual([1, 0]);
    const none = { ...shipped, evidence: { ...shipped.evidence, threadRoles: [] } };
    expect(toolPlan(none, 'reviewer')).toStrictEqual([]);
  });
});

describe('a tool call', () => {
  const setting = {
    contract: shipped,
    spawn: { threadId: 'root', turnId: 'turn-1' },
    items: [{ turnId: 'turn-1', item: { id: 'item-1', type: 'userMessage', text: 'review me' } }],
    pageSize: 10,
    fault: null,
  };

  test('without arguments is answered with the turn, as text', async () => {
    const { decision, text } = await answerToolCall({ contract: shipped, ...storeOf(setting) }, caller, {});
    expect(decision.code).toBe('PROVIDE_EVIDENCE');
    expect(JSON.parse(text)).toStrictEqual({
      threadId: 'root',
      turnId: 'turn-1',
      items: setting.items,
      truncated: false,
      omitted: { items: 0, exact: true },
    });
  });

  test.each([{ threadId: 'root' }, { turnId: 'turn-1' }, { a: undefined }, [], null, undefined, '', '{}', 0, false])(
    'with %j for arguments is denied, and nothing is read',
    async (given) => {
      const seen = storeOf(setting);
      const { decision, text } = await answerToolCall({ contract: shipped, ...seen }, caller, given);
      expect([decision.code, decision.rule, decision.evidence]).toStrictEqual([
        'DENY_LOCATOR',
        'no-locators',
        undefined,
      ]);
      expect(JSON.parse(text)).toMatchObject({ error: 'DENY_LOCATOR' });
      expect([seen.threadsRead, seen.requests]).toStrictEqual([[], []]);
    },
  );
});
