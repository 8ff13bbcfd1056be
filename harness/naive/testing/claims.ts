/** Inputs of the gates that judge one thing. */
import * as fc from 'fast-check';
import { bound } from '../../../src/testing/admissions.ts';
import { assigned, muddled, partition } from '../../../src/testing/assignments.ts';
import { shipped, someContract } from '../../../src/testing/contracts.ts';
import { doubtful, noLine, sound } from '../../../src/testing/findings.ts';
import { anyJson } from '../../../src/testing/json.ts';
import { brokenPath, canonicalPath } from '../../../src/testing/paths.ts';
import { anyText, blankText, filledText, textUnlike } from '../../../src/testing/texts.ts';
import {
  fewCounts,
  fewDigests,
  fewFindings,
  fewIds,
  fewPaths,
  fewRoles,
  manyPaths,
  mostly,
  small,
  type Subjects,
} from './few.ts';

const someGlob = fc.oneof(
  fc.string({ unit: fc.constantFrom('*', '?', '/', 'a', 'b', '\u{1f600}'), maxLength: 8 }),
  fc
    .array(fc.constantFrom('**', '*', '?', 'a', '*a', 'b*', '.a', '**a', ''), { maxLength: 5 })
    .map((list) => list.join('/')),
);
const globSubject = fc.oneof(
  fc.string({ unit: fc.constantFrom('/', 'a', 'b', '.', '\u{1f600}', '\ud83d', '\n'), maxLength: 8 }),
  fc
    .array(fc.constantFrom('a', 'ab', 'ba', '.a', '\u{1f600}'), { minLength: 1, maxLength: 5 })
    .map((list) => list.join('/')),
);
const longGlob = fc
  .tuple(fc.constantFrom('a', '\u{1f600}', '\u00e9'), fc.integer({ min: 254, max: 258 }))
  .map(([unit, length]) => unit.repeat(length));

export const admissions: Subjects = fc.oneof(
  bound,
  fc.record({
    contract: small,
    input: fc.record({
      manifest: fc.record(
        {
          base: fewIds,
          head: fewIds,
          diffSha256: fewDigests,
          changedFiles: manyPaths,
          repository: anyText,
          pullRequest: mostly(fc.integer({ min: 1 }), fc.oneof(noLine, anyJson)),
          generatedFiles: fc.array(mostly(someGlob, longGlob), { maxLength: 3 }),
        },
        { requiredKeys: ['base', 'head', 'diffSha256', 'changedFiles'] },
      ),
      observed: fc.record(
        { head: fewIds, diffSha256: fewDigests, changedFiles: manyPaths },
        { requiredKeys: ['head', 'diffSha256'] },
      ),
    }),
  }),
  // A manifest with any of its fields spoilt, each by itself.
  bound.chain(({ contract, input }) =>
    fc
      .record({
        base: mostly(fc.constant(input.manifest.base), textUnlike(input.manifest.base)),
        head: mostly(fc.constant(input.manifest.head), textUnlike(input.manifest.head)),
        diffSha256: mostly(fc.constant(input.manifest.diffSha256), textUnlike(input.manifest.diffSha256)),
        changedFiles: mostly(
          fc.constant(input.manifest.changedFiles),
          fc.array(fc.oneof(canonicalPath, brokenPath, fc.constantFrom(...input.manifest.changedFiles))),
        ),
      })
      .map((spoilt) => ({ contract, input: { ...input, manifest: { ...input.manifest, ...spoilt } } })),
  ),
);

/** What the repository shows is not what was bound. */
export const moved: Subjects = bound.chain(({ contract, input: { manifest, observed } }) =>
  fc
    .record({
      head: mostly(fc.constant(observed.head), textUnlike(observed.head), 1),
      diffSha256: mostly(fc.constant(observed.diffSha256), textUnlike(observed.diffSha256), 1),
      changedFiles: fc.shuffledSubarray(manifest.changedFiles),
    })
    .map((seen) => ({ contract, input: { manifest, observed: seen } })),
);

const manyWorkers = fc.record(
  {
    changedFiles: manyPaths,
    workers: fc.array(
      fc.record({
        role: fewRoles,
        question: mostly(
          fc.constantFrom('Why?', ' why?\n', 'WHY?', 'How  so?', 'how\u00a0so?', '\u0130', 'i\u0307'),
          anyText,
        ),
        files: mostly(fc.uniqueArray(fewPaths, { minLength: 1 }), manyPaths, 10),
        access: mostly(fc.constant('read-only'), fc.constantFrom('write', 'Write', ''), 10),
      }),
      { maxLength: 5 },
    ),
    corroborations: fc.array(
      fc.record({
        file: fewPaths,
        roles: fc.array(fewRoles, { maxLength: 4 }),
        reason: mostly(filledText, blankText),
      }),
      { maxLength: 5 },
    ),
    generatedFiles: fc.array(someGlob, { maxLength: 2 }),
  },
  { requiredKeys: ['changedFiles', 'workers'] },
);
export const assignments: Subjects = fc.oneof(
  partition,
  assigned,
  fc.record({ contract: small, input: muddled }),
  fc.record({ contract: small, input: manyWorkers }),
  fc.record({
    contract: small,
    input: fc.record({
      changedFiles: fc.array(globSubject, { maxLength: 30 }),
      workers: fc.constant([]),
      generatedFiles: fc.array(someGlob, { maxLength: 3 }),
    }),
  }),
);

export const findings: Subjects = fc.oneof(
  sound,
  doubtful,
  fc.record({
    contract: small,
    input: fc.record(
      { finding: fewFindings, changedFiles: manyPaths, lineCounts: fewCounts },
      { requiredKeys: ['finding'] },
    ),
  }),
);

const toolNames = [...shipped.tools.read.slice(0, 2), ...shipped.tools.approval];
export const requests: Subjects = fc.oneof(someContract, small).chain((contract) =>
  fc.record({
    contract: fc.constant(contract),
    input: fc.record(
      {
        openThreads: mostly(
          fc.constantFrom(0, 1, 4, 5, contract.limits.openThreads),
          fc.oneof(noLine, fc.maxSafeNat()),
        ),
        depth: mostly(fc.constantFrom(0, 1, 2, contract.limits.depth), fc.oneof(noLine, fc.maxSafeNat())),
        tools: mostly(
          fc.array(
            mostly(
              fc.constantFrom(...toolNames, ...contract.tools.read, ...contract.tools.approval),
              fc.oneof(anyText, fc.constant('parent_turn_evidence')),
              8,
            ),
            { maxLength: 3 },
          ),
          fc.array(mostly(fc.constantFrom(...toolNames), anyText, 2), { minLength: 20, maxLength: 60, size: 'max' }),
        ),
        interactive: mostly(fc.boolean(), anyJson, 10),
      },
      { requiredKeys: ['openThreads', 'depth', 'tools'] },
    ),
  }),
);
