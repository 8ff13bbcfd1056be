/** What was found, by file: every finding in the order of the decision, those of one place in neighbouring rows. */
import type { Review } from '../../src/index.ts';
import { markdownText } from '../escape.ts';
import { table } from './markdown-table.ts';
import type { ReviewReport } from './review-report.ts';
import type { Shown } from './review-text.ts';

type Finding = Review['findings'][number];

/** The section; it says so where nothing was found and where nothing may be shown. */
export function findingsSection({ decision }: ReviewReport, shown: Shown): readonly string[] {
  const { review, outcome } = decision;
  if (!review) return ['## Findings', outcome === 'stale' ? withheld.stale : withheld.denied];
  if (review.findings.length === 0) return ['## Findings', 'No findings.'];
  const places = placesOf(review);
  const rowsOf = new Map(review.findings.map(({ file }): [string, string[][]] => [file, []]));
  for (const [index, finding] of review.findings.entries()) {
    rowsOf
      .get(finding.file)
      ?.push([
        markdownText(`${finding.line}${places.get(index) ?? ''}`),
        assessmentsOf(finding, shown),
        shown.prose(finding.evidence),
        shown.prose(finding.action),
      ]);
  }
  return [
    '## Findings',
    ...[...rowsOf].flatMap(([file, rows]) => [
      `### ${shown.name(file)}`,
      table(['line', 'severity by role', 'evidence', 'action'], rows),
    ]),
  ];
}

const withheld = {
  stale: 'No finding is shown: the packets are not about the change as it is now.',
  denied: 'No finding is shown: the input of the review is broken, and no packet can be read against it.',
};

/** For each finding that has others at its place, which of them it is. */
function placesOf({ colocated }: Review): ReadonlyMap<number, string> {
  return new Map(
    colocated.flatMap(({ findings }) =>
      findings.map((index, nth): [number, string] => [index, ` (${nth + 1} of ${findings.length} here)`]),
    ),
  );
}

function assessmentsOf({ assessments, corroboratedBy, severityDisagreement }: Finding, { name, prose }: Shown): string {
  return [
    ...assessments.map(({ role, severity }) => `${prose(`${severity}:`)} ${name(role)}`),
    ...(corroboratedBy > 1 ? [`**corroborated by ${corroboratedBy} roles**`] : []),
    ...(severityDisagreement ? ['**severities disagree**'] : []),
  ].join('<br>');
}
