import { isBlank, utf8Bytes } from './bytes.ts';
import type { Contract } from './contract.ts';
import { opinion, type Opinion, type Row } from './opinion.ts';
import { isCanonical } from './paths.ts';
import { closed, listOf, mapOf, number, ofInput, text, type Shape } from './shape.ts';

export interface Finding {
  readonly role: string;
  readonly file: string;
  readonly line: number;
  readonly severity: string;
  readonly evidence: string;
  readonly action: string;
}

interface Input {
  readonly finding: Finding;
  readonly changedFiles?: readonly string[];
  readonly lineCounts?: Readonly<Record<string, number>>;
}

/** "an integer >= 1". Choice: no upper end is named, so there is none. */
const lineCount: Shape = (value, at) => (Number.isInteger(value) && (value as number) >= 1 ? [] : [at]);

export const lineCountsShape: Shape = mapOf(lineCount);

const findingInput = closed(
  { finding: closed({ role: text, file: text, line: number, severity: text, evidence: text, action: text }) },
  { changedFiles: listOf(text), lineCounts: lineCountsShape },
);

export function finding(contract: Contract, input: unknown): Opinion {
  return opinion('ACCEPT_FINDING', findingRows(contract, input), {});
}

export function findingRows(contract: Contract, input: unknown): Row[] {
  const shape = ofInput(findingInput, input);
  if (shape.length > 0) return [{ rule: 'finding-shape', code: 'REJECT_FINDING', paths: shape }];
  const { finding: it, changedFiles, lineCounts } = input as Input;
  const tooLong = (words: string): boolean => utf8Bytes(words) > contract.findings.textBytes;
  const lines = lineCounts !== undefined && Object.hasOwn(lineCounts, it.file) ? lineCounts[it.file] : undefined;
  const row = (rule: string, path: string, violated: boolean): Row => ({
    rule,
    code: 'REJECT_FINDING',
    paths: violated ? [path] : [],
  });
  return [
    row('role-known', '/finding/role', !Object.keys(contract.roles).includes(it.role)),
    row('file-canonical', '/finding/file', !isCanonical(it.file)),
    row('line-positive', '/finding/line', !(Number.isSafeInteger(it.line) && it.line >= 1)),
    row('severity-supported', '/finding/severity', !contract.severities.includes(it.severity)),
    row('evidence-present', '/finding/evidence', isBlank(it.evidence) || tooLong(it.evidence)),
    row('action-present', '/finding/action', isBlank(it.action) || tooLong(it.action)),
    row(
      'file-in-manifest',
      '/finding/file',
      contract.findings.scope === 'changed-files' && changedFiles !== undefined && !changedFiles.includes(it.file),
    ),
    // Choice: a line that is no line (2.5, 1e300) can be past the end too.
    row('line-in-file', '/finding/line', lines !== undefined && it.line > lines),
  ];
}
