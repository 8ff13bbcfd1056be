/** Real repositories in temporary folders, built without a working tree: any name a tree can hold, on any file system. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Broken } from '../../harness/broken.ts';

export type Mode = '100644' | '100755' | '120000' | '160000';

/** `content` is the text of a file, the target of a link, or the commit id of a submodule. */
export type Entry = { readonly path: string | Buffer; readonly mode: Mode; readonly content: string };

/** `parents` are full ids, or `:1` for the first commit of the same import. The ref ends up at the commit. */
export type CommitPlan = {
  readonly ref: string;
  readonly parents?: readonly string[];
  readonly entries: readonly Entry[];
  readonly message?: string;
};

// Word for word as the README publishes it.
const documentedCommand =
  'GIT_NO_REPLACE_OBJECTS=1 git diff-tree -r -z --raw --full-index --no-abbrev --no-renames --no-ext-diff --no-textconv --ignore-submodules=none';

// What the process inherited before any test stubbed it.
const path = process.env['PATH'] ?? '';

/** Nothing of the user's or the machine's git: no configuration, a fixed identity, a fixed date. */
export const cleanEnvironment: NodeJS.ProcessEnv = {
  PATH: path,
  HOME: '/nonexistent',
  LC_ALL: 'C',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'Author',
  GIT_AUTHOR_EMAIL: 'author@example.org',
  GIT_AUTHOR_DATE: '2024-01-01T00:00:00Z',
  GIT_COMMITTER_NAME: 'Committer',
  GIT_COMMITTER_EMAIL: 'committer@example.org',
  GIT_COMMITTER_DATE: '2024-01-01T00:00:00Z',
};

/** Runs a program that has to succeed; its standard output, in bytes. */
export function run(cwd: string, command: string, args: readonly string[], input: string | Buffer = ''): Buffer {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    input,
    env: cleanEnvironment,
    maxBuffer: Infinity,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr.toString()}`);
  return stdout;
}

/** Runs git; its standard output without the last newline. */
export function plainGit(folder: string, ...args: readonly string[]): string {
  return run(folder, 'git', args).toString().replace(/\n$/, '');
}

/** A temporary folder that lives as long as the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'control-shell-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function makeRepository(...options: readonly string[]): string {
  return initRepository(temporaryFolder(), ...options);
}

export function initRepository(folder: string, ...options: readonly string[]): string {
  plainGit(folder, 'init', '-q', '--template=', '--initial-branch=main', ...options);
  return folder;
}

/** Writes commits whose trees are exactly the entries; gives back their ids. */
export function importCommits(folder: string, plans: readonly CommitPlan[]): string[] {
  const parts: (string | Buffer)[] = [];
  for (const [index, { ref, parents = [], entries, message = '' }] of plans.entries()) {
    const mark = index + 1;
    parts.push(
      `reset ${ref}\ncommit ${ref}\nmark :${mark}\ncommitter Committer <committer@example.org> 1704067200 +0000\n`,
    );
    parts.push(...data(message));
    parts.push(...parents.map((parent, at) => `${at === 0 ? 'from' : 'merge'} ${parent}\n`), 'deleteall\n');
    for (const entry of entries) parts.push(...entryLines(entry));
    parts.push(`get-mark :${mark}\n`);
  }
  parts.push('done\n');
  const input = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  return run(folder, 'git', ['fast-import', '--quiet', '--force', '--done'], input).toString().split('\n').slice(0, -1);
}

/** One commit; gives back its id. */
export function importCommit(folder: string, plan: CommitPlan): string {
  const [id] = importCommits(folder, [plan]);
  if (id === undefined) throw new Error('fast-import wrote no commit');
  return id;
}

export const file = (name: string | Buffer, content = 'text\n'): Entry => ({ path: name, mode: '100644', content });

/** Names of one path segment that have broken tools before: prefixes, twins, controls, options, pathspecs. */
// prettier-ignore
export const oddNames: readonly string[] = [
  'a', 'b', 'a b', ' b', 'b ', 'README', 'readme', 'caf\u00e9', 'cafe\u0301', 'new\nline', 'tab\t', '"', "'", '\\',
  '..env', '...', '-rf', '--output=x', ':1', ':(glob)**', '*', '[a]', 'M\t', '__proto__', '\ufeff', '\uffff', '\u{1f600}',
  '\u202e', '\u001b[2J', '\u007f',
];

/** What the documented commands give, the list by `--name-only` so that nothing here reads the raw form. */
export function documented(folder: string, base: string, head: string): { diffSha256: string; changedFiles: string[] } {
  const script = `${documentedCommand} "$1" "$2" | sha256sum\n${documentedCommand.replace('--raw', '--name-only')} "$1" "$2"`;
  const told = run(folder, 'sh', ['-c', script, 'sh', base, head]);
  const names = told
    .subarray(told.indexOf('\n') + 1)
    .toString('utf8')
    .split('\0')
    .slice(0, -1);
  return { diffSha256: told.subarray(0, 64).toString(), changedFiles: names };
}

/** The line that a call is refused with; anything but Broken, or no refusal, fails the test. */
export function refusal(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof Broken && !error.message.includes('\n')) return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
}

function entryLines({ path: name, mode, content }: Entry): (string | Buffer)[] {
  const bytes = [...Buffer.from(name as string)];
  const quoted = bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
  if (mode === '160000') return [`M ${mode} ${content} "${quoted}"\n`];
  return [`M ${mode} inline "${quoted}"\n`, ...data(content)];
}

function data(text: string): (string | Buffer)[] {
  const bytes = Buffer.from(text);
  return [`data ${bytes.length}\n`, bytes, '\n'];
}
