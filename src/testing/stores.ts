/** Thread stores that page as they should, or go wrong on one page, and a clock whose time passes by hand. */
import * as fc from 'fast-check';
import type { Contract } from '../contract/contract.ts';
import type {
  Clock,
  ItemEntry,
  ItemPage,
  ItemRequest,
  SpawnRecord,
  ThreadItem,
  ThreadStore,
} from '../evidence/thread-store.ts';
import { shipped } from './contracts.ts';
import { anyJson } from './json.ts';
import { anyText } from './texts.ts';

/** How a page goes wrong. */
const faultKinds = ['foreign', 'gap', 'rejects', 'silent', 'garbage', 'repeats', 'empty', 'long', 'endless'] as const;
type FaultKind = (typeof faultKinds)[number];

/** A turn, the store that keeps it, and the contract under which it is read. */
export type Setting = {
  readonly contract: Contract;
  readonly spawn: SpawnRecord;
  readonly items: readonly ItemEntry[];
  readonly pageSize: number;
  /** From which page on the store goes wrong, counted from 0, and how. */
  readonly fault: { readonly page: number; readonly kind: FaultKind } | null;
};

export const caller = 'the caller';
export const garbage = { data: 'no list', nextCursor: null };

/** Mostly small texts, some near the bytes that a small answer has, some beyond. */
const itemText = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: fc.nat({ max: 40 }) },
      { weight: 3, arbitrary: fc.integer({ min: 300, max: 1500 }) },
      { weight: 3, arbitrary: fc.integer({ min: 3700, max: 4300 }) },
    ),
    fc.constantFrom('x', 'é', '€', '\u{1f600}', '"', '\n', '\ud800'),
    anyText,
  )
  .map(([length, unit, end]) => unit.repeat(unit === 'x' ? length : Math.ceil(length / 4)) + end);

const small = fc.record({ id: anyText, type: anyText, text: itemText });
const anyItem = fc.oneof(
  { weight: 6, arbitrary: small },
  { weight: 1, arbitrary: fc.tuple(small, anyJson).map(([item, more]) => ({ ...item, more })) },
  {
    weight: 1,
    arbitrary: fc.constant({ id: 'i', type: 't', threadId: 'other', turnId: 'other', arguments: { turnId: 'x' } }),
  },
);

/** The bounds of the shipped contract, and small ones. */
const bounds = fc.oneof(
  { weight: 1, arbitrary: fc.constant(shipped.evidence) },
  {
    weight: 4,
    arbitrary: fc.record({
      threadRoles: fc.constant(['reviewer']),
      maxItems: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(1000)),
      maxBytes: fc.oneof(fc.constant(4096), fc.integer({ min: 4096, max: 9000 })),
    }),
  },
);

const spawns = fc.record({ threadId: anyText, turnId: anyText });

/** Lists of items: a few odd ones, or more small ones than the shipped contract allows, or more than one page takes. */
const itemLists: fc.Arbitrary<ThreadItem[]> = fc.oneof(
  { weight: 8, arbitrary: fc.array(anyItem, { minLength: 1, maxLength: 8 }) },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 60, max: 250 })
      .map((count) => Array.from({ length: count }, (_, index) => ({ id: `${index}`, type: 'message' }))),
  },
);

const pageSizes = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constantFrom(64, 100, 1000));

/** A turn in a store that pages as it should. */
export const wellBehaved: fc.Arbitrary<Setting> = fc
  .record({ evidence: bounds, spawn: spawns, list: itemLists, pageSize: pageSizes })
  .map(({ evidence, spawn, list, pageSize }) => ({
    contract: { ...shipped, evidence },
    spawn,
    items: list.map((item) => ({ turnId: spawn.turnId, item })),
    pageSize,
    fault: null,
  }));

/** The same, and stores that go wrong on some page. */
export const anySetting: fc.Arbitrary<Setting> = fc
  .tuple(
    wellBehaved,
    fc.option(fc.record({ page: fc.nat({ max: 3 }), kind: fc.constantFrom(...faultKinds) }), { freq: 4 }),
    fc.boolean(),
  )
  .map(([setting, fault, none]) => ({ ...setting, fault, items: none && fault?.page === 3 ? [] : setting.items }));

export type Reply = ItemPage | typeof garbage | 'rejects' | 'silent';

/** What the store of a setting answers to the request for its page of that number: plain data, the same every time. */
export function replyOf(
  { spawn, items, pageSize, fault }: Setting,
  page: number,
  { cursor, limit }: ItemRequest,
): Reply {
  const start = cursor === null ? 0 : Number(cursor.slice('after '.length));
  const end = start + Math.min(limit, pageSize);
  const data = items.slice(start, end);
  const good: ItemPage = { data, nextCursor: end < items.length ? `after ${end}` : null };
  if (!fault || page < fault.page) return good;
  switch (fault.kind) {
    case 'foreign':
      return { ...good, data: [...data, { turnId: `${spawn.turnId}?`, item: { id: 'i', type: 't' } }] };
    case 'gap':
      return { ...good, gap: true };
    case 'rejects':
    case 'silent':
      return fault.kind;
    case 'garbage':
      return garbage;
    case 'repeats':
      return { ...good, nextCursor: cursor ?? good.nextCursor };
    case 'empty':
      return { data: [], nextCursor: `after ${end}` };
    case 'long':
      return { data: items.slice(start), nextCursor: null };
    default:
      return { data: items.slice(0, end - start), nextCursor: `after ${end}` };
  }
}

/** What the reader did: the requests that it made, and how its clock stood. */
export type Watched = {
  readonly store: ThreadStore;
  readonly clock: Clock;
  readonly threadsRead: string[];
  readonly requests: ItemRequest[];
  /** The milliseconds of every timer that was set. */
  readonly waits: number[];
  /** Timers that were neither cancelled nor have gone off. */
  pending(): number;
};

/** A store and a clock made of answers; who waits for one that never comes sees all his time pass at once. */
export function watched(
  readThread: ThreadStore['readThread'],
  list: (page: number, request: ItemRequest) => unknown,
): Watched {
  const timers = new Set<() => void>();
  const requests: ItemRequest[] = [];
  const threadsRead: string[] = [];
  const waits: number[] = [];
  const ring = (): void => {
    for (const timer of timers) timer();
    timers.clear();
  };
  const answer = async (reply: unknown): Promise<unknown> => {
    if (reply === 'rejects') throw new Error('no');
    if (reply === 'silent') {
      ring();
      return new Promise(() => {});
    }
    return reply;
  };
  return {
    store: {
      readThread: async (threadId) => {
        threadsRead.push(threadId);
        return (await answer(await readThread(threadId))) as Awaited<ReturnType<ThreadStore['readThread']>>;
      },
      listItems: async (request) => {
        requests.push(request);
        return (await answer(list(requests.length - 1, request))) as ItemPage;
      },
    },
    clock: {
      after: (milliseconds) => {
        waits.push(milliseconds);
        let timer = (): void => {};
        const elapsed = new Promise<void>((resolve) => {
          timer = resolve;
        });
        timers.add(timer);
        return { elapsed, cancel: () => timers.delete(timer) };
      },
    },
    threadsRead,
    requests,
    waits,
    pending: () => timers.size,
  };
}

/** The store of a setting, in which the caller was started by the setting's turn. */
export function storeOf(setting: Setting): Watched {
  const record = { threadRole: 'reviewer', spawnedBy: [setting.spawn] };
  return watched(
    async () => record,
    (page, request) => replyOf(setting, page, request),
  );
}
