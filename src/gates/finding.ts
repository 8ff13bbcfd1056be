/** Finding: is the claim concrete enough to be looked at? The rules make it inspectable, they do not make it true. */
import type { z } from 'zod';
import type { Contract } from '../contract/contract.ts';
import type { CodeOf } from '../contract/decision.ts';
import { listSet } from '../contract/list-set.ts';
import type { ListSet } from '../contract/list-set.ts';
import { isCanonicalPath } from '../contract/path.ts';
import { reading } from '../contract/rule-table.ts';
import type { Gate, Rule, ShapeRule } from '../contract/rule-table.ts';
import { shapeOf } from '../contract/shape.ts';
import type { Report } from '../contract/shape.ts';
import { schemas } from '../contract/shapes.gen.ts';
import type { finding as findingShape, findingInput } from '../contract/shapes.ts';
import { show } from '../contract/show.ts';
import { isBlank, utf8Bytes } from '../contract/text.ts';

export type Finding = Readonly<z.infer<typeof findingShape>>;

/** What is known of the change: its files, and the number of lines of those that have lines. */
export type Known = {
  readonly files: ListSet | undefined;
  readonly lineCounts: Readonly<Record<string, number>> | undefined;
};
type Claim = { readonly finding: Finding; readonly known: Known };

const shape: ShapeRule<Claim, CodeOf<'finding'>> = {
  id: 'finding-shape',
  code: 'REJECT_FINDING',
  when: 'one of the six keys is missing, a key is unknown, `line` is not a number, or another member is not a string',
  read: reading(
    shapeOf(schemas.findingInput),
    ({ finding: claim, changedFiles, lineCounts }: z.infer<typeof findingInput>) => ({
      finding: claim,
      known: { files: changedFiles && listSet(changedFiles), lineCounts },
    }),
  ),
};

const rules: readonly Rule<Claim, CodeOf<'finding'>>[] = [
  {
    id: 'role-known',
    code: 'REJECT_FINDING',
    when: 'the role is not in the contract',
    check: ({ finding }, report, { roles }) => {
      if (!Object.hasOwn(roles, finding.role)) {
        report(
          '/finding/role',
          `${show(finding.role)} is not a role of the contract: ${Object.keys(roles).map(show).join(', ')}`,
        );
      }
    },
  },
  {
    id: 'file-canonical',
    code: 'REJECT_FINDING',
    when: 'the path is empty or absolute, ends in `/`, holds NUL, or has an empty, `.` or `..` segment',
    check: ({ finding }, report) => {
      if (!isCanonicalPath(finding.file)) {
        report('/finding/file', `${show(finding.file)} is not canonical: name the file as the manifest does`);
      }
    },
  },
  {
    id: 'line-positive',
    code: 'REJECT_FINDING',
    when: 'the line is a number, but no integer from 1 to 2^53-1',
    check: ({ finding }, report) => {
      if (!Number.isSafeInteger(finding.line) || finding.line < 1) {
        report('/finding/line', `\`line\` is ${finding.line}: name one line, counted from 1`);
      }
    },
  },
  {
    id: 'severity-supported',
    code: 'REJECT_FINDING',
    when: 'the severity is not one of the contract’s, compared exactly',
    check: ({ finding }, report, { severities }) => {
      if (!severities.includes(finding.severity)) {
        report(
          '/finding/severity',
          `${show(finding.severity)} is not a severity of the contract: ${severities.map(show).join(', ')}`,
        );
      }
    },
  },
  {
    id: 'evidence-present',
    code: 'REJECT_FINDING',
    when: 'the evidence is blank or longer than the contract allows',
    check: ({ finding }, report, contract) => checkText('evidence', finding.evidence, report, contract),
  },
  {
    id: 'action-present',
    code: 'REJECT_FINDING',
    when: 'the proposed action is blank or longer than the contract allows',
    check: ({ finding }, report, contract) => checkText('action', finding.action, report, contract),
  },
  {
    id: 'file-in-manifest',
    code: 'REJECT_FINDING',
    when: 'the file is not one of the changed files, where the contract’s scope is `changed-files`',
    check: ({ finding, known }, report, { findings }) => {
      if (findings.scope === 'changed-files' && known.files && !known.files.has(finding.file)) {
        report('/finding/file', `${show(finding.file)} is not a changed file: name one as the manifest does`);
      }
    },
  },
  {
    id: 'line-in-file',
    code: 'REJECT_FINDING',
    when: 'the line is past the end of the file',
    check: ({ finding, known: { lineCounts } }, report) => {
      const lines = lineCounts && Object.hasOwn(lineCounts, finding.file) ? lineCounts[finding.file] : undefined;
      if (lines !== undefined && finding.line > lines) {
        report('/finding/line', `\`line\` is ${finding.line}, but ${show(finding.file)} ends at line ${lines}`);
      }
    },
  },
];

export const finding: Gate<'finding', Claim> = {
  pass: 'ACCEPT_FINDING',
  shape,
  rules,
  facts: () => ({}),
};

/** One reason for which a finding is refused; `path` is a JSON Pointer into the finding itself. */
export type Refusal = { readonly rule: string; readonly path: string; readonly message: string };

const claimShape = shapeOf(schemas.finding);

/** Every reason for which this gate refuses one finding of a packet: all of them, without a bound on their number. */
export function refusalsOf(claim: unknown, known: Known, contract: Contract): readonly Refusal[] {
  const refusals: Refusal[] = [];
  const shaped = claimShape(claim, (path, message) => refusals.push({ rule: shape.id, path, message }));
  if (!shaped) return refusals;
  const input = { finding: claim as Finding, known };
  let rule = shape.id;
  const report: Report = (path, message) => refusals.push({ rule, path: path.slice('/finding'.length), message });
  for (const row of rules) {
    rule = row.id;
    row.check(input, report, contract);
  }
  return refusals;
}

function checkText(key: 'evidence' | 'action', text: string, report: Report, { findings }: Contract): void {
  const path = `/finding/${key}`;
  if (isBlank(text)) report(path, `\`${key}\` is blank: say it in words`);
  else if (utf8Bytes(text) > findings.textBytes) {
    report(path, `\`${key}\` has ${utf8Bytes(text)} bytes: shorten it to ${findings.textBytes}`);
  }
}
