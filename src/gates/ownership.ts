/** Who owns what in an assignment: everything that its rules look up, built once, in time that grows with its size. */
import type { z } from 'zod';
import { normalQuestion } from '../contract/contract.ts';
import { compileGlob, matchesGlob } from '../contract/glob.ts';
import type { assignment as assignmentShape } from '../contract/shapes.ts';

type Shaped = z.infer<typeof assignmentShape>;
export type Corroboration = { readonly file: string; readonly roles: readonly string[]; readonly reason: string };
type Place = { readonly worker: number; readonly file: number };

/** An assignment with what the rules look up. */
export type Assignment = Shaped & {
  readonly corroborations: readonly Corroboration[];
  readonly changed: ReadonlySet<string>;
  /** The workers that own a file, by their index. */
  readonly owners: ReadonlyMap<string, readonly number[]>;
  /** Files with two owners or more, and where the second owner names them. */
  readonly overlaps: ReadonlyMap<string, Place>;
  /** The roles that own a file that a corroboration names. */
  readonly owningRoles: ReadonlyMap<string, ReadonlySet<string>>;
  readonly questions: ReadonlyMap<string, { readonly worker: number; readonly text: string }>;
  readonly unowned: readonly { readonly index: number; readonly excused: boolean }[];
};
export function withOwnership(input: Shaped): Assignment {
  const corroborations = input.corroborations ?? [];
  const { owners, overlaps } = ownership(input.workers);
  const rolesOwning = (file: string): ReadonlySet<string> =>
    new Set(owners.get(file)?.map((worker) => input.workers[worker]?.role ?? ''));
  const changed = new Set(input.changedFiles);
  return {
    ...input,
    corroborations,
    changed,
    owners,
    overlaps,
    owningRoles: new Map([...new Set(corroborations.map(({ file }) => file))].map((file) => [file, rolesOwning(file)])),
    questions: questionsByRole(input.workers),
    unowned: unownedFiles(input, owners),
  };
}

function ownership(workers: Assignment['workers']): Pick<Assignment, 'owners' | 'overlaps'> {
  const owners = new Map<string, number[]>();
  const overlaps = new Map<string, Place>();
  for (const [worker, { files }] of workers.entries()) {
    for (const [file, path] of files.entries()) {
      const owning = owners.get(path);
      if (owning === undefined) owners.set(path, [worker]);
      else if (owning.push(worker) === 2) overlaps.set(path, { worker, file });
    }
  }
  return { owners, overlaps };
}

function unownedFiles(
  { changedFiles, generatedFiles = [] }: Shaped,
  owners: Assignment['owners'],
): Assignment['unowned'] {
  const globs = generatedFiles.map(compileGlob);
  const seen = new Set<string>();
  const unowned: { index: number; excused: boolean }[] = [];
  for (const [index, path] of changedFiles.entries()) {
    if (owners.has(path) || seen.has(path)) continue;
    seen.add(path);
    unowned.push({ index, excused: globs.some((glob) => matchesGlob(glob, path)) });
  }
  return unowned;
}

/** What the worker of a role asks, in normal form; of two workers with one role, the first. */
function questionsByRole(workers: Assignment['workers']): Assignment['questions'] {
  const questions = new Map<string, { worker: number; text: string }>();
  for (const [worker, { role, question }] of workers.entries()) {
    if (!questions.has(role)) questions.set(role, { worker, text: normalQuestion(question) });
  }
  return questions;
}
