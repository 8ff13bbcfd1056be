/** The laws of assignment: every lane is there once, reads only, and shares nothing in silence. Only tests import this file. */
import * as fc from 'fast-check';
import type { Contract } from '../contract/contract.ts';
import { assigned, muddled, partition, relabelled, turned } from '../testing/assignments.ts';
import type { AssignmentInput, Worker } from '../testing/assignments.ts';
import { shipped } from '../testing/contracts.ts';
import { closedGateLaws } from '../testing/gate-laws.ts';
import { nearly } from '../testing/json.ts';
import { agree, hold, placed, violatedRules } from '../testing/laws.ts';
import type { Laws } from '../testing/laws.ts';
import { canonicalPath } from '../testing/paths.ts';
import { anyText, blankText, filledText } from '../testing/texts.ts';

/** The roles that `muddled` assignments know. */
const threeRoles: Contract = {
  ...shipped,
  roles: Object.fromEntries(['one', 'two', 'three'].map((role) => [role, { question: role }])),
};

/** Accepted ones of which at least one file has two owners. */
const overlapping = assigned.filter(({ input }) => input.corroborations !== undefined);

const anySubject: fc.Arbitrary<{ contract: Contract; input: unknown }> = fc.oneof(
  assigned,
  partition,
  muddled.map((input) => ({ contract: threeRoles, input })),
  assigned.chain(({ contract, input }) => nearly(input).map((edited) => ({ contract, input: edited }))),
);

export const laws: Laws = {
  ...closedGateLaws(
    'assignment',
    fc.oneof(
      assigned,
      muddled.map((input) => ({ contract: threeRoles, input })),
    ),
  ),

  'a worker for each role, every file owned or generated, every overlap announced: accepted': (decide) =>
    fc.property(fc.oneof(assigned, partition), ({ contract, input }) => {
      const { code, violations, facts } = decide(contract, input);
      const expected = {
        workers: Object.keys(contract.roles).length,
        corroborated: input.corroborations?.length ?? 0,
        excused: input.generatedFiles?.length ?? 0,
      };
      agree({ code, violations, facts }, { code: 'ACCEPT_ASSIGNMENT', violations: [], facts: expected });
    }),

  'the violated rules are exactly those of the contract’s page': (decide) =>
    fc.property(muddled, (input) => {
      const decision = decide(threeRoles, input);
      agree(violatedRules(decision), rulesViolatedBy(input, threeRoles));
    }),

  'other names for the roles, in the contract and in the assignment, keep the decision': (decide) =>
    fc.property(anySubject, anyText, ({ contract, input }, prefix) => {
      const rename = (role: string): string => `${prefix}${role}`;
      const roles = Object.fromEntries(Object.entries(contract.roles).map(([role, of]) => [rename(role), of]));
      const one = decide(contract, input);
      const other = decide({ ...contract, roles }, relabelled(input, rename));
      const { code, facts, more } = other;
      agree(
        { code, facts, more, at: placed(other) },
        { code: one.code, facts: one.facts, more: one.more, at: placed(one) },
      );
    }),

  'the order of workers, of their files and of corroborations changes neither code nor rule nor facts': (decide) =>
    fc.property(anySubject, fc.nat(), ({ contract, input }, by) => {
      const { code, rule, facts } = decide(contract, input);
      const other = decide(contract, turnedAll(input, by));
      agree({ code: other.code, rule: other.rule, facts: other.facts }, { code, rule, facts });
    }),

  'without any one of its workers a complete partition is incomplete': (decide) =>
    fc.property(partition, fc.nat(), ({ contract, input }, which) => {
      const without = input.workers.toSpliced(which % input.workers.length, 1);
      const { code, rule } = decide(contract, { ...input, workers: without });
      agree({ code, rule }, { code: 'INCOMPLETE_ASSIGNMENT', rule: 'roles-complete' });
    }),

  'without any one of its workers no assignment passes': (decide) =>
    fc.property(assigned, fc.nat(), ({ contract, input }, which) => {
      const without = input.workers.toSpliced(which % input.workers.length, 1);
      hold(decide(contract, { ...input, workers: without }).outcome !== 'pass', 'it does not pass', input);
    }),

  'a worker that may write is denied, whoever it is': (decide) =>
    fc.property(assigned, fc.nat(), ({ contract, input }, which) => {
      const index = which % input.workers.length;
      const decision = decide(contract, changeWorker(input, index, { access: 'write' }));
      agree([decision.code, ...placed(decision)], ['DENY_ASSIGNMENT', `workers-read-only /workers/${index}/access`]);
    }),

  'another worker that may write is denied, whatever it is called and wherever it stands': (decide) =>
    fc.property(assigned, anyText, filledText, fc.nat(), ({ contract, input }, name, question, where) => {
      const roles = [...Object.keys(contract.roles), name];
      const role = roles[where % roles.length] ?? name;
      const files = input.changedFiles.slice(0, 1);
      const at = where % (input.workers.length + 1);
      const workers = input.workers.toSpliced(at, 0, { role, question, files, access: 'write' });
      const decision = decide(contract, { ...input, workers });
      agree(decision.outcome, 'deny', 'the outcome');
      hold(
        placed(decision).includes(`workers-read-only /workers/${at}/access`),
        'the writer is named',
        placed(decision),
      );
    }),

  'a role of no contract is denied': (decide) =>
    fc.property(partition, anyText, fc.nat(), ({ contract, input }, role, which) => {
      fc.pre(!Object.keys(contract.roles).includes(role));
      const index = which % input.workers.length;
      const decision = decide(contract, changeWorker(input, index, { role }));
      agree(placed(decision), [`roles-known /workers/${index}/role`, 'roles-complete /workers']);
    }),

  'a second worker of one role is denied where it stands': (decide) =>
    fc.property(partition, canonicalPath, fc.nat(), ({ contract, input }, path, which) => {
      fc.pre(!input.changedFiles.includes(path));
      const copied = input.workers[which % input.workers.length] as Worker;
      const workers = [...input.workers, { ...copied, files: [path] }];
      const decision = decide(contract, { ...input, changedFiles: [...input.changedFiles, path], workers });
      agree(
        [decision.code, ...placed(decision)],
        ['DENY_ASSIGNMENT', `roles-unique /workers/${input.workers.length}/role`],
      );
    }),

  'a file outside the manifest is denied wherever a worker names it': (decide) =>
    fc.property(assigned, canonicalPath, fc.nat(), ({ contract, input }, path, which) => {
      fc.pre(!input.changedFiles.includes(path));
      const index = which % input.workers.length;
      const { files } = input.workers[index] as Worker;
      const at = which % (files.length + 1);
      const decision = decide(contract, changeWorker(input, index, { files: files.toSpliced(at, 0, path) }));
      agree(
        [decision.code, ...placed(decision)],
        ['DENY_ASSIGNMENT', `files-in-manifest /workers/${index}/files/${at}`],
      );
    }),

  'an overlap that nobody announced is denied at its second owner': (decide) =>
    fc.property(partition, fc.nat(), fc.nat(), ({ contract, input }, which, by) => {
      fc.pre(input.workers.length > 1);
      const first = which % input.workers.length;
      const other = (first + 1 + (by % (input.workers.length - 1))) % input.workers.length;
      const shared = input.workers[first]?.files[0] ?? '';
      const { files } = input.workers[other] as Worker;
      const decision = decide(contract, changeWorker(input, other, { files: [...files, shared] }));
      const second = other > first ? `/workers/${other}/files/${files.length}` : `/workers/${first}/files/0`;
      agree([decision.code, ...placed(decision)], ['DENY_ASSIGNMENT', `overlap-announced ${second}`]);
    }),

  'a corroboration that leaves an owner out, or names one more, announces nothing': (decide) =>
    fc.property(overlapping, anyText, fc.nat(), ({ contract, input }, stranger, which) => {
      const { at, roles } = corroborationAt(input, which);
      const outsiders = [...Object.keys(contract.roles), stranger].filter((role) => !roles.includes(role));
      const fewer = decide(
        contract,
        changeCorroboration(input, at, { roles: roles.toSpliced(which % roles.length, 1) }),
      );
      agree([fewer.code, fewer.rule], ['DENY_ASSIGNMENT', 'overlap-announced']);
      for (const outsider of outsiders) {
        const more = decide(contract, changeCorroboration(input, at, { roles: [...roles, outsider] }));
        agree([more.code, more.rule], ['DENY_ASSIGNMENT', 'overlap-announced']);
        const place = `corroboration-purposeful /corroborations/${at}/roles/${roles.length}`;
        hold(placed(more).includes(place), 'the role that owns nothing is named', placed(more));
      }
    }),

  'a corroboration without a reason, of one role twice, or of a file announced before has no purpose': (decide) =>
    fc.property(overlapping, blankText, fc.nat(), ({ contract, input }, blank, which) => {
      const { at, roles } = corroborationAt(input, which);
      const corroborations = input.corroborations ?? [];
      const again = { ...input, corroborations: [...corroborations, ...corroborations.slice(at, at + 1)] };
      const tries: readonly (readonly [AssignmentInput, string])[] = [
        [changeCorroboration(input, at, { reason: blank }), `/corroborations/${at}/reason`],
        [
          changeCorroboration(input, at, { roles: [...roles, roles[0] ?? ''] }),
          `/corroborations/${at}/roles/${roles.length}`,
        ],
        [again, `/corroborations/${corroborations.length}/file`],
      ];
      for (const [tried, path] of tries) agree(placed(decide(contract, tried)), [`corroboration-purposeful ${path}`]);
    }),

  'a corroboration of a file outside the manifest has no purpose, even when it names exactly the owners': (decide) =>
    fc.property(partition, canonicalPath, filledText, ({ contract, input }, path, reason) => {
      const [one, two] = input.workers;
      fc.pre(!input.changedFiles.includes(path) && one !== undefined && two !== undefined);
      const workers = input.workers.map((worker, index) =>
        index < 2 ? { ...worker, files: [...worker.files, path] } : worker,
      );
      const roles = workers.slice(0, 2).map(({ role }) => role);
      const decision = decide(contract, { ...input, workers, corroborations: [{ file: path, roles, reason }] });
      const strays = workers.slice(0, 2).map(({ files }, index) => `/workers/${index}/files/${files.length - 1}`);
      agree(placed(decision), [
        ...strays.map((stray) => `files-in-manifest ${stray}`),
        'corroboration-purposeful /corroborations/0/file',
      ]);
    }),

  'two lanes that share a file ask different questions, case and white space aside': (decide) =>
    fc.property(overlapping, filledText, blankText, fc.nat(), ({ contract, input }, words, blank, which) => {
      const [one = '', two = ''] = corroborationAt(input, which).roles;
      const asking =
        (role: string, question: string) =>
        (worker: Worker): Worker =>
          worker.role === role ? { ...worker, question } : worker;
      const question = `Is ${words} so?`;
      const workers = input.workers
        .map(asking(one, question))
        .map(asking(two, `${blank}IS ${blank} ${words} \n so?${blank}`));
      const decision = decide(contract, { ...input, workers });
      const [normal, other] = workers
        .filter(({ role }) => role === one || role === two)
        .map((worker) => worker.question.trim().replaceAll(/\s+/g, ' ').toLowerCase());
      fc.pre(normal === other);
      agree([decision.code, ...violatedRules(decision)], ['DENY_ASSIGNMENT', 'corroboration-purposeful']);
    }),

  'a file that nobody owns is not covered, unless a glob says that it is generated': (decide) =>
    fc.property(assigned, canonicalPath, ({ contract, input }, path) => {
      fc.pre(!input.changedFiles.includes(path));
      const { generatedFiles: globs = [] } = input;
      const longer = { ...input, changedFiles: [...input.changedFiles, path] };
      const bare = decide(contract, longer);
      const at = `files-covered /changedFiles/${input.changedFiles.length}`;
      agree([bare.code, ...placed(bare)], ['INCOMPLETE_ASSIGNMENT', at]);
      for (const glob of [path, '**', path.replace(/[^/]*$/u, '*'), path.replace(/^[^/]*/u, '**')]) {
        agree(decide(contract, { ...longer, generatedFiles: [...globs, glob] }).code, 'ACCEPT_ASSIGNMENT', glob);
      }
    }),
};

/** The agreed rules, read to the letter and without a thought for time. */
function rulesViolatedBy(
  { changedFiles, workers, corroborations = [], generatedFiles = [] }: AssignmentInput,
  contract: Contract,
): string[] {
  const ownersOf = (path: string): Worker[] => workers.filter(({ files }) => files.includes(path));
  const rolesOf = (path: string): string[] => ownersOf(path).map(({ role }) => role);
  const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
    a.every((one) => b.includes(one)) && b.every((one) => a.includes(one));
  const repeats = (list: readonly unknown[]): boolean => new Set(list).size < list.length;
  const roles = Object.keys(contract.roles);
  const owned = workers.flatMap(({ files }) => files);
  const asks = (role: string): string[] =>
    workers
      .filter((worker) => worker.role === role)
      .map(({ question }) => question.trim().toLowerCase().split(/\s+/).join(' '));
  const violated: Readonly<Record<string, boolean>> = {
    'roles-known': workers.some(({ role }) => !roles.includes(role)),
    'roles-unique': repeats(workers.map(({ role }) => role)),
    'workers-read-only': workers.some(({ access }) => access !== 'read-only'),
    'files-in-manifest': owned.some((path) => !changedFiles.includes(path)),
    'overlap-announced': owned.some(
      (path) =>
        ownersOf(path).length > 1 &&
        !corroborations.some((one) => one.file === path && sameSet(one.roles, rolesOf(path))),
    ),
    'corroboration-purposeful':
      repeats(corroborations.map(({ file }) => file)) ||
      corroborations.some(
        (one) =>
          one.roles.length < 2 ||
          repeats(one.roles) ||
          one.roles.some((role) => !rolesOf(one.file).includes(role)) ||
          !changedFiles.includes(one.file) ||
          one.reason.trim() === '' ||
          repeats([...new Set(one.roles)].flatMap((role) => [...new Set(asks(role))])),
      ),
    'roles-complete': roles.some((role) => !workers.some((worker) => worker.role === role)),
    'files-covered': changedFiles.some(
      (path) => ownersOf(path).length === 0 && !generatedFiles.some((glob) => excusedBy[glob]?.test(path)),
    ),
  };
  return Object.keys(violated).filter((rule) => violated[rule]);
}

/** What the globs of `muddled` assignments match, said in another language. */
const excusedBy: Readonly<Record<string, RegExp>> = {
  'gen/**': /^gen($|\/)/,
  '*.lock': /^[^/]*\.lock$/,
  'f?': /^f[^/]$/,
  '**/f3': /(^|\/)f3$/,
  gen: /^gen$/,
};

function changeWorker(input: AssignmentInput, index: number, change: Partial<Worker>): AssignmentInput {
  return { ...input, workers: input.workers.map((one, at) => (at === index ? { ...one, ...change } : one)) };
}

type Corroboration = NonNullable<AssignmentInput['corroborations']>[number];

function changeCorroboration(input: AssignmentInput, index: number, change: Partial<Corroboration>): AssignmentInput {
  const corroborations = input.corroborations?.map((one, at) => (at === index ? { ...one, ...change } : one));
  return { ...input, ...(corroborations && { corroborations }) };
}

function corroborationAt({ corroborations = [] }: AssignmentInput, which: number): { at: number; roles: string[] } {
  const at = which % corroborations.length;
  return { at, roles: corroborations[at]?.roles ?? [] };
}

/** Every list whose order says nothing, begun elsewhere; what is no such list stays as it is. */
function turnedAll(input: unknown, by: number): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const { workers, corroborations } = input as { workers?: unknown; corroborations?: unknown };
  const turnFiles = (worker: unknown): unknown => {
    const files = typeof worker === 'object' && worker !== null && 'files' in worker ? worker.files : undefined;
    return Array.isArray(files) ? { ...(worker as object), files: turned(files, by) } : worker;
  };
  return {
    ...input,
    ...(Array.isArray(workers) && { workers: turned(workers, by).map(turnFiles) }),
    ...(Array.isArray(corroborations) && { corroborations: turned(corroborations, by) }),
  };
}
