/** What the agreed rules make of packets, read to the letter and without a thought for time. */
import type { Contract } from '../contract/contract.ts';
import { canonicalJson } from '../contract/json.ts';
import { isRecord } from '../contract/shape.ts';
import type { Finding } from '../gates/finding.ts';
import type { Packet, ReviewInput } from './reviews.ts';

/** The finding gate, as the model asks it: the rule and the pointer into the finding of everything that it refuses. */
export type Refuse = (finding: unknown) => readonly { readonly rule: string; readonly path: string }[];

type Claim = { readonly role: string; readonly finding: unknown };
type Refusal = { readonly role: string | null; readonly reason: string; readonly packet: unknown };

export type ReviewModel = {
  readonly admitted: readonly Packet[];
  readonly refused: readonly Refusal[];
  readonly accepted: readonly Finding[];
  readonly rejected: readonly (Claim & { readonly violations: ReturnType<Refuse> })[];
  readonly rules: readonly string[];
  readonly review: unknown;
  readonly facts: Readonly<Record<string, number>>;
};

/** For a review whose manifest is bound and whose assignment is accepted. */
export function modelOf(input: ReviewInput, { findings: { perPacket } }: Contract, refuse: Refuse): ReviewModel {
  const { manifest, assignment, packets } = input;
  const filesOf = (role: string): readonly string[] =>
    assignment.workers.find((worker) => worker.role === role)?.files ?? [];
  const isAssigned = (role: string): boolean => assignment.workers.some((worker) => worker.role === role);
  const roles = packets.map(roleOf);
  const timesOf = (role: string | null): number => roles.filter((one) => one === role).length;
  const reasonOf = (entry: unknown, role: string | null): string => {
    if (role !== null && !isAssigned(role)) return 'unassigned';
    if (role !== null && timesOf(role) > 1) return 'doubled';
    return isPacket(entry) ? '' : 'broken';
  };
  const entries = packets.map((entry, index) => {
    const role = roles[index] ?? null;
    return { role, reason: reasonOf(entry, role), packet: entry };
  });
  const admitted = entries.filter(({ reason }) => reason === '').map(({ packet }) => packet as Packet);
  const refused = entries.filter(({ reason }) => reason !== '');
  const claims = admitted.flatMap(({ role, findings }) => findings.map((finding): Claim => ({ role, finding })));
  const judged = claims.map((claim) => ({
    ...claim,
    violations: isForged(claim) ? [{ rule: 'packets-assigned', path: '/role' }] : refuse(claim.finding),
  }));
  const accepted = judged.filter(({ violations }) => violations.length === 0).map(({ finding }) => finding as Finding);
  const rejected = judged.filter(({ violations }) => violations.length > 0);

  const namesOther = (entry: unknown): boolean =>
    isRecord(entry) &&
    (['head', 'diffSha256'] as const).some((key) => typeof entry[key] === 'string' && entry[key] !== manifest[key]);
  const claimsOf = (entry: unknown, role: string): readonly Claim[] =>
    isRecord(entry) && Array.isArray(entry['findings']) ? entry['findings'].map((finding) => ({ role, finding })) : [];
  const violated: Readonly<Record<string, boolean>> = {
    'packets-current': entries.some(({ role, packet }) => role !== null && isAssigned(role) && namesOther(packet)),
    'packets-assigned': entries.some(
      ({ role, packet }) =>
        role !== null && (!isAssigned(role) || timesOf(role) > 1 || claimsOf(packet, role).some(isForged)),
    ),
    'packets-complete':
      assignment.workers.some(({ role }) => timesOf(role) === 0) || packets.some((entry) => !isPacket(entry)),
    'files-reviewed': admitted.some(({ role, filesReviewed }) =>
      filesOf(role).some((file) => !filesReviewed.includes(file)),
    ),
    'findings-accepted':
      rejected.some((one) => !isForged(one)) || admitted.some(({ findings }) => findings.length > perPacket),
  };

  const findings = merged(accepted, (role, file) => filesOf(role).includes(file));
  return {
    admitted,
    refused,
    accepted,
    rejected,
    rules: Object.keys(violated).filter((rule) => violated[rule]),
    review: {
      findings,
      rejected: sortedBy(rejected, (one) => [one.role, canonicalJson(one)]),
      colocated: colocatedIn(findings),
      limitations: sortedBy(
        admitted.flatMap(({ role, limitations }) => limitations.map((text) => ({ role, text }))),
        ({ role, text }) => [role, text],
      ),
      refusedPackets: [
        ...sortedBy(
          refused.filter(({ role }) => role === null),
          (one) => [canonicalJson(one)],
        ),
        ...sortedBy(
          refused.filter(({ role }) => role !== null),
          (one) => [one.role ?? '', canonicalJson(one)],
        ),
      ],
    },
    facts: {
      packets: admitted.length,
      rawFindings: claims.length,
      distinctFindings: findings.length,
      corroboratedFindings: findings.filter(({ corroboratedBy }) => corroboratedBy >= 2).length,
      rejectedFindings: rejected.length,
      severityDisagreements: findings.filter(({ severityDisagreement }) => severityDisagreement).length,
    },
  };
}

function merged(accepted: readonly Finding[], owns: (role: string, file: string) => boolean) {
  const groups = new Map<string, Finding[]>();
  for (const finding of accepted) {
    const key = JSON.stringify([finding.file, finding.line, finding.evidence, finding.action]);
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  const findings = [...groups.values()].map((group) => {
    const { file, line, evidence, action } = group[0] as Finding;
    const pairs = new Map(group.map(({ role, severity }) => [JSON.stringify([role, severity]), { role, severity }]));
    return {
      file,
      line,
      evidence,
      action,
      assessments: sortedBy([...pairs.values()], ({ role, severity }) => [role, severity]),
      corroboratedBy: new Set(group.map(({ role }) => role).filter((role) => owns(role, file))).size,
      severityDisagreement: new Set(group.map(({ severity }) => severity)).size > 1,
    };
  });
  return sortedBy(findings, ({ file, line, evidence, action }) => [file, line, evidence, action]);
}

function colocatedIn(findings: ReturnType<typeof merged>): unknown[] {
  const places = findings.map(({ file, line }) => ({
    file,
    line,
    findings: [...findings.keys()].filter((at) => findings[at]?.file === file && findings[at]?.line === line),
  }));
  return places.filter(({ findings: at }, index) => at.length > 1 && at[0] === index);
}

/** Sorted by several keys, texts by their code units, numbers as numbers. */
function sortedBy<T>(list: readonly T[], keysOf: (one: T) => readonly (string | number)[]): T[] {
  return list.toSorted((a, b) => {
    const [left, right] = [keysOf(a), keysOf(b)];
    const at = left.findIndex((key, index) => key !== right[index]);
    if (at === -1) return 0;
    return (left[at] ?? '') < (right[at] ?? '') ? -1 : 1;
  });
}

function roleOf(entry: unknown): string | null {
  return isRecord(entry) && typeof entry['role'] === 'string' ? entry['role'] : null;
}

function isForged({ role, finding }: Claim): boolean {
  const named = roleOf(finding);
  return named !== null && named !== role;
}

function isPacket(entry: unknown): boolean {
  if (!isRecord(entry) || Object.keys(entry).length !== 6) return false;
  const { role, head, diffSha256, filesReviewed, findings, limitations } = entry;
  const isTexts = (list: unknown): boolean => Array.isArray(list) && list.every((one) => typeof one === 'string');
  return (
    [role, head, diffSha256].every((one) => typeof one === 'string') &&
    [filesReviewed, limitations].every(isTexts) &&
    Array.isArray(findings)
  );
}
