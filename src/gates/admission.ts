/** Admission: is the change that the manifest binds still the one that the repository shows? */
import type { z } from 'zod';
import type { Contract } from '../contract/contract.ts';
import type { CodeOf, Decision } from '../contract/decision.ts';
import type { Immutable } from '../contract/immutable.ts';
import { listSet } from '../contract/list-set.ts';
import type { ListSet } from '../contract/list-set.ts';
import { isCanonicalPath } from '../contract/path.ts';
import { judge, reading } from '../contract/rule-table.ts';
import type { Gate, Rule, ShapeRule } from '../contract/rule-table.ts';
import { isRecord, shapeOf } from '../contract/shape.ts';
import type { Report } from '../contract/shape.ts';
import { schemas } from '../contract/shapes.gen.ts';
import type { admissionInput, manifest as manifestShape } from '../contract/shapes.ts';
import { show } from '../contract/show.ts';

/** The change that a review is bound to, as it is written down. */
export type Manifest = Immutable<z.infer<typeof manifestShape>>;
export type Admission = z.infer<typeof admissionInput> & { readonly files: ListSet };

const shape: ShapeRule<Admission, CodeOf<'admission'>> = {
  id: 'manifest-shape',
  code: 'DENY_MANIFEST',
  when: 'a required key is missing, a key is unknown, a type is wrong, or `observed` is not readable',
  read: reading(shapeOf(schemas.admissionInput), (input: z.infer<typeof admissionInput>) => ({
    ...input,
    files: listSet(input.manifest.changedFiles),
  })),
};

const rules: readonly Rule<Admission, CodeOf<'admission'>>[] = [
  {
    id: 'commit-ids',
    code: 'DENY_MANIFEST',
    when: '`base` or `head` is not a lower-case hexadecimal commit id of the contract’s length, 64 digits at most',
    check: ({ manifest }, report, contract) => {
      checkCommitId('base', manifest.base, report, contract);
      checkCommitId('head', manifest.head, report, contract);
    },
  },
  {
    id: 'diff-digest',
    code: 'DENY_MANIFEST',
    when: '`diffSha256` is not 64 lower-case hexadecimal digits',
    check: ({ manifest }, report) => {
      if (!/^[0-9a-f]{64}$/.test(manifest.diffSha256)) {
        report(
          '/manifest/diffSha256',
          `${show(manifest.diffSha256)} is not a SHA-256 digest: give 64 lower-case hex digits`,
        );
      }
    },
  },
  {
    id: 'changed-files-present',
    code: 'DENY_MANIFEST',
    when: 'the list of changed files is empty',
    check: ({ manifest }, report) => {
      if (manifest.changedFiles.length === 0) {
        report('/manifest/changedFiles', '`changedFiles` is empty: a review of nothing is no review');
      }
    },
  },
  {
    id: 'changed-files-canonical',
    code: 'DENY_MANIFEST',
    when: 'a path is empty or absolute, ends in `/`, holds NUL, or has an empty, `.` or `..` segment',
    check: ({ manifest }, report) => {
      for (const [index, path] of manifest.changedFiles.entries()) {
        if (!isCanonicalPath(path)) {
          report(`/manifest/changedFiles/${index}`, `${show(path)} is not canonical: give it as git lists it`);
        }
      }
    },
  },
  {
    id: 'changed-files-unique',
    code: 'DENY_MANIFEST',
    when: 'a path appears twice, compared as exact text',
    check: ({ manifest, files }, report) => {
      if (files.size() === manifest.changedFiles.length) return;
      const seen = new Set<string>();
      for (const [index, path] of manifest.changedFiles.entries()) {
        if (seen.has(path)) report(`/manifest/changedFiles/${index}`, `${show(path)} appears twice: list it once`);
        seen.add(path);
      }
    },
  },
  {
    id: 'head-is-current',
    code: 'STALE_HEAD',
    when: 'the observed head is not the manifest’s, compared whole',
    check: ({ manifest, observed }, report) => {
      if (observed.head !== manifest.head) {
        report('/observed/head', `the head is ${show(observed.head)} now, but ${show(manifest.head)} was bound`);
      }
    },
  },
  {
    id: 'diff-is-current',
    code: 'STALE_DIFF',
    when: 'the observed digest of the diff is not the manifest’s',
    check: ({ manifest, observed }, report) => {
      if (observed.diffSha256 !== manifest.diffSha256) {
        report(
          '/observed/diffSha256',
          `the diff is ${show(observed.diffSha256)} now, but ${show(manifest.diffSha256)} was bound`,
        );
      }
    },
  },
  {
    id: 'files-as-observed',
    code: 'DENY_MANIFEST',
    when: '`observed.changedFiles` is given and is not the same set: the list does not belong to its digest',
    check: ({ observed, files }, report) => {
      if (observed.changedFiles && !files.hasSameMembers(observed.changedFiles)) {
        report('/observed/changedFiles', 'the observed files are not the manifest’s: bind the change again');
      }
    },
  },
];

export const admission: Gate<'admission', Admission> = {
  pass: 'ADMIT',
  shape,
  rules,
  facts: ({ manifest }) => ({ changedFiles: manifest.changedFiles.length }),
};

/** What a repository shows that is exactly as it was bound. */
export function asBound(manifest: unknown): { readonly head: string; readonly diffSha256: string } {
  const named = (key: string): string => {
    const value = isRecord(manifest) ? manifest[key] : undefined;
    return typeof value === 'string' ? value : '';
  };
  return { head: named('head'), diffSha256: named('diffSha256') };
}

/** What this gate says of a manifest by itself: is it one that could be admitted? */
export function admitAsBound(contract: Contract, manifest: unknown): Decision {
  return judge(admission, contract, { manifest, observed: asBound(manifest) }).decision;
}

function checkCommitId(key: 'base' | 'head', id: string, report: Report, { manifest }: Contract): void {
  const { minCommitIdLength } = manifest;
  if (id.length >= minCommitIdLength && /^[0-9a-f]{1,64}$/.test(id)) return;
  report(
    `/manifest/${key}`,
    `\`${key}\` is ${show(id)}: give a commit id of ${minCommitIdLength} to 64 lower-case hex digits, never a name`,
  );
}
