/** Manifests, and what a repository shows for them. */
import * as fc from 'fast-check';
import type { Contract } from '../contract/contract.ts';
import type { Admission } from '../gates/admission.ts';
import { someContract } from './contracts.ts';
import { canonicalPath, canonicalPaths } from './paths.ts';
import { anyText, hexText } from './texts.ts';

export type AdmissionInput = Pick<Admission, 'manifest' | 'observed'>;
export type AdmissionSubject = { readonly contract: Contract; readonly input: AdmissionInput };

/** A commit id that the contract takes, as short as it allows, whole, or between. */
export function commitId({ manifest }: Contract): fc.Arbitrary<string> {
  const { minCommitIdLength } = manifest;
  return fc.oneof(hexText(minCommitIdLength), hexText(64), hexText(minCommitIdLength, 64));
}

/** A manifest and exactly what it binds, observed; `files` are its changed files. */
export function boundManifest(contract: Contract, files: fc.Arbitrary<string[]>): fc.Arbitrary<AdmissionInput> {
  const optional = fc.record(
    {
      repository: anyText,
      pullRequest: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      generatedFiles: fc.array(fc.oneof(canonicalPath, fc.constantFrom('**', '*.lock', '', '/')), { maxLength: 3 }),
    },
    { requiredKeys: [] },
  );
  return fc
    .tuple(commitId(contract), commitId(contract), hexText(64), files, optional)
    .chain(([base, head, diffSha256, changedFiles, more]) =>
      fc
        .option(fc.shuffledSubarray(changedFiles, { minLength: changedFiles.length }), { nil: undefined })
        .map((seen) => ({
          manifest: { base, head, diffSha256, changedFiles, ...more },
          observed: { head, diffSha256, ...(seen && { changedFiles: seen }) },
        })),
    );
}

/** An input that the admission gate admits, under a contract of its own. */
export const bound: fc.Arbitrary<AdmissionSubject> = someContract.chain((contract) =>
  boundManifest(contract, canonicalPaths(1, 6)).map((input) => ({ contract, input })),
);
