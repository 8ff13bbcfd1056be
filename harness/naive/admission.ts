import type { Contract } from './contract.ts';
import { opinion, type Opinion, type Row } from './opinion.ts';
import { isCanonical, repeated, sameSet } from './paths.ts';
import { closed, glob, integer, listOf, ofInput, text } from './shape.ts';

export interface Manifest {
  readonly base: string;
  readonly head: string;
  readonly diffSha256: string;
  readonly changedFiles: readonly string[];
  readonly generatedFiles?: readonly string[];
}

interface Observed {
  readonly head: string;
  readonly diffSha256: string;
  readonly changedFiles?: readonly string[];
}

const admissionInput = closed({
  manifest: closed(
    { base: text, head: text, diffSha256: text, changedFiles: listOf(text) },
    { repository: text, pullRequest: integer(1), generatedFiles: listOf(glob) },
  ),
  observed: closed({ head: text, diffSha256: text }, { changedFiles: listOf(text) }),
});

export function admission(contract: Contract, input: unknown): Opinion {
  const rows = admissionRows(contract, input);
  if (rows[0]?.rule === 'manifest-shape') return opinion('ADMIT', rows, {});
  const { manifest } = input as { manifest: Manifest };
  return opinion('ADMIT', rows, { changedFiles: manifest.changedFiles.length });
}

/** The rows that are violated, or not; after a violated shape there is nothing. */
export function admissionRows(contract: Contract, input: unknown): Row[] {
  const shape = ofInput(admissionInput, input);
  if (shape.length > 0) return [{ rule: 'manifest-shape', code: 'DENY_MANIFEST', paths: shape }];
  const { manifest, observed } = input as { manifest: Manifest; observed: Observed };
  const files = manifest.changedFiles;

  const ids: string[] = [];
  if (!isCommitId(contract, manifest.base)) ids.push('/manifest/base');
  if (!isCommitId(contract, manifest.head)) ids.push('/manifest/head');

  const crooked: string[] = [];
  for (const [index, path] of files.entries()) {
    if (!isCanonical(path)) crooked.push(`/manifest/changedFiles/${index}`);
  }

  return [
    { rule: 'commit-ids', code: 'DENY_MANIFEST', paths: ids },
    {
      rule: 'diff-digest',
      code: 'DENY_MANIFEST',
      paths: isHex(manifest.diffSha256) && manifest.diffSha256.length === 64 ? [] : ['/manifest/diffSha256'],
    },
    {
      rule: 'changed-files-present',
      code: 'DENY_MANIFEST',
      paths: files.length === 0 ? ['/manifest/changedFiles'] : [],
    },
    { rule: 'changed-files-canonical', code: 'DENY_MANIFEST', paths: crooked },
    // Choice: of a path that stands three times, the second and the third offend.
    {
      rule: 'changed-files-unique',
      code: 'DENY_MANIFEST',
      paths: repeated(files).map((index) => `/manifest/changedFiles/${index}`),
    },
    { rule: 'head-is-current', code: 'STALE_HEAD', paths: observed.head === manifest.head ? [] : ['/observed/head'] },
    {
      rule: 'diff-is-current',
      code: 'STALE_DIFF',
      paths: observed.diffSha256 === manifest.diffSha256 ? [] : ['/observed/diffSha256'],
    },
    // Choice: the list as a whole does not belong to its digest.
    {
      rule: 'files-as-observed',
      code: 'DENY_MANIFEST',
      paths:
        observed.changedFiles === undefined || sameSet(observed.changedFiles, files) ? [] : ['/observed/changedFiles'],
    },
  ];
}

function isCommitId(contract: Contract, id: string): boolean {
  return id.length >= contract.manifest.minCommitIdLength && id.length <= 64 && isHex(id);
}

function isHex(id: string): boolean {
  return [...id].every((digit) => '0123456789abcdef'.includes(digit));
}
