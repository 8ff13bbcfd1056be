import { setTimeout as later } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { shipped } from '../testing/contracts.ts';
import { readParentTurn } from './reader.ts';
import type { Clock, ThreadStore } from './thread-store.ts';

/** A clock by which nothing is ever late. */
const clock: Clock = { after: () => ({ elapsed: new Promise(() => {}), cancel: () => {} }) };

/** A store whose one turn has an id of that many characters, and one small item. */
function storeOf(turnId: string): ThreadStore {
  return {
    readThread: async () => ({ threadRole: 'reviewer', spawnedBy: [{ threadId: 'root', turnId }] }),
    listItems: async () => ({ data: [{ turnId, item: { id: 'item', type: 'note' } }], nextCursor: null }),
  };
}

test('ids that alone pass the bytes of an answer are no evidence, and no page is read', async () => {
  const store = storeOf('x'.repeat(shipped.evidence.maxBytes));
  const { decision, text } = await readParentTurn({ contract: shipped, store, clock }, { caller: 'a', arguments: {} });
  expect(decision).toMatchObject({ code: 'EVIDENCE_UNAVAILABLE', rule: 'turn-readable', facts: { pagesRead: 0 } });
  expect(decision).not.toHaveProperty('evidence');
  expect(text.length).toBeLessThan(200);
});

test('shorter ids leave room for items', async () => {
  const store = storeOf('x'.repeat(1000));
  const { decision } = await readParentTurn({ contract: shipped, store, clock }, { caller: 'a', arguments: {} });
  expect(decision).toMatchObject({ code: 'PROVIDE_EVIDENCE', facts: { items: 1 } });
});

describe('what the store does instead of answering is said', () => {
  const never = new Promise<never>(() => {});
  const sound = storeOf('turn-1');
  const rejecting = (error: unknown) => async () => {
    throw error;
  };
  const garbled = (async () => ({ nextCursor: null })) as unknown as ThreadStore['listItems'];

  test.each<readonly [title: string, store: Partial<ThreadStore>, message: string, pagesRead: number]>([
    ['no record, in time', { readThread: () => never }, 'the store did not answer within 10 s', 0],
    ['no page, in time', { listItems: () => never }, 'the store did not answer within 10 s', 0],
    ['an error for a record', { readThread: rejecting(new Error('gone')) }, 'the store failed: "gone"', 0],
    ['a text for an error', { listItems: rejecting('down') }, 'the store failed: "down"', 0],
    ['a page without data', { listItems: garbled }, 'the store gave an answer that cannot be read', 1],
  ])('%s', async (_, store, message, pagesRead) => {
    const asked: number[] = [];
    let cancelled = 0;
    const impatient: Clock = {
      after: (milliseconds) => {
        asked.push(milliseconds);
        // Late only for a store that has said nothing by then.
        return { elapsed: later(20), cancel: () => (cancelled += 1) };
      },
    };
    const runtime = { contract: shipped, store: { ...sound, ...store }, clock: impatient };
    const { decision } = await readParentTurn(runtime, { caller: 'a', arguments: {} });
    expect(decision).toMatchObject({
      rule: 'turn-readable',
      violations: [{ path: '', message }],
      facts: { pagesRead },
    });
    expect(new Set(asked)).toStrictEqual(new Set([10_000]));
    expect(cancelled).toBe(asked.length);
  });

  test('ids that alone pass the bytes', async () => {
    const store = storeOf('x'.repeat(shipped.evidence.maxBytes));
    const { decision } = await readParentTurn({ contract: shipped, store, clock }, { caller: 'a', arguments: {} });
    expect(decision.violations[0]?.message).toBe('the ids of the parent turn alone pass the bytes of an answer');
  });
});
