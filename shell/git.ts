/**
 * Runs git so that only the repository's objects and refs can move the answer: nothing inherited from the environment
 * points it elsewhere, no replacement or graft rewrites history, no configuration starts a program.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { Broken } from '../harness/broken.ts';
import { escapeControls } from '../src/contract/controls.ts';
import { show } from '../src/contract/show.ts';

/** What one git command answered: exit status, standard output as bytes, standard error as text in git's English. */
export type GitAnswer = { readonly status: number; readonly stdout: Buffer; readonly stderr: string };

/** A repository that answered; `shallow` holds the ids at which a shallow clone ends, and none in a whole one. */
export type Repository = {
  readonly folder: string;
  readonly idLength: 40 | 64;
  readonly shallow: ReadonlySet<string>;
};

const settings = [
  // An index that asks for a file system monitor makes even diff-tree start the configured program.
  'core.fsmonitor=false',
  // A commit-graph repeats what the commits say, and is believed before them.
  'core.commitGraph=false',
  // A partial clone fetches what it lacks, by whatever program its configuration names.
  'protocol.allow=never',
  // A short id is a commit's, whatever configuration would have it be.
  'core.disambiguate=committish',
].flatMap((setting) => ['-c', setting]);

/** What to do in a shallow clone that holds too little. */
export const fetchMore = 'fetch the whole history (`git fetch --unshallow`, or `fetch-depth: 0` in actions/checkout)';

/**
 * Runs `git args…` in `folder`, feeding it `input`. A status other than 0 is an answer, for the caller to read.
 * Throws Broken when there is no answer: no such folder, no git, no repository, or one of another owner.
 */
export function git(folder: string, args: readonly string[], input = ''): GitAnswer {
  if (!isFolder(folder))
    throw new Broken(`the repository folder ${show(folder)} is not a folder: name one with \`--repo\``);
  const run = spawnSync('git', [...settings, ...args], {
    cwd: folder,
    env: environment(),
    input,
    maxBuffer: Infinity,
  });
  if (run.error !== undefined && 'code' in run.error && run.error.code === 'ENOENT') {
    throw new Broken('no `git` on the PATH: install git, or put its folder on the PATH');
  }
  if (run.status === null) {
    const why = run.signal ?? run.error?.message ?? 'no exit status';
    throw new Broken(`\`git ${args[0]}\` did not finish in ${show(folder)} (${show(why)}): try again`);
  }
  const answer: GitAnswer = { status: run.status, stdout: run.stdout, stderr: run.stderr.toString('utf8') };
  if (answer.status !== 0) refuseUnusable(folder, answer.stderr);
  return answer;
}

/** The standard output, in bytes, of a git command that has to succeed: anything else throws Broken. */
export function gitOutput(folder: string, args: readonly string[], input = ''): Buffer {
  const answer = git(folder, args, input);
  if (answer.status !== 0) throw gitFailed(folder, args, answer.stderr);
  return answer.stdout;
}

/**
 * The standard output of a git command that has to succeed, chunk by chunk, for answers of any size; anything else throws
 * Broken.
 */
export async function* gitStream(folder: string, args: readonly string[], input: string): AsyncGenerator<Buffer> {
  const child = spawn('git', [...settings, ...args], { cwd: folder, env: environment() });
  const words: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => words.push(chunk));
  const ended = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  // A git that ends early says why by its status.
  child.stdin.on('error', () => {}).end(input);
  yield* child.stdout;
  if ((await ended) !== 0) throw gitFailed(folder, args, Buffer.concat(words).toString('utf8'));
}

/** What to throw when git answered with an error of its own: one line with git's words, shortened and escaped. */
export function gitFailed(folder: string, args: readonly string[], stderr: string): Broken {
  const advice = stderr.includes('promisor')
    ? 'the partial clone lacks objects: fetch them (`git fetch --refetch --filter=blob:none`)'
    : '`git fsck` tells whether the repository is damaged';
  return new Broken(`\`git ${args[0]}\` failed in ${show(folder)}, saying ${quoteWords(stderr)}; ${advice}`);
}

/** Asks a folder, or any folder below a repository's, which repository it is. Throws Broken where there is none. */
export function openRepository(folder: string): Repository {
  const told = gitOutput(folder, ['rev-parse', '--show-object-format', '--git-path', 'shallow']);
  const format = told.subarray(0, told.indexOf('\n')).toString();
  // Bytes, not text: a folder's name need not be UTF-8, and may hold a newline.
  const path = told.subarray(told.indexOf('\n') + 1, -1);
  const absolute = isAbsolute(path.toString()) ? path : Buffer.concat([Buffer.from(`${folder}/`), path]);
  return { folder, idLength: format === 'sha256' ? 64 : 40, shallow: readShallow(folder, absolute) };
}

function isFolder(folder: string): boolean {
  try {
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

function environment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith('GIT_'));
  return {
    ...Object.fromEntries(inherited),
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_GRAFT_FILE: '/dev/null',
    GIT_NO_LAZY_FETCH: '1',
    LC_ALL: 'C',
  };
}

function refuseUnusable(folder: string, stderr: string): void {
  if (stderr.includes('fatal: not a git repository')) {
    throw new Broken(`${show(folder)} is in no git repository: name one with \`--repo\``);
  }
  if (stderr.includes('fatal: detected dubious ownership')) {
    throw new Broken(
      `git refuses the repository ${show(folder)}, saying ${quoteWords(stderr)}; ` +
        'if you trust it, add that folder with `git config --global --add safe.directory FOLDER`',
    );
  }
}

function quoteWords(stderr: string): string {
  const lines = stderr.split('\n');
  const line = lines.find((one) => one.startsWith('fatal: ')) ?? lines.find((one) => one.startsWith('error: '));
  const words = (line ?? lines[0] ?? '').replace(/^(fatal|error): /, '');
  return escapeControls(JSON.stringify(words.length > 200 ? `${words.slice(0, 200)}…` : words));
}

function readShallow(folder: string, file: Buffer): ReadonlySet<string> {
  try {
    return new Set(
      readFileSync(file, 'latin1')
        .split('\n')
        .filter((line) => line !== ''),
    );
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Set();
    throw new Broken(`cannot read where the shallow clone ${show(folder)} ends: make its \`shallow\` file readable`);
  }
}
