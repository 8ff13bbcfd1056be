import { expect, test } from 'vitest';
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
