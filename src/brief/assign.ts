/** The plainest assignment of a change: every role reads every file that somebody wrote, and the overlap is announced. */
import type { Contract } from '../contract/contract.ts';
import { globMatcher } from '../contract/glob.ts';
import type { Manifest } from '../gates/admission.ts';
import type { Assignment } from '../gates/ownership.ts';

/**
 * Assigns a manifest that the admission gate admits; the assignment gate accepts what it returns. Undefined where there
 * is nothing to read: every changed file is a generated one.
 */
export function assignAll(contract: Contract, { changedFiles, generatedFiles }: Manifest): Assignment | undefined {
  const isGenerated = generatedFiles ? globMatcher(generatedFiles) : () => false;
  const files = changedFiles.filter((path) => !isGenerated(path));
  if (files.length === 0) return undefined;
  const roles = Object.keys(contract.roles);
  return {
    changedFiles,
    workers: Object.entries(contract.roles).map(([role, { question }]) => ({
      role,
      question,
      files,
      access: 'read-only',
    })),
    // A contract of one role has nobody to overlap with.
    ...(roles.length > 1 && { corroborations: files.map((file) => ({ file, roles, reason: deliberate })) }),
    ...(generatedFiles && { generatedFiles }),
  };
}

const deliberate = 'deliberate corroboration: each role asks a question of its own';
