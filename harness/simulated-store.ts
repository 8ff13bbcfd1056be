/** A thread store declared as data: it pages as a real one does, and misbehaves on request. */
import type { z } from 'zod';
import type { Clock, ItemEntry, ItemPage, ItemRequest, ThreadItem, ThreadRecord } from '../src/index.ts';
import type { ThreadStore } from '../src/index.ts';
import { shapeOf } from '../src/contract/shape.ts';
import type { Report } from '../src/contract/shape.ts';
import { show } from '../src/contract/show.ts';
import { utf8Bytes } from '../src/contract/text.ts';
import { schemas } from './case-shape.gen.ts';
import type { store } from './case-shape.ts';

export type StoreData = z.infer<typeof store>;
type Thread = StoreData['threads'][number];
type Declared = Thread['turns'][number]['items'][number];
type Generate = Extract<Declared, { generate: { count: number } }>['generate'];

/** In all of a store, so that a small file cannot ask for all memory. */
const mostGenerated = 1_000_000;

const storeShape = shapeOf(schemas.store);

/** Reports everything for which a declared store is refused, each by its JSON Pointer. */
export function checkStore(value: unknown, report: Report): void {
  if (!storeShape(value, report)) return;
  const { threads } = value as StoreData;
  checkIds(threads, '/threads', report);
  let generated = 0;
  for (const [thread, { turns }] of threads.entries()) {
    checkIds(turns, `/threads/${thread}/turns`, report);
    for (const [turn, { items }] of turns.entries()) {
      for (const [item, declared] of items.entries()) {
        const generate = generateOf(declared);
        if (!generate) continue;
        const path = `/threads/${thread}/turns/${turn}/items/${item}/generate`;
        if (generate.textBytes % utf8Bytes(generate.char) !== 0) {
          report(`${path}/textBytes`, `\`textBytes\` is ${generate.textBytes}, which \`char\` does not divide`);
        }
        generated += generate.count;
        if (generated > mostGenerated) {
          return report(`${path}/count`, `more than ${mostGenerated} items would be generated in one store`);
        }
      }
    }
  }
}

/** A thread or a turn that is declared twice could be either: the store would have to guess. */
function checkIds(declared: readonly { readonly id: string }[], at: string, report: Report): void {
  const seen = new Set<string>();
  for (const [index, { id }] of declared.entries()) {
    if (seen.has(id)) report(`${at}/${index}/id`, `the id ${show(id)} appears twice: keep one`);
    seen.add(id);
  }
}

/**
 * Serves one call, which asks for one turn. Its time passes only when the store never answers, and then all at once, so
 * that no case waits.
 */
export class SimulatedStore implements ThreadStore, Clock {
  readonly #data: StoreData;
  readonly #timers = new Set<() => void>();
  #listed: readonly ItemEntry[] | undefined;

  constructor(data: StoreData) {
    this.#data = data;
  }

  after(): ReturnType<Clock['after']> {
    let ring = (): void => {};
    const elapsed = new Promise<void>((resolve) => {
      ring = resolve;
    });
    this.#timers.add(ring);
    return { elapsed, cancel: () => this.#timers.delete(ring) };
  }

  async readThread(threadId: string): Promise<ThreadRecord | null> {
    const thread = this.#thread(threadId);
    if (!thread) return null;
    const { threadRole, spawnedBy } = thread;
    return { threadRole, spawnedBy: spawnedBy === null ? [] : [spawnedBy].flat() };
  }

  async listItems({ threadId, turnId, cursor, limit }: ItemRequest): Promise<ItemPage> {
    const { fault, pageSize } = this.#data;
    if (fault === 'throws') throw new Error('the simulated store fails on request');
    if (fault === 'never-answers') return this.#silence();
    const thread = this.#thread(threadId);
    if (!thread) throw new Error(`there is no thread ${threadId}`);

    this.#listed ??= entriesOf(thread, fault === 'ignores-turn-filter' ? null : turnId);
    const entries = this.#listed;
    const start = cursor === null ? 0 : Number(cursor.slice(cursorPrefix.length));
    const size = Math.min(limit, pageSize);
    if (fault === 'empty-pages') return { data: [], nextCursor: cursorAt(start + 1) };
    if (fault === 'over-long-page') return { data: entries, nextCursor: null };
    if (fault === 'endless-pages') return { data: cycle(entries, start, size), nextCursor: cursorAt(start + size) };

    const end = start + size;
    const last = end >= entries.length;
    const next = fault === 'repeats-cursor' && cursor !== null ? cursor : last ? null : cursorAt(end);
    return { data: entries.slice(start, end), nextCursor: next, gap: last && fault === 'marks-gap' };
  }

  #thread(threadId: string): Thread | undefined {
    return this.#data.threads.find(({ id }) => id === threadId);
  }

  #silence(): Promise<never> {
    for (const ring of this.#timers) ring();
    return new Promise(() => {});
  }
}

const cursorPrefix = 'after-';

function cursorAt(offset: number): string {
  return `${cursorPrefix}${offset}`;
}

function cycle(entries: readonly ItemEntry[], start: number, size: number): ItemEntry[] {
  if (entries.length === 0) return [];
  return Array.from({ length: size }, (_, index) => entries[(start + index) % entries.length] as ItemEntry);
}

/** The items of one turn, or of all turns of the thread, generated ones made on the way. */
function entriesOf({ turns }: Thread, turnId: string | null): readonly ItemEntry[] {
  return turns
    .filter(({ id }) => turnId === null || id === turnId)
    .flatMap(({ id, items }) => {
      let generated = 0;
      return items.flatMap((declared): ItemEntry[] => {
        const generate = generateOf(declared);
        if (!generate) return [{ turnId: id, item: declared as ThreadItem }];
        const { count, type, textBytes, char } = generate;
        const text = char.repeat(textBytes / utf8Bytes(char));
        return Array.from({ length: count }, () => {
          generated += 1;
          return { turnId: id, item: { id: `generated-${generated}`, type, text } };
        });
      });
    });
}

function generateOf(declared: Declared): Generate | undefined {
  return 'id' in declared ? undefined : declared.generate;
}
