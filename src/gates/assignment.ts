/** Assignment: is the work partitioned by question and path, with every overlap announced and nobody able to write? */
import type { CodeOf } from '../contract/decision.ts';
import { reading } from '../contract/rule-table.ts';
import type { Gate, Rule, ShapeRule } from '../contract/rule-table.ts';
import { shapeOf } from '../contract/shape.ts';
import type { Report } from '../contract/shape.ts';
import { schemas } from '../contract/shapes.gen.ts';
import { show } from '../contract/show.ts';
import { isBlank } from '../contract/text.ts';
import { withOwnership } from './ownership.ts';
import type { Corroboration, Ownership } from './ownership.ts';

const shape: ShapeRule<Ownership, CodeOf<'assignment'>> = {
  id: 'assignment-shape',
  code: 'DENY_ASSIGNMENT',
  when: 'a required key is missing, a key is unknown, a type is wrong, a question is blank, or a worker owns no file or lists one twice',
  read: reading(shapeOf(schemas.assignment), withOwnership),
};

const rules: readonly Rule<Ownership, CodeOf<'assignment'>>[] = [
  {
    id: 'roles-known',
    code: 'DENY_ASSIGNMENT',
    when: 'a worker’s role is not in the contract',
    check: ({ workers }, report, { roles }) => {
      for (const [index, { role }] of workers.entries()) {
        if (!Object.hasOwn(roles, role)) {
          report(
            `/workers/${index}/role`,
            `${show(role)} is not a role of the contract: ${Object.keys(roles).map(show).join(', ')}`,
          );
        }
      }
    },
  },
  {
    id: 'roles-unique',
    code: 'DENY_ASSIGNMENT',
    when: 'two workers have the same role',
    check: ({ workers }, report) => {
      const seen = new Set<string>();
      for (const [index, { role }] of workers.entries()) {
        if (seen.has(role)) report(`/workers/${index}/role`, `two workers have the role ${show(role)}: keep one`);
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
    check: (input, report) => {
      const settled = new Uint8Array(input.files);
      for (const [index, { roles }] of input.corroborations.entries()) {
        const file = input.announced[index] ?? 0;
        if (input.isOwnedBy(file, roles) || isSet(input.rolesOwning(file), roles)) settled[file] = 1;
      }
      for (const { worker, file, number } of input.overlaps) {
        if (settled[number]) continue;
        const path = show(input.workers[worker]?.files[file]);
        report(`/workers/${worker}/files/${file}`, `${path} has two owners: announce it, or keep one`);
      }
    },
  },
  {
    id: 'corroboration-purposeful',
    code: 'DENY_ASSIGNMENT',
    when: 'a corroboration names fewer than two roles, a role twice or one that does not own the file, an unchanged or already announced file, a blank reason, or roles that ask the same question',
    check: (input, report) => {
      const seen = new Uint8Array(input.files);
      for (const [index, corroboration] of input.corroborations.entries()) {
        const file = input.announced[index] ?? 0;
        checkCorroboration(input, corroboration, file, `/corroborations/${index}`, seen[file] === 1, report);
        seen[file] = 1;
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

export const assignment: Gate<'assignment', Ownership> = {
  pass: 'ACCEPT_ASSIGNMENT',
  shape,
  rules,
  facts: ({ workers, corroborated, unowned }) => ({
    workers: workers.length,
    corroborated,
    excused: unowned.filter(({ excused }) => excused).length,
  }),
};

function checkCorroboration(
  input: Ownership,
  { file: path, roles, reason }: Corroboration,
  file: number,
  at: string,
  isRepeated: boolean,
  report: Report,
): void {
  if (!input.isChanged(file)) report(`${at}/file`, `${show(path)} is not a changed file`);
  if (isRepeated) report(`${at}/file`, `${show(path)} is announced already: name all its roles in one place`);
  if (roles.length < 2) report(`${at}/roles`, 'a corroboration takes two roles or more');
  // Exactly the owners, all different in role and question: there is nothing to find in the list.
  if (input.hasTwins || !input.isOwnedBy(file, roles)) checkRoles(roles, input.rolesOwning(file), at, input, report);
  if (isBlank(reason)) report(`${at}/reason`, '`reason` is blank: say why two look at one file');
}

function checkRoles(
  roles: readonly string[],
  owning: ReadonlySet<string>,
  at: string,
  { asked }: Ownership,
  report: Report,
): void {
  const named = new Set<string>();
  for (const [position, role] of roles.entries()) {
    if (named.has(role)) report(`${at}/roles/${position}`, `the role ${show(role)} appears twice`);
    else if (!owning.has(role)) report(`${at}/roles/${position}`, `the role ${show(role)} does not own the file`);
    named.add(role);
  }
  const askedBy = new Map<string, Set<string>>();
  const asking = [...named].flatMap((role) => (asked.get(role) ?? []).map((one) => ({ ...one, role })));
  for (const { worker, question, role } of asking.toSorted((one, other) => one.worker - other.worker)) {
    const before = askedBy.get(question) ?? new Set();
    const others = before.size - Number(before.has(role));
    if (others > 0)
      report(`/workers/${worker}/question`, `the role ${show(role)} asks what another role of the file asks`);
    askedBy.set(question, before.add(role));
  }
}

function isSet(members: ReadonlySet<string>, list: readonly string[]): boolean {
  return list.every((one) => members.has(one)) && new Set(list).size === members.size;
}
