/** Whole reviews. */
import * as fc from 'fast-check';
import { anyJson, nearly } from '../../../src/testing/json.ts';
import { complete, messy } from '../../../src/testing/reviews.ts';
import { admissions, assignments } from './claims.ts';
import {
  deepIn,
  fewCounts,
  fewDigests,
  fewIds,
  fewLines,
  fewPaths,
  fewRoles,
  fewTexts,
  manyPaths,
  mostly,
  small,
  type Subjects,
} from './few.ts';

/** Reviews of two files by few roles, in which everything meets everything. */
const crowded: Subjects = small.chain((contract) => {
  const roles = Object.keys(contract.roles);
  const files = ['a', 'b'];
  const [head, diffSha256] = ['abcd0123', '0'.repeat(64)];
  const claimed = (role: string) =>
    fc.record({
      role: mostly(fc.constant(role), fewRoles, 8),
      file: mostly(fc.constantFrom(...files), fewPaths, 8),
      line: mostly(fc.constantFrom(1, 2, 10), fewLines, 8),
      severity: mostly(fc.constantFrom('critical', 'high', 'low'), fc.constant('High'), 12),
      evidence: mostly(fc.constantFrom('a', 'b', 'B'), fewTexts, 8),
      action: mostly(fc.constantFrom('a', 'b'), fewTexts, 8),
    });
  const packet = fc.constantFrom(...roles).chain((role) =>
    fc.record({
      role: mostly(fc.constant(role), fewRoles, 8),
      head: mostly(fc.constant(head), fewIds, 15),
      diffSha256: mostly(fc.constant(diffSha256), fewDigests, 15),
      filesReviewed: mostly(fc.constant(files), fc.array(fewPaths, { maxLength: 3 })),
      findings: fc.oneof(
        { weight: 10, arbitrary: fc.array(mostly(claimed(role), anyJson, 20), { maxLength: 4 }) },
        { weight: 1, arbitrary: fc.array(claimed(role), { minLength: 20, maxLength: 30, size: 'max' }) },
      ),
      limitations: fc.array(fewTexts, { maxLength: 3 }),
    }),
  );
  const input = fc.record(
    {
      manifest: fc.constant({ base: 'abcd0123', head, diffSha256, changedFiles: files }),
      observed: mostly(
        fc.constantFrom({ head, diffSha256 }, { head, diffSha256, changedFiles: ['b', 'a'] }),
        fc.record(
          { head: fewIds, diffSha256: fewDigests, changedFiles: manyPaths },
          { requiredKeys: ['head', 'diffSha256'] },
        ),
        12,
      ),
      assignment: fc
        .array(fc.subarray(files, { minLength: 1 }), { minLength: roles.length, maxLength: roles.length })
        .map((owned) => {
          const workers = roles.map((role, index) => ({
            role,
            question: `What of ${role}?`,
            files: owned[index] ?? files,
            access: 'read-only',
          }));
          const owners = (file: string) => workers.filter((one) => one.files.includes(file)).map(({ role }) => role);
          return {
            changedFiles: files,
            workers: workers.map((worker, index) =>
              index === 0
                ? { ...worker, files: files.filter((file) => worker.files.includes(file) || owners(file).length === 0) }
                : worker,
            ),
            corroborations: files
              .filter((file) => owners(file).length > 1)
              .map((file) => ({ file, roles: owners(file), reason: 'both' })),
          };
        }),
      packets: fc.array(mostly(packet, fc.oneof(anyJson, packet.chain(nearly), deepIn(packet)), 8), { maxLength: 5 }),
      lineCounts: mostly(fc.constant({ a: 10, b: 2 }), fewCounts),
    },
    { requiredKeys: ['manifest', 'observed', 'assignment', 'packets'] },
  );
  return input.map((made) => ({ contract, input: made }));
});

/** A change and an assignment that know nothing of each other, or the assignment's files as the manifest's. */
const mismatched: Subjects = fc
  .record({ change: admissions, plan: assignments, packets: fc.array(anyJson, { maxLength: 2 }), fitted: fc.boolean() })
  .map(({ change, plan, packets, fitted }) => {
    const { manifest, observed } = change.input as { manifest: object; observed: object };
    const { changedFiles, generatedFiles } = plan.input as { changedFiles: string[]; generatedFiles?: string[] };
    const its = generatedFiles === undefined ? { changedFiles } : { changedFiles, generatedFiles };
    const input = { manifest: fitted ? { ...manifest, ...its } : manifest, observed, assignment: plan.input, packets };
    return { contract: fitted ? plan.contract : change.contract, input };
  });
export const reviews: Subjects = fc.oneof(complete, messy, crowded, crowded, mismatched);
