import { describe, expect, test } from 'vitest';
import { decide } from '../index.ts';
import { shipped } from '../testing/contracts.ts';
import { assignment } from '../testing/sample-review.ts';

const [first, second, ...others] = assignment?.workers ?? [];
/** Two workers share `src/a.ts`, each of the others has a file of its own. */
const shared = (roles: readonly string[]) => ({
  changedFiles: ['src/a.ts', 'src/b.ts', 'src/c.ts'],
  workers: [
    { ...first, files: ['src/a.ts'] },
    { ...second, files: ['src/a.ts'] },
    ...others.map((worker, index) => ({ ...worker, files: [['src/b.ts', 'src/c.ts'][index]] })),
  ],
  corroborations: [{ file: 'src/a.ts', roles, reason: 'both look' }],
});
const owners = [first?.role ?? '', second?.role ?? ''];
const [stranger = ''] = others.map(({ role }) => role);

test.each<readonly [title: string, roles: readonly string[], rule: string | null]>([
  ['by all its owners', owners, null],
  ['by all its owners in another order', owners.toReversed(), null],
  ['by one of its owners and a stranger', [owners[0] ?? '', stranger], 'overlap-announced'],
  ['by its owners and a stranger', [...owners, stranger], 'overlap-announced'],
  ['by nobody', [], 'overlap-announced'],
  ['by two strangers', others.map(({ role }) => role), 'overlap-announced'],
  ['by one owner twice', [owners[0] ?? '', owners[0] ?? ''], 'overlap-announced'],
])('an overlap that is announced %s is settled by its owners alone', (_, roles, rule) => {
  expect(decide.assignment(shipped, shared(roles)).rule).toBe(rule);
});

test('the owner of a file and those of the next files are not its owners', () => {
  const [a, b, c, d] = assignment?.workers ?? [];
  const plan = {
    changedFiles: ['src/a.ts', 'src/b.ts', 'src/c.ts'],
    workers: [
      { ...a, files: ['src/a.ts'] },
      { ...b, files: ['src/b.ts'] },
      { ...c, files: ['src/c.ts'] },
      { ...d, files: ['src/c.ts'] },
    ],
  };
  const both = { file: 'src/c.ts', roles: [c?.role, d?.role], reason: 'both look' };
  expect(decide.assignment(shipped, { ...plan, corroborations: [both] }).code).toBe('ACCEPT_ASSIGNMENT');
  const tooMany = { file: 'src/b.ts', roles: [b?.role, c?.role, d?.role], reason: 'all look' };
  const { rule, violations } = decide.assignment(shipped, { ...plan, corroborations: [both, tooMany] });
  expect([rule, violations.map(({ path }) => path)]).toStrictEqual([
    'corroboration-purposeful',
    ['/corroborations/1/roles/1', '/corroborations/1/roles/2'],
  ]);
});

test.each(['*', '**', '?', 'Stryker was here'])('without a glob no file is excused, not even %j', (file) => {
  const { facts, violations } = decide.assignment(shipped, {
    ...shared(owners),
    changedFiles: ['src/a.ts', 'src/b.ts', 'src/c.ts', file],
  });
  expect([facts['excused'], violations.map(({ path }) => path)]).toStrictEqual([0, ['/changedFiles/3']]);
});

test('a file without an owner is named once, where it stands first', () => {
  const changedFiles = ['x', 'src/a.ts', 'y', 'src/b.ts', 'src/c.ts', 'y', 'x'];
  const { violations } = decide.assignment(shipped, { ...shared(owners), changedFiles });
  expect(violations.map(({ rule, path }) => [rule, path])).toStrictEqual([
    ['files-covered', '/changedFiles/0'],
    ['files-covered', '/changedFiles/2'],
  ]);
});

describe('two workers of one role', () => {
  const questions = (one: string, other: string, third: string) => ({
    changedFiles: ['src/a.ts'],
    workers: [
      { ...first, question: one, files: ['src/a.ts'] },
      { ...first, question: other, files: ['src/a.ts'] },
      { ...second, question: third, files: ['src/a.ts'] },
    ],
  });
  const purposeless = (plan: object, ...roles: readonly string[]): readonly string[] =>
    decide
      .assignment(shipped, { ...plan, corroborations: [{ file: 'src/a.ts', roles, reason: 'all look' }] })
      .violations.filter(({ rule }) => rule === 'corroboration-purposeful')
      .map(({ path }) => path);
  const [one = '', other = ''] = owners;

  test('may ask the same: only what another role asks is no question of its own', () => {
    expect(purposeless(questions('a', 'a', 'b'), one, other)).toStrictEqual([]);
    expect(purposeless(questions('a', 'b', 'b'), one, other)).toStrictEqual(['/workers/2/question']);
    expect(purposeless(questions('b', 'a', 'b'), one, other)).toStrictEqual(['/workers/2/question']);
  });

  test('are announced once: the role named for each of them appears twice', () => {
    expect(purposeless(questions('a', 'b', 'c'), one, one, other)).toStrictEqual(['/corroborations/0/roles/1']);
  });
});
