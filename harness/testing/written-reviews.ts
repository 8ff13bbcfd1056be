/** Reviews in which every place that a model can write holds a given text. */
import { isCanonicalPath } from '../../src/contract/path.ts';
import { aggregate } from '../../src/gates/aggregation.ts';
import type { Contract } from '../../src/index.ts';
import { shipped } from '../../src/testing/contracts.ts';
import type { ReviewReport } from '../reporters/review.ts';

/** The places in which a model writes. */
type Written = {
  readonly evidence: string;
  readonly action: string;
  readonly file: string;
  readonly limitation: string;
  readonly role: string;
  readonly member: string;
  readonly value: string;
  readonly packetFile: string;
  readonly error: string;
  readonly text: string;
};

const head = 'b'.repeat(40);
const diffSha256 = 'd'.repeat(64);
export const manifest = { base: 'a'.repeat(40), head, diffSha256, changedFiles: ['src/a.ts', 'src/b.ts'] };
/** Each role owns both files. */
export const assignment = {
  changedFiles: manifest.changedFiles,
  workers: Object.entries(shipped.roles).map(([role, { question }]) => ({
    role,
    question,
    files: manifest.changedFiles,
    access: 'read-only',
  })),
  corroborations: manifest.changedFiles.map((file) => ({
    file,
    roles: Object.keys(shipped.roles),
    reason: 'four questions about one file',
  })),
};
/** A finding may lie in any file, so that a model can name it. */
const anyFile: Contract = { ...shipped, findings: { ...shipped.findings, scope: 'repository' } };

export const packetOf = (role: string, findings: readonly unknown[] = [], limitations: readonly string[] = []) => ({
  role,
  head,
  diffSha256,
  filesReviewed: manifest.changedFiles,
  findings,
  limitations,
});

export const findingOf = (role: string, changes: Readonly<Record<string, unknown>> = {}) => ({
  role,
  file: 'src/a.ts',
  line: 3,
  severity: 'high',
  evidence: 'evidence',
  action: 'action',
  ...changes,
});

/** The files of a complete review in which nothing was found. */
export const complete = Object.keys(shipped.roles).map((role) => [`${role}.json`, packetOf(role)] as const);
export const othersThan = (...gone: readonly string[]) => complete.filter(([, { role }]) => !gone.includes(role));

/** Aggregates packets, each from a file of that name. */
export function reportOf(
  packets: readonly (readonly [file: string, packet: unknown])[],
  { contract = anyFile, ...changes }: Partial<ReviewReport> & { readonly observed?: unknown } = {},
): ReviewReport {
  const { observed = { head, diffSha256 }, ...rest } = changes;
  const input = { manifest, assignment, packets: packets.map(([, packet]) => packet), ...rest };
  const decision = aggregate(contract, { ...input, observed });
  return { ...input, decision, files: packets.map(([file]) => file), contract };
}

/** A review with findings at one place and at others, rejected ones and refused packets, that hold these texts. */
export function writtenReview(written: Written, contract = anyFile): ReviewReport {
  const { evidence, action, file, limitation, role, member, value, packetFile, error, text } = written;
  const texts = { evidence: filled(evidence), action: filled(action) };
  const path = isCanonicalPath(file) ? file : `f${file.replaceAll(/[\0/]/g, '-')}f`;
  const packets = [
    packetOf('correctness', [findingOf('correctness', texts)], [limitation, 'another']),
    packetOf('security', [
      findingOf('security', { ...texts, severity: 'low' }),
      findingOf('security', { [member]: value }),
      findingOf('security', { line: 0, evidence: value, file: path }),
    ]),
    packetOf('tests', [findingOf('tests'), findingOf('tests', { ...texts, line: 2 })], [`${limitation}\n${text}`]),
    packetOf('maintainability', [
      findingOf('maintainability', { ...texts, file: path }),
      findingOf('maintainability', { file: 'src/b.ts' }),
    ]),
    { ...packetOf(role), limitations: [text], [member]: { [member]: [value] } },
    text,
    { file: packetFile, error, text },
  ];
  return reportOf(
    packets.map((packet, index) => [`${index}${packetFile}`, packet]),
    { contract },
  );
}

/** One text in every place. */
export function writtenEverywhere(text: string, contract = anyFile): ReviewReport {
  const [evidence, action, file, limitation, role, member, value] = [text, text, text, text, text, text, text];
  const [packetFile, error] = [text, text];
  return writtenReview({ evidence, action, file, limitation, role, member, value, packetFile, error, text }, contract);
}

/** Blank evidence is refused by the finding gate. */
function filled(text: string): string {
  return text.trim() === '' ? `x${text}` : text;
}
