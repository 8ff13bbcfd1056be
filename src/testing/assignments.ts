/** Assignments: complete partitions, complete ones with announced overlap, and small ones in which anything is wrong. */
import * as fc from 'fast-check';
import type { z } from 'zod';
import type { Contract } from '../contract/contract.ts';
import { isRecord } from '../contract/shape.ts';
import type { assignment } from '../contract/shapes.ts';
import { someContract } from './contracts.ts';
import { canonicalPaths } from './paths.ts';
import { blankText, filledText } from './texts.ts';

export type AssignmentInput = z.infer<typeof assignment>;
export type Worker = AssignmentInput['workers'][number];
export type AssignmentSubject = { readonly contract: Contract; readonly input: AssignmentInput };

/** Each role of the contract owns files of its own, in any order, and no file has two owners. */
export const partition: fc.Arbitrary<AssignmentSubject> = someContract.chain((contract) => {
  const roles = Object.keys(contract.roles);
  return fc
    .tuple(canonicalPaths(roles.length, roles.length + 3), fc.array(fc.nat(), { minLength: 3, maxLength: 3 }))
    .chain(([changedFiles, picks]) => {
      const ownerOf = changedFiles.map((_, index) =>
        index < roles.length ? index : (picks[index - roles.length] ?? 0),
      );
      const filesOf = roles.map((_, role) =>
        changedFiles.filter((__, at) => (ownerOf[at] ?? 0) % roles.length === role),
      );
      return workersOf(roles, filesOf).map((workers) => ({ contract, input: { changedFiles, workers } }));
    });
});

/** Each role owns some of the files; overlap is announced, what nobody owns is generated. */
export function assignmentOf(contract: Contract, files: readonly string[]): fc.Arbitrary<AssignmentInput> {
  const roles = Object.keys(contract.roles);
  const changedFiles = [...files];
  return fc
    .tuple(...roles.map(() => fc.shuffledSubarray(changedFiles, { minLength: 1 })))
    .chain((filesOf) => fc.tuple(workersOf(roles, filesOf), fc.nat(), fc.array(filledText, { minLength: 1 })))
    .map(([workers, turn, reasons]) => {
      const owners = (file: string): string[] =>
        workers.filter((one) => one.files.includes(file)).map((one) => one.role);
      const corroborations = changedFiles
        .map((file) => ({ file, roles: turned(owners(file), turn), reason: reasons[turn % reasons.length] ?? '' }))
        .filter((one) => one.roles.length > 1);
      const generatedFiles = changedFiles.filter((file) => owners(file).length === 0);
      return {
        changedFiles,
        workers,
        ...(corroborations.length > 0 && { corroborations: turned(corroborations, turn) }),
        ...(generatedFiles.length > 0 && { generatedFiles }),
      };
    });
}

/** An assignment that the gate accepts, under a contract of its own. */
export const assigned: fc.Arbitrary<AssignmentSubject> = fc
  .tuple(someContract, canonicalPaths(1, 5))
  .chain(([contract, files]) => assignmentOf(contract, files).map((input) => ({ contract, input })));

const fewRoles = fc.constantFrom('one', 'two', 'three', 'stranger');
const fewFiles = fc.constantFrom('f1', 'f2', 'gen/f3', 'f4.lock', 'outside');
/** Globs that excuse some of those files. */
const fewGlobs = fc.constantFrom('gen/**', '*.lock', 'f?', '**/f3', 'gen');

/** Well-shaped, small and wrong in many ways at once, so that rules meet. */
export const muddled: fc.Arbitrary<AssignmentInput> = fc.record(
  {
    changedFiles: fc.array(fewFiles.filter((file) => file !== 'outside')),
    workers: fc.array(
      fc.record({
        role: fewRoles,
        question: fc.constantFrom('Why?', ' why? ', 'How  so?', 'how\tSO?', 'Who?', 'When?', 'Where?'),
        files: fc.uniqueArray(fewFiles, { minLength: 1 }),
        access: fc.oneof(
          { weight: 5, arbitrary: fc.constant('read-only' as const) },
          { weight: 1, arbitrary: fc.constant('write' as const) },
        ),
      }),
      { maxLength: 4 },
    ),
    corroborations: fc.array(
      fc.record({
        file: fewFiles,
        roles: fc.array(fewRoles, { maxLength: 3 }),
        reason: fc.oneof({ weight: 4, arbitrary: filledText }, { weight: 1, arbitrary: blankText }),
      }),
      { maxLength: 3 },
    ),
    generatedFiles: fc.array(fewGlobs, { maxLength: 2 }),
  },
  { requiredKeys: ['changedFiles', 'workers'] },
);

/** The same input with another name for every role, wherever a role can stand. */
export function relabelled(input: unknown, rename: (role: string) => string): unknown {
  if (!isRecord(input)) return input;
  const renameAny = (role: unknown): unknown => (typeof role === 'string' ? rename(role) : role);
  const within = (member: string, change: (value: unknown) => unknown) => (value: unknown) =>
    isRecord(value) && Object.hasOwn(value, member) ? { ...value, [member]: change(value[member]) } : value;
  const each = (change: (value: unknown) => unknown) => (value: unknown) =>
    Array.isArray(value) ? value.map(change) : value;
  const inWorkers = within('workers', each(within('role', renameAny)));
  return within('corroborations', each(within('roles', each(renameAny))))(inWorkers(input));
}

/** One worker a role, in any order, each with a question of its own. */
function workersOf(roles: readonly string[], filesOf: readonly (readonly string[])[]): fc.Arbitrary<Worker[]> {
  return fc.tuple(fc.array(filledText, { minLength: 1 }), fc.nat()).map(([questions, turn]) => {
    const workers = roles.map((role, index): Worker => ({
      role,
      question: `${index}: ${questions[index % questions.length]}`,
      files: [...(filesOf[index] ?? [])],
      access: 'read-only',
    }));
    return turned(workers, turn);
  });
}

/** A list begun elsewhere: another order, the same members. */
export function turned<T>(list: readonly T[], by: number): T[] {
  const at = list.length === 0 ? 0 : by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}
