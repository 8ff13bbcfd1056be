/**
 * The port to wherever threads are kept, shaped like Codex's `thread/read` and `thread/items/list`.
 * Both calls answer with JSON values, as parsed, and may reject: the reader turns a rejection into a refusal, never into a
 * guess.
 */
export type SpawnRecord = { readonly threadId: string; readonly turnId: string };

/** What the runtime recorded of a thread. Several spawn records are allowed, so that a disagreement can be seen. */
export type ThreadRecord = { readonly threadRole: string | null; readonly spawnedBy: readonly SpawnRecord[] };

export type ThreadItem = { readonly id: string; readonly type: string; readonly [member: string]: unknown };
export type ItemEntry = { readonly turnId: string; readonly item: ThreadItem };

/** `gap` says that something between the listed items, or after them, is missing from the store. */
export type ItemPage = {
  readonly data: readonly ItemEntry[];
  readonly nextCursor: string | null;
  readonly gap?: boolean;
};

export type ItemRequest = {
  readonly threadId: string;
  readonly turnId: string;
  readonly cursor: string | null;
  /** Items, 1 to 100. */
  readonly limit: number;
};

export interface ThreadStore {
  /** The record of a thread, or null when there is no such thread. */
  readThread(threadId: string): Promise<ThreadRecord | null>;
  /** One page of a turn's items, oldest first. */
  listItems(request: ItemRequest): Promise<ItemPage>;
}

/** The clock by which a page is late. */
export interface Clock {
  /** Settles after that many milliseconds, unless it was cancelled before. */
  after(milliseconds: number): { readonly elapsed: Promise<void>; cancel(): void };
}
