/** Aggregation: are the packets all there, all of this change and all from whom they say, and what do they say together? */
import type { Contract } from '../contract/contract.ts';
import type { CodeOf, Decision } from '../contract/decision.ts';
import { judge } from '../contract/rule-table.ts';
import type { Gate, Rule, ShapeRule } from '../contract/rule-table.ts';
import { isRecord } from '../contract/shape.ts';
import type { Report } from '../contract/shape.ts';
import { show } from '../contract/show.ts';
import { forgeryMessage, namesAnotherRole, readReview } from './aggregation-input.ts';
import type { Aggregation, JudgedFinding } from './aggregation-input.ts';
import { strayBindings, strayMessage } from './packet.ts';
import { makeReview } from './review.ts';
import type { Review } from './review.ts';

const shape: ShapeRule<Aggregation, CodeOf<'aggregation'>> = {
  id: 'review-shape',
  code: 'DENY_REVIEW',
  when: '`packets` is not a list, the manifest is denied, the assignment is not accepted, or the two do not list the same files',
  read: readReview,
};

const rules: readonly Rule<Aggregation, CodeOf<'aggregation'>>[] = [
  {
    id: 'review-current',
    code: 'STALE_REVIEW',
    when: 'the admission gate finds the head or the diff stale',
    check: (input, report) => {
      for (const { code, path, message } of input.admission.violations) {
        if (code === 'STALE_HEAD' || code === 'STALE_DIFF') report(path, message);
      }
    },
  },
  {
    id: 'packets-current',
    code: 'STALE_REVIEW',
    when: 'a packet of an assigned role names another head or digest',
    check: ({ entries, manifest }, report) => {
      for (const entry of entries) {
        for (const [member, named] of strayBindings(entry, manifest)) {
          report(`/packets/${entry.index}/${member}`, strayMessage(named, manifest[member]));
        }
      }
    },
  },
  {
    id: 'packets-assigned',
    code: 'DENY_PACKET',
    when: 'a packet’s role was not assigned, two packets have the same role, or a finding’s role is not its packet’s',
    check: ({ entries }, report) => {
      const seen = new Set<string>();
      for (const { index, role, reason, value } of entries) {
        if (role === null) continue;
        if (reason === 'unassigned')
          report(`/packets/${index}/role`, `the role ${show(role)} was not assigned: take the packet out`);
        else if (seen.has(role))
          report(`/packets/${index}/role`, `a second packet has the role ${show(role)}: keep one`);
        seen.add(role);
        reportForged(value, role, index, report);
      }
    },
  },
  {
    id: 'packets-complete',
    code: 'INCOMPLETE_REVIEW',
    when: 'an assigned role has no packet, or an entry is not a packet: prose, a refusal, no role, a broken shape',
    check: ({ entries, workers }, report) => {
      const present = new Set(entries.map(({ role }) => role));
      for (const { role } of workers) {
        if (!present.has(role)) report('/packets', `the packet of ${show(role)} is missing`);
      }
      for (const { index, flaws } of entries) {
        for (const [path, message] of flaws) report(`/packets/${index}${path}`, message);
      }
    },
  },
  {
    id: 'files-reviewed',
    code: 'INCOMPLETE_REVIEW',
    when: 'a packet does not claim to have read every file that its worker owns',
    check: ({ entries }, report) => {
      for (const { index, role, unread } of entries) {
        if (unread.length === 0) continue;
        const more = unread.length > 1 ? ` and ${unread.length - 1} more` : '';
        report(`/packets/${index}/filesReviewed`, `${show(role)} did not read ${show(unread[0])}${more}`);
      }
    },
  },
  {
    id: 'findings-accepted',
    code: 'INCOMPLETE_REVIEW',
    when: 'the finding gate rejects a finding, or a packet has more findings than the contract allows',
    check: ({ entries }, report, { findings }) => {
      for (const { index, judged } of entries) {
        if (judged.length > findings.perPacket) {
          const message = `${judged.length} findings stand in one packet, the contract allows ${findings.perPacket}`;
          report(`/packets/${index}/findings`, message);
        }
        for (const [at, { forged, refusals }] of judged.entries()) {
          const [first] = refusals;
          if (first && !forged) {
            report(`/packets/${index}/findings/${at}`, `refused by \`${first.rule}\`: ${first.message}`);
          }
        }
      }
    },
  },
];

export const aggregation: Gate<'aggregation', Aggregation> = {
  pass: 'COMPLETE_REVIEW',
  shape,
  rules,
  facts: ({ entries, findings }) => ({
    packets: entries.filter(({ packet }) => packet).length,
    rawFindings: entries.reduce((sum, { judged }) => sum + judged.length, 0),
    distinctFindings: findings.length,
    corroboratedFindings: findings.filter(({ corroboratedBy }) => corroboratedBy > 1).length,
    rejectedFindings: entries.reduce((sum, { judged }) => sum + rejectedOf(judged).length, 0),
    severityDisagreements: findings.filter(({ severityDisagreement }) => severityDisagreement).length,
  }),
};

export type AggregationDecision = Decision & { readonly review?: Review };

/** Judges a review and, unless it is denied or stale (stale prose is not shown), says what its packets say together. */
export function aggregate(contract: Contract, value: unknown): AggregationDecision {
  const { decision, input } = judge(aggregation, contract, value);
  if (input === undefined || decision.outcome === 'stale') return decision;
  const { findings, entries } = input;
  const rejected = entries
    .flatMap(({ judged }) => rejectedOf(judged))
    .map(({ role, finding, refusals }) => ({
      role,
      finding,
      violations: refusals.map(({ rule, path }) => ({ rule, path })),
    }));
  return { ...decision, review: makeReview(findings, rejected, entries) };
}

function rejectedOf(judged: readonly JudgedFinding[]): readonly JudgedFinding[] {
  return judged.filter(({ refusals }) => refusals.length > 0);
}

function reportForged(value: unknown, role: string, packet: number, report: Report): void {
  if (!isRecord(value) || !Array.isArray(value['findings'])) return;
  for (const [index, finding] of value['findings'].entries()) {
    if (!namesAnotherRole(finding, role)) continue;
    report(`/packets/${packet}/findings/${index}/role`, forgeryMessage(role));
  }
}
