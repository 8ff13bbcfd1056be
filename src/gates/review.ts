/** The one review that admitted packets make: merged by exact key, sorted, with nothing lost and nothing averaged. */
import { byCodeUnits, canonicalJson, jsonText } from '../contract/json.ts';
import type { Finding } from './finding.ts';
import type { Entry, RefusalReason } from './packet.ts';

export type Assessment = { readonly role: string; readonly severity: string };

export type MergedFinding = {
  readonly file: string;
  readonly line: number;
  readonly evidence: string;
  readonly action: string;
  readonly assessments: readonly Assessment[];
  /** How many distinct roles that own the file made it; a remark on a file that was not one's own counts nothing. */
  readonly corroboratedBy: number;
  readonly severityDisagreement: boolean;
};

export type Rejected = {
  readonly role: string;
  readonly finding: unknown;
  /** `path` is a JSON Pointer into the finding. */
  readonly violations: readonly { readonly rule: string; readonly path: string }[];
};

export type Review = {
  readonly findings: readonly MergedFinding[];
  readonly rejected: readonly Rejected[];
  /** Same place, different text; `findings` are indexes into the list above. */
  readonly colocated: readonly { readonly file: string; readonly line: number; readonly findings: readonly number[] }[];
  readonly limitations: readonly { readonly role: string; readonly text: string }[];
  readonly refusedPackets: readonly {
    readonly role: string | null;
    readonly reason: RefusalReason;
    readonly packet: unknown;
  }[];
};

/** Equal neighbours in one place after sorting make one finding: the key is the tuple itself, never a joined text. */
export function mergeFindings(
  accepted: readonly Finding[],
  rolesOwning: (file: string) => ReadonlySet<string>,
): readonly MergedFinding[] {
  const sorted = [...accepted].sort((a, b) => byKey(a, b) || byAssessment(a, b));
  return runsOf(sorted, (a, b) => byKey(a, b) === 0).map((same) => {
    const { file, line, evidence, action, severity } = same[0];
    const assessments = runsOf(same, (a, b) => byAssessment(a, b) === 0).map(([one]): Assessment => ({
      role: one.role,
      severity: one.severity,
    }));
    const owners = rolesOwning(file);
    // In the order of roles, so that a role that assessed twice stands beside itself.
    const owning = assessments.filter(({ role }, nth) => role !== assessments[nth - 1]?.role && owners.has(role));
    return {
      file,
      line,
      evidence,
      action,
      assessments,
      corroboratedBy: owning.length,
      severityDisagreement: assessments.some((one) => one.severity !== severity),
    };
  });
}

/** Puts the review together: everything sorted, so that the order of packets leaves no trace. */
export function makeReview(
  findings: readonly MergedFinding[],
  rejected: readonly Rejected[],
  entries: readonly Entry[],
): Review {
  return {
    findings,
    rejected: sortByRoleAndText(rejected),
    colocated: colocatedOf(findings),
    limitations: entries
      .flatMap(({ packet }) => packet?.limitations.map((text) => ({ role: packet.role, text })) ?? [])
      .sort((a, b) => byCodeUnits(a.role, b.role) || byCodeUnits(a.text, b.text)),
    refusedPackets: sortByRoleAndText(
      entries.flatMap(({ role, reason, value }) => (reason === undefined ? [] : [{ role, reason, packet: value }])),
    ),
  };
}

/** In the order of the findings, in which those of one place stand together. */
function colocatedOf(findings: readonly MergedFinding[]): Review['colocated'] {
  const colocated: { file: string; line: number; findings: number[] }[] = [];
  for (const [index, { file, line }] of findings.entries()) {
    const before = findings[index - 1];
    if (before?.file !== file || before.line !== line) continue;
    const last = colocated.at(-1);
    if (last?.findings.at(-1) === index - 1) last.findings.push(index);
    else colocated.push({ file, line, findings: [index - 1, index] });
  }
  return colocated;
}

function byKey(a: Finding, b: Finding): number {
  return (
    byCodeUnits(a.file, b.file) ||
    a.line - b.line ||
    byCodeUnits(a.evidence, b.evidence) ||
    byCodeUnits(a.action, b.action)
  );
}

function byAssessment(a: Assessment, b: Assessment): number {
  return byCodeUnits(a.role, b.role) || byCodeUnits(a.severity, b.severity);
}

function sortByRoleAndText<T extends { readonly role: string | null }>(records: readonly T[]): readonly T[] {
  return records
    .map((record) => ({ record, text: canonicalJson(record) }))
    .sort(
      (a, b) =>
        byNullFirst(a.record.role, b.record.role) ||
        byCodeUnits(a.text, b.text) ||
        // Copies may differ in the order of their members alone; the order of packets must not show in it.
        byCodeUnits(jsonText(a.record), jsonText(b.record)),
    )
    .map(({ record }) => record);
}

function byNullFirst(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  return byCodeUnits(a, b);
}

/** Cuts a list into its runs of neighbours that are the same. */
function runsOf<T>(list: readonly T[], same: (a: T, b: T) => boolean): [T, ...T[]][] {
  const runs: [T, ...T[]][] = [];
  for (const one of list) {
    const run = runs.at(-1);
    if (run && same(run[0], one)) run.push(one);
    else runs.push([one]);
  }
  return runs;
}
