/** What the reader writes down of one call: all that the rule table judges, and nothing that it would have to ask for. */
import type { ItemPage, SpawnRecord, ThreadRecord } from './thread-store.ts';

export type Transcript = {
  readonly call: unknown;
  /** The caller's record: null when the runtime knows no such thread, or before it was read. */
  record: ThreadRecord | null;
  /** Pages that the store answered, one that could not be read included. */
  pagesRead: number;
  /** The last page, while it is readable. */
  page: ItemPage | null;
  /** Whether any page so far had an item. */
  listed: boolean;
  /** The cursors with which pages were asked for. */
  readonly cursorsUsed: Set<string>;
  /** Why the store gave no readable answer, in words, or null. */
  failure: string | null;
  /** Whether anything that was listed is not given as it is. */
  truncated: boolean;
};

/** A transcript of a call of which nothing more is known yet. */
export function transcriptOf(call: unknown): Transcript {
  return {
    call,
    record: null,
    pagesRead: 0,
    page: null,
    listed: false,
    cursorsUsed: new Set(),
    failure: null,
    truncated: false,
  };
}

/** The parent turn, when the record names exactly one, however often. */
export function spawnOf(record: ThreadRecord | null): SpawnRecord | undefined {
  const [first, ...others] = record?.spawnedBy ?? [];
  const agree = others.every(({ threadId, turnId }) => threadId === first?.threadId && turnId === first.turnId);
  return agree ? first : undefined;
}
