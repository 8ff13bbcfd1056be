// The simulated store of an evidence case, declared as data, read in the plainest way the contract allows.

import { utf8Bytes } from './bytes.ts';
import { isObject } from './json.ts';
import { repeated } from './paths.ts';
import { between, closed, integer, listOf, open, text, type Shape } from './shape.ts';

export interface Spawn {
  readonly threadId: string;
  readonly turnId: string;
}

export type Item = Readonly<Record<string, unknown>>;

interface Thread {
  readonly id: string;
  readonly threadRole: string;
  readonly spawnedBy: Spawn | readonly Spawn[] | null;
  readonly turns: readonly { readonly id: string; readonly items: readonly Item[] }[];
}

export interface Store {
  readonly pageSize: number;
  readonly fault: string | null;
  readonly threads: readonly Thread[];
}

export interface Page {
  readonly items: readonly { readonly turnId: string; readonly item: Item }[];
  readonly nextCursor: string | null;
  readonly gap: boolean;
}

const faults = new Set<unknown>([
  'ignores-turn-filter',
  'repeats-cursor',
  'empty-pages',
  'endless-pages',
  'over-long-page',
  'marks-gap',
  'throws',
  'never-answers',
]);

const spawn = closed({ threadId: text, turnId: text });

const spawnedBy: Shape = (value, at) => {
  if (value === null) return [];
  return Array.isArray(value) ? listOf(spawn)(value, at) : spawn(value, at);
};

/** "counts reach 100,000, texts 4 MiB"; `char` is one character. */
const generate = closed({
  count: between(1, 100_000),
  type: text,
  textBytes: between(0, 4 * 1024 * 1024),
  char: (value, at) => (typeof value === 'string' && [...value].length === 1 ? [] : [at]),
});

/**
 * An item with an `id`, a `type` and whatever, or one to be generated. Choice: what is neither is judged as that from
 * which it is less far.
 */
const item: Shape = (value, at) => {
  if (!isObject(value)) return [at];
  const asGenerated = closed({ generate })(value, at);
  const asItem = open({ id: text, type: text })(value, at);
  return asItem.length < asGenerated.length ? asItem : asGenerated;
};

const fault: Shape = (value, at) => (value === null || faults.has(value) ? [] : [at]);

const threads = listOf(
  closed({ id: text, threadRole: text, spawnedBy, turns: listOf(closed({ id: text, items: listOf(item) })) }),
);

/**
 * Choice: all of it is required. Choice: a thread or a turn whose id another has is not to be told from it, so the
 * store fits no shape. That, and a `char` that does not divide its `textBytes`, is said where nothing else is wrong.
 */
export const storeShape: Shape = (value, at) => {
  const offends = closed({ pageSize: integer(1), fault, threads })(value, at);
  if (offends.length > 0) return offends;
  const store = value as Store;
  offends.push(...repeated(store.threads.map(({ id }) => id)).map((index) => `${at}/threads/${index}/id`));
  for (const [index, thread] of store.threads.entries()) {
    const turns = `${at}/threads/${index}/turns`;
    offends.push(...repeated(thread.turns.map(({ id }) => id)).map((turn) => `${turns}/${turn}/id`));
    for (const [turn, { items }] of thread.turns.entries()) {
      for (const [place, it] of items.entries()) {
        if (!isGenerated(it)) continue;
        const { textBytes, char } = it['generate'] as { textBytes: number; char: string };
        if (textBytes % utf8Bytes(char) !== 0) offends.push(`${turns}/${turn}/items/${place}/generate/textBytes`);
      }
    }
  }
  return offends;
};

export function threadOf(store: Store, id: unknown): Thread | undefined {
  return store.threads.find((thread) => thread.id === id);
}

/**
 * One page of the items of a turn; `failed` for what is no page. A cursor is the number of the page and the place in
 * the list where it begins.
 */
export function pageOf(
  store: Store,
  { threadId, turnId }: Spawn,
  cursor: string | null,
  limit: number,
): Page | 'failed' {
  const thread = threadOf(store, threadId);
  if (thread === undefined || store.fault === 'throws' || store.fault === 'never-answers') return 'failed';

  const listed = thread.turns
    .filter((turn) => store.fault === 'ignores-turn-filter' || turn.id === turnId)
    .flatMap((turn) => itemsOf(turn.items).map((it) => ({ turnId: turn.id, item: it })));
  const [number, start] = cursor === null ? [1, 0] : cursor.split(' ').map(Number);
  if (number === undefined || start === undefined) return 'failed';
  const size = Math.min(limit, store.pageSize);
  const next = `${number + 1} ${start + size}`;

  if (store.fault === 'empty-pages') return { items: [], nextCursor: next, gap: false };
  if (store.fault === 'over-long-page') return { items: listed, nextCursor: null, gap: false };
  if (store.fault === 'endless-pages') {
    // Choice: the list begins again in the middle of a page.
    const items = Array.from(
      { length: listed.length === 0 ? 0 : size },
      (_, index) => listed[(start + index) % listed.length],
    );
    return { items: items.filter((it) => it !== undefined), nextCursor: next, gap: false };
  }
  const isLast = start + size >= listed.length;
  return {
    items: listed.slice(start, start + size),
    // "from the second page on, the next cursor is the one just used"
    nextCursor: store.fault === 'repeats-cursor' && cursor !== null ? cursor : isLast ? null : next,
    gap: store.fault === 'marks-gap' && isLast,
  };
}

function isGenerated(value: Item): boolean {
  return Object.hasOwn(value, 'generate') && !Object.hasOwn(value, 'id');
}

/** Choice: generated ids count on within their turn, also over several generators. */
function itemsOf(items: readonly Item[]): Item[] {
  const made: Item[] = [];
  let number = 0;
  for (const it of items) {
    if (isGenerated(it)) {
      const { count, type, textBytes, char } = it['generate'] as {
        count: number;
        type: string;
        textBytes: number;
        char: string;
      };
      for (let index = 0; index < count; index += 1) {
        number += 1;
        made.push({ id: `generated-${number}`, type, text: char.repeat(textBytes / utf8Bytes(char)) });
      }
    } else {
      made.push(it);
    }
  }
  return made;
}
