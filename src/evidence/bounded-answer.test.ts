import { describe, expect, test } from 'vitest';
import { boundedAnswer } from './bounded-answer.ts';

const spawn = { threadId: 'root', turnId: 't' };
const entry = (id: string, text: string) => ({ turnId: 't', item: { id, type: 'x', text } });
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
/** What an answer takes without any item: its envelope, with the longest tail that one can have. */
const envelope = bytesOf({
  ...spawn,
  items: [],
  truncated: true,
  omitted: { items: Number.MAX_SAFE_INTEGER, exact: false },
});

/** An answer within so many bytes beyond the envelope, after one page of these entries. */
function answered(room: number, entries: readonly ReturnType<typeof entry>[], maxItems = 64) {
  const answer = boundedAnswer({ threadRoles: [], maxItems, maxBytes: envelope + room }, spawn);
  answer.take({ data: entries, nextCursor: null });
  const { evidence, text, bytes } = answer.seal();
  expect([text, bytes]).toStrictEqual([JSON.stringify(evidence), Buffer.byteLength(text)]);
  return { ids: evidence.items.map(({ item }) => item.id), last: evidence.items.at(-1)?.item, evidence, answer };
}

const small = entry('small', 'é');
const giant = entry('giant', 'x'.repeat(500));
const standIn = { turnId: 't', item: { id: 'giant', type: 'x', omittedBytes: bytesOf(giant.item) } };

describe('within the bytes', () => {
  test('an empty answer fits to the byte', () => {
    expect(boundedAnswer({ threadRoles: [], maxItems: 1, maxBytes: envelope }, spawn).fitsEmpty()).toBe(true);
    expect(boundedAnswer({ threadRoles: [], maxItems: 1, maxBytes: envelope - 1 }, spawn).fitsEmpty()).toBe(false);
  });

  test('an item fits to the byte, and a second one with the comma between them', () => {
    const room = bytesOf(small) * 2 + 1;
    expect(answered(bytesOf(small), [small]).evidence.truncated).toBe(false);
    expect(answered(room, [small, small]).evidence).toMatchObject({ truncated: false, omitted: { items: 0 } });
    expect(answered(room - 1, [small, small]).evidence).toMatchObject({ truncated: true, omitted: { items: 1 } });
  });

  test('an item that would not fit even alone is replaced, and reading goes on', () => {
    const { ids, evidence, answer } = answered(bytesOf(giant) - 1, [giant, small]);
    expect([ids, evidence.items[0], evidence.truncated]).toStrictEqual([['giant', 'small'], standIn, true]);
    expect([answer.ended(), answer.truncated(), evidence.omitted.items]).toStrictEqual([false, true, 0]);
  });

  test('a replacement that does not fit ends the answer', () => {
    const room = bytesOf(small) + 1 + bytesOf(standIn);
    expect(answered(room, [small, giant]).ids).toStrictEqual(['small', 'giant']);
    const { ids, evidence, answer } = answered(room - 1, [small, giant, small]);
    expect([ids, evidence.omitted, answer.ended()]).toStrictEqual([['small'], { items: 2, exact: true }, true]);
  });
});

test('so many items are given, and of one more it is said that it is left out', () => {
  const { ids, evidence, answer } = answered(1000, [small, small, small], 2);
  expect([ids.length, evidence.omitted, evidence.truncated]).toStrictEqual([2, { items: 1, exact: true }, true]);
  expect([answer.wanted(), answer.ended()]).toStrictEqual([1, true]);
});

test('an answer before any page is empty, and leaves nothing out', () => {
  const { evidence } = boundedAnswer({ threadRoles: [], maxItems: 1, maxBytes: 1000 }, spawn).seal();
  expect(evidence).toStrictEqual({ ...spawn, items: [], truncated: false, omitted: { items: 0, exact: true } });
});

test('what is left out is not counted to the end where the store has more', () => {
  const answer = boundedAnswer({ threadRoles: [], maxItems: 1, maxBytes: 1000 }, spawn);
  expect(answer.wanted()).toBe(2);
  answer.take({ data: [small, small], nextCursor: 'more' });
  expect(answer.seal().evidence.omitted).toStrictEqual({ items: 1, exact: false });
});
