/** Reads a change from git: its two commits, and from the bytes of one diff both its digest and its list of files. */
import { createHash } from 'node:crypto';
import { TextDecoder } from 'node:util';
import { Broken } from '../harness/broken.ts';
import { show } from '../src/contract/show.ts';
import { fetchMore, git, gitFailed, gitOutput, openRepository, type Repository } from './git.ts';
import { resolveCommits } from './revision.ts';

/**
 * A change as the repository shows it. `base` (the merge base) and `head` are full commit ids, `diffSha256` is
 * 64 lower-case hex digits, `changedFiles` are paths from the repository's root, in git's order, a rename being both.
 */
export type Change = {
  readonly base: string;
  readonly head: string;
  readonly sameTree: boolean;
  readonly diffSha256: string;
  readonly changedFiles: readonly string[];
};

/** `repo` is a folder in the repository, `base` and `head` are revisions; `warn` takes one line that stops nothing. */
export type ChangeRequest = {
  readonly repo: string;
  readonly base: string;
  readonly head: string;
  readonly warn: (line: string) => void;
};

/** The command that the README publishes: whoever runs it in a shell gets the same bytes. */
const diffCommand = (
  'diff-tree -r -z --raw --full-index --no-abbrev --no-renames ' +
  '--no-ext-diff --no-textconv --ignore-submodules=none'
).split(' ');

/**
 * What the repository shows now between the merge base of the two revisions and the head. About five git processes.
 * Throws Broken where there is no change to tell: no repository, an unclear revision, no certain merge base,
 * a path that is not UTF-8.
 */
export function readChange(request: ChangeRequest): Change {
  const repository = openRepository(request.repo);
  const tips = resolveCommits(repository, { base: request.base, head: request.head });
  const base = mergeBase(repository, request, tips);
  // Without `--` a file that is named like one of the ids makes git refuse.
  const raw = gitOutput(repository.folder, [...diffCommand, base, tips.head, '--']);
  return {
    base,
    head: tips.head,
    sameTree: raw.length === 0,
    diffSha256: createHash('sha256').update(raw).digest('hex'),
    changedFiles: changedPaths(raw),
  };
}

type Tips = { readonly base: string; readonly head: string };

function mergeBase(repository: Repository, request: ChangeRequest, tips: Tips): string {
  const args = ['merge-base', '--all', tips.base, tips.head];
  const answer = git(repository.folder, args);
  // A commit that git cannot read looks like "none", but for the error beside it.
  if (answer.status > 1 || /^(error|fatal): /m.test(answer.stderr))
    throw gitFailed(repository.folder, args, answer.stderr);
  const bases = answer.stdout
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .sort();
  const [smallest] = bases;
  const pair = `base ${show(request.base)} and head ${show(request.head)}`;
  if (smallest === undefined) {
    throw repository.shallow.size === 0
      ? new Broken(`${pair} have no merge base, their histories are unrelated: name a base that the head grew from`)
      : new Broken(`the merge base of ${pair} lies outside of what this shallow clone has: ${fetchMore}`);
  }
  if (hidesBetter(repository, tips, bases)) {
    throw new Broken(
      `the merge base of ${pair} is uncertain, for this shallow clone may hide a better one: ${fetchMore}`,
    );
  }
  if (bases.length > 1)
    request.warn(`${pair} have ${bases.length} merge bases: the smallest id, ${smallest}, is taken`);
  return smallest;
}

/**
 * Whether history beyond the shallow boundary could change the merge bases. One that is a tip itself is certain.
 * Any other is, too, unless some boundary commit of the tips' history is not among its ancestors: what hides behind
 * that commit may be common to both tips and newer. Asked of each of several, since one may hide behind another.
 */
function hidesBetter({ folder, shallow }: Repository, tips: Tips, bases: readonly string[]): boolean {
  if (shallow.size === 0) return false;
  return bases.some((base) => {
    if (base === tips.base || base === tips.head) return false;
    const apart = gitOutput(folder, ['rev-list', tips.base, tips.head, '--not', base, '--']);
    return apart
      .toString()
      .split('\n')
      .some((id) => shallow.has(id));
  });
}

const colon = 0x3a;
const statuses = new Set(Buffer.from('ADMT'));

/** Records are `:MODE MODE ID ID STATUS`, NUL, path, NUL. */
function changedPaths(raw: Buffer): string[] {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const paths: string[] = [];
  for (let at = 0; at < raw.length;) {
    const gap = raw.indexOf(0, at);
    const end = raw.indexOf(0, gap + 1);
    if (raw[at] !== colon || gap === -1 || end === -1 || !statuses.has(raw[gap - 1] ?? 0)) {
      throw new Broken('`git diff-tree` answered in a form that is not its documented one: try another version of git');
    }
    paths.push(decode(decoder, raw.subarray(gap + 1, end)));
    at = end + 1;
  }
  return paths;
}

function decode(decoder: TextDecoder, path: Buffer): string {
  try {
    return decoder.decode(path);
  } catch {
    const hex = (byte: string): string => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`;
    const shown = path
      .toString('latin1')
      .slice(0, 200)
      .replace(/[^ !#-~]/g, hex);
    throw new Broken(
      `the path "${shown}" is not UTF-8, and no manifest can name it: rename the file (\`git mv\`), ` +
        'from a base that does not have it either',
    );
  }
}
