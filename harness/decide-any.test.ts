import { describe, expect, test } from 'vitest';
import { decide, shippedContract } from '../src/index.ts';
import { nested } from '../src/testing/json.ts';
import { decideAny } from './decide-any.ts';

const turn = { threadId: 'root', turnId: 'turn-1' };
const store = {
  pageSize: 16,
  fault: null,
  threads: [
    { id: 'root', threadRole: 'root', spawnedBy: null, turns: [{ id: 'turn-1', items: [{ id: 'i', type: 'note' }] }] },
    { id: 'child', threadRole: 'reviewer', spawnedBy: turn, turns: [] },
  ],
};
const call = { caller: 'child', arguments: {}, store };

test('a call is answered from the store that comes with it', async () => {
  expect(await decideAny('evidence', shippedContract, call)).toMatchObject({
    code: 'PROVIDE_EVIDENCE',
    evidence: { ...turn, items: [{ turnId: 'turn-1', item: { id: 'i', type: 'note' } }] },
  });
});

const deep = { id: 'i', type: 'note', more: nested(101) };

describe('a call that cannot even be read is denied, with the place', () => {
  test.each<readonly [title: string, input: unknown, path: string, message: string]>([
    ['no object', [], '', 'the input must be an object with `caller`, `arguments` and `store`'],
    ['too deep', { ...call, arguments: nested(101) }, '', 'the input is nested deeper than 100 levels'],
    [
      'too deep in an item of the store',
      { ...call, store: { ...store, threads: [{ ...store.threads[0], turns: [{ id: 'turn-1', items: [deep] }] }] } },
      '',
      'the input is nested deeper than 100 levels',
    ],
    ['without a store', { caller: 'child', arguments: {} }, '/store', '`store` is missing'],
    [
      'with a broken store',
      { ...call, store: { ...store, pageSize: 0, fault: 'none' } },
      '/store/pageSize',
      '`pageSize` must be an integer from 1 to 9007199254740991, not 0',
    ],
  ])('%s', async (_, input, path, message) => {
    expect(await decideAny('evidence', shippedContract, input)).toMatchObject({
      code: 'DENY_CALL',
      rule: 'call-shape',
      violations: [{ path, message }],
    });
  });
});

test('any other gate decides at once', () => {
  const input = { openThreads: 7, depth: 1, tools: [] };
  expect(decideAny('permission', shippedContract, input)).toStrictEqual(decide.permission(shippedContract, input));
});
