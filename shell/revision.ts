/**
 * Resolves revisions to commit ids. They are fed to git as lines, never as arguments, so none can be an option; and
 * where a name could mean two things it is refused, however git itself would choose.
 */
import { Broken } from '../harness/broken.ts';
import { show } from '../src/contract/show.ts';
import { fetchMore, gitOutput, type Repository } from './git.ts';

/**
 * The full commit id of each revision; the keys name them in messages (`head "x" is …`). Tags are peeled.
 * Throws Broken for a revision that is unreadable, unknown, ambiguous, or no commit.
 */
export function resolveCommits<Name extends string>(
  repository: Repository,
  revisions: Readonly<Record<Name, string>>,
): Record<Name, string> {
  const asked = Object.entries<string>(revisions).map(([name, text]) => ask(repository, name, text));
  const refs = readRefs(repository, new Set(asked.flatMap((revision) => revision.candidates)));
  const lines = asked.flatMap(({ text, start }) => [start, text, `${text}^{commit}`]);
  const told = gitOutput(repository.folder, ['cat-file', '--batch-check'], `${lines.join('\n')}\n`)
    .toString()
    .split('\n');
  const ids = asked.map((revision, index): [string, string] => {
    const [start = '', whole = '', peeled = ''] = told.slice(index * 3, index * 3 + 3);
    refuseAmbiguous(repository, revision, refs, objectOf(start)?.id);
    return [revision.name, commitOf(repository, revision, whole, peeled)];
  });
  return Object.fromEntries(ids) as Record<Name, string>;
}

/** `start` is the name that an expression such as `main~2` starts with, `candidates` the refs that git may read it as. */
type Revision = {
  readonly name: string;
  readonly text: string;
  readonly start: string;
  readonly isShortId: boolean;
  readonly candidates: readonly string[];
};

function ask(repository: Repository, name: string, text: string): Revision {
  if (text === '') throw new Broken(`${name} is an empty revision: name a branch, a tag or a commit id`);
  // A newline would be a second question, and git drops a carriage return; no ref can hold any of these.
  if (/[\u0000-\u001f\u007f]/.test(text)) {
    throw new Broken(
      `${name} ${show(text)} holds a control character, as no revision can: name a branch, a tag or an id`,
    );
  }
  const start = /^(?:(?!@\{)[^~^:])*/.exec(text)?.[0] ?? '';
  const isHex = /^[0-9a-f]{4,}$/i.test(start);
  const candidates = isHex && start.length === repository.idLength ? [] : candidatesOf(start);
  return { name, text, start, isShortId: isHex && start.length < repository.idLength, candidates };
}

function candidatesOf(start: string): string[] {
  // `HEAD` and `@` are always what is checked out; a glob, which no ref's name can hold, would list them all.
  if (['', '@', 'HEAD'].includes(start) || /[*?[\\]/.test(start)) return [];
  if (start.startsWith('refs/')) return [start];
  const folders = ['refs/', 'refs/tags/', 'refs/heads/', 'refs/remotes/'];
  return [...folders.map((folder) => folder + start), `refs/remotes/${start}/HEAD`];
}

function readRefs(repository: Repository, candidates: ReadonlySet<string>): ReadonlyMap<string, string> {
  if (candidates.size === 0) return new Map();
  const told = gitOutput(repository.folder, ['for-each-ref', '--format=%(objectname) %(refname)', ...candidates]);
  const refs = told
    .toString()
    .split('\n')
    .map((line): [string, string] => {
      const space = line.indexOf(' ');
      return [line.slice(space + 1), line.slice(0, space)];
    });
  return new Map(refs);
}

function refuseAmbiguous(
  repository: Repository,
  { name, text, start, isShortId, candidates }: Revision,
  refs: ReadonlyMap<string, string>,
  id: string | undefined,
): void {
  const found = candidates.filter((candidate) => refs.has(candidate));
  if (start.startsWith('refs/')) {
    // git would go on to look for `refs/heads/refs/heads/main`: another ref than the one that was written in full.
    if (found.length === 0) throw unknown(repository, name, text);
    return;
  }
  // git also reads a file of that name beside `HEAD`, which no listing shows: it gives itself away by its id.
  const isHidden =
    id !== undefined &&
    (found[0] === undefined ? isShortId && !id.startsWith(start.toLowerCase()) : refs.get(found[0]) !== id);
  const meanings = [...(isShortId ? ['a short id'] : []), ...found.map(show)];
  if (isHidden) meanings.push('a file of that name in the git folder');
  if (meanings.length < 2) return;
  const advice = isShortId
    ? 'write the ref in full (`refs/heads/…`) or the whole id'
    : 'write `refs/heads/…` or `refs/tags/…`';
  throw new Broken(`${name} ${show(text)} is ambiguous, it may be ${meanings.join(' or ')}: ${advice}`);
}

function commitOf(repository: Repository, { name, text }: Revision, whole: string, peeled: string): string {
  if (whole.endsWith(' ambiguous')) {
    throw new Broken(`${name} ${show(text)} is ambiguous, more than one commit's id starts so: write more of the id`);
  }
  const object = objectOf(whole);
  if (object === undefined) throw unknown(repository, name, text);
  // Only what is a tag is asked for by its peeled name: after `:/words` the suffix would be more words.
  const commit = object.type === 'tag' ? objectOf(peeled) : object;
  if (commit?.type === 'commit') return commit.id;
  const type = object.type === 'tag' ? 'tag of something else' : object.type;
  throw new Broken(`${name} ${show(text)} is not a commit but a ${type}: name a branch, a tag or a commit id`);
}

function unknown({ folder, shallow }: Repository, name: string, text: string): Broken {
  const advice = shallow.size === 0 ? '' : `; in this shallow clone it may be missing: ${fetchMore}`;
  return new Broken(
    `${name} ${show(text)} is no revision known in ${show(folder)}: name a branch, a tag or an id${advice}`,
  );
}

function objectOf(line: string): { readonly id: string; readonly type: string } | undefined {
  const [, id, type] = /^([0-9a-f]{40,64}) (commit|tag|tree|blob) \d+$/.exec(line) ?? [];
  return id === undefined || type === undefined ? undefined : { id, type };
}
