/** A review as a comment on a pull request: the decision and what to do first, then all that was found and refused. */
import { decide } from '../../src/index.ts';
import type { AggregationDecision, Contract } from '../../src/index.ts';
import { isRecord } from '../../src/contract/shape.ts';
import { markdownText } from '../escape.ts';
import { codeSpan, table } from './markdown-table.ts';
import { findingsSection } from './review-findings.ts';
import { isBrokenFile, refusedSection, rejectedSection } from './review-refusals.ts';
import { shownUpTo } from './review-text.ts';
import type { Shown } from './review-text.ts';
import { workersOf, workersSection } from './review-workers.ts';

/** What `aggregate` knows when it has decided. `packets[i]` is the value given to the gate, `files[i]` the name of its file. */
export type ReviewReport = {
  readonly decision: AggregationDecision;
  /** Malformed where the review is denied; so may the assignment be. */
  readonly manifest: unknown;
  readonly assignment: unknown;
  readonly packets: readonly unknown[];
  readonly files: readonly string[];
  readonly contract: Contract;
};

/** The whole review as GitHub-flavoured Markdown: nothing that a model wrote has a meaning in it, or is silently dropped. */
export function reviewMarkdown(report: ReviewReport): string {
  const shown = shownUpTo(report.contract.findings.textBytes);
  const blocks = sections.flatMap((section) => section(report, shown));
  return `${blocks.join('\n\n')}\n`;
}

/** Each gives its blocks, none where it has nothing to say; a block never starts with what a model wrote. */
type Section = (report: ReviewReport, shown: Shown) => readonly string[];

const sections: readonly Section[] = [
  decisionSection,
  violationsSection,
  workersSection,
  findingsSection,
  limitationsSection,
  rejectedSection,
  refusedSection,
];

function decisionSection({ decision, manifest, assignment, contract }: ReviewReport): readonly string[] {
  const { code, recovery, facts } = decision;
  return [
    `# Review: ${code}`,
    recovery === null ? 'The review is complete; the root still has to verify the findings.' : `**${recovery}**`,
    ...bindingOf(manifest, contract),
    ...('packets' in facts ? [markdownText(tallyOf(facts, workersOf(assignment).length))] : []),
  ];
}

/** What the review is about, where the manifest says so in a way that the admission gate takes. */
function bindingOf(manifest: unknown, contract: Contract): readonly string[] {
  if (!isRecord(manifest)) return [];
  const { base, head, diffSha256 } = manifest;
  const { code, facts } = decide.admission(contract, { manifest, observed: { head, diffSha256 } });
  if (code !== 'ADMIT') return [];
  return [
    `Base ${codeSpan(String(base))}, head ${codeSpan(String(head))}, SHA-256 of the diff ${codeSpan(String(diffSha256))}, changed files: ${codeSpan(String(facts['changedFiles']))}.`,
  ];
}

function tallyOf(facts: AggregationDecision['facts'], asked: number): string {
  const { packets, rawFindings, distinctFindings, corroboratedFindings, rejectedFindings, severityDisagreements } =
    facts;
  return [
    `Packets admitted: ${packets} of ${asked}`,
    `findings: ${distinctFindings} distinct of ${rawFindings} reported, ${corroboratedFindings} corroborated, ${rejectedFindings} rejected`,
    `severity disagreements: ${severityDisagreements}.`,
  ].join('; ');
}

function violationsSection({ decision, packets, files }: ReviewReport, { name, prose }: Shown): readonly string[] {
  const { violations, more } = decision;
  if (violations.length === 0) return [];
  const seen = new Set<string>();
  const rows = violations.flatMap(({ rule, path, message }) => {
    const [packet = '', index = ''] = /^\/packets\/(\d+)(?=\/|$)/.exec(path) ?? [];
    const [file, value] = [files[Number(index || NaN)], packets[Number(index || NaN)]];
    // A file that could not be read lacks every member of a packet: one row says why.
    const [where, what] = isBrokenFile(value) ? [packet, value.error] : [path, message];
    if (isBrokenFile(value) && seen.has(where)) return [];
    seen.add(where);
    const place = where === '' ? 'the whole review' : name(where);
    return [[codeSpan(rule), file === undefined ? place : `${place}<br>in ${name(file)}`, prose(what)]];
  });
  return [
    '## Violations',
    table(['rule', 'where', 'message'], rows),
    ...(more > 0 ? [markdownText(`Violations that are not listed: ${more}.`)] : []),
  ];
}

function limitationsSection({ decision }: ReviewReport, { name, prose }: Shown): readonly string[] {
  const limitations = decision.review?.limitations ?? [];
  if (limitations.length === 0) return [];
  return [
    '## Limitations',
    table(
      ['role', 'text'],
      limitations.map(({ role, text }) => [name(role), prose(text)]),
    ),
  ];
}
