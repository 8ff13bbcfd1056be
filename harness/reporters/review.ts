/** A review as a comment on a pull request: the decision and what to do first, then all that was found and refused. */
import { admitAsBound } from '../../src/gates/admission.ts';
import type { AggregationDecision, Contract } from '../../src/index.ts';
import { isRecord } from '../../src/contract/shape.ts';
import { markdownText } from '../escape.ts';
import { codeSpan, table } from './markdown-table.ts';
import { findingsSection } from './review-findings.ts';
import { refusedSection, rejectedSection } from './review-refusals.ts';
import type { BrokenFile, ReviewReport, Section } from './review-report.ts';
import { shownUpTo } from './review-text.ts';
import type { Shown } from './review-text.ts';
import { workersOf, workersSection } from './review-workers.ts';

/** The whole review as GitHub-flavoured Markdown: nothing that a model wrote has a meaning in it, or is silently dropped. */
export function reviewMarkdown(report: ReviewReport): string {
  const shown = shownUpTo(report.contract.findings.textBytes);
  const blocks = sections.flatMap((section) => section(report, shown));
  return `${blocks.join('\n\n')}\n`;
}

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
  const { outcome, facts } = admitAsBound(contract, manifest);
  if (outcome !== 'pass') return [];
  const { base, head, diffSha256 } = manifest;
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

function violationsSection({ decision, packets, files, broken }: ReviewReport, { name, prose }: Shown) {
  const { violations, more } = decision;
  if (violations.length === 0) return [];
  const told = new Set<BrokenFile>();
  const rows = violations.flatMap(({ rule, path, message }) => {
    const { packet, index } = packetAt(path);
    const place = path === '' ? 'the whole review' : name(path);
    if (index === undefined) return [[codeSpan(rule), place, prose(message)]];
    const file = `<br>in ${name(files[index] ?? '')}`;
    // A file that could not be read lacks every member of a packet: one row says why.
    const unread = broken.find((one) => one === packets[index]);
    if (!unread) return [[codeSpan(rule), `${place}${file}`, prose(message)]];
    if (told.has(unread)) return [];
    told.add(unread);
    return [[codeSpan(rule), `${name(packet)}${file}`, prose(unread.error)]];
  });
  return [
    '## Violations',
    table(['rule', 'where', 'message'], rows),
    ...(more > 0 ? [markdownText(`Violations that are not listed: ${more}.`)] : []),
  ];
}

/** The packet that a pointer leads to or into. */
function packetAt(path: string): { readonly packet: string; readonly index: number | undefined } {
  const [packet = '', index] = /^\/packets\/(\d+)(?=\/|$)/.exec(path) ?? [];
  return { packet, index: index === undefined ? undefined : Number(index) };
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
