import { createHash } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { show } from '../src/contract/show.ts';
import { openRepository } from './git.ts';
import { resolveCommits } from './revision.ts';
import {
  file,
  importCommit,
  importCommits,
  makeRepository,
  plainGit,
  refusal,
  temporaryFolder,
} from './testing/repository.ts';

type History = { readonly folder: string; readonly root: string; readonly tip: string };

function makeHistory(...options: readonly string[]): History {
  const folder = makeRepository(...options);
  const root = importCommit(folder, { ref: 'refs/heads/main', entries: [file('a')], message: 'first' });
  const tip = importCommit(folder, {
    ref: 'refs/heads/main',
    parents: [root],
    entries: [file('b')],
    message: 'second',
  });
  return { folder, root, tip };
}

function resolve(folder: string, head: string): string {
  return resolveCommits(openRepository(folder), { head }).head;
}

function blobId(text: string): string {
  return createHash('sha1').update(`blob ${text.length}\0${text}`).digest('hex');
}

describe('a revision is resolved to a full commit id', () => {
  test('from a branch, a tag, a remote branch, HEAD, an id, a short id or an expression', () => {
    const { folder, root, tip } = makeHistory();
    plainGit(folder, 'tag', '-a', '-m', 'inner', 'inner', root);
    plainGit(folder, 'tag', '-a', '-m', 'outer', 'outer', 'inner');
    plainGit(folder, 'update-ref', 'refs/remotes/origin/topic', root);
    plainGit(folder, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/topic');
    const tips = [
      'main',
      'heads/main',
      'refs/heads/main',
      'HEAD',
      '@',
      tip,
      tip.slice(0, 7),
      tip.slice(0, 9).toUpperCase(),
    ];
    expect(tips.map((revision) => resolve(folder, revision))).toEqual(tips.map(() => tip));
    const roots = [
      'main~',
      'HEAD^',
      '@~1',
      `${tip}~1`,
      `${tip.slice(0, 8)}^`,
      'outer',
      'inner^{}',
      'origin/topic',
      'origin',
    ];
    roots.push(root, ':/first', 'HEAD^{/^first$}', 'main^{commit}^', 'outer~0');
    expect(roots.map((revision) => resolve(folder, revision))).toEqual(roots.map(() => root));
  });

  test('several at once, each under its name', () => {
    const { folder, root, tip } = makeHistory();
    expect(resolveCommits(openRepository(folder), { base: 'main~1', head: 'main' })).toEqual({ base: root, head: tip });
  });

  test('a commit is meant where a short id fits a blob, too, whatever the configuration prefers', () => {
    const { folder, tip } = makeHistory();
    // Found by search: a text whose blob shares the first four digits with the commit.
    const start = tip.slice(0, 4);
    let twin = 0;
    while (!blobId(`${twin}`).startsWith(start)) twin += 1;
    writeFileSync(join(folder, 'twin'), `${twin}`);
    const blob = plainGit(folder, 'hash-object', '-w', 'twin');
    plainGit(folder, 'config', 'core.disambiguate', 'blob');
    expect(blob.slice(0, 4)).toBe(start);
    expect(plainGit(folder, 'rev-parse', start)).toBe(blob);
    expect(resolve(folder, start)).toBe(tip);
  });

  test('an id of full length is the object, whatever refs are called', () => {
    const { folder, root, tip } = makeHistory();
    plainGit(folder, 'update-ref', `refs/heads/${tip}`, root);
    plainGit(folder, 'update-ref', `refs/tags/${tip}`, root);
    expect(resolve(folder, tip)).toBe(tip);
    expect(resolve(folder, `${tip}~1`)).toBe(root);
  });

  test('a full id that no object has is unknown, even where a ref has that name', () => {
    const { folder, root } = makeHistory();
    const absent = 'ab'.repeat(20);
    plainGit(folder, 'update-ref', `refs/heads/${absent}`, root);
    expect(refusal(() => resolve(folder, absent))).toContain('is no revision known in');
  });

  test('SHA-256 ids have 64 digits, and 40 of them are a short id', () => {
    const { folder, root, tip } = makeHistory('--object-format=sha256');
    expect(tip).toHaveLength(64);
    expect(resolve(folder, tip)).toBe(tip);
    expect(resolve(folder, tip.slice(0, 40))).toBe(tip);
    plainGit(folder, 'update-ref', `refs/heads/${tip}`, root);
    expect(resolve(folder, tip)).toBe(tip);
    plainGit(folder, 'update-ref', `refs/heads/${tip.slice(0, 40)}`, root);
    expect(refusal(() => resolve(folder, tip.slice(0, 40)))).toContain('is ambiguous');
  });
});

describe('a short id that is also a ref is refused', () => {
  const refs = ['refs/heads/X', 'refs/tags/X', 'refs/X', 'refs/remotes/X', 'refs/remotes/X/HEAD'];

  test.each(refs)('as %s', (ref) => {
    const { folder, root, tip } = makeHistory();
    const short = tip.slice(0, 8);
    plainGit(folder, 'update-ref', ref.replace('X', short), root);
    for (const revision of [short, `${short}~1`, `${short}^`, `${short}^{commit}`, `${short}^{/x}`, `${short}@{0}`]) {
      const line = refusal(() => resolve(folder, revision));
      expect(line).toContain(`is ambiguous, it may be a short id or "${ref.replace('X', short)}"`);
      expect(line).toContain('write the ref in full (`refs/heads/…`) or the whole id');
    }
  });

  test('as a file in the git folder', () => {
    const { folder, root, tip } = makeHistory();
    writeFileSync(join(folder, '.git', tip.slice(0, 8)), `${root}\n`);
    expect(plainGit(folder, 'rev-parse', tip.slice(0, 8))).toBe(root);
    expect(refusal(() => resolve(folder, tip.slice(0, 8)))).toContain('or a file of that name in the git folder');
  });

  test('even where the ref holds that very commit, or no object has such an id', () => {
    const { folder, tip } = makeHistory();
    plainGit(folder, 'update-ref', `refs/heads/${tip.slice(0, 8)}`, tip);
    plainGit(folder, 'update-ref', 'refs/heads/c0ffee', tip);
    expect(refusal(() => resolve(folder, tip.slice(0, 8)))).toContain('is ambiguous');
    expect(refusal(() => resolve(folder, 'c0ffee'))).toContain('is ambiguous');
    expect(resolve(folder, 'refs/heads/c0ffee')).toBe(tip);
  });

  test('but three digits, or a name that only starts like an id, are names', () => {
    const { folder, root } = makeHistory();
    plainGit(folder, 'update-ref', 'refs/heads/abc', root);
    plainGit(folder, 'update-ref', 'refs/heads/abcd-fix', root);
    expect(resolve(folder, 'abc')).toBe(root);
    expect(resolve(folder, 'abcd-fix')).toBe(root);
  });
});

describe('a name with two meanings is refused', () => {
  test('as a branch and a tag, with the advice to write it in full', () => {
    const { folder, root, tip } = makeHistory();
    plainGit(folder, 'update-ref', 'refs/tags/main', root);
    for (const revision of ['main', 'main~0', 'main^{commit}', 'main@{0}']) {
      const line = refusal(() => resolve(folder, revision));
      expect(line).toContain('is ambiguous, it may be "refs/tags/main" or "refs/heads/main"');
      expect(line).toContain('write `refs/heads/…` or `refs/tags/…`');
    }
    expect(resolve(folder, 'refs/heads/main')).toBe(tip);
    expect(resolve(folder, 'refs/tags/main')).toBe(root);
    expect(resolve(folder, 'heads/main')).toBe(tip);
  });

  test('as a branch and a remote branch', () => {
    const { folder, root } = makeHistory();
    plainGit(folder, 'update-ref', 'refs/heads/origin/main', root);
    plainGit(folder, 'update-ref', 'refs/remotes/origin/main', root);
    expect(refusal(() => resolve(folder, 'origin/main'))).toContain('is ambiguous');
  });

  test('as a branch and a file in the git folder', () => {
    const { folder, root, tip } = makeHistory();
    plainGit(folder, 'update-ref', 'refs/heads/FETCH_HEAD', root);
    expect(resolve(folder, 'FETCH_HEAD')).toBe(root);
    writeFileSync(join(folder, '.git/FETCH_HEAD'), `${tip}\n`);
    expect(refusal(() => resolve(folder, 'FETCH_HEAD'))).toContain('or a file of that name in the git folder');
  });

  test('while HEAD is what is checked out, whatever refs are called', () => {
    const { folder, root, tip } = makeHistory();
    plainGit(folder, 'update-ref', 'refs/heads/HEAD', root);
    plainGit(folder, 'update-ref', 'refs/tags/HEAD', root);
    expect(resolve(folder, 'HEAD')).toBe(tip);
    expect(resolve(folder, 'HEAD~1')).toBe(root);
  });

  test('while a ref written in full is that ref and no other', () => {
    const { folder, root, tip } = makeHistory();
    plainGit(folder, 'update-ref', 'refs/heads/refs/heads/main', root);
    plainGit(folder, 'update-ref', 'refs/heads/refs/heads/gone', root);
    expect(resolve(folder, 'refs/heads/main')).toBe(tip);
    expect(plainGit(folder, 'rev-parse', 'refs/heads/gone')).toBe(root);
    expect(refusal(() => resolve(folder, 'refs/heads/gone'))).toContain('is no revision known in');
  });
});

describe('what is not a commit is refused', () => {
  const unknown = [
    'nothing',
    'HEAD~9',
    'main..main',
    '^main',
    'a b',
    '*',
    '-',
    '--',
    ':',
    '@{-1}',
    '0'.repeat(64),
    'main^{',
    '\ufeffmain',
  ];

  test.each(unknown)('%j is unknown', (revision) => {
    const { folder } = makeHistory();
    expect(refusal(() => resolve(folder, revision))).toMatch(/^head ".* is no revision known in ".*": name a branch/);
  });

  test.each(['-h', '--help', '--output=x', '--batch', '--stdin', '-', '--exec=touch x'])(
    '%j is never an option',
    (revision) => {
      const { folder } = makeHistory();
      const before = readdirSync(folder);
      expect(refusal(() => resolve(folder, revision))).toContain(
        `head ${JSON.stringify(revision)} is no revision known`,
      );
      expect(readdirSync(folder)).toEqual(before);
    },
  );

  test('a name with a dash in front is a name like any other', () => {
    const { folder, root } = makeHistory();
    plainGit(folder, 'update-ref', 'refs/heads/--output=x', root);
    expect(resolve(folder, '--output=x')).toBe(root);
  });

  test.each(['main\n', 'main\nHEAD', 'main\r', '\0', 'main\u001b[2J', '\t'])(
    '%j holds a control character',
    (revision) => {
      const { folder } = makeHistory();
      expect(refusal(() => resolve(folder, revision))).toContain(`head ${show(revision)} holds a control character`);
    },
  );

  test('nothing at all is no revision', () => {
    const { folder } = makeHistory();
    expect(refusal(() => resolve(folder, ''))).toBe('head is an empty revision: name a branch, a tag or a commit id');
  });

  test('trees, blobs and their tags are told by their type', () => {
    const { folder } = makeHistory();
    plainGit(folder, 'tag', '-a', '-m', 'tree', 'tree', 'HEAD^{tree}');
    expect(refusal(() => resolve(folder, 'HEAD^{tree}'))).toContain('head "HEAD^{tree}" is not a commit but a tree: ');
    expect(refusal(() => resolve(folder, 'HEAD:b'))).toContain('is not a commit but a blob: ');
    expect(refusal(() => resolve(folder, 'tree'))).toContain('is not a commit but a tag of something else: ');
  });

  test('a short id of two commits is told to be too short', () => {
    const { folder } = makeHistory();
    const plans = Array.from({ length: 2000 }, (_, index) => ({
      ref: 'refs/heads/x',
      entries: [],
      message: `${index}`,
    }));
    const starts = importCommits(folder, plans).map((id) => id.slice(0, 4));
    const twice = starts.find((start, index) => starts.indexOf(start) !== index) ?? '';
    expect(refusal(() => resolve(folder, twice))).toContain("is ambiguous, more than one commit's id starts so");
  });

  test('in a shallow clone the advice is to fetch more', () => {
    const { folder: source, root } = makeHistory();
    const folder = temporaryFolder();
    plainGit(folder, 'clone', '-q', '--depth=1', `file://${source}`, '.');
    expect(refusal(() => resolve(folder, root))).toContain('in this shallow clone it may be missing: fetch');
    expect(refusal(() => resolve(source, 'f'.repeat(40)))).not.toContain('fetch');
  });
});
