/** What to ask again of whom, when a review is not complete: the same facts by which the aggregation gate decided. */
import type { Contract } from '../contract/contract.ts';
import { listSet } from '../contract/list-set.ts';
import { judge } from '../contract/rule-table.ts';
import { aggregation } from '../gates/aggregation.ts';
import type { Aggregation, JudgedEntry } from '../gates/aggregation-input.ts';
import type { Refusal } from '../gates/finding.ts';
import type { Worker } from '../gates/ownership.ts';
import { strayBindings } from '../gates/packet.ts';
import { assignAll } from './assign.ts';
import type { Manifest } from './assign.ts';

/** Why a role is asked again; `packet` is an index into the review's packets, pointers are into that packet. */
export type Why =
  /** There is no packet of that role. */
  | { readonly reason: 'missing' }
  /** The change has moved, or the packet is about another one. */
  | { readonly reason: 'stale'; readonly packet?: number }
  /** More than one packet names the role: none is believed. */
  | { readonly reason: 'doubled'; readonly packet: number }
  | {
      readonly reason: 'broken';
      readonly packet: number;
      readonly violations: readonly { readonly path: string; readonly message: string }[];
    }
  | { readonly reason: 'unread-files'; readonly packet: number; readonly files: readonly string[] }
  | {
      readonly reason: 'refused-finding';
      readonly packet: number;
      /** Index into the packet's findings. */
      readonly index: number;
      readonly finding: unknown;
      readonly violations: readonly Refusal[];
    }
  | {
      readonly reason: 'too-many-findings';
      readonly packet: number;
      readonly findings: number;
      readonly allowed: number;
    };

/** One worker to start again: the change it is to read, and its part of the assignment. */
export type Ask = {
  readonly role: string;
  readonly why: readonly Why[];
  readonly assignment: Pick<Manifest, 'base' | 'head' | 'diffSha256'> & Worker;
};

/**
 * Whom to ask again, in the order of the workers; nobody when the review is complete, and nobody when it is denied as a
 * whole, since then no packet can be read. `now` is the change as the repository shows it: when the review is stale, all
 * are asked about that one, by the old partition if it still has the same files, else every role about every file.
 */
export function askAgain(contract: Contract, review: unknown, now: Manifest): readonly Ask[] {
  const { input } = judge(aggregation, contract, review);
  if (input === undefined) return [];
  if (input.admission.outcome === 'stale') {
    const workers = listSet(now.changedFiles).hasSameMembers(input.manifest.changedFiles)
      ? input.workers
      : (assignAll(contract, now)?.workers ?? []);
    return workers.map((worker) => ask(worker, [{ reason: 'stale' }], now));
  }
  return input.workers
    .map((worker) => ask(worker, reasonsFor(worker, input, contract), input.manifest))
    .filter(({ why }) => why.length > 0);
}

function ask(worker: Worker, why: readonly Why[], { base, head, diffSha256 }: Manifest): Ask {
  return { role: worker.role, why, assignment: { base, head, diffSha256, ...worker } };
}

function reasonsFor({ role }: Worker, { entries, manifest }: Aggregation, contract: Contract): readonly Why[] {
  const own = entries.filter((entry) => entry.role === role);
  if (own.length === 0) return [{ reason: 'missing' }];
  return own.flatMap((entry) => [
    ...refusedWhole(entry, manifest),
    ...refusedInPart(entry, contract.findings.perPacket),
  ]);
}

function refusedWhole(entry: JudgedEntry, manifest: Manifest): readonly Why[] {
  const { index: packet, reason, flaws } = entry;
  const why: Why[] = [];
  if (strayBindings(entry, manifest).length > 0) why.push({ reason: 'stale', packet });
  if (reason === 'doubled') why.push({ reason, packet });
  if (flaws.length > 0) {
    why.push({ reason: 'broken', packet, violations: flaws.map(([path, message]) => ({ path, message })) });
  }
  return why;
}

function refusedInPart({ index: packet, judged, unread }: JudgedEntry, allowed: number): readonly Why[] {
  const why: Why[] = [];
  if (unread.length > 0) why.push({ reason: 'unread-files', packet, files: unread });
  if (judged.length > allowed) why.push({ reason: 'too-many-findings', packet, findings: judged.length, allowed });
  for (const [index, { finding, refusals }] of judged.entries()) {
    if (refusals.length > 0) why.push({ reason: 'refused-finding', packet, index, finding, violations: refusals });
  }
  return why;
}
