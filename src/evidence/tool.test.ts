import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { shipped } from '../testing/contracts.ts';
import { caller, storeOf } from '../testing/stores.ts';
import { answerToolCall, parentTurnEvidence, toolPlan } from './tool.ts';

const accepts = (given: unknown): boolean => new Ajv2020().validate(parentTurnEvidence.inputSchema, given);

// What a model is told of the tool: it changes no word unseen.
test('a runtime is told the name, what it returns, and that nothing can be asked for', () => {
  expect(parentTurnEvidence).toStrictEqual({
    name: 'parent_turn_evidence',
    description:
      'Returns the recorded items of exactly the turn that started this thread. It takes no arguments: call it with {}.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  });
});

describe('the input schema of `parent_turn_evidence`', () => {
  test('is the empty object', () => {
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
