/** Reviews in which every place that a model can write holds a given text. */
import { isCanonicalPath } from '../../src/contract/path.ts';
import { aggregate } from '../../src/gates/aggregation.ts';
import type { Contract } from '../../src/index.ts';
import { shipped } from '../../src/testing/contracts.ts';
import { assignment, findingOf, fullSet, manifest, packetOf } from '../../src/testing/sample-review.ts';
import type { ReviewReport } from '../reporters/review-report.ts';

/** The places in which a model writes. */
const places = [
  'evidence',
  'action',
  'file',
  'limitation',
  'role',
  'member',
  'value',
  'packetFile',
  'error',
  'text',
] as const;
type ByPlace<T> = Readonly<Record<(typeof places)[number], T>>;

/** A finding may lie in any file, so that a model can name it. */
const anyFile: Contract = { ...shipped, findings: { ...shipped.findings, scope: 'repository' } };

/** The files of a complete review in which nothing was found. */
export const complete = Object.entries(fullSet(manifest));
export const othersThan = (...gone: readonly string[]) => complete.filter(([, { role }]) => !gone.includes(role));

/** Aggregates packets, each from a file of that name. */
export function reportOf(
  packets: readonly (readonly [file: string, packet: unknown])[],
  { contract = anyFile, ...changes }: Partial<ReviewReport> & { readonly observed?: unknown } = {},
): ReviewReport {
  const { observed = { head: manifest.head, diffSha256: manifest.diffSha256 }, ...rest } = changes;
  const input = { manifest, assignment, packets: packets.map(([, packet]) => packet), broken: [], ...rest };
  const { broken: _, ...judged } = input;
  const decision = aggregate(contract, { ...judged, observed });
  return { ...input, decision, files: packets.map(([file]) => file), contract };
}

/** A review with findings at one place and at others, rejected ones and refused packets, that hold these texts. */
export function writtenReview(written: ByPlace<string>, contract = anyFile): ReviewReport {
  const { evidence, action, file, limitation, role, member, value, packetFile, error, text } = written;
  const texts = { evidence: filled(evidence), action: filled(action) };
  const path = isCanonicalPath(file) ? file : `f${file.replaceAll(/[\0/]/g, '-')}f`;
  const broken = { file: packetFile, error, text };
  const packets = [
    packetOf(manifest, 'correctness', {
      findings: [findingOf('correctness', texts)],
      limitations: [limitation, 'another'],
    }),
    packetOf(manifest, 'security', {
      findings: [
        findingOf('security', { ...texts, severity: 'low' }),
        findingOf('security', { [member]: value }),
        findingOf('security', { line: 0, evidence: value, file: path }),
      ],
    }),
    packetOf(manifest, 'tests', {
      findings: [findingOf('tests'), findingOf('tests', { ...texts, line: 2 })],
      limitations: [`${limitation}\n${text}`],
    }),
    packetOf(manifest, 'maintainability', {
      findings: [
        findingOf('maintainability', { ...texts, file: path }),
        findingOf('maintainability', { file: 'src/b.ts' }),
      ],
    }),
    packetOf(manifest, role, { limitations: [text], [member]: { [member]: [value] } }),
    text,
    broken,
  ];
  return reportOf(
    packets.map((packet, index) => [`${index}${packetFile}`, packet]),
    { contract, broken: [broken] },
  );
}

/** One text in every place. */
export function writtenEverywhere(text: string, contract = anyFile): ReviewReport {
  return writtenReview(everywhere(text), contract);
}

/** The same for each of the places. */
export function everywhere<T>(one: T): ByPlace<T> {
  return Object.fromEntries(places.map((place) => [place, one])) as ByPlace<T>;
}

/** Blank evidence is refused by the finding gate. */
function filled(text: string): string {
  return text.trim() === '' ? `x${text}` : text;
}
