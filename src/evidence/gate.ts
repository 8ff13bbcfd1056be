/** Evidence: one call of `parent_turn_evidence`, judged step by step. The first violated rule ends the call. */
import type { Contract } from '../contract/contract.ts';
import { decision } from '../contract/decision.ts';
import type { CodeOf, Decision, Violation } from '../contract/decision.ts';
import { deepestInput, isDeeperThan } from '../contract/json.ts';
import type { RuleRow } from '../contract/rule-table.ts';
import { isRecord, shapeOf } from '../contract/shape.ts';
import { schemas } from '../contract/shapes.gen.ts';
import { show } from '../contract/show.ts';
import type { Evidence, SealedAnswer } from './bounded-answer.ts';
import { spawnOf } from './transcript.ts';
import type { Transcript } from './transcript.ts';

type Flaw = readonly [path: string, message: string];

/**
 * When a rule is judged: on the call, on the caller's record, on what the store gave (each page as it comes, or that it
 * failed), on the finished answer.
 */
export type Step = 'call' | 'record' | 'page' | 'answer';

export type EvidenceRule = RuleRow & {
  readonly code: CodeOf<'evidence'>;
  readonly step: Step;
  check(transcript: Transcript, contract: Contract): Flaw | undefined;
};

const pass = 'PROVIDE_EVIDENCE';
const callShape = shapeOf(schemas.evidenceCall);

export const evidenceRules: readonly EvidenceRule[] = [
  {
    id: 'call-shape',
    code: 'DENY_CALL',
    when: 'the call is not an object with exactly `caller` (a string) and `arguments`',
    step: 'call',
    check: ({ call }) => {
      if (isDeeperThan(deepestInput, call)) return ['', `the call is nested deeper than ${deepestInput} levels`];
      let first: Flaw | undefined;
      callShape(call, (path, message) => {
        first ??= [path, message];
      });
      return first;
    },
  },
  {
    id: 'no-locators',
    code: 'DENY_LOCATOR',
    when: '`arguments` is anything but `{}`',
    step: 'call',
    check: ({ call }) => {
      const given = isRecord(call) ? call['arguments'] : undefined;
      if (isRecord(given) && Object.keys(given).length === 0) return undefined;
      return ['/arguments', `\`arguments\` is ${show(given)}: it must be \`{}\`, the runtime chooses the turn`];
    },
  },
  {
    id: 'caller-is-reviewer',
    code: 'DENY_CALLER',
    when: 'the caller is unknown, or its thread role is not an evidence role of the contract',
    step: 'record',
    check: ({ call, record }, { evidence }) => {
      const role = record?.threadRole ?? null;
      if (role !== null && evidence.threadRoles.includes(role)) return undefined;
      const what = record ? `has the thread role ${show(role)}` : 'is not a known thread';
      return [
        '/caller',
        `the caller ${show(callerOf(call))} ${what}: the roles that may call are ${list(evidence.threadRoles)}`,
      ];
    },
  },
  {
    id: 'spawn-recorded',
    code: 'NO_PARENT_TURN',
    when: 'the caller has no spawn record, or two that disagree',
    step: 'record',
    check: ({ call, record }) => {
      if (spawnOf(record)) return undefined;
      const what = record?.spawnedBy.length ? 'has spawn records that disagree' : 'has no spawn record';
      return ['/caller', `the caller ${show(callerOf(call))} ${what}`];
    },
  },
  {
    id: 'turn-readable',
    code: 'EVIDENCE_UNAVAILABLE',
    when: 'the store fails, is late, marks a gap, has no such thread, lists no item at all for the turn, or gave ids too long for an answer',
    step: 'page',
    check: ({ failure, page, listed }) => {
      if (failure !== null) return ['', failure];
      if (page?.gap) return ['', 'the store says that items of the turn are missing'];
      const empty = page?.nextCursor === null && !listed;
      return empty ? ['', 'the store lists no item for the turn'] : undefined;
    },
  },
  {
    id: 'exact-turn',
    code: 'FOREIGN_EVIDENCE',
    when: 'the store returned an item of another turn',
    step: 'page',
    check: ({ record, page }) => {
      const wanted = spawnOf(record)?.turnId;
      const foreign = page?.data.find(({ turnId }) => turnId !== wanted);
      if (!foreign) return undefined;
      return ['', `the store returned an item of turn ${show(foreign.turnId)}, not of ${show(wanted)}`];
    },
  },
  {
    id: 'paging-advances',
    code: 'EVIDENCE_UNAVAILABLE',
    when: 'a next cursor was used before, or an empty page has a next cursor',
    step: 'page',
    check: ({ page, cursorsUsed }) => {
      if (!page || page.nextCursor === null) return undefined;
      if (cursorsUsed.has(page.nextCursor)) return ['', `the store repeats the cursor ${show(page.nextCursor)}`];
      return page.data.length === 0 ? ['', 'the store returned an empty page and says that there is more'] : undefined;
    },
  },
  {
    id: 'within-bounds',
    code: 'TRUNCATE_EVIDENCE',
    when: 'the turn has more items than the contract allows, or the answer would pass its bytes',
    step: 'answer',
    check: ({ truncated }, { evidence }) => {
      if (!truncated) return undefined;
      return ['', `the turn does not fit: at most ${evidence.maxItems} items and ${evidence.maxBytes} bytes are given`];
    },
  },
];

export type EvidenceDecision = Decision & { readonly evidence?: Evidence };

/** A decision, and the text that the caller is sent: the evidence, or why there is none. */
export type EvidenceOutcome = { readonly decision: EvidenceDecision; readonly text: string };

/** The first rule of a step that the transcript violates. */
export function violatedAt(step: Step, transcript: Transcript, contract: Contract): Violation | undefined {
  for (const rule of evidenceRules) {
    const flaw = rule.step === step ? rule.check(transcript, contract) : undefined;
    if (flaw) return { rule: rule.id, code: rule.code, path: flaw[0], message: flaw[1] };
  }
  return undefined;
}

/** A call that ended at a violated rule: no evidence, and the text says why. */
export function refuse(violation: Violation, { pagesRead }: Transcript): EvidenceOutcome {
  const facts = violation.code === 'DENY_CALL' ? {} : { items: 0, bytes: 0, truncated: false, pagesRead };
  const text = JSON.stringify({ error: violation.code, message: violation.message });
  return { decision: decision(pass, [violation], 0, facts), text };
}

/** A call that cannot even be read, and why. */
export function denyCall(path: string, message: string): Decision {
  return decision(pass, [{ rule: 'call-shape', code: 'DENY_CALL', path, message }], 0, {});
}

/** A call that was answered; `cut` is the rule that says so when the answer is not all there was. */
export function provide(
  { evidence, text, bytes }: SealedAnswer,
  cut: Violation | undefined,
  { pagesRead }: Transcript,
): EvidenceOutcome {
  const facts = { items: evidence.items.length, bytes, truncated: evidence.truncated, pagesRead };
  return { decision: { ...decision(pass, cut ? [cut] : [], 0, facts), evidence }, text };
}

function list(roles: readonly string[]): string {
  return roles.length === 0 ? 'none' : roles.map(show).join(', ');
}

function callerOf(call: unknown): unknown {
  return isRecord(call) ? call['caller'] : undefined;
}
