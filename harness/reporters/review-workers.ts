/** Who was asked and who answered: a row for each worker of the assignment. */
import { listSet } from '../../src/contract/list-set.ts';
import { shapeOf } from '../../src/contract/shape.ts';
import { schemas } from '../../src/contract/shapes.gen.ts';
import { byCodeUnits } from '../../src/contract/json.ts';
import type { Assignment, Worker } from '../../src/index.ts';
import { readEntries, strayBindings } from '../../src/gates/packet.ts';
import type { Entry } from '../../src/gates/packet.ts';
import { table } from './markdown-table.ts';
import type { ReviewReport } from './review-report.ts';
import type { Shown } from './review-text.ts';

const assignmentShape = shapeOf(schemas.assignment);

/** The workers of an assignment; none can be named where it has another shape. */
export function workersOf(assignment: unknown): readonly Worker[] {
  return assignmentShape(assignment) ? (assignment as Assignment).workers : [];
}

/** The section, absent where nobody can be said to have been asked. */
export function workersSection(report: ReviewReport, shown: Shown): readonly string[] {
  const workers = workersOf(report.assignment);
  if (workers.length === 0) return [];
  const entriesOf = entriesByRole(report, workers);
  const head = ['role', 'question', 'files owned', 'answer', 'packet', 'files read', 'findings', 'limitations'];
  return [
    '## Who was asked',
    table(
      head,
      workers.map((worker) => workerRow(worker, entriesOf.get(worker.role) ?? [], report, shown)),
    ),
  ];
}

function entriesByRole({ packets }: ReviewReport, workers: readonly Worker[]): ReadonlyMap<string, readonly Entry[]> {
  const entriesOf = new Map(workers.map(({ role }): [string, Entry[]] => [role, []]));
  for (const entry of readEntries(packets, new Set(entriesOf.keys()))) {
    if (entry.role !== null) entriesOf.get(entry.role)?.push(entry);
  }
  return entriesOf;
}

function workerRow(
  { role, question, files }: Worker,
  entries: readonly Entry[],
  report: ReviewReport,
  { name, prose }: Shown,
): readonly string[] {
  const answer = answerOf(entries, report);
  const packet = answer === unjudged ? undefined : entries.find((entry) => entry.packet)?.packet;
  const unread = packet && listSet(packet.filesReviewed).missing(files).length;
  return [
    name(role),
    prose(question),
    String(files.length),
    answer,
    entries
      .map(({ index }) => report.files[index] ?? '')
      .sort(byCodeUnits)
      .map(name)
      .join('<br>'),
    unread === undefined ? '' : `${files.length - unread} of ${files.length}`,
    packet ? String(packet.findings.length) : '',
    packet ? String(packet.limitations.length) : '',
  ];
}

/** Against a broken review no packet can be told to be good or bad. */
const unjudged = 'not judged';

function answerOf(entries: readonly Entry[], { decision, manifest }: ReviewReport): string {
  if (entries.length === 0) return 'missing';
  if (decision.code === 'DENY_REVIEW') return unjudged;
  // A review that is not denied has a manifest that the admission gate could read.
  const bound = manifest as { readonly head: string; readonly diffSha256: string };
  if (entries.some((entry) => strayBindings(entry, bound).length > 0)) return 'stale';
  return entries.find(({ reason }) => reason !== undefined)?.reason ?? 'admitted';
}
