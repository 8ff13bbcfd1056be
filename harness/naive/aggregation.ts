import { admissionRows, type Manifest } from './admission.ts';
import { assignmentRows, type Assignment } from './assignment.ts';
import type { Contract } from './contract.ts';
import { findingRows, lineCountsShape, type Finding } from './finding.ts';
import { byText, canonical, isObject, member, step, tooDeep } from './json.ts';
import { all, opinion, type Opinion, type Row } from './opinion.ts';
import { sameSet } from './paths.ts';
import { anything, closed, listOf, text } from './shape.ts';

interface Packet {
  readonly role: string;
  readonly filesReviewed: readonly string[];
  readonly findings: readonly unknown[];
  readonly limitations: readonly string[];
}

interface Refusal {
  readonly role: string;
  readonly finding: unknown;
  readonly violations: readonly { readonly rule: string; readonly path: string }[];
}

interface Merged {
  readonly file: string;
  readonly line: number;
  readonly evidence: string;
  readonly action: string;
  readonly assessments: { readonly role: string; readonly severity: string }[];
}

const packetShape = closed({
  role: text,
  head: text,
  diffSha256: text,
  filesReviewed: listOf(text),
  findings: listOf(anything),
  limitations: listOf(text),
});

export function aggregation(contract: Contract, input: unknown): Opinion {
  const shape = reviewShape(contract, input);
  if (shape.length > 0) {
    return opinion('COMPLETE_REVIEW', [{ rule: 'review-shape', code: 'DENY_REVIEW', paths: shape }], {});
  }
  const { manifest, observed, assignment, packets, lineCounts } = input as {
    manifest: Manifest;
    observed: unknown;
    assignment: Assignment;
    packets: readonly unknown[];
    lineCounts?: unknown;
  };
  const { workers } = assignment;

  const entries = packets.map((packet) => {
    const role = member(packet, 'role');
    const named = typeof role === 'string' ? role : null;
    const broken = tooDeep(packet) ? [''] : packetShape(packet, '');
    return { packet, role: named, broken };
  });
  const isAssigned = (role: string | null): boolean => workers.some((worker) => worker.role === role);
  // Choice: a broken entry that names a role is an entry of that role, in all that follows.
  const copies = (role: string | null): number => entries.filter((entry) => entry.role === role).length;

  const current: string[] = [];
  const assigned: string[] = [];
  // Choice: a missing packet comes before what is wrong with those that are there.
  const complete: string[] = workers.filter((worker) => copies(worker.role) === 0).map(() => '/packets');
  const reviewed: string[] = [];
  const accepted: string[] = [];

  const merged: Merged[] = [];
  const rejected: Refusal[] = [];
  const limitations: { role: string; text: string }[] = [];
  const refusedPackets: { role: string | null; reason: string; packet: unknown }[] = [];
  let admitted = 0;
  let rawFindings = 0;

  for (const [index, { packet, role, broken }] of entries.entries()) {
    const at = `/packets${step(index)}`;
    if (isAssigned(role)) {
      const head = member(packet, 'head');
      const digest = member(packet, 'diffSha256');
      if (typeof head === 'string' && head !== manifest.head) current.push(`${at}/head`);
      if (typeof digest === 'string' && digest !== manifest.diffSha256) current.push(`${at}/diffSha256`);
    }
    if (role !== null) {
      // Choice: unassigned and the second of its role is one violation: it is one value that offends.
      const isSecond = entries.slice(0, index).some((earlier) => earlier.role === role);
      if (!isAssigned(role) || isSecond) assigned.push(`${at}/role`);
      // Choice: a finding forged under another role is one in a broken packet too.
      const findings = member(packet, 'findings');
      if (Array.isArray(findings)) {
        for (const [place, finding] of (findings as unknown[]).entries()) {
          if (isForged(finding, role)) assigned.push(`${at}/findings/${place}/role`);
        }
      }
    }
    complete.push(...broken.map((path) => at + path));

    if (role !== null && !isAssigned(role)) {
      refusedPackets.push({ role, reason: 'unassigned', packet });
    } else if (role !== null && copies(role) > 1) {
      refusedPackets.push({ role, reason: 'doubled', packet });
    } else if (role === null || broken.length > 0) {
      refusedPackets.push({ role, reason: 'broken', packet });
    } else {
      const it = packet as Packet;
      admitted += 1;
      rawFindings += it.findings.length;
      const owned = workers.filter((worker) => worker.role === role).flatMap((worker) => worker.files);
      if (!owned.every((file) => it.filesReviewed.includes(file))) reviewed.push(`${at}/filesReviewed`);
      // Choice: that there are too many comes before the single findings, all of which are judged and kept.
      if (it.findings.length > contract.findings.perPacket) accepted.push(`${at}/findings`);
      for (const [place, finding] of it.findings.entries()) {
        if (isForged(finding, role)) {
          rejected.push({ role, finding, violations: [{ rule: 'packets-assigned', path: '/role' }] });
          continue;
        }
        const violations = all(
          findingRows(contract, {
            finding,
            changedFiles: manifest.changedFiles,
            ...(lineCounts === undefined ? {} : { lineCounts }),
          }),
        );
        if (violations.length > 0) {
          accepted.push(`${at}/findings/${place}`);
          rejected.push({
            role,
            finding,
            violations: violations.map(({ rule, path }) => ({ rule, path: path.slice('/finding'.length) })),
          });
        } else {
          merge(merged, finding as Finding);
        }
      }
      for (const limitation of it.limitations) limitations.push({ role, text: limitation });
    }
  }

  const findings = merged
    .sort(
      (one, other) =>
        byText(one.file, other.file) ||
        one.line - other.line ||
        byText(one.evidence, other.evidence) ||
        byText(one.action, other.action),
    )
    .map((it) => ({
      ...it,
      assessments: it.assessments.sort(
        (one, other) => byText(one.role, other.role) || byText(one.severity, other.severity),
      ),
      corroboratedBy: workers.filter(
        (worker) => worker.files.includes(it.file) && it.assessments.some(({ role }) => role === worker.role),
      ).length,
      severityDisagreement: it.assessments.some(({ severity }) => severity !== it.assessments[0]?.severity),
    }));

  const colocated: { file: string; line: number; findings: number[] }[] = [];
  for (const [index, { file, line }] of findings.entries()) {
    const place = colocated.find((other) => other.file === file && other.line === line);
    if (place === undefined) colocated.push({ file, line, findings: [index] });
    else place.findings.push(index);
  }

  const review = {
    findings,
    rejected: sortedByRole(rejected, (it) => it.finding),
    colocated: colocated.filter((place) => place.findings.length > 1),
    limitations: limitations.sort((one, other) => byText(one.role, other.role) || byText(one.text, other.text)),
    refusedPackets: sortedByRole(refusedPackets, (it) => it.packet),
  };

  // Choice: what the admission gate says besides of staleness (`files-as-observed`) is not listed here.
  const stale = all(admissionRows(contract, { manifest, observed }))
    .filter(({ rule }) => rule === 'head-is-current' || rule === 'diff-is-current')
    .map(({ path }) => path);
  const rows: Row[] = [
    { rule: 'review-current', code: 'STALE_REVIEW', paths: stale },
    { rule: 'packets-current', code: 'STALE_REVIEW', paths: current },
    { rule: 'packets-assigned', code: 'DENY_PACKET', paths: assigned },
    { rule: 'packets-complete', code: 'INCOMPLETE_REVIEW', paths: complete },
    { rule: 'files-reviewed', code: 'INCOMPLETE_REVIEW', paths: reviewed },
    { rule: 'findings-accepted', code: 'INCOMPLETE_REVIEW', paths: accepted },
  ];
  // Choice: a stale review has its facts, and no review.
  const decided = opinion('COMPLETE_REVIEW', rows, {
    packets: admitted,
    rawFindings,
    distinctFindings: findings.length,
    corroboratedFindings: findings.filter(({ corroboratedBy }) => corroboratedBy >= 2).length,
    rejectedFindings: rejected.length,
    severityDisagreements: findings.filter(({ severityDisagreement }) => severityDisagreement).length,
  });
  return decided.code === 'STALE_REVIEW' ? decided : { ...decided, review };
}

/**
 * Choice: member by member as they stand, each with all that offends in it; then what is missing. Too deep, as
 * everywhere, is said of the whole, where nothing smaller offends.
 */
function reviewShape(contract: Contract, input: unknown): string[] {
  if (!isObject(input)) return [''];
  const change = Object.fromEntries(
    Object.entries(input).filter(([name]) => name === 'manifest' || name === 'observed'),
  );
  const admitted = admissionRows(contract, change);
  const isDenied = admitted.find((row) => row.paths.length > 0)?.code === 'DENY_MANIFEST';
  const accepted = assignmentRows(contract, input['assignment']);
  const within = (name: string): string[] =>
    all(admitted)
      .map(({ path }) => path)
      .filter((path) => isDenied && (path === `/${name}` || path.startsWith(`/${name}/`)));

  const offends: string[] = [];
  for (const name of Object.keys(input)) {
    if (name === 'manifest' || name === 'observed') {
      offends.push(...within(name));
    } else if (name === 'assignment') {
      offends.push(...all(accepted).map(({ path }) => `/assignment${path}`));
      // Choice: the two are compared whenever both can be read.
      if (admitted[0]?.rule !== 'manifest-shape' && accepted[0]?.rule !== 'assignment-shape') {
        const { manifest, assignment } = input as unknown as { manifest: Manifest; assignment: Assignment };
        if (!sameSet(assignment.changedFiles, manifest.changedFiles)) offends.push('/assignment/changedFiles');
        if (!sameSet(assignment.generatedFiles ?? [], manifest.generatedFiles ?? [])) {
          offends.push('/assignment/generatedFiles');
        }
      }
    } else if (name === 'packets') {
      offends.push(...listOf(anything)(input[name], '/packets'));
    } else if (name === 'lineCounts') {
      offends.push(...lineCountsShape(input[name], '/lineCounts'));
    } else {
      offends.push(step(name));
    }
  }
  for (const name of ['packets', 'manifest', 'observed', 'assignment']) {
    if (!Object.hasOwn(input, name)) offends.push(`/${name}`);
  }

  const apart = Array.isArray(input['packets']) ? { ...input, packets: [] } : input;
  return offends.length === 0 && tooDeep(apart) ? [''] : offends;
}

function isForged(finding: unknown, role: string): boolean {
  const claimed = member(finding, 'role');
  return typeof claimed === 'string' && claimed !== role;
}

/** "Findings are deduplicated by the exact key (file, line, evidence, action)"; "One assessment per role and severity" */
function merge(merged: Merged[], { role, severity, file, line, evidence, action }: Finding): void {
  let same = merged.find(
    (it) => it.file === file && it.line === line && it.evidence === evidence && it.action === action,
  );
  if (same === undefined) {
    same = { file, line, evidence, action, assessments: [] };
    merged.push(same);
  }
  if (!same.assessments.some((it) => it.role === role && it.severity === severity)) {
    same.assessments.push({ role, severity });
  }
}

/** "by role (null first), then their canonical JSON" */
function sortedByRole<T extends { readonly role: string | null }>(records: T[], of: (record: T) => unknown): T[] {
  return records
    .map((record) => ({ record, text: canonical(of(record)) }))
    .sort((one, other) => {
      if (one.record.role !== other.record.role) {
        if (one.record.role === null) return -1;
        if (other.record.role === null) return 1;
        return byText(one.record.role, other.record.role);
      }
      return byText(one.text, other.text);
    })
    .map(({ record }) => record);
}
