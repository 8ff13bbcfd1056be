/** Whole reviews: complete ones, and ones whose packets have gone wrong in every way that they can. */
import * as fc from 'fast-check';
import type { z } from 'zod';
import type { Contract } from '../contract/contract.ts';
import { isRecord } from '../contract/shape.ts';
import type { packet } from '../contract/shapes.ts';
import type { Finding } from '../gates/finding.ts';
import { boundManifest } from './admissions.ts';
import type { AdmissionInput } from './admissions.ts';
import { assignmentOf, turned } from './assignments.ts';
import type { AssignmentInput, Worker } from './assignments.ts';
import { someContract } from './contracts.ts';
import { anyJson, nearly, reordered } from './json.ts';
import { canonicalPaths } from './paths.ts';
import { anyText, textUnlike } from './texts.ts';

export type Packet = z.infer<typeof packet>;

export type ReviewInput = AdmissionInput & {
  readonly assignment: AssignmentInput;
  readonly packets: readonly unknown[];
  readonly lineCounts?: Readonly<Record<string, number>>;
};
export type ReviewSubject = { readonly contract: Contract; readonly input: ReviewInput };

/** A review whose packets are all there and all sound. */
export type CompleteInput = Omit<ReviewInput, 'packets'> & { readonly packets: readonly Packet[] };
export type CompleteSubject = { readonly contract: Contract; readonly input: CompleteInput };

/** Lines that every file of a review has. */
const linesOfEach = 3;

/** Text from so few that lanes often say the same thing. */
const fewTexts = fc.constantFrom('a', 'b', 'a|b', 'b|a');

/** A sound finding from so few that lanes often agree, or nearly do. */
function fewFindings(contract: Contract, role: string, files: readonly string[]): fc.Arbitrary<Finding> {
  return fc.record({
    role: fc.constant(role),
    file: fc.constantFrom(...files),
    line: fc.integer({ min: 1, max: linesOfEach }),
    severity: fc.constantFrom(...contract.severities),
    evidence: fewTexts,
    action: fewTexts,
  });
}

/** A review with one sound packet from each worker. */
export const complete: fc.Arbitrary<CompleteSubject> = fc
  .tuple(someContract, canonicalPaths(1, 3))
  .chain(([contract, files]) =>
    fc
      .tuple(boundManifest(contract, fc.constant(files)), assignmentOf(contract, files), fc.boolean())
      .chain(([{ manifest, observed }, assignment, counted]) => {
        const { generatedFiles: _, ...bound } = manifest;
        const { generatedFiles: globs } = assignment;
        const lineCounts = Object.fromEntries(files.map((file) => [file, linesOfEach]));
        const rest = {
          manifest: globs ? { ...bound, generatedFiles: globs.toReversed() } : bound,
          observed,
          assignment,
          ...(counted && { lineCounts }),
        };
        return fc
          .tuple(...assignment.workers.map((worker) => soundPacket(contract, rest.manifest, worker)))
          .map((packets) => ({ contract, input: { ...rest, packets } }));
      }),
  );

function soundPacket(contract: Contract, manifest: AdmissionInput['manifest'], worker: Worker): fc.Arbitrary<Packet> {
  const { head, diffSha256, changedFiles } = manifest;
  return fc.record({
    role: fc.constant(worker.role),
    head: fc.constant(head),
    diffSha256: fc.constant(diffSha256),
    filesReviewed: fc.subarray(changedFiles).map((more) => [...more, ...worker.files]),
    findings: fc.array(fewFindings(contract, worker.role, changedFiles), { maxLength: 4 }),
    limitations: fc.array(anyText, { maxLength: 2 }),
  });
}

/** A review to which anything has happened: packets lost, doubled, spoilt, forged, out of date, and prose among them. */
export const messy: fc.Arbitrary<ReviewSubject> = complete.chain(({ contract, input }) => {
  const { changedFiles } = input.manifest;
  const fate = (packet: Packet): fc.Arbitrary<readonly unknown[]> => fateOf(contract, changedFiles, packet);
  return fc
    .tuple(
      fc.tuple(...input.packets.map(fate)),
      fc.array(stray, { maxLength: 2 }),
      fc.nat(),
      fc.constantFrom(100, 100, 2),
    )
    .map(([entries, strays, turn, perPacket]) => ({
      contract: { ...contract, findings: { ...contract.findings, perPacket } },
      input: { ...input, packets: turned([...entries.flat(), ...strays], turn) },
    }));
});

/** The same, as long as every packet is of the change that was bound. */
export const current: fc.Arbitrary<ReviewSubject> = messy.filter(({ input }) =>
  input.packets.every((packet) => !isRecord(packet) || isOf(packet, input.manifest)),
);

function isOf({ head, diffSha256 }: Readonly<Record<string, unknown>>, manifest: AdmissionInput['manifest']): boolean {
  const named = (value: unknown, bound: string): boolean => typeof value !== 'string' || value === bound;
  return named(head, manifest.head) && named(diffSha256, manifest.diffSha256);
}

/** What was never a packet. */
const stray: fc.Arbitrary<unknown> = fc.oneof(
  anyJson,
  fc.constantFrom('I found no problems.', null, [], { role: 'nobody' }, { role: null, findings: [] }),
);

/** What becomes of a sound packet on its way: one entry, none, or two. */
function fateOf(contract: Contract, files: readonly string[], packet: Packet): fc.Arbitrary<readonly unknown[]> {
  const { role } = packet;
  const badFinding = fc.oneof(
    anyJson,
    fewFindings(contract, role, files).chain(nearly),
    fewFindings(contract, 'another', [...files, 'elsewhere']),
    fewFindings(contract, role, [...files, '/elsewhere']).map((one) => ({ ...one, line: one.line * 2 - 2 })),
  );
  const withBad = fc
    .array(fc.tuple(fc.nat(), badFinding), { minLength: 1, maxLength: 3 })
    .map((bad) =>
      bad.reduce(
        (findings, [at, one]) => findings.toSpliced(at % (findings.length + 1), 0, one),
        packet.findings as readonly unknown[],
      ),
    )
    .map((findings) => [{ ...packet, findings }]);
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant([packet]) },
    { weight: 4, arbitrary: withBad },
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.nat().map((salt) => [packet, reordered(packet, salt)]) },
    { weight: 1, arbitrary: nearly(packet).map((spoilt) => [spoilt]) },
    { weight: 1, arbitrary: fc.subarray(packet.filesReviewed).map((filesReviewed) => [{ ...packet, filesReviewed }]) },
    { weight: 1, arbitrary: anyText.map((stranger) => [{ ...packet, role: stranger }]) },
    { weight: 1, arbitrary: textUnlike(packet.head).map((head) => [{ ...packet, head }]) },
  );
}
