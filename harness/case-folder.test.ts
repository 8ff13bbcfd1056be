import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderOf } from '../shell/testing/command.ts';
import { findCases } from './case-folder.ts';

const base = () =>
  folderOf({
    'cases/contract.json': '',
    'cases/contract.schema.json': '',
    'cases/case.schema.json': '',
    'cases/README.md': '',
    'cases/b/two.json': '',
    'cases/b/one.json': '',
    'cases/b/notes.md': '',
    'cases/a-b/x.json': '',
    'cases/a/x-1.json': '',
    'cases/.git/config.json': '',
    'cases/a/.swp.json': '',
  });

describe('a cases folder', () => {
  test('gives the files of its suites, by name, and nothing else', () => {
    const found = findCases('cases', base());
    expect(found.map(({ file, suite, topic }) => [file, suite, topic])).toEqual([
      ['cases/a/x-1.json', 'a', 'x-1'],
      ['cases/a-b/x.json', 'a-b', 'x'],
      ['cases/b/one.json', 'b', 'one'],
      ['cases/b/two.json', 'b', 'two'],
    ]);
  });

  test('is where its contract is looked for', () => {
    const folder = base();
    const [first] = findCases('cases', folder);
    expect(first).toMatchObject({ path: join(folder, 'cases/a/x-1.json'), contractFolders: [join(folder, 'cases')] });
  });

  test.each(['cases', './cases', 'cases/', 'cases/../cases', '../sub/cases'])('is found as %s', (path) => {
    const folder = folderOf({ 'sub/cases/a/x.json': '' });
    const [first, ...others] = findCases(path, join(folder, 'sub'));
    expect(others).toEqual([]);
    expect(first).toMatchObject({ suite: 'a', topic: 'x' });
  });

  test('is found by an absolute path, whatever the base', () => {
    const folder = base();
    expect(findCases(join(folder, 'cases'), '/nowhere')).toHaveLength(4);
  });

  test('may be a link, and so may its suites and its files', () => {
    const folder = base();
    mkdirSync(join(folder, 'linked'));
    symlinkSync(join(folder, 'cases/b'), join(folder, 'linked/c'));
    symlinkSync(join(folder, 'cases/a'), join(folder, 'linked/d'));
    expect(findCases('linked', folder).map(({ file }) => file)).toEqual([
      'linked/c/one.json',
      'linked/c/two.json',
      'linked/d/x-1.json',
    ]);
  });

  test('may be empty, and so may a suite', () => {
    expect(findCases('cases', folderOf({ 'cases/.keep': '' }))).toEqual([]);
    expect(findCases('cases', folderOf({ 'cases/a/.keep': '' }))).toEqual([]);
  });
});

test('`-` is standard input, whose contract stands where it is called', () => {
  expect(findCases('-', '/called/from')).toEqual([
    { path: '-', file: 'standard input', suite: 'stdin', topic: null, contractFolders: ['/called/from'] },
  ]);
});

describe('a file on its own', () => {
  test('is a suite of its stem', () => {
    const folder = base();
    expect(findCases('cases/b/two.json', folder)).toEqual([
      {
        path: join(folder, 'cases/b/two.json'),
        file: 'cases/b/two.json',
        suite: 'two',
        topic: null,
        contractFolders: [join(folder, 'cases/b'), join(folder, 'cases')],
      },
    ]);
  });

  test('may be a file that a folder would pass over', () => {
    expect(findCases('cases/contract.json', base())).toMatchObject([{ suite: 'contract' }]);
  });
});

test('of two names that are wrong the first by code units is said, whatever order the system has', () => {
  const folder = folderOf({ 'cases/\uff61/a.json': '', 'cases/\u{1f600}/a.json': '' });
  expect(() => findCases('cases', folder)).toThrow('cases/\u{1f600}: must be named');
});

describe('what cannot be found, or is named wrongly, is refused by its name', () => {
  test.each<readonly [title: string, files: readonly string[], path: string, named: string]>([
    ['a missing path', [], 'nowhere', 'nowhere'],
    ['a missing absolute path', [], '/nowhere/at/all', '/nowhere/at/all'],
    ['a path below a file', ['x.json'], 'x.json/y.json', 'x.json/y.json'],
    ['a file outside of a suite', ['cases/x.json'], 'cases', 'cases/x.json'],
    ['a folder inside a suite', ['cases/a/b/x.json'], 'cases', 'cases/a/b'],
    ['a suite with a capital', ['cases/A/x.json'], 'cases', 'cases/A'],
    ['a suite with two hyphens together', ['cases/a--b/x.json'], 'cases', 'cases/a--b'],
    ['a suite with an accent', ['cases/\u00e9/x.json'], 'cases', 'cases/\u00e9'],
    ['a topic with a space', ['cases/a/x y.json'], 'cases', 'cases/a/x y.json'],
    ['a topic that ends in a hyphen', ['cases/a/x-.json'], 'cases', 'cases/a/x-.json'],
    ['a topic of nothing', ['cases/a/-.json'], 'cases', 'cases/a/-.json'],
    ['a file on its own with an underscore', ['x_y.json'], 'x_y.json', 'x_y.json'],
    ['a file on its own with another ending', ['x.yaml'], 'x.yaml', 'x.yaml'],
  ])('%s', (_, files, path, named) => {
    const folder = folderOf(Object.fromEntries(files.map((file) => [file, ''])));
    expect(() => findCases(path, folder)).toThrow(
      expect.objectContaining({ name: 'Broken', problems: [expect.objectContaining({ place: { file: named } })] }),
    );
  });
});
