import { describe, expect, test } from 'vitest';
import { Broken } from './broken.ts';
import type { CaseSource } from './case-folder.ts';
import { loadCases } from './load-cases.ts';

const source: CaseSource = { path: '/x', file: 'f.json', suite: 'suite', topic: 'topic', contractFolders: [] };
const one = {
  name: 'one',
  description: 'd',
  input: 1,
  expect: { code: 'DENY_REQUEST', rule: 'request-shape' },
};

const load = (file: unknown, from = source) => loadCases([from], () => Buffer.from(JSON.stringify(file)));
const file = (...cases: readonly unknown[]) => ({ gate: 'permission', description: 'd', cases });

/** What is said of a file that is broken. */
async function said(content: unknown): Promise<readonly string[]> {
  return load(content).then(
    () => [],
    (error: unknown) => {
      if (error instanceof Broken) return error.problems.map(({ message }) => message);
      throw error;
    },
  );
}

test('a case is known by its suite, its topic, if there is one, and its name', async () => {
  expect(await load(file(one))).toEqual([
    { id: 'suite/topic/one', suite: 'suite', gate: 'permission', description: 'd', input: 1, expect: one.expect },
  ]);
  expect((await load(file(one), { ...source, topic: null })).map(({ id }) => id)).toEqual(['suite/one']);
});

test('cases stand in the order of the code units of their ids’ beginnings, however their files are listed', async () => {
  const sources = ['a', 'a-b', 'a0'].map((suite) => ({ ...source, suite }));
  const cases = await loadCases(sources, ({ suite }) => Buffer.from(JSON.stringify(file({ ...one, input: suite }))));
  expect(cases.map(({ id }) => id)).toEqual(['a-b/topic/one', 'a/topic/one', 'a0/topic/one']);
});

describe('what is wrong in a case is said of that case by its id, if it has a name', () => {
  test.each<readonly [title: string, content: unknown, messages: readonly string[]]>([
    [
      'a member of a case',
      file(one, { ...one, name: 'two', input: 2, x: 1 }),
      ['case `suite/topic/two`: `x` is not a known key'],
    ],
    ['a name that is none', file({ ...one, name: 1 }), ['`name` must be lower-case words joined by hyphens, not 1']],
    ['no name', file({ ...one, name: undefined }), ['`name` is missing']],
    ['no object', file('prose'), ['item 1 must be an object, not "prose"']],
    ['no case', file(), ['`cases` must not be empty']],
    ['no cases', { ...file(), cases: { 0: one } }, ['`cases` must be a list, not an object']],
    ['a member of the file', { ...file(one), x: 1 }, ['`x` is not a known key']],
    ['the file', 'prose', ['the input must be an object, not "prose"']],
    [
      'the store of a call',
      {
        ...file({
          ...one,
          input: { store: { pageSize: 0, fault: null, threads: [] } },
          expect: { code: 'DENY_CALL', rule: 'call-shape' },
        }),
        gate: 'evidence',
      },
      ['case `suite/topic/one`: `pageSize` must be an integer from 1 to 9007199254740991, not 0'],
    ],
    ['one name twice', file(one, { ...one, input: 2 }), ['two cases have the id `suite/topic/one`: rename one']],
    [
      'one input twice',
      file(one, { ...one, name: 'two' }),
      ['case `suite/topic/two` has the very input of `suite/topic/one`: drop one'],
    ],
  ])('%s', async (_, content, messages) => {
    expect(await said(content)).toEqual(messages);
  });
});

test('what is no broken file is no complaint: it is thrown as it is', async () => {
  const failure = new TypeError('a fault in the program');
  const failing = (): never => {
    throw failure;
  };
  await expect(loadCases([source], failing)).rejects.toBe(failure);
});
