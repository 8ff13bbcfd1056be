import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readChange, type Change } from './change.ts';
import {
  documented,
  file,
  importCommit,
  makeRepository,
  oddNames,
  plainGit,
  refusal,
  run,
  temporaryFolder,
  type Entry,
} from './testing/repository.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

function noWord(line: string): void {
  throw new Error(`a word where none was expected: ${line}`);
}

function read(repo: string, base = 'base', head = 'head'): Change {
  return readChange({ repo, base, head, warn: noWord });
}

type Pair = { readonly folder: string; readonly base: string; readonly head: string };

/** Two commits, `base` and on top of it `head`, with these entries. */
function makePair(before: readonly Entry[], after: readonly Entry[], folder = makeRepository()): Pair {
  const base = importCommit(folder, { ref: 'refs/heads/base', entries: before });
  return { folder, base, head: importCommit(folder, { ref: 'refs/heads/head', parents: [base], entries: after }) };
}

/** Reads the change, holds it against the documented command, and gives back its files. */
function filesOf({ folder, base, head }: Pair): readonly string[] {
  const change = read(folder);
  expect(change).toEqual({ base, head, sameTree: false, ...documented(folder, base, head) });
  return change.changedFiles;
}

describe('list and digest are those of the documented command', () => {
  test('a rename is its two paths', () => {
    expect(filesOf(makePair([file('old', 'same\n')], [file('new', 'same\n')]))).toEqual(['new', 'old']);
  });

  test('a copy is its new path', () => {
    expect(filesOf(makePair([file('a')], [file('a'), file('b')]))).toEqual(['b']);
  });

  test('a change of the mode alone counts', () => {
    expect(filesOf(makePair([file('run')], [{ ...file('run'), mode: '100755' }]))).toEqual(['run']);
  });

  test('a change of a binary file counts', () => {
    expect(filesOf(makePair([file('image', '\0a')], [file('image', '\0b')]))).toEqual(['image']);
  });

  test('a change of the type counts: file to link, file to submodule, file to folder', () => {
    const id = '1'.repeat(40);
    const before = [file('a', 'x'), file('b', id), file('c')];
    const after: Entry[] = [
      { path: 'a', mode: '120000', content: 'x' },
      { path: 'b', mode: '160000', content: id },
      file('c/d'),
    ];
    expect(filesOf(makePair(before, after))).toEqual(['a', 'b', 'c', 'c/d']);
  });

  test('a submodule counts, even where all configuration says to ignore it', () => {
    const modules = file('.gitmodules', '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n\tignore = all\n');
    const pin = (digit: string): Entry => ({ path: 'sub', mode: '160000', content: digit.repeat(40) });
    const pair = makePair([modules, pin('1')], [modules, pin('2')]);
    plainGit(pair.folder, 'config', 'submodule.sub.ignore', 'all');
    plainGit(pair.folder, 'config', 'diff.ignoreSubmodules', 'all');
    plainGit(pair.folder, 'read-tree', 'head');
    expect(plainGit(pair.folder, 'diff-tree', '-r', 'base', 'head')).toBe('');
    expect(filesOf(pair)).toEqual(['sub']);
  });

  test('odd names stay what they are, in the order of their bytes', () => {
    const names = [...oddNames, ...oddNames.map((name) => `deep/${name}/x b/y`)];
    const inBytes = [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    const pair = makePair(
      [],
      names.map((name) => file(name)),
    );
    expect(filesOf(pair)).toEqual(inBytes);
  });

  test('a hundred thousand files are read', () => {
    const names = Array.from({ length: 100_000 }, (_, index) => `folder-${index % 100}/file-${index}`);
    expect(
      filesOf(
        makePair(
          [],
          names.map((name) => file(name, '')),
        ),
      ),
    ).toHaveLength(100_000);
  });

  test('equal trees are told as such, with the digest of nothing', () => {
    const { folder, base, head } = makePair([file('a')], [file('a')]);
    expect(head).not.toBe(base);
    const { diffSha256, changedFiles } = documented(folder, base, head);
    expect(read(folder)).toEqual({ base, head, sameTree: true, diffSha256, changedFiles });
    expect(changedFiles).toEqual([]);
    expect(read(folder, 'head')).toEqual({ base: head, head, sameTree: true, diffSha256, changedFiles });
  });

  test('the base is the merge base, not the tip of the base branch', () => {
    const pair = makePair([file('a')], [file('a'), file('b')]);
    importCommit(pair.folder, { ref: 'refs/heads/base', parents: [pair.base], entries: [file('later')] });
    expect(filesOf(pair)).toEqual(['b']);
  });

  test('in a bare repository, a subfolder, a linked worktree and a SHA-256 repository', () => {
    const bare = makePair([file('a')], [file('b')], makeRepository('--bare'));
    const sha256 = makePair([file('a')], [file('b')], makeRepository('--object-format=sha256'));
    expect(filesOf(bare)).toEqual(['a', 'b']);
    expect(filesOf(sha256)).toEqual(['a', 'b']);
    expect(read(sha256.folder).head).toHaveLength(64);
    const pair = makePair([file('a')], [file('sub/b')]);
    mkdirSync(join(pair.folder, 'sub'));
    plainGit(pair.folder, 'worktree', 'add', '-q', 'linked', 'base');
    expect(read(join(pair.folder, 'sub'))).toEqual(read(pair.folder));
    expect(read(join(pair.folder, 'linked'))).toEqual(read(pair.folder));
    expect(filesOf(pair)).toEqual(['a', 'sub/b']);
  });
});

describe('nothing beside the objects moves the answer', () => {
  test('no replacement of a commit', () => {
    const pair = makePair([file('a')], [file('b')]);
    const other = importCommit(pair.folder, { ref: 'refs/heads/other', parents: [pair.base], entries: [file('c')] });
    plainGit(pair.folder, 'replace', pair.head, other);
    expect(plainGit(pair.folder, 'diff-tree', '-r', '--name-only', pair.base, pair.head)).toBe('a\nc');
    expect(filesOf(pair)).toEqual(['a', 'b']);
  });

  test('no graft', () => {
    const pair = makePair([file('a')], [file('b')]);
    mkdirSync(join(pair.folder, '.git/info'), { recursive: true });
    writeFileSync(join(pair.folder, '.git/info/grafts'), `${pair.head}\n`);
    expect(() => plainGit(pair.folder, 'merge-base', 'base', 'head')).toThrow('git merge-base');
    expect(filesOf(pair)).toEqual(['a', 'b']);
  });

  test('no inherited variable', () => {
    const pair = makePair([file('a')], [file('b')]);
    const other = makePair([file('x')], [file('y')]);
    const mark = join(other.folder, 'mark');
    vi.stubEnv('GIT_DIR', join(other.folder, '.git'));
    vi.stubEnv('GIT_WORK_TREE', other.folder);
    vi.stubEnv('GIT_OBJECT_DIRECTORY', join(other.folder, '.git/objects'));
    vi.stubEnv('GIT_INDEX_FILE', join(other.folder, 'no-index'));
    vi.stubEnv('GIT_SHALLOW_FILE', join(other.folder, 'no-file'));
    vi.stubEnv('GIT_NAMESPACE', 'other');
    vi.stubEnv('GIT_TRACE', mark);
    vi.stubEnv('GIT_EXTERNAL_DIFF', `touch ${mark}`);
    vi.stubEnv('GIT_DIFF_OPTS', '--unified=0');
    vi.stubEnv('GIT_LITERAL_PATHSPECS', '1');
    vi.stubEnv('GIT_CONFIG_PARAMETERS', "'core.abbrev'='4'");
    expect(filesOf(pair)).toEqual(['a', 'b']);
    expect(existsSync(mark)).toBe(false);
  });

  test('no hostile configuration, of the repository or of the user; and no program is started', () => {
    const pair = makePair([file('sub/a.txt', 'one\n'), file('z')], [file('sub/b.txt', 'one\n'), file('z', 'two\n')]);
    const { folder } = pair;
    const home = temporaryFolder();
    const mark = join(home, 'mark');
    const script = join(home, 'script');
    writeFileSync(script, `#!/bin/sh\ntouch '${mark}'\nprintf 'token\\0/\\0'\n`);
    chmodSync(script, 0o755);
    const hooks = ['post-index-change', 'reference-transaction', 'post-checkout', 'fsmonitor-watchman'];
    mkdirSync(join(home, 'hooks'));
    for (const hook of hooks) writeFileSync(join(home, 'hooks', hook), `#!/bin/sh\ntouch '${mark}'\n`, { mode: 0o755 });
    writeFileSync(join(home, 'order'), 'z\nsub/*\n');
    const configuration = `
      [diff]
        renames = copies
        external = ${script}
        noprefix = true
        relative = true
        orderFile = ${home}/order
        ignoreSubmodules = all
        algorithm = patience
        dirstat = lines
      [diff "evil"]
        textconv = ${script}
        command = ${script}
      [core]
        quotePath = false
        fsmonitor = ${script}
        hooksPath = ${home}/hooks
        pager = ${script}
        abbrev = 4
        attributesFile = ${home}/attributes
        fileMode = false
        ignoreCase = true
        precomposeUnicode = true
        warnAmbiguousRefs = false
      [pager]
        diff-tree = true
      [alias]
        diff-tree = !${script}
        merge-base = !${script}
        cat-file = !${script}
      [color]
        ui = always
        diff = always
    `;
    writeFileSync(join(home, 'attributes'), '* diff=evil filter=evil\n');
    plainGit(folder, 'read-tree', 'head');
    plainGit(folder, '-c', `core.fsmonitor=${script}`, 'update-index', '--fsmonitor');
    mkdirSync(join(folder, 'sub'));
    const expected = { base: pair.base, head: pair.head, sameTree: false, ...documented(folder, pair.base, pair.head) };
    expect(expected.changedFiles).toEqual(['sub/a.txt', 'sub/b.txt', 'z']);

    writeFileSync(join(home, '.gitconfig'), configuration);
    vi.stubEnv('HOME', home);
    vi.stubEnv('XDG_CONFIG_HOME', home);
    rmSync(mark, { force: true });
    expect([read(folder), read(join(folder, 'sub'))]).toEqual([expected, expected]);
    writeFileSync(join(folder, '.git/config'), configuration, { flag: 'a' });
    expect([read(folder), read(join(folder, 'sub'))]).toEqual([expected, expected]);
    expect(existsSync(mark)).toBe(false);
    // The trap is set: git on its own walks into it.
    plainGit(folder, 'diff-tree', '-r', 'base', 'head');
    expect(existsSync(mark)).toBe(true);
  });

  test('no file that is named like one of the two ids', () => {
    const pair = makePair([file('a')], [file('b')]);
    writeFileSync(join(pair.folder, pair.base), '');
    writeFileSync(join(pair.folder, pair.head), '');
    const change = read(pair.folder);
    expect(() => documented(pair.folder, pair.base, pair.head)).toThrow('both revision and filename');
    rmSync(join(pair.folder, pair.base));
    rmSync(join(pair.folder, pair.head));
    expect(change).toEqual(read(pair.folder));
    expect(filesOf(pair)).toEqual(['a', 'b']);
  });

  test('no branch that is named like one of the two ids', () => {
    const pair = makePair([file('a')], [file('b')]);
    plainGit(pair.folder, 'update-ref', `refs/heads/${pair.base}`, pair.head);
    plainGit(pair.folder, 'update-ref', `refs/heads/${pair.head}`, pair.base);
    expect(read(pair.folder, pair.base, pair.head)).toEqual(read(pair.folder));
    expect(filesOf(pair)).toEqual(['a', 'b']);
  });

  test('no option in a revision: nothing is written', () => {
    const { folder } = makePair([file('a')], [file('b')]);
    for (const revision of ['--output=x', '-h', '--help', '-O.git/config']) {
      expect(refusal(() => read(folder, revision))).toContain('is no revision known in');
      expect(refusal(() => read(folder, 'base', revision))).toContain('is no revision known in');
    }
    expect(run(folder, 'ls', ['-A']).toString()).toBe('.git\n');
  });
});

describe('what no manifest can say is refused', () => {
  test('a path that is not UTF-8, named escaped', () => {
    const name = Buffer.from('caf\xe9 "\x1b', 'latin1');
    const { folder } = makePair([file('a')], [file('a'), file(name)]);
    expect(refusal(() => read(folder))).toContain('the path "caf\\xe9 \\x22\\x1b" is not UTF-8');
  });

  test('while such a name outside of the change does no harm', () => {
    const other = file(Buffer.from('caf\xe9', 'latin1'));
    expect(filesOf(makePair([other, file('a')], [other, file('b')]))).toEqual(['a', 'b']);
  });

  test.each(['ff', 'c080', 'eda080', 'f4908080', '61c3'])('the bytes %s are not UTF-8', (bytes) => {
    const { folder } = makePair([file(Buffer.from(bytes, 'hex'))], []);
    expect(refusal(() => read(folder))).toContain('is not UTF-8');
  });

  test('a tree that is missing', () => {
    const { folder } = makePair([file('a')], [file('b')]);
    const tree = plainGit(folder, 'rev-parse', 'head^{tree}');
    rmSync(join(folder, '.git/objects', tree.slice(0, 2), tree.slice(2)));
    expect(refusal(() => read(folder))).toMatch(/`git diff-tree` failed in ".*", saying ".*"; `git fsck` tells/);
  });

  test('a history that is broken is not taken for an unrelated one', () => {
    const { folder, base } = makePair([file('a')], [file('b')]);
    importCommit(folder, { ref: 'refs/heads/head', parents: [base], entries: [], message: 'middle' });
    const middle = plainGit(folder, 'rev-parse', 'head');
    importCommit(folder, { ref: 'refs/heads/head', parents: [middle], entries: [], message: 'tip' });
    importCommit(folder, { ref: 'refs/heads/base', parents: [base], entries: [], message: 'aside' });
    rmSync(join(folder, '.git/objects', middle.slice(0, 2), middle.slice(2)));
    expect(refusal(() => read(folder))).toContain(`\`git merge-base\` failed in "${folder}", saying "Could not read`);
  });
});
