/** What aggregation judges: the parts, each read by its own gate, and every finding of an admitted packet, judged. */
import type { z } from 'zod';
import type { Contract } from '../contract/contract.ts';
import type { Decision } from '../contract/decision.ts';
import { listSet } from '../contract/list-set.ts';
import { judge } from '../contract/rule-table.ts';
import { isRecord, shapeOf, token } from '../contract/shape.ts';
import type { Report } from '../contract/shape.ts';
import { schemas } from '../contract/shapes.gen.ts';
import type { aggregationInput } from '../contract/shapes.ts';
import { show } from '../contract/show.ts';
import { admission } from './admission.ts';
import type { Admission } from './admission.ts';
import { assignment } from './assignment.ts';
import { refusalsOf } from './finding.ts';
import type { Finding, Refusal } from './finding.ts';
import type { Assignment, Ownership } from './ownership.ts';
import { readEntries } from './packet.ts';
import type { Entry, Packet } from './packet.ts';
import { mergeFindings } from './review.ts';
import type { MergedFinding } from './review.ts';

/** One finding of an admitted packet, judged; a forged one names a role that is not its packet's. */
export type JudgedFinding = {
  readonly role: string;
  readonly finding: unknown;
  readonly forged: boolean;
  readonly refusals: readonly Refusal[];
};

/** An entry with what became of its parts; one that is not admitted has neither findings nor unread files. */
export type JudgedEntry = Entry & {
  readonly judged: readonly JudgedFinding[];
  /** What its worker owns and the packet does not claim to have read. */
  readonly unread: readonly string[];
};

export type Aggregation = {
  readonly manifest: Admission['manifest'];
  readonly admission: Decision;
  readonly workers: Assignment['workers'];
  readonly entries: readonly JudgedEntry[];
  readonly findings: readonly MergedFinding[];
};

const ownShape = shapeOf(schemas.aggregationInput);

/** Reads the parts through their own gates; what those refuse is reported where it stands in the review. */
export function readReview(value: unknown, report: Report, contract: Contract): Aggregation | undefined {
  if (!isRecord(value)) {
    ownShape(value, report);
    return undefined;
  }
  const flaws: [path: string, message: string][] = [];
  const flaw: Report = (path, message) => flaws.push([path, message]);
  ownShape(value, flaw);
  const { manifest, observed, assignment: plan } = value as Partial<z.infer<typeof aggregationInput>>;
  const admitted = judge(admission, contract, { manifest, observed }, Infinity);
  if (admitted.decision.code === 'DENY_MANIFEST') {
    for (const { path, message } of admitted.decision.violations) flaw(path, message);
  }
  const assigned = judge(assignment, contract, plan, Infinity);
  for (const { path, message } of assigned.decision.violations) flaw(`/assignment${path}`, message);
  if (admitted.input && assigned.input) checkSameFiles(admitted.input, assigned.input, flaw);
  for (const [path, message] of inInputOrder(flaws, value)) report(path, message);
  if (flaws.length > 0 || !admitted.input || !assigned.input) return undefined;
  const { packets, lineCounts } = value as z.infer<typeof aggregationInput>;
  const { workers, rolesOwning, numberOf } = assigned.input;
  const { files } = admitted.input;
  const refuse = (claim: unknown): readonly Refusal[] => refusalsOf(claim, { files, lineCounts }, contract);
  const filesOf = new Map(workers.map(({ role, files: owned }) => [role, owned]));
  const entries = readEntries(packets, new Set(filesOf.keys())).map((entry) => ({
    ...entry,
    judged: judgeFindings(entry.packet, refuse),
    unread: entry.packet ? listSet(entry.packet.filesReviewed).missing(filesOf.get(entry.packet.role) ?? []) : [],
  }));
  const accepted = entries
    .flatMap(({ judged }) => judged.filter(({ refusals }) => refusals.length === 0))
    .map(({ finding }) => finding as Finding);
  return {
    manifest: admitted.input.manifest,
    admission: admitted.decision,
    workers,
    entries,
    findings: mergeFindings(accepted, (file) => rolesOwning(numberOf(file))),
  };
}

/** What offends, in the order of the members in which it stands; what is missing comes last. */
function inInputOrder<T extends readonly [path: string, message: string]>(
  flaws: readonly T[],
  input: object,
): readonly T[] {
  const order = new Map(Object.keys(input).map((key, index) => [token(key), index]));
  const placeOf = ([path]: T): number => order.get(path.split('/')[1] ?? '') ?? order.size;
  return [...flaws].sort((a, b) => placeOf(a) - placeOf(b));
}

function checkSameFiles({ manifest, files }: Admission, plan: Ownership, report: Report): void {
  if (!files.hasSameMembers(plan.changedFiles)) {
    report('/assignment/changedFiles', 'the assigned files are not the manifest’s: assign the manifest that was bound');
  }
  if (!listSet(manifest.generatedFiles ?? []).hasSameMembers(plan.generatedFiles ?? [])) {
    report('/assignment/generatedFiles', 'the globs are not the manifest’s: assign the manifest that was bound');
  }
}

function judgeFindings(
  packet: Packet | undefined,
  refuse: (claim: unknown) => readonly Refusal[],
): readonly JudgedFinding[] {
  if (!packet) return [];
  const { role, findings } = packet;
  return findings.map((finding) => {
    const forged = namesAnotherRole(finding, role);
    return {
      role,
      finding,
      forged,
      refusals: forged ? [{ rule: 'packets-assigned', path: '/role', message: forgeryMessage(role) }] : refuse(finding),
    };
  });
}

/** What is said of a finding that speaks for another role than its packet's. */
export function forgeryMessage(role: string): string {
  return `the finding names another role than its packet, which speaks for ${show(role)} alone`;
}

/** Whether a finding names, as a string, a role that is not its packet's: it is forged. */
export function namesAnotherRole(finding: unknown, role: string): boolean {
  return isRecord(finding) && typeof finding['role'] === 'string' && finding['role'] !== role;
}
