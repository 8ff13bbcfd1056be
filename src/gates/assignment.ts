/** Assignment: is the work partitioned by question and path, with every overlap announced and nobody able to write? */
import type { CodeOf } from '../contract/decision.ts';
import { isSameList, listSet } from '../contract/list-set.ts';
import { reading } from '../contract/rule-table.ts';
import type { Gate, Rule, ShapeRule } from '../contract/rule-table.ts';
import { shapeOf } from '../contract/shape.ts';
import type { Report } from '../contract/shape.ts';
import { schemas } from '../contract/shapes.gen.ts';
import { show } from '../contract/show.ts';
import { isBlank } from '../contract/text.ts';
import { withOwnership } from './ownership.ts';
import type { Assignment, Corroboration } from './ownership.ts';

const shape: ShapeRule<Assignment, CodeOf<'assignment'>> = {
  id: 'assignment-shape',
  code: 'DENY_ASSIGNMENT',
  when: 'a required key is missing, a key is unknown, a type is wrong, a question is blank, or a worker’s files are none or repeated',
  read: reading(shapeOf(schemas.assignment), withOwnership),
};

const rules: readonly Rule<Assignment, CodeOf<'assignment'>>[] = [
  {
    id: 'roles-known',
    code: 'DENY_ASSIGNMENT',
    when: 'a worker’s role is not in the contract',
    check: ({ workers }, report, { roles }) => {
      for (const [index, { role }] of workers.entries()) {
        if (!Object.hasOwn(roles, role)) {
          report(
            `/workers/${index}/role`,
            `${show(role)} is no role of the contract: ${Object.keys(roles).join(', ')}`,
          );
        }
      }
    },
  },
  {
    id: 'roles-unique',
    code: 'DENY_ASSIGNMENT',
    when: 'two workers have one role',
    check: ({ workers }, report) => {
      const seen = new Set<string>();
      for (const [index, { role }] of workers.entries()) {
        if (seen.has(role)) report(`/workers/${index}/role`, `two workers have the role ${show(role)}: one is enough`);
        seen.add(role);
      }
    },
  },
  {
    id: 'workers-read-only',
    code: 'DENY_ASSIGNMENT',
    when: 'a worker may write',
    check: ({ workers }, report) => {
      for (const [index, { access, role }] of workers.entries()) {
        if (access !== 'read-only') {
          report(`/workers/${index}/access`, `the worker ${show(role)} may write: start it read-only`);
        }
      }
    },
  },
  {
    id: 'files-in-manifest',
    code: 'DENY_ASSIGNMENT',
    when: 'a worker owns a path outside `changedFiles`',
    check: ({ workers, strayFiles }, report) => {
      for (const { worker, file } of strayFiles) {
        report(`/workers/${worker}/files/${file}`, `${show(workers[worker]?.files[file])} is not a changed file`);
      }
    },
  },
  {
    id: 'overlap-announced',
    code: 'DENY_ASSIGNMENT',
    when: 'workers share a path, and no corroboration names that file with all its owners’ roles and no other',
    check: ({ workers, overlaps, corroborations, rolesOwning }, report) => {
      const announced = new Set<string>();
      for (const { file, roles } of corroborations) {
        if (listSet(rolesOwning(file)).hasSameMembers(roles)) announced.add(file);
      }
      for (const { worker, file } of overlaps) {
        const path = workers[worker]?.files[file] ?? '';
        if (announced.has(path)) continue;
        report(`/workers/${worker}/files/${file}`, `${show(path)} has two owners: announce it, or keep one`);
      }
    },
  },
  {
    id: 'corroboration-purposeful',
    code: 'DENY_ASSIGNMENT',
    when: 'a corroboration names fewer than two roles, a role twice or one that does not own the file, an unchanged or already announced file, a blank reason, or roles with one question',
    check: (input, report) => {
      const announced = new Set<string>();
      for (const [index, corroboration] of input.corroborations.entries()) {
        checkCorroboration(corroboration, index, announced, input, report);
        announced.add(corroboration.file);
      }
    },
  },
  {
    id: 'roles-complete',
    code: 'INCOMPLETE_ASSIGNMENT',
    when: 'a role of the contract has no worker',
    check: ({ workers }, report, contract) => {
      const present = new Set(workers.map(({ role }) => role));
      for (const role of Object.keys(contract.roles)) {
        if (!present.has(role)) report('/workers', `no worker has the role ${show(role)}: add one`);
      }
    },
  },
  {
    id: 'files-covered',
    code: 'INCOMPLETE_ASSIGNMENT',
    when: 'a changed file has no owner and matches no glob of `generatedFiles`',
    check: ({ changedFiles, unowned }, report) => {
      for (const { index, excused } of unowned) {
        if (!excused) report(`/changedFiles/${index}`, `${show(changedFiles[index])} has no owner: give it one`);
      }
    },
  },
];

export const assignment: Gate<'assignment', Assignment> = {
  id: 'assignment',
  pass: 'ACCEPT_ASSIGNMENT',
  shape,
  rules,
  facts: ({ workers, corroborations, unowned }) => ({
    workers: workers.length,
    corroborated: new Set(corroborations.map(({ file }) => file)).size,
    excused: unowned.filter(({ excused }) => excused).length,
  }),
};

function checkCorroboration(
  { file, roles, reason }: Corroboration,
  index: number,
  announced: ReadonlySet<string>,
  input: Assignment,
  report: Report,
): void {
  const at = `/corroborations/${index}`;
  if (!input.isChanged(file)) report(`${at}/file`, `${show(file)} is not a changed file`);
  if (announced.has(file)) report(`${at}/file`, `${show(file)} is announced already: name all its roles in one place`);
  if (roles.length < 2) report(`${at}/roles`, 'a corroboration takes two roles or more');
  const owning = input.rolesOwning(file);
  // Exactly the owners, all different in role and question: there is nothing to find in the list.
  if (input.hasTwins || !isSameList(owning, roles)) checkRoles(roles, new Set(owning), at, input, report);
  if (isBlank(reason)) report(`${at}/reason`, '`reason` is blank: say why two look at one file');
}

function checkRoles(
  roles: readonly string[],
  owning: ReadonlySet<string>,
  at: string,
  { asked }: Assignment,
  report: Report,
): void {
  const named = new Set<string>();
  const questions = new Set<string>();
  for (const [position, role] of roles.entries()) {
    if (named.has(role)) {
      report(`${at}/roles/${position}`, `the role ${show(role)} stands twice`);
      continue;
    }
    named.add(role);
    if (!owning.has(role)) report(`${at}/roles/${position}`, `the role ${show(role)} does not own the file`);
    const own = asked.get(role);
    if (own === undefined) continue;
    if (questions.has(own.question)) {
      report(`/workers/${own.worker}/question`, `the role ${show(role)} asks what another role of the file asks`);
    }
    questions.add(own.question);
  }
}
