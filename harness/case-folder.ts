/** Which files hold cases: `<cases folder>/<suite>/<topic>.json`, or a file named on its own. */
import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { byCodeUnits } from '../src/contract/json.ts';
import { Broken } from './broken.ts';
import { unreadable } from './json-file.ts';
import { words } from './words.ts';

/** A file of cases: where it is, how it is spoken of, and the beginning of its cases' ids. */
export type CaseSource = {
  readonly path: string;
  readonly file: string;
  readonly suite: string;
  readonly topic: string | null;
  /** Where its contract is looked for, the nearest first. */
  readonly contractFolders: readonly string[];
};

/** The files of the cases folder itself that hold no cases. */
const besideCases = new Set(['contract.json', 'contract.schema.json', 'case.schema.json']);

/** Finds what a path names, `-` being standard input; relative paths start from `base`. Throws `Broken`. */
export function findCases(path: string, base: string): readonly CaseSource[] {
  if (path === '-') return [{ path, file: 'standard input', suite: 'stdin', topic: null, contractFolders: [base] }];
  const full = resolve(base, path);
  if (isFolder(full, path)) return findInFolder(full, path);
  const stem = basename(path, '.json');
  checkWord(stem, path);
  return [
    { path: full, file: path, suite: stem, topic: null, contractFolders: [dirname(full), dirname(dirname(full))] },
  ];
}

function findInFolder(folder: string, name: string): readonly CaseSource[] {
  return entriesOf(folder, name).flatMap((suite) => {
    const file = join(name, suite);
    if (!isFolder(join(folder, suite), file)) {
      if (!suite.endsWith('.json') || besideCases.has(suite)) return [];
      throw new Broken('stands in no suite: cases are `<cases folder>/<suite>/<topic>.json`; or name the file itself', {
        file,
      });
    }
    checkWord(suite, file);
    return entriesOf(join(folder, suite), file).flatMap((entry) => findInSuite(folder, name, suite, entry));
  });
}

function findInSuite(folder: string, name: string, suite: string, entry: string): readonly CaseSource[] {
  const path = join(folder, suite, entry);
  const file = join(name, suite, entry);
  const kind = asked(() => statSync(path), file);
  if (kind.isDirectory()) throw new Broken('is a folder inside a suite: suites hold files only', { file });
  if (entry.endsWith('.md')) return [];
  if (!entry.endsWith('.json')) throw new Broken('is not a case file: name it `<topic>.json`', { file });
  if (!kind.isFile()) throw new Broken('is not a regular file', { file });
  const topic = basename(entry, '.json');
  checkWord(topic, file);
  return [{ path, file, suite, topic, contractFolders: [folder] }];
}

function entriesOf(folder: string, name: string): readonly string[] {
  return asked(() => readdirSync(folder), name)
    .filter((entry) => !entry.startsWith('.'))
    .sort(byCodeUnits);
}

function isFolder(path: string, name: string): boolean {
  return asked(() => statSync(path), name).isDirectory();
}

function asked<T>(ask: () => T, file: string): T {
  try {
    return ask();
  } catch (error) {
    throw unreadable(error, file);
  }
}

function checkWord(text: string, file: string): void {
  if (!words.test(text)) throw new Broken('must be named in lower-case words joined by hyphens', { file });
}
