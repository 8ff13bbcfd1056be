/** Which files hold cases: `<cases folder>/<suite>/<topic>.json`, or a file named on its own. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { byCodeUnits } from '../src/contract/json.ts';
import { Broken } from './broken.ts';

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
const word = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Finds what a path names; `base` is the folder that relative paths start from. Throws `Broken`. */
export function findCases(path: string, base: string): readonly CaseSource[] {
  const whole = join(base, path);
  const full = path.startsWith('/') ? path : whole;
  if (!existsSync(full)) throw new Broken('there is no such file or folder', { file: path });
  if (statSync(full).isDirectory()) return findInFolder(full, path);
  const stem = basename(path, '.json');
  if (!word.test(stem)) throw new Broken('must be named in lower-case words joined by hyphens', { file: path });
  return [
    { path: full, file: path, suite: stem, topic: null, contractFolders: [dirname(full), dirname(dirname(full))] },
  ];
}

function findInFolder(folder: string, name: string): readonly CaseSource[] {
  return entriesOf(folder).flatMap((suite) => {
    const suiteName = join(name, suite);
    if (!statSync(join(folder, suite)).isDirectory()) {
      if (!suite.endsWith('.json') || besideCases.has(suite)) return [];
      throw new Broken('stands outside of a suite: move it to `<cases folder>/<suite>/`', { file: suiteName });
    }
    if (!word.test(suite)) throw new Broken('must be named in lower-case words joined by hyphens', { file: suiteName });
    return entriesOf(join(folder, suite)).flatMap((entry) => findInSuite(folder, name, suite, entry));
  });
}

function findInSuite(folder: string, name: string, suite: string, entry: string): readonly CaseSource[] {
  const path = join(folder, suite, entry);
  const file = join(name, suite, entry);
  if (statSync(path).isDirectory()) throw new Broken('is a folder inside a suite: suites hold files only', { file });
  if (!entry.endsWith('.json')) return [];
  const topic = basename(entry, '.json');
  if (!word.test(topic)) throw new Broken('must be named in lower-case words joined by hyphens', { file });
  return [{ path, file, suite, topic, contractFolders: [folder] }];
}

function entriesOf(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((entry) => !entry.startsWith('.'))
    .sort(byCodeUnits);
}
