/** What to ask again of whom, when a review is not complete: the same facts by which the aggregation gate decided. */
import type { Contract } from '../contract/contract.ts';
import { listSet } from '../contract/list-set.ts';
import { judge } from '../contract/rule-table.ts';
import type { Manifest } from '../gates/admission.ts';
import { aggregation } from '../gates/aggregation.ts';
import type { Aggregation, JudgedEntry } from '../gates/aggregation-input.ts';
import type { Refusal } from '../gates/finding.ts';
import type { Worker } from '../gates/ownership.ts';
import { strayBindings, strayMessage } from '../gates/packet.ts';
import { assignAll } from './assign.ts';

/** Why a role is asked again; `packet` is an index into the review's packets, pointers are into that packet, of a refused finding into the finding. */
export type Why =
  /** There is no packet of that role. */
  | { readonly reason: 'missing' }
  /** The change has moved. */
  | { readonly reason: 'stale' }
  /** The packet is about another change. */
  | { readonly reason: 'stale-packet'; readonly packet: number; readonly violations: readonly Flaw[] }
  /** More than one packet names the role: none is believed. */
  | { readonly reason: 'doubled'; readonly packet: number }
  | { readonly reason: 'broken'; readonly packet: number; readonly violations: readonly Flaw[] }
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

type Flaw = { readonly path: string; readonly message: string };

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
  const own = entriesByRole(input);
  return input.workers
    .map((worker) => ask(worker, reasonsFor(own.get(worker.role) ?? [], input.manifest, contract), input.manifest))
    .filter(({ why }) => why.length > 0);
}

/** Packets of no worker, by their index: nobody can be asked for them again, and no review is complete with them. */
export function strangersIn(contract: Contract, review: unknown): readonly number[] {
  const { input } = judge(aggregation, contract, review);
  const strangers = input?.entries.filter(({ role, reason }) => role === null || reason === 'unassigned') ?? [];
  return strangers.map(({ index }) => index);
}

function ask(worker: Worker, why: readonly Why[], { base, head, diffSha256 }: Manifest): Ask {
  return { role: worker.role, why, assignment: { base, head, diffSha256, ...worker } };
}

function entriesByRole({ entries }: Aggregation): ReadonlyMap<string | null, readonly JudgedEntry[]> {
  const byRole = new Map<string | null, JudgedEntry[]>();
  for (const entry of entries) {
    const own = byRole.get(entry.role);
    if (own) own.push(entry);
    else byRole.set(entry.role, [entry]);
  }
  return byRole;
}

function reasonsFor(entries: readonly JudgedEntry[], manifest: Manifest, contract: Contract): readonly Why[] {
  if (entries.length === 0) return [{ reason: 'missing' }];
  return entries.flatMap((entry) => [
    ...refusedWhole(entry, manifest),
    ...refusedInPart(entry, contract.findings.perPacket),
  ]);
}

function refusedWhole(entry: JudgedEntry, manifest: Manifest): readonly Why[] {
  const { index: packet, reason, flaws } = entry;
  const why: Why[] = [];
  const stray = strayBindings(entry, manifest).map(([member, named]) => ({
    path: `/${member}`,
    message: strayMessage(named, manifest[member]),
  }));
  if (stray.length > 0) why.push({ reason: 'stale-packet', packet, violations: stray });
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
