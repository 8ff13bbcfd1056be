/** The laws of findings: each field stands or falls by itself. Only tests import this file. */
import * as fc from 'fast-check';
import type { Contract } from '../contract/contract.ts';
import { doubtful, noLine, sound } from '../testing/findings.ts';
import type { FindingInput } from '../testing/findings.ts';
import { closedGateLaws } from '../testing/gate-laws.ts';
import { anyJson } from '../testing/json.ts';
import { agree, placed } from '../testing/laws.ts';
import type { Laws } from '../testing/laws.ts';
import { canonicalPath } from '../testing/paths.ts';
import { anyText, byteLength, textUnlike } from '../testing/texts.ts';
import type { Finding } from './finding.ts';

const keys = ['role', 'file', 'line', 'severity', 'evidence', 'action'] as const;
const textKey = fc.constantFrom('evidence' as const, 'action' as const);

export const laws: Laws = {
  ...closedGateLaws('finding', fc.oneof(sound, doubtful)),

  'a finding of a contract’s role and severity, in a changed file, on a line of it, in words: accepted': (decide) =>
    fc.property(sound, ({ contract, input }) => {
      const { code, violations, facts } = decide(contract, input);
      agree({ code, violations, facts }, { code: 'ACCEPT_FINDING', violations: [], facts: {} });
    }),

  'each field is refused for its own flaws, whatever the others are': (decide) =>
    fc.property(doubtful, ({ contract, input }) => agree(placed(decide(contract, input)), flawsOf(input, contract))),

  'a text of exactly as many bytes as the contract allows is accepted, one byte more is not': (decide) =>
    fc.property(
      sound,
      textKey,
      fc.constantFrom('x', '\u00e9', '\u20ac', '\ud800', '\u{1f600}'),
      ({ contract, input }, key, unit) => {
        const { textBytes } = contract.findings;
        const units = Math.floor(textBytes / byteLength(unit));
        const full = unit.repeat(units) + '.'.repeat(textBytes - units * byteLength(unit));
        agree(placed(decide(contract, claim(input, { [key]: full }))), []);
        agree(placed(decide(contract, claim(input, { [key]: `${full}.` }))), [`${key}-present /finding/${key}`]);
      },
    ),

  'a severity is one of the contract’s, to the letter': (decide) =>
    fc.property(
      sound.chain((subject) =>
        textUnlike(subject.input.finding.severity).map((severity) => ({ ...subject, severity })),
      ),
      ({ contract, input, severity }) => {
        const known = contract.severities.includes(severity);
        const expected = known ? [] : ['severity-supported /finding/severity'];
        agree(placed(decide(contract, claim(input, { severity }))), expected);
      },
    ),

  'the last line of a file is a line of it, the next one is not': (decide) =>
    fc.property(sound, fc.integer({ min: 1, max: 1_000_000 }), ({ contract, input }, lines) => {
      const counted = { ...input, lineCounts: { [input.finding.file]: lines } };
      agree(placed(decide(contract, claim(counted, { line: lines }))), []);
      agree(placed(decide(contract, claim(counted, { line: lines + 1 }))), ['line-in-file /finding/line']);
    }),

  'a number that is no integer from 1 to 2^53-1 is no line': (decide) =>
    fc.property(sound, noLine, ({ contract, input: { finding } }, line) =>
      agree(placed(decide(contract, { finding: { ...finding, line } })), ['line-positive /finding/line']),
    ),

  'a file outside the change is refused only where the contract looks at changed files alone': (decide) =>
    fc.property(sound, canonicalPath, ({ contract, input }, file) => {
      fc.pre(!input.changedFiles?.includes(file));
      for (const scope of ['changed-files', 'repository'] as const) {
        const expected = scope === 'changed-files' ? ['file-in-manifest /finding/file'] : [];
        const scoped = { ...contract, findings: { ...contract.findings, scope } };
        agree(placed(decide(scoped, claim(input, { file }))), expected);
        const { changedFiles: _, ...unlisted } = claim(input, { file });
        agree(placed(decide(scoped, unlisted)), []);
      }
    }),

  'a finding without one of its six keys has no shape': (decide) =>
    fc.property(doubtful, fc.constantFrom(...keys), ({ contract, input }, key) => {
      const { [key]: _, ...rest } = input.finding;
      agree(placed(decide(contract, { ...input, finding: rest })), [`finding-shape /finding/${key}`]);
    }),

  'a finding with a seventh key has no shape': (decide) =>
    fc.property(doubtful, anyText, anyJson, ({ contract, input }, key, value) => {
      fc.pre(!keys.some((known) => known === key));
      const more = Object.fromEntries([...Object.entries(input.finding), [key, value]]);
      const token = key.replaceAll('~', '~0').replaceAll('/', '~1');
      agree(placed(decide(contract, { ...input, finding: more })), [`finding-shape /finding/${token}`]);
    }),

  'a line that is not a number, or a text that is none, has no shape': (decide) =>
    fc.property(doubtful, fc.constantFrom(...keys), anyJson, ({ contract, input }, key, value) => {
      fc.pre(typeof value !== (key === 'line' ? 'number' : 'string'));
      const decision = decide(contract, { ...input, finding: { ...input.finding, [key]: value } });
      agree(placed(decision), [`finding-shape /finding/${key}`]);
    }),
};

/** The agreed rules, each asked of its own field alone, in their order. */
function flawsOf({ finding, changedFiles, lineCounts = {} }: FindingInput, contract: Contract): string[] {
  const { role, file, line, severity } = finding;
  const segments = file.split('/');
  const { scope, textBytes } = contract.findings;
  const unfit = (text: string): boolean => text.trim() === '' || byteLength(text) > textBytes;
  const lines = Object.entries(lineCounts).find(([path]) => path === file)?.[1] ?? Infinity;
  const flaws: readonly (readonly [string, boolean])[] = [
    ['role-known /finding/role', !Object.keys(contract.roles).includes(role)],
    ['file-canonical /finding/file', file.includes('\0') || segments.some((one) => ['', '.', '..'].includes(one))],
    ['line-positive /finding/line', !(Number.isInteger(line) && line >= 1 && line <= 2 ** 53 - 1)],
    ['severity-supported /finding/severity', !contract.severities.includes(severity)],
    ['evidence-present /finding/evidence', unfit(finding.evidence)],
    ['action-present /finding/action', unfit(finding.action)],
    [
      'file-in-manifest /finding/file',
      scope === 'changed-files' && changedFiles !== undefined && !changedFiles.includes(file),
    ],
    ['line-in-file /finding/line', line > lines],
  ];
  return flaws.filter(([, violated]) => violated).map(([flaw]) => flaw);
}

function claim(input: FindingInput, change: Partial<Finding>): FindingInput {
  return { ...input, finding: { ...input.finding, ...change } };
}
