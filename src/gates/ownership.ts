/** Who owns what in an assignment: everything that its rules look up, built once, in time that grows with its size. */
import type { z } from 'zod';
import { normalQuestion } from '../contract/contract.ts';

import { globMatcher } from '../contract/glob.ts';
import type { Immutable } from '../contract/immutable.ts';
import { numbering } from '../contract/numbering.ts';
import type { Numbering } from '../contract/numbering.ts';
import type { assignment as assignmentShape } from '../contract/shapes.ts';

type Shaped = z.infer<typeof assignmentShape>;
/** Who reads what, as it is written down. */
export type Assignment = Immutable<Shaped>;
export type Worker = Assignment['workers'][number];
export type Corroboration = NonNullable<Shaped['corroborations']>[number];

/** A file in a worker's list, by their indexes, and the number of the file. */
type Place = { readonly worker: number; readonly file: number; readonly number: number };
type Asked = { readonly worker: number; readonly question: string };

/**
 * An assignment with what its rules look up. Files go by numbers, the changed ones first; workers by their indexes.
 * Hashing 100,000 paths costs more than all rules together, so it is done once at most.
 */
export type Ownership = Shaped & {
  readonly corroborations: readonly Corroboration[];
  /** The number of each corroboration's file. */
  readonly announced: readonly number[];
  /** How many files are announced. */
  readonly corroborated: number;
  /** How many numbers there are. */
  readonly files: number;
  /** Owned files that are no changed ones, in input order. */
  readonly strayFiles: readonly Place[];
  /** For each file with two owners or more, where the second one names it, in input order. */
  readonly overlaps: readonly Place[];
  /** Changed files without an owner, by their index. */
  readonly unowned: readonly { readonly index: number; readonly excused: boolean }[];
  /** Whether two workers share a role or a question. */
  readonly hasTwins: boolean;
  /** What each worker of a role asks, in normal form. */
  readonly asked: ReadonlyMap<string, readonly Asked[]>;
  readonly isChanged: (file: number) => boolean;
  /** Whether these are the roles of the file's owners, one by one, in the order of the workers. */
  readonly isOwnedBy: (file: number, roles: readonly string[]) => boolean;
  readonly rolesOwning: (file: number | undefined) => ReadonlySet<string>;
  /** The number of a path that the assignment names. */
  readonly numberOf: (path: string) => number | undefined;
};

/** Looks up what the rules will ask; time and memory grow with the size of the assignment. */
export function withOwnership(input: Shaped): Ownership {
  const { changedFiles, workers, corroborations = [] } = input;
  const numbers = numbering(changedFiles);
  const changed = numbers.size();
  const owned = workers.map(({ files }) => numbersOf(files, numbers));
  const announced = corroborations.map(({ file }) => numbers.name(file));
  const files = numbers.size();
  const owners = ownersByFile(owned, files);
  const asked = questionsByRole(workers);
  return {
    ...input,
    corroborations,
    announced,
    corroborated: countDistinct(announced, files),
    files,
    strayFiles: placesOf(owned, (file) => file >= changed),
    overlaps: secondOwners(owned, files),
    unowned: unownedFiles(input, numbers, owners),
    hasTwins:
      new Set([...asked.values()].flat().map(({ question }) => question)).size < workers.length ||
      asked.size < workers.length,
    asked,
    isChanged: (file) => file < changed,
    isOwnedBy: (file, roles) => {
      const start = at(owners.starts, file);
      const count = at(owners.starts, file + 1) - start;
      return (
        count === roles.length && roles.every((role, nth) => workers[at(owners.workers, start + nth)]?.role === role)
      );
    },
    rolesOwning: remembered((file) => new Set(ownersOf(owners, file).map((worker) => workers[worker]?.role ?? ''))),
    numberOf: (path) => numbers.find(path),
  };
}

/** A file may be asked about as often as there are findings or corroborations, and have as many owners. */
function remembered(rolesOf: (file: number) => ReadonlySet<string>): Ownership['rolesOwning'] {
  const known = new Map<number, ReadonlySet<string>>();
  const nobody: ReadonlySet<string> = new Set();
  return (file) => {
    if (file === undefined) return nobody;
    const roles = known.get(file) ?? rolesOf(file);
    known.set(file, roles);
    return roles;
  };
}

function numbersOf(files: readonly string[], numbers: Numbering): Uint32Array {
  const own = new Uint32Array(files.length);
  for (const [index, file] of files.entries()) own[index] = numbers.name(file);
  return own;
}

/** The owners of each file, one file's after the other's: `starts[n]` to `starts[n + 1]` are those of file n. */
type Owners = { readonly starts: Uint32Array; readonly workers: Uint32Array };

function ownersByFile(owned: readonly Uint32Array[], files: number): Owners {
  const starts = new Uint32Array(files + 1);
  for (const list of owned) for (const file of list) starts[file + 1] = at(starts, file + 1) + 1;
  for (let file = 0; file < files; file += 1) starts[file + 1] = at(starts, file + 1) + at(starts, file);
  const workers = new Uint32Array(at(starts, files));
  const free = starts.slice();
  for (const [worker, list] of owned.entries()) {
    for (const file of list) {
      const place = at(free, file);
      workers[place] = worker;
      free[file] = place + 1;
    }
  }
  return { starts, workers };
}

function ownersOf({ starts, workers }: Owners, file: number): readonly number[] {
  const own: number[] = [];
  for (let place = at(starts, file); place < at(starts, file + 1); place += 1) own.push(at(workers, place));
  return own;
}

function placesOf(owned: readonly Uint32Array[], picks: (file: number) => boolean): readonly Place[] {
  const places: Place[] = [];
  for (const [worker, list] of owned.entries()) {
    for (const [file, number] of list.entries()) if (picks(number)) places.push({ worker, file, number });
  }
  return places;
}

function secondOwners(owned: readonly Uint32Array[], files: number): readonly Place[] {
  const named = new Uint32Array(files);
  return placesOf(owned, (file) => {
    named[file] = at(named, file) + 1;
    return named[file] === 2;
  });
}

function countDistinct(numbers: readonly number[], files: number): number {
  const seen = new Uint8Array(files);
  for (const number of numbers) seen[number] = 1;
  return seen.reduce((count, one) => count + one, 0);
}

function unownedFiles({ changedFiles, generatedFiles = [] }: Shaped, numbers: Numbering, owners: Owners) {
  const isExcused = globMatcher(generatedFiles);
  const unowned: { index: number; excused: boolean }[] = [];
  let seen = 0;
  for (const [index, path] of changedFiles.entries()) {
    const number = numbers.name(path);
    // Changed files have the first numbers, in order: a smaller one was met before.
    if (number < seen) continue;
    seen += 1;
    if (at(owners.starts, number) < at(owners.starts, number + 1)) continue;
    unowned.push({ index, excused: isExcused(path) });
  }
  return unowned;
}

function questionsByRole(workers: Shaped['workers']): ReadonlyMap<string, readonly Asked[]> {
  const asked = new Map<string, Asked[]>();
  for (const [worker, { role, question }] of workers.entries()) {
    const one = { worker, question: normalQuestion(question) };
    const others = asked.get(role);
    if (others) others.push(one);
    else asked.set(role, [one]);
  }
  return asked;
}

function at(numbers: Uint32Array, index: number): number {
  return numbers[index] ?? 0;
}
