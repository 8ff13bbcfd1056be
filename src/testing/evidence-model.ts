/** How a turn is read under the agreed rules: to the letter, every answer serialised anew to count its bytes. */
import type { ItemEntry, ItemRequest } from '../evidence/thread-store.ts';
import { garbage, replyOf } from './stores.ts';
import type { Setting } from './stores.ts';
import { byteLength } from './texts.ts';

type Given = { readonly turnId: string; readonly item: unknown };

export type EvidenceModel = {
  readonly code: string;
  readonly rule: string | null;
  readonly pagesRead: number;
  readonly requests: readonly ItemRequest[];
  readonly evidence: {
    readonly threadId: string;
    readonly turnId: string;
    readonly items: readonly Given[];
    readonly truncated: boolean;
    readonly omitted: { readonly items: number; readonly exact: boolean };
  } | null;
};

/** For a caller that was started by the setting's turn. */
export function readingOf(setting: Setting): EvidenceModel {
  const { contract, spawn } = setting;
  const { maxItems } = contract.evidence;
  const requests: ItemRequest[] = [];
  const given: Given[] = [];
  let replaced = 0;
  let received = 0;
  let cursor: string | null = null;
  for (let page = 0; ; page += 1) {
    const request: ItemRequest = { ...spawn, cursor, limit: Math.min(maxItems - given.length + 1, 100) };
    requests.push(request);
    const reply = replyOf(setting, page, request);
    const refused = (code: string, rule: string, answered = 1): EvidenceModel => {
      return { code, rule, pagesRead: page + answered, requests, evidence: null };
    };
    if (reply === 'rejects' || reply === 'silent') return refused('EVIDENCE_UNAVAILABLE', 'turn-readable', 0);
    if (reply === garbage) return refused('EVIDENCE_UNAVAILABLE', 'turn-readable');
    const { data, nextCursor, gap } = reply as Exclude<typeof reply, typeof garbage>;
    received += data.length;
    if (gap || (received === 0 && nextCursor === null)) return refused('EVIDENCE_UNAVAILABLE', 'turn-readable');
    if (data.some(({ turnId }) => turnId !== spawn.turnId)) return refused('FOREIGN_EVIDENCE', 'exact-turn');
    const used = requests.some((one) => one.cursor !== null && one.cursor === nextCursor);
    if (used || (data.length === 0 && nextCursor !== null)) return refused('EVIDENCE_UNAVAILABLE', 'paging-advances');

    const taken: number = given.length;
    for (const entry of data) {
      const next = standIn(setting, given, entry);
      if (next === null) break;
      if (next.item !== entry.item) replaced += 1;
      given.push(next);
    }
    const omitted = data.length - (given.length - taken);
    cursor = nextCursor;
    if (cursor === null || omitted > 0) {
      const truncated = omitted + replaced > 0;
      const evidence = { ...spawn, items: given, truncated, omitted: { items: omitted, exact: cursor === null } };
      const [code, rule] = truncated ? ['TRUNCATE_EVIDENCE', 'within-bounds'] : ['PROVIDE_EVIDENCE', null];
      return { code, rule, pagesRead: page + 1, requests, evidence: ordered(evidence) };
    }
  }
}

/** What is given for an entry behind those given already: itself, a replacement, or nothing. */
function standIn(setting: Setting, given: readonly Given[], { turnId, item }: ItemEntry): Given | null {
  const fits = (items: readonly Given[]): boolean => bytesWith(setting, items) <= setting.contract.evidence.maxBytes;
  const { id, type } = item;
  const entry = fits([{ turnId, item }])
    ? { turnId, item }
    : { turnId, item: { id, type, omittedBytes: byteLength(JSON.stringify(item)) } };
  return given.length < setting.contract.evidence.maxItems && fits([...given, entry]) ? entry : null;
}

/** The bytes of an answer with these items and the longest tail that an answer can have. */
export function bytesWith({ spawn }: Setting, items: readonly Given[]): number {
  const omitted = { items: Number.MAX_SAFE_INTEGER, exact: false };
  return byteLength(JSON.stringify(ordered({ ...spawn, items, truncated: true, omitted })));
}

function ordered<T extends NonNullable<EvidenceModel['evidence']>>(
  evidence: T,
): NonNullable<EvidenceModel['evidence']> {
  const { threadId, turnId, items, truncated, omitted } = evidence;
  return { threadId, turnId, items, truncated, omitted };
}
