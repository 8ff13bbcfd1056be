/** Files of a repository that a command keeps: found inside it, whatever the links, and replaced whole or not at all. */
import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { Broken } from '../harness/broken.ts';
import { unreadable, unwritable } from '../harness/json-file.ts';

/** A place for a file: `shown` is its name in messages, `path` has no link in it, `before` is what stands there now. */
export type RepositoryFile = {
  readonly shown: string;
  readonly path: string;
  readonly before: { readonly bytes: Buffer; readonly stats: fs.Stats } | undefined;
};

/** Bytes. */
const largestFile = 16 * 1024 * 1024;

export type Replacement = { readonly file: RepositoryFile; readonly bytes: Buffer };

/**
 * Finds a file by its name from the repository's root, which is `folder`. A link is followed to where `linkTo` allows,
 * inside the repository. Throws `Broken`.
 */
export function findFile(folder: string, name: string, shown: string, linkTo?: RegExp): RepositoryFile {
  try {
    const root = fs.realpathSync(folder);
    if (!fs.statSync(root).isDirectory() || root.split(sep).includes('.git'))
      throw new Broken('is not in the folder of a repository: name one with `--repo`', { file: shown });
    const folders = dirname(name) === '.' ? [] : dirname(name).split('/');
    let path = root;
    for (const part of folders) {
      path = follow(root, join(path, part), shown, undefined);
      if (fs.statSync(path, { throwIfNoEntry: false })?.isDirectory() === false) {
        throw new Broken(`\`${part}\` is not a folder: remove or rename it`, { file: shown });
      }
    }
    path = follow(root, join(path, basename(name)), shown, linkTo);
    const stats = fs.lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return { shown, path, before: undefined };
    if (stats.size > largestFile) {
      throw new Broken(`has ${stats.size} bytes, more than ${largestFile}: make it shorter`, { file: shown });
    }
    if (!stats.isFile()) throw new Broken('is not a regular file: remove or rename it', { file: shown });
    // Replacing it would not ask for that.
    fs.accessSync(path, fs.constants.W_OK);
    return { shown, path, before: { bytes: fs.readFileSync(path), stats } };
  } catch (error) {
    throw error instanceof Broken ? error : unreadable(error, shown);
  }
}

/**
 * Replaces files. All of them are written beside their places before the first one is put into its place, so a disk
 * that is full costs nothing. Throws `Broken`.
 */
export function replaceFiles(replacements: readonly Replacement[]): void {
  const staged: { readonly file: RepositoryFile; readonly beside: string }[] = [];
  const made: string[] = [];
  let shown = '';
  try {
    for (const { file, bytes } of replacements) {
      ({ shown } = file);
      const folder = fs.mkdirSync(dirname(file.path), { recursive: true });
      if (folder !== undefined) made.push(folder);
      const beside = join(dirname(file.path), `.${basename(file.path)}.${randomUUID()}`);
      staged.push({ file, beside });
      writeBeside(beside, bytes, file.before?.stats);
    }
    for (const { file, beside } of staged) {
      ({ shown } = file);
      fs.renameSync(beside, file.path);
    }
  } catch (error) {
    for (const { beside } of staged) fs.rmSync(beside, { force: true });
    for (const folder of made) if (fs.readdirSync(folder).length === 0) fs.rmdirSync(folder);
    throw unwritable(error, shown);
  }
}

/** The place itself, or where a link leads to: in the repository, out of git's own files, and as `linkTo` allows. */
function follow(root: string, path: string, shown: string, linkTo: RegExp | undefined): string {
  if (fs.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return path;
  const target = endOf(path, shown);
  const [first, ...rest] = relative(root, target).split(sep);
  if (first === '..' || [first, ...rest].some((part) => part?.toLowerCase() === '.git')) {
    throw new Broken('is reached by a link that leads out of the repository: put a file in its place', { file: shown });
  }
  if (linkTo?.test(target) !== true) {
    throw new Broken('is reached by a link to something of another kind: put a file in its place', { file: shown });
  }
  return target;
}

function endOf(link: string, shown: string): string {
  try {
    return fs.realpathSync(link);
  } catch {
    throw new Broken('is reached by a link that leads nowhere: put a file in its place', { file: shown });
  }
}

function writeBeside(beside: string, bytes: Buffer, stats: fs.Stats | undefined): void {
  const file = fs.openSync(beside, 'wx', stats?.mode);
  try {
    fs.writeFileSync(file, bytes);
    if (stats !== undefined) {
      keepOwner(file, stats);
      fs.fchmodSync(file, stats.mode);
    }
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}

/** Only the superuser can give a file away; anyone else writes files of their own. */
function keepOwner(file: number, { uid, gid }: fs.Stats): void {
  const mine = fs.fstatSync(file);
  if (mine.uid === uid && mine.gid === gid) return;
  try {
    fs.fchownSync(file, uid, gid);
  } catch {
    // Another's file in a folder of one's own: what is in it is kept, whose it is cannot be.
  }
}
