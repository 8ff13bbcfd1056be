/** A review that was read back from its Markdown, and what must be read there by what the decision says. */
import { canonicalJson, isDeeperThan } from '../../src/contract/json.ts';
import { parse, rowsOf, textOf } from '../../src/testing/parsed-markdown.ts';
import type { Node } from '../../src/testing/parsed-markdown.ts';
import { reviewMarkdown } from '../reporters/review.ts';
import type { ReviewReport } from '../reporters/review-report.ts';
import { alienIn } from './inert.ts';
import { leftOut, seenName, seenProse } from './seen-texts.ts';

type Rows = readonly (readonly string[])[];

type ReadReview = {
  /** Each heading as `## text`, in order. */
  readonly headings: readonly string[];
  readonly findings: readonly (readonly [heading: string, rows: Rows])[];
  readonly limitations: Rows;
  /** Canonical JSON, or how many characters are said to be left out. */
  readonly rejected: readonly (string | number)[];
  readonly refused: readonly (string | number)[];
  /** Whatever a model must not bring into it. */
  readonly alien: readonly string[];
};

/** The blocks between a heading and the next one. */
export function blocksUnder(title: string, report: ReviewReport): readonly Node[] {
  const nodes = parse(reviewMarkdown(report));
  const start = nodes.findIndex((node) => node.type === 'heading' && textOf(node) === title);
  const rest = nodes.slice(start + 1);
  const end = rest.findIndex(({ type }) => type === 'heading');
  return start === -1 ? [] : rest.slice(0, end === -1 ? rest.length : end);
}

export const textsUnder = (title: string, report: ReviewReport) => blocksUnder(title, report).map(textOf);
export const tableUnder = (title: string, report: ReviewReport) => rowsOf(blocksUnder(title, report)[0]);

/** Finds in the Markdown what a reader would find. */
export function readReview(markdown: string): ReadReview {
  const nodes = parse(markdown);
  const sections = sectionsOf(nodes, 2);
  const section = (title: string): readonly Node[] => sections.find(([heading]) => heading === title)?.[1] ?? [];
  return {
    headings: nodes
      .filter(({ type }) => type === 'heading')
      .map((node) => `${'#'.repeat(node.depth ?? 0)} ${textOf(node)}`),
    findings: sectionsOf(section('Findings'), 3).map(([heading, own]) => [heading, rowsOf(own[0])]),
    limitations: rowsOf(section('Limitations')[0]),
    rejected: codeIn(section('Rejected findings')),
    refused: codeIn(section('Refused packets')),
    alien: alienIn(markdown, nodes),
  };
}

/** What the contract wants shown of a decision. */
export function expectedReview({ decision, assignment, contract }: ReviewReport): ReadReview {
  const { review, violations, code } = decision;
  const limit = contract.findings.textBytes;
  const prose = (text: string): string => seenProse(text, limit);
  const name = (text: string): string => seenName(text, limit);
  const json = (value: unknown): string | number => {
    const canonical = canonicalJson(value);
    // More than a hundred levels stay on one line; laying out changes how much is left out.
    const oneLine = isDeeperThan(100, value);
    const more = leftOut(oneLine ? canonical : JSON.stringify(value, null, 2), limit);
    return more === 0 ? canonical : more;
  };
  const findings = review?.findings ?? [];
  const files = [...new Set(findings.map(({ file }) => file))];
  const limitations = review?.limitations.map(({ role, text }) => [name(role), prose(text)]) ?? [];
  const rejected = review?.rejected.map(({ finding }) => json(finding)) ?? [];
  const refused = review?.refusedPackets.map(({ packet }) => json(packet)) ?? [];
  const rowOf = (finding: (typeof findings)[number]): readonly string[] => {
    const here = findings.filter(({ file, line }) => file === finding.file && line === finding.line);
    return [
      here.length > 1 ? `${finding.line} (${here.indexOf(finding) + 1} of ${here.length} here)` : `${finding.line}`,
      [
        ...finding.assessments.map(({ role, severity }) => `${prose(`${severity}:`)} ${name(role)}`),
        ...(finding.corroboratedBy > 1 ? [`corroborated by ${finding.corroboratedBy} roles`] : []),
        ...(finding.severityDisagreement ? ['severities disagree'] : []),
      ].join('\n'),
      prose(finding.evidence),
      prose(finding.action),
    ];
  };
  return {
    headings: [
      `# Review: ${code}`,
      ...(violations.length > 0 ? ['## Violations'] : []),
      ...(assignment === undefined ? [] : ['## Who was asked']),
      '## Findings',
      ...files.map((file) => `### ${name(file)}`),
      ...(limitations.length > 0 ? ['## Limitations'] : []),
      ...(rejected.length > 0 ? ['## Rejected findings'] : []),
      ...(refused.length > 0 ? ['## Refused packets'] : []),
    ],
    findings: files.map((file) => [name(file), findings.filter((one) => one.file === file).map(rowOf)]),
    limitations,
    rejected,
    refused,
    alien: [],
  };
}

/** Cuts a page at the headings of one depth. */
function sectionsOf(nodes: readonly Node[], depth: number): (readonly [heading: string, nodes: readonly Node[]])[] {
  const starts = nodes.flatMap((node, at) => (node.type === 'heading' && node.depth === depth ? [at] : []));
  return starts.map((start, nth) => [
    textOf(nodes[start] ?? { type: 'none' }),
    nodes.slice(start + 1, starts[nth + 1] ?? nodes.length),
  ]);
}

function codeIn(nodes: readonly Node[]): readonly (string | number)[] {
  return nodes
    .filter(({ type, lang }) => type === 'code' && lang === 'json')
    .map(({ value = '' }) => {
      const more = / … \((\d+) left out; whole in the JSON format\)$/.exec(value)?.[1];
      return more === undefined ? canonicalJson(JSON.parse(value)) : Number(more);
    });
}
