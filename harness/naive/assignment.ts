import { isBlank } from './bytes.ts';
import type { Contract } from './contract.ts';
import { matches } from './globs.ts';
import { opinion, type Opinion, type Row } from './opinion.ts';
import { repeated, sameSet } from './paths.ts';
import { closed, glob, listOf, ofInput, text, type Shape } from './shape.ts';

interface Worker {
  readonly role: string;
  readonly question: string;
  readonly files: readonly string[];
  readonly access: string;
}

interface Corroboration {
  readonly file: string;
  readonly roles: readonly string[];
  readonly reason: string;
}

export interface Assignment {
  readonly changedFiles: readonly string[];
  readonly workers: readonly Worker[];
  readonly corroborations?: readonly Corroboration[];
  readonly generatedFiles?: readonly string[];
}

const question: Shape = (value, at) => (typeof value === 'string' && !isBlank(value) ? [] : [at]);
const access: Shape = (value, at) => (value === 'read-only' || value === 'write' ? [] : [at]);

/** "`files` not empty and without a repetition" */
const files: Shape = (value, at) => {
  if (!Array.isArray(value) || value.length === 0) return [at];
  const offends: string[] = [];
  for (const [index, file] of (value as unknown[]).entries()) {
    if (typeof file !== 'string' || value.slice(0, index).includes(file)) offends.push(`${at}/${index}`);
  }
  return offends;
};

const assignmentInput = closed(
  { changedFiles: listOf(text), workers: listOf(closed({ role: text, question, files, access })) },
  {
    corroborations: listOf(closed({ file: text, roles: listOf(text), reason: text })),
    generatedFiles: listOf(glob),
  },
);

export function assignment(contract: Contract, input: unknown): Opinion {
  const rows = assignmentRows(contract, input);
  if (rows[0]?.rule === 'assignment-shape') return opinion('ACCEPT_ASSIGNMENT', rows, {});
  const { changedFiles, workers, corroborations = [], generatedFiles = [] } = input as Assignment;
  // Choice: a file that stands twice is one file, announced or changed.
  return opinion('ACCEPT_ASSIGNMENT', rows, {
    workers: workers.length,
    corroborated: corroborations.filter(
      ({ file }, index) => !corroborations.slice(0, index).some((earlier) => earlier.file === file),
    ).length,
    excused: changedFiles.filter(
      (file, index) =>
        !changedFiles.slice(0, index).includes(file) &&
        ownersOf(workers, file).length === 0 &&
        isGenerated(generatedFiles, file),
    ).length,
  });
}

export function assignmentRows(contract: Contract, input: unknown): Row[] {
  const shape = ofInput(assignmentInput, input);
  if (shape.length > 0) return [{ rule: 'assignment-shape', code: 'DENY_ASSIGNMENT', paths: shape }];
  const { changedFiles, workers, corroborations = [], generatedFiles = [] } = input as Assignment;
  const roles = Object.keys(contract.roles);

  const unknown: string[] = [];
  const writing: string[] = [];
  const outside: string[] = [];
  const overlaps: string[] = [];
  for (const [index, worker] of workers.entries()) {
    if (!roles.includes(worker.role)) unknown.push(`/workers/${index}/role`);
    if (worker.access !== 'read-only') writing.push(`/workers/${index}/access`);
    for (const [place, file] of worker.files.entries()) {
      if (!changedFiles.includes(file)) outside.push(`/workers/${index}/files/${place}`);
      // Choice: an overlap is one violation, at the second owner, however many more there are.
      const earlier = workers.slice(0, index).filter((other) => other.files.includes(file));
      const owners = ownersOf(workers, file).map((owner) => owner.role);
      // Choice: the roles of a corroboration are compared as a set; that one stands twice is the next rule's affair.
      const announced = corroborations.some((word) => word.file === file && sameSet(word.roles, owners));
      if (earlier.length === 1 && !announced) overlaps.push(`/workers/${index}/files/${place}`);
    }
  }

  const covered: string[] = [];
  // Choice: a changed file that stands twice is one file, at its first place.
  for (const [index, file] of changedFiles.entries()) {
    if (changedFiles.slice(0, index).includes(file)) continue;
    if (ownersOf(workers, file).length === 0 && !isGenerated(generatedFiles, file)) {
      covered.push(`/changedFiles/${index}`);
    }
  }

  return [
    { rule: 'roles-known', code: 'DENY_ASSIGNMENT', paths: unknown },
    {
      rule: 'roles-unique',
      code: 'DENY_ASSIGNMENT',
      paths: repeated(workers.map((worker) => worker.role)).map((index) => `/workers/${index}/role`),
    },
    { rule: 'workers-read-only', code: 'DENY_ASSIGNMENT', paths: writing },
    { rule: 'files-in-manifest', code: 'DENY_ASSIGNMENT', paths: outside },
    { rule: 'overlap-announced', code: 'DENY_ASSIGNMENT', paths: overlaps },
    {
      rule: 'corroboration-purposeful',
      code: 'DENY_ASSIGNMENT',
      paths: corroborations.flatMap((word, index) =>
        purposeless(word, `/corroborations/${index}`, corroborations.slice(0, index), changedFiles, workers),
      ),
    },
    // Choice: each missing role is a violation of its own.
    {
      rule: 'roles-complete',
      code: 'INCOMPLETE_ASSIGNMENT',
      paths: roles.filter((role) => !workers.some((worker) => worker.role === role)).map(() => '/workers'),
    },
    { rule: 'files-covered', code: 'INCOMPLETE_ASSIGNMENT', paths: covered },
  ];
}

/**
 * Choice: in the order file, roles, questions, reason; a file offends once for each fault, a role once for all.
 * Choice: "fewer than two roles" counts entries: one role twice is the other fault.
 * Choice: a worker asks what one of another role that stands before it asks: its question offends, once in a
 * corroboration.
 */
function purposeless(
  { file, roles, reason }: Corroboration,
  at: string,
  earlier: readonly Corroboration[],
  changedFiles: readonly string[],
  workers: readonly Worker[],
): string[] {
  const offends: string[] = [];
  if (!changedFiles.includes(file)) offends.push(`${at}/file`);
  if (earlier.some((other) => other.file === file)) offends.push(`${at}/file`);
  if (roles.length < 2) offends.push(`${at}/roles`);
  for (const [index, role] of roles.entries()) {
    const isOwner = ownersOf(workers, file).some((worker) => worker.role === role);
    if (!isOwner || roles.slice(0, index).includes(role)) offends.push(`${at}/roles/${index}`);
  }
  for (const [place, worker] of workers.entries()) {
    const repeats = workers.some(
      (other, earlierPlace) =>
        earlierPlace < place &&
        other.role !== worker.role &&
        roles.includes(other.role) &&
        roles.includes(worker.role) &&
        plainQuestion(other) === plainQuestion(worker),
    );
    if (repeats) offends.push(`/workers/${place}/question`);
  }
  if (isBlank(reason)) offends.push(`${at}/reason`);
  return offends;
}

function ownersOf(workers: readonly Worker[], file: string): Worker[] {
  return workers.filter((worker) => worker.files.includes(file));
}

/** "trimmed, runs of white space as one space, lower-cased" */
function plainQuestion(worker: Worker): string {
  return worker.question.trim().split(/\s+/u).join(' ').toLowerCase();
}

function isGenerated(globs: readonly string[], file: string): boolean {
  return globs.some((one) => matches(one, file));
}
