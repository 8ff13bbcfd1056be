import { utf8Bytes } from './bytes.ts';
import type { Contract } from './contract.ts';
import { isObject, tooDeep, type Members } from './json.ts';
import { opinion, type Opinion } from './opinion.ts';
import { anything, closed, text } from './shape.ts';
import { pageOf, storeShape, threadOf, type Item, type Spawn, type Store } from './store.ts';

interface Given {
  readonly turnId: string;
  readonly item: Item;
}

const call = closed({ caller: text, arguments: anything, store: anything });

function stored(input: Members): string[] {
  return Object.hasOwn(input, 'store') ? storeShape(input['store'], '/store') : ['/store'];
}

/** The model of `decide evidence`: the input is the call and the store, in one. */
export function evidence(contract: Contract, input: unknown): Opinion {
  // Choice: the one violation is the first that the shapes would list, of the store before the call; and the store is
  // what could be too deep anywhere.
  const [shape] = !isObject(input) || tooDeep(input) ? [''] : [...stored(input), ...call(input, '')];
  if (shape !== undefined) {
    return opinion('PROVIDE_EVIDENCE', [{ rule: 'call-shape', code: 'DENY_CALL', paths: [shape] }], {});
  }
  const { caller, arguments: locators, store } = input as { caller: string; arguments: unknown; store: Store };
  const bounds = contract.evidence;
  const refuse = (rule: string, code: string, path: string, pagesRead: number): Opinion =>
    opinion('PROVIDE_EVIDENCE', [{ rule, code, paths: [path] }], { items: 0, bytes: 0, truncated: false, pagesRead });

  // Choice: anything but `{}` offends as a whole.
  if (!isObject(locators) || Object.keys(locators).length > 0) {
    return refuse('no-locators', 'DENY_LOCATOR', '/arguments', 0);
  }

  // Choice: faults are of pages; a thread's record is the runtime's, and is there.
  const thread = threadOf(store, caller);
  if (thread === undefined || !bounds.threadRoles.includes(thread.threadRole)) {
    return refuse('caller-is-reviewer', 'DENY_CALLER', '/caller', 0);
  }

  // Choice: what the record lacks is said of the caller.
  const { spawnedBy } = thread;
  const records: readonly Spawn[] = spawnedBy === null ? [] : Array.isArray(spawnedBy) ? spawnedBy : [spawnedBy];
  const [spawn] = records;
  if (
    spawn === undefined ||
    records.some((other) => other.threadId !== spawn.threadId || other.turnId !== spawn.turnId)
  ) {
    return refuse('spawn-recorded', 'NO_PARENT_TURN', '/caller', 0);
  }

  const { threadId, turnId } = spawn;
  const answer = (
    items: readonly unknown[],
    truncated: boolean,
    omitted: { items: number; exact: boolean },
  ): unknown => ({
    threadId,
    turnId,
    items,
    truncated,
    omitted,
  });
  const fits = (items: readonly unknown[]): boolean =>
    bytesOf(answer(items, true, { items: 9007199254740991, exact: false })) <= bounds.maxBytes;

  const items: (Given | { turnId: string; item: { id: unknown; type: unknown; omittedBytes: number } })[] = [];
  const used: (string | null)[] = [];
  let cursor: string | null = null;
  let pagesRead = 0;
  let received = 0;
  let replaced = false;
  let ended = false;

  // Choice: where not even an empty answer stays within `maxBytes`, nothing is read: fail closed.
  if (!fits([])) return refuse('turn-readable', 'EVIDENCE_UNAVAILABLE', '', pagesRead);

  while (!ended) {
    const wanted = bounds.maxItems - items.length;
    used.push(cursor);
    const page = pageOf(store, spawn, cursor, Math.min(100, wanted + 1));
    if (page === 'failed') return refuse('turn-readable', 'EVIDENCE_UNAVAILABLE', '', pagesRead);
    pagesRead += 1;
    received += page.items.length;
    if (page.gap || (received === 0 && page.nextCursor === null)) {
      return refuse('turn-readable', 'EVIDENCE_UNAVAILABLE', '', pagesRead);
    }
    if (page.items.some((it) => it.turnId !== turnId)) {
      return refuse('exact-turn', 'FOREIGN_EVIDENCE', '', pagesRead);
    }
    if (page.nextCursor !== null && (used.includes(page.nextCursor) || page.items.length === 0)) {
      return refuse('paging-advances', 'EVIDENCE_UNAVAILABLE', '', pagesRead);
    }
    for (const it of page.items) {
      if (ended) break;
      const { item } = it;
      const stand = { turnId, item: { id: item['id'], type: item['type'], omittedBytes: bytesOf(item) } };
      if (items.length === bounds.maxItems) {
        ended = true;
      } else if (fits([...items, it])) {
        items.push(it);
      } else if (!fits([it]) && fits([...items, stand])) {
        items.push(stand);
        replaced = true;
      } else {
        ended = true;
      }
    }
    cursor = page.nextCursor;
    if (cursor === null) ended = true;
  }

  const omitted = { items: received - items.length, exact: cursor === null };
  const truncated = replaced || omitted.items > 0;
  const given = answer(items, truncated, omitted);
  return {
    ...opinion(
      'PROVIDE_EVIDENCE',
      [{ rule: 'within-bounds', code: 'TRUNCATE_EVIDENCE', paths: truncated ? [''] : [] }],
      { items: items.length, bytes: bytesOf(given), truncated, pagesRead },
    ),
    evidence: given,
  };
}

function bytesOf(value: unknown): number {
  return utf8Bytes(JSON.stringify(value));
}
