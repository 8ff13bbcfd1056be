/** The answer of `parent_turn_evidence`, built item by item within the contract's bounds. */
import type { Contract } from '../contract/contract.ts';
import { utf8Bytes } from '../contract/text.ts';
import type { ItemEntry, ItemPage, SpawnRecord, ThreadItem } from './thread-store.ts';

/** Stands in for an item that would not fit even alone; `omittedBytes` counts the UTF-8 bytes of its JSON. */
type ReplacedItem = { readonly id: string; readonly type: string; readonly omittedBytes: number };

export type Evidence = {
  readonly threadId: string;
  readonly turnId: string;
  readonly items: readonly { readonly turnId: string; readonly item: ThreadItem | ReplacedItem }[];
  readonly truncated: boolean;
  /** `items` were received and neither given nor replaced; not `exact` when the store had more. */
  readonly omitted: { readonly items: number; readonly exact: boolean };
};

/** An answer with the text that is sent, serialised once; `bytes` counts that text in UTF-8. */
export type SealedAnswer = { readonly evidence: Evidence; readonly text: string; readonly bytes: number };

export type BoundedAnswer = {
  /** Whether an answer without any item is within the bytes: the ids of thread and turn are part of it. */
  fitsEmpty(): boolean;
  /** Items still wanted, and one more that tells whether anything was left out. */
  wanted(): number;
  /** Takes the items of a page that was found good. */
  take(page: ItemPage): void;
  /** Whether an item was met that is not given: nothing after it is read. */
  ended(): boolean;
  /** Whether anything was left out or replaced. */
  truncated(): boolean;
  seal(): SealedAnswer;
};

/** What ends an entry behind its item. */
const closing = '}';

/** The longest tail an answer can have: its room is kept free until the end. */
const reservedTail = tailOf(true, { items: Number.MAX_SAFE_INTEGER, exact: false });

/** Starts an answer about the turn of a spawn record; bounds are in items and in UTF-8 bytes of the text that is sent. */
export function boundedAnswer({ maxItems, maxBytes }: Contract['evidence'], spawn: SpawnRecord): BoundedAnswer {
  const head = `{"threadId":${JSON.stringify(spawn.threadId)},"turnId":${JSON.stringify(spawn.turnId)},"items":[`;
  const envelope = utf8Bytes(head) + utf8Bytes(reservedTail);
  const items: Evidence['items'][number][] = [];
  const texts: string[] = [];
  let used = envelope;
  let replaced = 0;
  let omitted = 0;
  let exact = true;

  /** Gives an entry if it fits behind those already given. */
  const give = (entry: Evidence['items'][number], text: string): boolean => {
    const needed = utf8Bytes(text) + (texts.length > 0 ? 1 : 0);
    if (used + needed > maxBytes) return false;
    used += needed;
    items.push(entry);
    texts.push(text);
    return true;
  };

  const giveOrReplace = ({ turnId, item }: ItemEntry): boolean => {
    if (items.length === maxItems) return false;
    const itemText = JSON.stringify(item);
    const opening = `{"turnId":${JSON.stringify(turnId)},"item":`;
    const itemBytes = utf8Bytes(itemText);
    if (envelope + utf8Bytes(opening) + itemBytes + closing.length <= maxBytes) {
      return give({ turnId, item }, `${opening}${itemText}${closing}`);
    }
    const standIn = { id: item.id, type: item.type, omittedBytes: itemBytes };
    if (!give({ turnId, item: standIn }, `${opening}${JSON.stringify(standIn)}${closing}`)) return false;
    replaced += 1;
    return true;
  };

  const truncated = (): boolean => omitted + replaced > 0;

  return {
    fitsEmpty: () => envelope <= maxBytes,
    wanted: () => maxItems - items.length + 1,
    take: ({ data, nextCursor }) => {
      const unfit = data.findIndex((entry) => !giveOrReplace(entry));
      if (unfit !== -1) omitted += data.length - unfit;
      exact = nextCursor === null;
    },
    ended: () => omitted > 0,
    truncated,
    seal: () => {
      const left = { items: omitted, exact };
      const text = `${head}${texts.join(',')}${tailOf(truncated(), left)}`;
      const { threadId, turnId } = spawn;
      return {
        evidence: { threadId, turnId, items, truncated: truncated(), omitted: left },
        text,
        bytes: utf8Bytes(text),
      };
    },
  };
}

function tailOf(truncated: boolean, omitted: Evidence['omitted']): string {
  return `],"truncated":${truncated},"omitted":${JSON.stringify(omitted)}}`;
}
