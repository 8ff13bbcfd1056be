import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../src/contract/json.ts';
import { aggregate } from '../../src/gates/aggregation.ts';
import { turned } from '../../src/testing/assignments.ts';
import { anyJson } from '../../src/testing/json.ts';
import { current, messy } from '../../src/testing/reviews.ts';
import type { ReviewSubject } from '../../src/testing/reviews.ts';
import { findingOf, manifest as sample, packetOf } from '../../src/testing/sample-review.ts';
import { anyText } from '../../src/testing/texts.ts';
import { hostile, selfLinking } from '../testing/hostile-texts.ts';
import { expectedReview, readReview } from '../testing/read-review.ts';
import { everywhere, reportOf, writtenReview } from '../testing/written-reviews.ts';
import { reviewMarkdown } from './review.ts';
import type { ReviewReport } from './review-report.ts';

const runs = (numRuns: number) => ({ numRuns, verbose: fc.VerbosityLevel.Verbose });

/** Pieces that mean something beside one another. */
const written: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(...hostile, ...selfLinking),
      anyText,
      fc.constantFrom(' ', '\n', '\r', '\t', 'a', '1', '.', '/', '-', ':', '#', '`', '@', '$', '|', '\\', 'www', 'gh'),
      fc.constantFrom('\u200d', '\ufe0f', '\u0301', '\u{1f600}', '\u200b', 'deadbee', 'ftp'),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((pieces) => pieces.join(''));

function reportFor({ contract, input }: ReviewSubject, files: readonly string[]): ReviewReport {
  const { manifest, assignment, packets } = input;
  return { decision: aggregate(contract, input), manifest, assignment, packets, files, broken: [], contract };
}

const filesFor = ({ input }: ReviewSubject): readonly string[] =>
  input.packets.map((_, index) => `packet-${index}.json`);

describe('whatever was written, wherever', () => {
  test('each finding, limitation, rejected finding and refused packet is read in its place', () => {
    fc.assert(
      fc.property(fc.record(everywhere(written)), (texts) => {
        const report = writtenReview(texts);
        expect(readReview(reviewMarkdown(report))).toEqual(expectedReview(report));
      }),
      runs(40),
    );
  });

  test('any JSON as a finding and as a packet is read back, whole or with the length that is left out', () => {
    fc.assert(
      fc.property(anyJson, anyJson, (finding, packet) => {
        const report = reportOf([
          ['c.json', packetOf(sample, 'correctness', { findings: [finding, findingOf('correctness')] })],
          ['any.json', packet],
        ]);
        const read = readReview(reviewMarkdown(report));
        expect(read).toEqual(expectedReview(report));
        expect(read.rejected).toEqual(report.decision.review?.rejected.map((one) => canonicalJson(one.finding)));
      }),
      runs(60),
    );
  });
});

test('any review, of any contract, good or gone wrong, is read as the decision has it', () => {
  fc.assert(
    fc.property(messy, (subject) => {
      const report = reportFor(subject, filesFor(subject));
      expect(readReview(reviewMarkdown(report))).toEqual(expectedReview(report));
    }),
    runs(80),
  );
});

test('the order of packets does not matter below the violations', () => {
  const belowViolations = (report: ReviewReport): string => {
    const markdown = reviewMarkdown(report);
    return markdown.slice(markdown.indexOf('\n## Who was asked\n'));
  };
  fc.assert(
    fc.property(current, fc.nat(), ({ contract, input }, turn) => {
      const { packets } = input;
      const files = filesFor({ contract, input });
      const later = { contract, input: { ...input, packets: turned(packets, turn) } };
      expect(belowViolations(reportFor(later, turned(files, turn)))).toBe(
        belowViolations(reportFor({ contract, input }, files)),
      );
    }),
    runs(300),
  );
});

test('nothing is thrown, whatever the manifest and the assignment are', () => {
  fc.assert(
    fc.property(anyJson, anyJson, fc.array(anyJson, { maxLength: 3 }), (manifest, assignment, packets) => {
      const report = reportOf(
        packets.map((packet, index) => [`${index}.json`, packet]),
        { manifest, assignment },
      );
      const { headings, alien } = readReview(reviewMarkdown(report));
      expect([headings[0], alien]).toEqual(['# Review: DENY_REVIEW', []]);
    }),
    runs(60),
  );
});
