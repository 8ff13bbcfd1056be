/** Findings: sound ones, and ones in which any field may be bad, each by itself. */
import * as fc from 'fast-check';
import type { z } from 'zod';
import type { Contract } from '../contract/contract.ts';
import type { findingInput } from '../contract/shapes.ts';
import type { Finding } from '../gates/finding.ts';
import { someContract } from './contracts.ts';
import { brokenPath, canonicalPath, canonicalPaths } from './paths.ts';
import { anyText, blankText, byteLength, filledText, textUnlike } from './texts.ts';

export type FindingInput = z.infer<typeof findingInput>;
export type FindingSubject = { readonly contract: Contract; readonly input: FindingInput };

/** Numbers that are no line: none of them is an integer from 1 to 2^53-1. */
export const noLine: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, -0, -1, 0.5, 1.5, 2 ** 53, 2 ** 53 + 2, 1e308, -1e308, 5e-324),
  fc.integer({ max: 0 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((line) => !Number.isSafeInteger(line)),
);

/** A finding that the gate accepts for one of the files; a text takes at most as many bytes as the contract gives it. */
function soundFinding(contract: Contract, files: readonly string[], lines: number): fc.Arbitrary<Finding> {
  const text = filledText.filter((one) => byteLength(one) <= contract.findings.textBytes);
  return fc.record({
    role: fc.constantFrom(...Object.keys(contract.roles)),
    file: fc.constantFrom(...files),
    line: fc.integer({ min: 1, max: lines }),
    severity: fc.constantFrom(...contract.severities),
    evidence: text,
    action: text,
  });
}

/** An accepted finding with all that is known of its change. */
export const sound: fc.Arbitrary<FindingSubject> = fc
  .tuple(someContract, canonicalPaths(1, 3), fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(2 ** 53 - 1)))
  .chain(([contract, changedFiles, lines]) =>
    soundFinding(contract, changedFiles, lines).map((finding) => ({
      contract,
      input: { finding, changedFiles, lineCounts: { [finding.file]: lines } },
    })),
  );

/** The same with any of its fields bad, and with any part of what is known left out. */
export const doubtful: fc.Arbitrary<FindingSubject> = sound.chain(({ contract, input }) => {
  const { finding, changedFiles = [], lineCounts = {} } = input;
  const maybe = <T>(good: T, bad: fc.Arbitrary<T>): fc.Arbitrary<T> =>
    fc.oneof({ weight: 2, arbitrary: fc.constant(good) }, { weight: 1, arbitrary: bad });
  const tooLong = fc
    .constantFrom('x', '\u00e9', '\u20ac', '\u{1f600}')
    .map((unit) => unit.repeat(contract.findings.textBytes));
  const badText = fc.oneof(
    blankText,
    tooLong.map((text) => `${text}!`),
  );
  return fc
    .record({
      role: maybe(finding.role, fc.oneof(anyText, textUnlike(finding.role))),
      file: maybe(finding.file, fc.oneof(brokenPath, canonicalPath, textUnlike(finding.file))),
      line: maybe(finding.line, fc.oneof(noLine, fc.constant((lineCounts[finding.file] ?? 0) + 1))),
      severity: maybe(finding.severity, textUnlike(finding.severity)),
      evidence: maybe(finding.evidence, badText),
      action: maybe(finding.action, badText),
    })
    .chain((claim) =>
      fc
        .record(
          { finding: fc.constant(claim), changedFiles: fc.constant(changedFiles), lineCounts: fc.constant(lineCounts) },
          { requiredKeys: ['finding'] },
        )
        .map((known) => ({ contract, input: known })),
    );
});
