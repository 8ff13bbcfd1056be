/** The laws of evidence: exactly one turn, within bounds, and a decision whatever the store does. Only tests import this file. */
import * as fc from 'fast-check';
import { isRecord } from '../contract/shape.ts';
import { contracts, shipped } from '../testing/contracts.ts';
import { bytesWith, readingOf } from '../testing/evidence-model.ts';
import { inOrder } from '../testing/gate-laws.ts';
import { anyJson, frozen, nearly, nested, reordered } from '../testing/json.ts';
import { agree, hold } from '../testing/laws.ts';
import { anySetting, caller, replyOf, storeOf, watched, wellBehaved } from '../testing/stores.ts';
import type { Reply, Setting, Watched } from '../testing/stores.ts';
import { anyText, byteLength, textUnlike } from '../testing/texts.ts';
import type { EvidenceOutcome } from './gate.ts';
import type { Runtime } from './reader.ts';
import type { ItemEntry, ThreadRecord } from './thread-store.ts';

type Read = (runtime: Runtime, call: unknown) => Promise<EvidenceOutcome>;

/** A law of reading; it can be tried on a faulty reader. */
export type EvidenceLaw = (read: Read) => fc.IAsyncProperty<unknown>;

const call = { caller, arguments: {} };

export const laws: Readonly<Record<string, EvidenceLaw>> = {
  'an answer has at most as many items and bytes as the contract allows, counted in the very text that is sent': (
    read,
  ) =>
    fc.asyncProperty(anySetting, async (setting) => {
      const { decision, text } = await read(runtimeOf(setting), call);
      inOrderEvidence({ decision, text }, call);
      const { maxItems, maxBytes } = setting.contract.evidence;
      const { items = [] } = decision.evidence ?? {};
      hold(items.length <= maxItems, 'the items are within bounds', items.length);
      hold(byteLength(text) <= maxBytes, 'the bytes are within bounds', byteLength(text));
    }),

  'only items of the turn that started the caller are given, the first ones, in their order, none cut inside': (read) =>
    fc.asyncProperty(anySetting, async (setting) => {
      const seen = storeOf(setting);
      const { decision } = await read({ contract: setting.contract, ...seen }, call);
      const listed = seen.requests.flatMap((request, number) => entriesIn(replyOf(setting, number, request)));
      for (const [index, { turnId, item }] of decision.evidence?.items.entries() ?? []) {
        const original = listed[index]?.item;
        agree(turnId, setting.spawn.turnId, 'the turn');
        if (item === original) continue;
        const omittedBytes = byteLength(JSON.stringify(original));
        agree(item, { id: original?.id, type: original?.type, omittedBytes }, 'the replacement');
        const alone = bytesWith(setting, [{ turnId, item: original }]);
        hold(alone > setting.contract.evidence.maxBytes, 'what is replaced would not fit even alone', alone);
      }
    }),

  'decision, answer and requests are those of the contract’s page': (read) =>
    fc.asyncProperty(anySetting, async (setting) => {
      const expected = readingOf(setting);
      const seen = storeOf(setting);
      const { decision } = await read({ contract: setting.contract, ...seen }, call);
      const { code, rule, facts, evidence = null } = decision;
      agree({ code, rule, pagesRead: facts['pagesRead'], requests: seen.requests, evidence }, { ...expected });
    }),

  'reading always ends, after at most one page more than the contract allows items': (read) =>
    fc.asyncProperty(anySetting, async (setting) => {
      const seen = storeOf(setting);
      const { decision } = await read({ contract: setting.contract, ...seen }, call);
      hold(
        seen.requests.length <= setting.contract.evidence.maxItems + 1,
        'the pages are bounded',
        seen.requests.length,
      );
      hold(Number(decision.facts['pagesRead']) <= seen.requests.length, 'each page was asked for', decision.facts);
    }),

  'pages are asked of exactly the spawning turn, from 1 to 100 items at a time, whatever its items say': (read) =>
    fc.asyncProperty(anySetting, async (setting) => {
      const seen = storeOf(setting);
      await read({ contract: setting.contract, ...seen }, call);
      agree(seen.threadsRead, [caller], 'the threads read');
      for (const { threadId, turnId, limit } of seen.requests) {
        agree({ threadId, turnId }, setting.spawn, 'the turn');
        hold(limit >= 1 && limit <= 100, 'the limit is from 1 to 100', limit);
      }
    }),

  'reading page by page gives what reading at once gives': (read) =>
    fc.asyncProperty(wellBehaved, fc.integer({ min: 1, max: 7 }), async (setting, pageSize) => {
      const answers = [setting, { ...setting, pageSize }, { ...setting, pageSize: 1_000_000 }].map(async (one) => {
        const { decision } = await read(runtimeOf(one), call);
        const { code, rule, evidence } = decision;
        return { code, rule, evidence: { ...evidence, omitted: Number(evidence?.omitted.items) > 0 } };
      });
      const [first, ...others] = await Promise.all(answers);
      for (const other of others) agree(other, first);
    }),

  'an item that fills the answer to the byte is given, one byte longer it is replaced': (read) =>
    fc.asyncProperty(wellBehaved, fc.boolean(), async (setting, over) => {
      const { maxBytes } = setting.contract.evidence;
      const entry = (length: number) => ({
        turnId: setting.spawn.turnId,
        item: { id: 'i', type: 't', text: 'x'.repeat(length) },
      });
      const room = maxBytes - bytesWith(setting, [entry(0)]);
      const { decision } = await read(runtimeOf({ ...setting, items: [entry(room + Number(over))] }), call);
      agree(decision.code, over ? 'TRUNCATE_EVIDENCE' : 'PROVIDE_EVIDENCE', 'the code');
      const [given] = decision.evidence?.items ?? [];
      agree(
        given?.item['omittedBytes'] ?? null,
        over ? byteLength(JSON.stringify(entry(room + 1).item)) : null,
        '`omittedBytes`',
      );
    }),

  'a second item that does not fit behind the first ends the answer and is counted': (read) =>
    fc.asyncProperty(wellBehaved, fc.boolean(), async (setting, over) => {
      const contract = { ...setting.contract, evidence: { ...setting.contract.evidence, maxItems: 8 } };
      const roomy = { ...setting, contract, pageSize: 100 };
      const entry = (length: number) => ({
        turnId: setting.spawn.turnId,
        item: { id: 'i', type: 't', text: 'x'.repeat(length) },
      });
      const room = contract.evidence.maxBytes - bytesWith(setting, [entry(1000), entry(0)]);
      const items = [entry(1000), entry(room + Number(over))];
      const { decision } = await read(runtimeOf({ ...roomy, items }), call);
      const { truncated, omitted, items: given } = decision.evidence ?? {};
      agree(
        { given: given?.length, truncated, omitted },
        { given: over ? 1 : 2, truncated: over, omitted: { items: Number(over), exact: true } },
      );
    }),

  'as many items as the contract allows are all given, of one more it is said': (read) =>
    fc.asyncProperty(wellBehaved, fc.integer({ min: 1, max: 130 }), fc.boolean(), async (setting, maxItems, over) => {
      const contract = { ...setting.contract, evidence: { ...shipped.evidence, maxItems } };
      const items = Array.from({ length: maxItems + Number(over) }, (_, index) => ({
        turnId: setting.spawn.turnId,
        item: { id: `${index}`, type: 't' },
      }));
      const { decision } = await read(runtimeOf({ ...setting, contract, items }), call);
      agree(
        [decision.code, decision.evidence?.items.length, decision.evidence?.truncated],
        [over ? 'TRUNCATE_EVIDENCE' : 'PROVIDE_EVIDENCE', maxItems, over],
      );
    }),

  'any argument at all is denied, and the store is not asked': (read) =>
    fc.asyncProperty(anyJson, async (given) => {
      fc.pre(!(isRecord(given) && Object.keys(given).length === 0));
      await refusedUnread(read, { caller, arguments: given }, 'DENY_LOCATOR', '/arguments');
    }),

  'a call nested deeper than 100 containers has no shape, at 100 it only has arguments': (read) =>
    fc.asyncProperty(fc.oneof(fc.integer({ min: 95, max: 105 }), fc.constant(100_000)), async (levels) => {
      // The call itself is the first container.
      const [code, path] = levels + 1 > 100 ? ['DENY_CALL', ''] : ['DENY_LOCATOR', '/arguments'];
      await refusedUnread(read, { caller, arguments: nested(levels) }, code, path);
    }),

  'whatever is no call, or nearly one, is denied, and the store is not asked': (read) =>
    fc.asyncProperty(fc.oneof(anyJson, nearly(call)), async (given) => {
      const keys = isRecord(given) ? Object.keys(given).sort() : [];
      fc.pre(!(keys.join(' ') === 'arguments caller' && typeof (given as { caller: unknown }).caller === 'string'));
      const seen = storeOf(anyone);
      const outcome = await read({ contract: shipped, ...seen }, given);
      inOrderEvidence(outcome, given);
      agree([outcome.decision.code, outcome.decision.facts, seen.threadsRead], ['DENY_CALL', {}, []]);
    }),

  'a caller under any other thread role is denied, and no turn is read': (read) =>
    fc.asyncProperty(
      fc.option(textUnlike('reviewer'), { nil: null }),
      fc.array(fc.constant(anyone.spawn), { maxLength: 2 }),
      async (threadRole, spawnedBy) => refusedByRecord(read, { threadRole, spawnedBy }, 'DENY_CALLER'),
    ),

  'a caller without a spawn record, or with two that disagree, has no parent turn': (read) =>
    fc.asyncProperty(
      fc.record({ threadId: anyText, turnId: anyText }),
      fc.constantFrom('threadId' as const, 'turnId' as const),
      fc.nat({ max: 2 }),
      async (spawn, key, copies) => {
        const other = { ...spawn, [key]: `${spawn[key]}?` };
        const lists = [[], [...Array.from({ length: copies + 1 }, () => spawn), other]];
        for (const spawnedBy of lists) {
          await refusedByRecord(read, { threadRole: 'reviewer', spawnedBy }, 'NO_PARENT_TURN');
        }
      },
    ),

  'spawn records that agree are one': (read) =>
    fc.asyncProperty(wellBehaved, fc.integer({ min: 2, max: 4 }), async (setting, copies) => {
      const spawnedBy = Array.from({ length: copies }, () => ({ ...setting.spawn }));
      const seen = storeOf(setting);
      const store = { ...seen.store, readThread: async () => ({ threadRole: 'reviewer', spawnedBy }) };
      const [one, other] = [
        await read(runtimeOf(setting), call),
        await read({ contract: setting.contract, store, clock: seen.clock }, call),
      ];
      agree(other, one);
    }),

  'a caller that nobody knows is denied': (read) =>
    fc.asyncProperty(anyText, async (unknown) => {
      const seen = watched(
        async () => null,
        () => null,
      );
      const { decision } = await read({ contract: shipped, ...seen }, { caller: unknown, arguments: {} });
      agree([decision.code, seen.threadsRead, seen.requests], ['DENY_CALLER', [unknown], []]);
    }),

  'every evidence role of the contract may call, and no other': (read) =>
    fc.asyncProperty(contracts, fc.uniqueArray(anyText, { maxLength: 3 }), anyText, async (any, threadRoles, role) => {
      const contract = { ...any, evidence: { ...any.evidence, threadRoles } };
      for (const threadRole of [...threadRoles, role]) {
        const record = { threadRole, spawnedBy: [anyone.spawn] };
        const seen = storeOf(anyone);
        const store = { ...seen.store, readThread: async () => record };
        const { decision } = await read({ contract, store, clock: seen.clock }, call);
        agree(decision.code, threadRoles.includes(threadRole) ? 'PROVIDE_EVIDENCE' : 'DENY_CALLER', 'the code');
      }
    }),

  'a store that answers anything at all, or rejects with it, becomes a decision': (read) =>
    fc.asyncProperty(
      fc.oneof({ weight: 1, arbitrary: misfit }, { weight: 3, arbitrary: fc.constant({ answer: knownCaller }) }),
      fc.array(misfit, { minLength: 1, maxLength: 3 }),
      async (record, pages) => {
        const seen = watched(
          async () => settle(record) as ThreadRecord,
          () => null,
        );
        let page = 0;
        const listItems = async () => {
          page += 1;
          return settle(pages[(page - 1) % pages.length] as Misfit) as never;
        };
        const outcome = await read({ contract: shipped, store: { ...seen.store, listItems }, clock: seen.clock }, call);
        inOrderEvidence(outcome, call);
        hold(seen.pending() === 0, 'no timer is left behind');
      },
    ),

  'a store that throws before it promises anything becomes a decision': (read) =>
    fc.asyncProperty(anyJson, fc.boolean(), async (thrown, atOnce) => {
      const seen = storeOf(anyone);
      const fail = (): never => {
        throw thrown;
      };
      const store = { ...seen.store, ...(atOnce ? { readThread: fail } : { listItems: fail }) };
      const { decision } = await read({ contract: shipped, store, clock: seen.clock }, call);
      agree([decision.code, decision.rule, decision.facts['pagesRead']], ['EVIDENCE_UNAVAILABLE', 'turn-readable', 0]);
    }),

  'a store that never answers is given up after ten seconds': (read) =>
    fc.asyncProperty(wellBehaved, fc.nat({ max: 2 }), fc.boolean(), async (setting, page, atOnce) => {
      const paged = { ...setting, pageSize: 1, fault: { page, kind: 'silent' as const } };
      fc.pre(readingOf(paged).rule === 'turn-readable');
      const seen = atOnce
        ? watched(
            async () => 'silent' as never,
            () => null,
          )
        : storeOf(paged);
      const { decision } = await read({ contract: setting.contract, ...seen }, call);
      agree([decision.code, decision.rule], ['EVIDENCE_UNAVAILABLE', 'turn-readable']);
      agree(decision.facts['pagesRead'], atOnce ? 0 : page, 'the pages read');
      agree(
        seen.waits,
        Array.from({ length: atOnce ? 1 : page + 2 }, () => 10_000),
        'the waits',
      );
    }),

  'every wait is for ten seconds and is called off as soon as the store has answered': (read) =>
    fc.asyncProperty(anySetting, async (setting) => {
      const seen = storeOf(setting);
      await read({ contract: setting.contract, ...seen }, call);
      agree(
        seen.waits,
        Array.from({ length: 1 + seen.requests.length }, () => 10_000),
        'the waits',
      );
      agree(seen.pending(), 0, 'the timers left behind');
    }),

  'an item of any depth becomes a decision': (read) =>
    fc.asyncProperty(wellBehaved, fc.constantFrom(10, 900, 5000, 100_000), async (setting, levels) => {
      const item = { id: 'i', type: 't', deep: nested(levels) };
      const outcome = await read(runtimeOf({ ...setting, items: [{ turnId: setting.spawn.turnId, item }] }), call);
      inOrderEvidence(outcome, call);
    }),

  'a call is read and never written, in whatever order its members stand': (read) =>
    fc.asyncProperty(anySetting, fc.oneof(fc.constant(call), nearly(call)), fc.nat(), async (setting, given, salt) => {
      const one = await read(runtimeOf(setting), given);
      const other = await read(runtimeOf(frozen(setting)), frozen(reordered(given, salt)));
      const { violations, ...rest } = other.decision;
      const { violations: expected, ...before } = one.decision;
      agree([rest, violations.length], [before, expected.length]);
    }),
};

/** A caller that everyone knows, started by a turn of one item. */
const anyone: Setting = {
  contract: shipped,
  spawn: { threadId: 'root', turnId: 'turn-1' },
  items: [{ turnId: 'turn-1', item: { id: 'i', type: 't' } }],
  pageSize: 10,
  fault: null,
};
const knownCaller: ThreadRecord = { threadRole: 'reviewer', spawnedBy: [anyone.spawn] };

/** What a store may do that keeps to nothing. */
type Misfit = { readonly answer: unknown } | { readonly rejects: unknown };

const page = { data: anyone.items, nextCursor: null, gap: false };
const misfit: fc.Arbitrary<Misfit> = fc.oneof(
  anyJson.map((answer) => ({ answer })),
  nearly(page).map((answer) => ({ answer })),
  nearly(knownCaller).map((answer) => ({ answer })),
  fc.constant({ answer: undefined }),
  anyJson.map((rejects) => ({ rejects })),
  anyText.map((message) => ({ rejects: new Error(message) })),
  fc.constantFrom({ rejects: undefined }, { rejects: Symbol('no') }),
);

function settle(one: Misfit): unknown {
  if ('rejects' in one) throw one.rejects;
  return one.answer;
}

function entriesIn(reply: Reply): readonly ItemEntry[] {
  return typeof reply === 'object' && typeof reply.data === 'object' ? reply.data : [];
}

function runtimeOf(setting: Setting): Runtime {
  const { store, clock } = storeOf(setting);
  return { contract: setting.contract, store, clock };
}

/** Throws unless an outcome is one that this gate can give: one rule at most, evidence or the reason why there is none. */
function inOrderEvidence({ decision, text }: EvidenceOutcome, input: unknown): void {
  inOrder(decision, 'evidence', input);
  const { code, outcome, facts, evidence, violations, more } = decision;
  hold(violations.length <= 1 && more === 0, 'the first violated rule ends the call', violations);
  agree(evidence !== undefined, outcome === 'pass', 'whether there is evidence');
  if (evidence) {
    agree(JSON.stringify(evidence), text, 'the evidence as it is sent');
    const { items, truncated } = evidence;
    const { pagesRead = 0 } = facts;
    agree(facts, { items: items.length, bytes: byteLength(text), truncated, pagesRead }, 'the facts');
    agree(code, truncated ? 'TRUNCATE_EVIDENCE' : 'PROVIDE_EVIDENCE', 'the code');
    agree(Object.keys(evidence), ['threadId', 'turnId', 'items', 'truncated', 'omitted'], 'the order of keys');
  } else if (code !== 'DENY_CALL') {
    agree({ ...facts, pagesRead: 0 }, { items: 0, bytes: 0, truncated: false, pagesRead: 0 }, 'the facts');
  }
}

async function refusedUnread(read: Read, given: unknown, code: string, path: string): Promise<void> {
  const seen = storeOf(anyone);
  const outcome = await read({ contract: shipped, ...seen }, given);
  inOrderEvidence(outcome, given);
  agree([outcome.decision.code, outcome.decision.violations[0]?.path], [code, path]);
  agree([seen.threadsRead, seen.requests], [[], []], 'what was asked of the store');
}

async function refusedByRecord(read: Read, record: ThreadRecord, code: string): Promise<void> {
  const seen: Watched = watched(
    async () => record,
    () => null,
  );
  const outcome = await read({ contract: shipped, ...seen }, call);
  inOrderEvidence(outcome, call);
  agree([outcome.decision.code, outcome.decision.violations[0]?.path, seen.requests], [code, '/caller', []]);
}
