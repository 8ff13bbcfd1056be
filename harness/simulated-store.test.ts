import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ItemPage } from '../src/index.ts';
import { checkStore, SimulatedStore } from './simulated-store.ts';
import type { StoreData } from './simulated-store.ts';

type Fault = StoreData['fault'];

const item = (id: string) => ({ id, type: 'agentMessage', text: `this is ${id}` });
const many = (count: number) => ({ generate: { count, type: 'agentMessage', textBytes: 4, char: 'x' } });

function storeOf({
  fault = null,
  pageSize = 2,
}: { readonly fault?: Fault; readonly pageSize?: number } = {}): StoreData {
  return {
    pageSize,
    fault,
    threads: [
      {
        id: 'root',
        threadRole: 'root',
        spawnedBy: null,
        turns: [
          { id: 'turn-1', items: [item('a')] },
          { id: 'turn-2', items: [item('b'), item('c'), item('d'), item('e'), item('f')] },
          { id: 'turn-3', items: [item('g')] },
        ],
      },
      { id: 'child', threadRole: 'reviewer', spawnedBy: { threadId: 'root', turnId: 'turn-2' }, turns: [] },
      {
        id: 'twice',
        threadRole: 'reviewer',
        spawnedBy: [
          { threadId: 'root', turnId: 'turn-2' },
          { threadId: 'root', turnId: 'turn-3' },
        ],
        turns: [],
      },
    ],
  };
}

const turn = { threadId: 'root', turnId: 'turn-2' };
const idsOf = ({ data }: ItemPage) => data.map((entry) => entry.item.id);

/** Reads page after page, at most so many; the last of them may not be the last there is. */
async function pagesOf(store: SimulatedStore, limit: number, most = 10): Promise<readonly ItemPage[]> {
  const pages: ItemPage[] = [];
  let cursor: string | null = null;
  do {
    const page: ItemPage = await store.listItems({ ...turn, cursor, limit });
    pages.push(page);
    cursor = page.nextCursor;
  } while (cursor !== null && pages.length < most);
  return pages;
}

describe('a thread is read as it was declared', () => {
  test.each([
    ['root', { threadRole: 'root', spawnedBy: [] }],
    ['child', { threadRole: 'reviewer', spawnedBy: [{ threadId: 'root', turnId: 'turn-2' }] }],
    [
      'twice',
      {
        threadRole: 'reviewer',
        spawnedBy: [
          { threadId: 'root', turnId: 'turn-2' },
          { threadId: 'root', turnId: 'turn-3' },
        ],
      },
    ],
    ['Root', null],
    ['toString', null],
  ])('%s', async (id, record) => {
    expect(await new SimulatedStore(storeOf()).readThread(id)).toEqual(record);
  });
});

describe('a store without a fault', () => {
  test('pages the items of one turn, oldest first', async () => {
    const pages = await pagesOf(new SimulatedStore(storeOf()), 100);
    expect(pages.map(idsOf)).toEqual([['b', 'c'], ['d', 'e'], ['f']]);
    expect(pages.flatMap(({ data }) => data.map(({ turnId }) => turnId))).toEqual(
      Array.from({ length: 5 }, () => 'turn-2'),
    );
    expect(pages.map(({ nextCursor }) => nextCursor === null)).toEqual([false, false, true]);
    expect(pages.map(({ gap }) => gap ?? false)).toEqual([false, false, false]);
  });

  test.each([
    [1, 100, [1, 1, 1, 1, 1]],
    [100, 1, [1, 1, 1, 1, 1]],
    [3, 2, [2, 2, 1]],
    [2, 3, [2, 2, 1]],
    [5, 100, [5]],
    [100, 5, [5]],
    [4, 100, [4, 1]],
  ])('with pages of %d, asked for %d at once, answers with pages of %j', async (pageSize, limit, lengths) => {
    const pages = await pagesOf(new SimulatedStore(storeOf({ pageSize })), limit);
    expect(pages.map(({ data }) => data.length)).toEqual(lengths);
  });

  test('gives an item whole, with whatever members it has', async () => {
    const declared = { id: 'a', type: 'x', nested: { deep: [1, null] }, generate: 'no' };
    const store = new SimulatedStore({
      ...storeOf(),
      threads: [{ id: 'root', threadRole: 'r', spawnedBy: null, turns: [{ id: 'turn-2', items: [declared] }] }],
    });
    const [page] = await pagesOf(store, 100);
    expect(page?.data).toEqual([{ turnId: 'turn-2', item: declared }]);
  });

  test('lists nothing for a turn that it does not know', async () => {
    const page = await new SimulatedStore(storeOf()).listItems({ ...turn, turnId: 'turn-9', cursor: null, limit: 100 });
    expect(page).toMatchObject({ data: [], nextCursor: null });
  });

  test('rejects for a thread that it does not know', async () => {
    const listed = new SimulatedStore(storeOf()).listItems({ ...turn, threadId: 'no', cursor: null, limit: 100 });
    await expect(listed).rejects.toThrow('no thread');
  });

  test('lists every item of the turn once and in order, whatever the pages', async () => {
    const items = fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(0)), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        items,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 12 }),
        async (counts, pageSize, limit) => {
          const declared = counts.map((count, index) => (count === 0 ? item(`own-${index}`) : many(count)));
          const turns = [
            { id: 'turn-1', items: [many(3)] },
            { id: 'turn-2', items: declared },
            { id: 'turn-3', items: [many(3)] },
          ];
          const data = { pageSize, fault: null, threads: [{ id: 'root', threadRole: 'r', spawnedBy: null, turns }] };
          const pages = await pagesOf(new SimulatedStore(data), limit, 1000);
          let generated = 0;
          const wanted = counts.flatMap((count, index) =>
            count === 0 ? [`own-${index}`] : Array.from({ length: count }, () => `generated-${(generated += 1)}`),
          );
          expect(pages.flatMap(idsOf)).toEqual(wanted);
          expect(Math.max(...pages.map((page) => page.data.length))).toBeLessThanOrEqual(Math.min(pageSize, limit));
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('generated items', () => {
  const generate = async (generated: object) => {
    const store = new SimulatedStore({
      pageSize: 100_000,
      fault: 'over-long-page',
      threads: [
        {
          id: 'root',
          threadRole: 'r',
          spawnedBy: null,
          turns: [{ id: 'turn-2', items: [{ generate: generated } as ReturnType<typeof many>] }],
        },
      ],
    });
    return (await store.listItems({ ...turn, cursor: null, limit: 1 })).data.map((entry) => entry.item);
  };

  test.each([
    ['x', 100],
    ['x', 0],
    ['x', 1],
    ['\u00e9', 100],
    ['\u20ac', 99],
    ['\u{1f600}', 100],
    ['"', 7],
    ['\n', 7],
    ['\u0000', 7],
    ['x', 4_194_304],
  ])('of %j have texts of exactly %d bytes', async (char, textBytes) => {
    const [first, second] = await generate({ count: 2, type: 'agentMessage', textBytes, char });
    const text = String(first?.['text']);
    expect(Buffer.byteLength(text)).toBe(textBytes);
    expect(text.replaceAll(char, '')).toBe('');
    expect(first).toEqual({ id: 'generated-1', type: 'agentMessage', text });
    expect(second).toEqual({ id: 'generated-2', type: 'agentMessage', text });
  });

  test('reach 100,000', async () => {
    const items = await generate({ count: 100_000, type: 't', textBytes: 1, char: 'x' });
    expect(items).toHaveLength(100_000);
    expect(items.at(-1)?.id).toBe('generated-100000');
  });

  test('are numbered within their turn', async () => {
    const turns = [
      { id: 'turn-1', items: [many(2)] },
      { id: 'turn-2', items: [many(1), item('own'), many(2)] },
    ];
    const store = new SimulatedStore({
      pageSize: 10,
      fault: 'ignores-turn-filter',
      threads: [{ id: 'root', threadRole: 'r', spawnedBy: null, turns }],
    });
    const { data } = await store.listItems({ ...turn, cursor: null, limit: 10 });
    expect(data.map((entry) => `${entry.turnId} ${entry.item.id}`)).toEqual([
      'turn-1 generated-1',
      'turn-1 generated-2',
      'turn-2 generated-1',
      'turn-2 own',
      'turn-2 generated-2',
      'turn-2 generated-3',
    ]);
  });
});

describe('a fault', () => {
  const faulty = (fault: Fault) => new SimulatedStore(storeOf({ fault }));

  test('ignores-turn-filter lists the items of all turns of the thread', async () => {
    const pages = await pagesOf(faulty('ignores-turn-filter'), 100);
    expect(pages.flatMap(idsOf)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    expect(new Set(pages.flatMap(({ data }) => data.map(({ turnId }) => turnId)))).toEqual(
      new Set(['turn-1', 'turn-2', 'turn-3']),
    );
  });

  test('repeats-cursor gives from the second page on the cursor that was just used', async () => {
    const store = faulty('repeats-cursor');
    const first = await store.listItems({ ...turn, cursor: null, limit: 2 });
    const second = await store.listItems({ ...turn, cursor: first.nextCursor, limit: 2 });
    expect(first.nextCursor).not.toBeNull();
    expect(second.nextCursor).toBe(first.nextCursor);
    expect([first, second].map(idsOf)).toEqual([
      ['b', 'c'],
      ['d', 'e'],
    ]);
  });

  test('empty-pages gives nothing and always a new cursor', async () => {
    const pages = await pagesOf(faulty('empty-pages'), 100, 20);
    expect(pages.map(({ data }) => data.length)).toEqual(Array.from({ length: 20 }, () => 0));
    expect(new Set(pages.map(({ nextCursor }) => nextCursor)).size).toBe(20);
  });

  test('endless-pages of no item are empty, each with a new cursor', async () => {
    const store = new SimulatedStore({
      ...storeOf({ fault: 'endless-pages' }),
      threads: [{ id: 'root', threadRole: 'r', spawnedBy: null, turns: [{ id: 'turn-2', items: [] }] }],
    });
    const pages = await pagesOf(store, 100, 3);
    expect(pages.map(({ data }) => data)).toEqual([[], [], []]);
    expect(new Set(pages.map(({ nextCursor }) => nextCursor)).size).toBe(3);
  });

  test('endless-pages gives the items over and over, and always a new cursor', async () => {
    const pages = await pagesOf(faulty('endless-pages'), 100, 20);
    expect(pages.flatMap(idsOf).slice(0, 12)).toEqual(['b', 'c', 'd', 'e', 'f', 'b', 'c', 'd', 'e', 'f', 'b', 'c']);
    expect(pages.map(({ data }) => data.length)).toEqual(Array.from({ length: 20 }, () => 2));
    expect(new Set(pages.map(({ nextCursor }) => nextCursor)).size).toBe(20);
  });

  test('over-long-page gives everything at once, whatever was asked', async () => {
    const pages = await pagesOf(faulty('over-long-page'), 1);
    expect(pages.map(idsOf)).toEqual([['b', 'c', 'd', 'e', 'f']]);
  });

  test('marks-gap says on the last page, and there alone, that something is missing', async () => {
    const pages = await pagesOf(faulty('marks-gap'), 100);
    expect(pages.map(({ gap }) => gap ?? false)).toEqual([false, false, true]);
    expect(pages.flatMap(idsOf)).toEqual(['b', 'c', 'd', 'e', 'f']);
  });

  test('throws rejects', async () => {
    await expect(faulty('throws').listItems({ ...turn, cursor: null, limit: 1 })).rejects.toThrow('on request');
  });

  test('never-answers lets the time of everyone who waits pass at once, and never answers', async () => {
    const store = faulty('never-answers');
    const timer = store.after();
    const listed = store.listItems({ ...turn, cursor: null, limit: 1 });
    expect(await first([listed.then(() => 'answered'), timer.elapsed.then(() => 'late'), settled()])).toBe('late');
  });

  test('never-answers rings no timer that was cancelled', async () => {
    const store = faulty('never-answers');
    const timer = store.after();
    timer.cancel();
    const listed = store.listItems({ ...turn, cursor: null, limit: 1 });
    expect(await first([listed.then(() => 'answered'), timer.elapsed.then(() => 'late'), settled()])).toBe('neither');
  });

  test('that is absent lets no time pass', async () => {
    const store = new SimulatedStore(storeOf());
    const timer = store.after();
    await pagesOf(store, 1);
    expect(await first([timer.elapsed.then(() => 'late'), settled()])).toBe('neither');
  });

  const first = (candidates: readonly Promise<string>[]): Promise<string> => Promise.race(candidates);

  /** Settles once everything that was ready has run. */
  const settled = (): Promise<string> => new Promise((resolve) => setImmediate(() => resolve('neither')));
});

describe('a declaration that does not fit is refused at its place', () => {
  const flaws = (value: unknown): readonly string[] => {
    const paths: string[] = [];
    checkStore(value, (path) => paths.push(path));
    return paths;
  };
  const withItem = (declared: unknown) => ({
    ...storeOf(),
    threads: [{ id: 'a', threadRole: 'b', spawnedBy: null, turns: [{ id: 'c', items: [item('x'), declared] }] }],
  });
  const at = '/threads/0/turns/0/items/1';

  const thread = (id: string, ...turns: string[]) => ({
    id,
    threadRole: 'reviewer',
    spawnedBy: null,
    turns: turns.map((name) => ({ id: name, items: [] })),
  });

  test.each<readonly [title: string, value: unknown, paths: readonly string[]]>([
    ['two threads of one id', { ...storeOf(), threads: [thread('a'), thread('b'), thread('a')] }, ['/threads/2/id']],
    ['two turns of one id', { ...storeOf(), threads: [thread('a', 'b', 'b')] }, ['/threads/0/turns/1/id']],
    [
      'more items than memory is good for',
      {
        ...storeOf(),
        threads: [
          {
            ...thread('a'),
            turns: Array.from({ length: 11 }, (_, nth) => ({ id: `${nth}`, items: [many(100_000)] })),
          },
        ],
      },
      ['/threads/0/turns/10/items/0/generate/count'],
    ],
    ['none', undefined, ['']],
    ['no object', [], ['']],
    ['no member', {}, ['/pageSize', '/fault', '/threads']],
    ['an unknown fault', { ...storeOf(), fault: 'forgets' }, ['/fault']],
    ['a page of nothing', { ...storeOf(), pageSize: 0 }, ['/pageSize']],
    ['two flaws', { ...storeOf(), pageSize: 0.5, fault: 1 }, ['/pageSize', '/fault']],
    ['an unknown key', { ...storeOf(), latency: 1 }, ['/latency']],
    ['an item without a type', withItem({ id: 'x' }), [`${at}/type`]],
    ['a count of nothing', withItem({ generate: { ...many(1).generate, count: 0 } }), [`${at}/generate/count`]],
    ['a count past 100,000', withItem({ generate: { ...many(1).generate, count: 100_001 } }), [`${at}/generate/count`]],
    [
      'a text past 4 MiB',
      withItem({ generate: { ...many(1).generate, textBytes: 4_194_305 } }),
      [`${at}/generate/textBytes`],
    ],
    ['two characters', withItem({ generate: { ...many(1).generate, char: 'xy' } }), [`${at}/generate/char`]],
    [
      'half a pair',
      withItem({ generate: { ...many(1).generate, textBytes: 4, char: '\ud83d\ud83d' } }),
      [`${at}/generate/char`],
    ],
    [
      'two bytes in 3',
      withItem({ generate: { ...many(1).generate, textBytes: 3, char: '\u00e9' } }),
      [`${at}/generate/textBytes`],
    ],
    [
      'four bytes in 6',
      withItem({ generate: { ...many(1).generate, textBytes: 6, char: '\u{1f600}' } }),
      [`${at}/generate/textBytes`],
    ],
  ])('%s', (_, value, paths) => {
    expect(flaws(value)).toEqual(paths);
  });

  test.each<readonly [value: unknown, message: string]>([
    [{ ...storeOf(), threads: [thread('a'), thread('a')] }, 'the id "a" appears twice: keep one'],
    [
      withItem({ generate: { ...many(1).generate, textBytes: 3, char: 'é' } }),
      '`textBytes` is 3, which `char` does not divide',
    ],
    [
      {
        ...storeOf(),
        threads: Array.from({ length: 11 }, (_, nth) => ({ ...withItem(many(100_000)).threads[0], id: `${nth}` })),
      },
      'more than 1000000 items would be generated in one store',
    ],
  ])('%# the message says what is wrong', (value, message) => {
    const messages: string[] = [];
    checkStore(value, (_, words) => messages.push(words));
    expect(messages).toEqual([message]);
  });

  test.each<readonly [title: string, value: unknown]>([
    ['a store of no thread', { ...storeOf(), threads: [] }],
    ['every fault', storeOf({ fault: 'never-answers' })],
    ['the largest count', withItem(many(100_000))],
    ['the largest text', withItem({ generate: { ...many(1).generate, textBytes: 4_194_304 } })],
    ['an empty text', withItem({ generate: { ...many(1).generate, textBytes: 0, char: '\u{1f600}' } })],
    [
      'a text that its character divides',
      withItem({ generate: { ...many(1).generate, textBytes: 8, char: '\u{1f600}' } }),
    ],
    ['an item of many members', withItem({ id: 'a', type: 'b', c: { d: [] } })],
    ['a huge page', { ...storeOf(), pageSize: Number.MAX_SAFE_INTEGER }],
  ])('%s fits', (_, value) => {
    expect(flaws(value)).toEqual([]);
  });
});
