import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { git, gitOutput, openRepository } from './git.ts';
import {
  cleanEnvironment,
  file,
  importCommit,
  makeRepository,
  plainGit,
  refusal,
  run,
  temporaryFolder,
} from './testing/repository.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Puts a `git` first on the PATH; `$GIT` in its script is the real one. */
function stubGit(script: string): void {
  const folder = temporaryFolder();
  const real = run(folder, 'sh', ['-c', 'command -v git']).toString().trim();
  writeFileSync(join(folder, 'git'), `#!/bin/sh\nGIT='${real}'\n${script}\n`);
  chmodSync(join(folder, 'git'), 0o755);
  vi.stubEnv('PATH', `${folder}:${cleanEnvironment['PATH']}`);
}

describe('one git command', () => {
  test('answers with status, bytes and words', () => {
    const folder = makeRepository();
    expect(git(folder, ['cat-file', '--batch-check'], 'nothing\n')).toEqual({
      status: 0,
      stdout: Buffer.from('nothing missing\n'),
      stderr: '',
    });
    expect(git(folder, ['merge-base', 'a', 'b']).status).toBe(128);
  });

  test('inherits no GIT_ variable but those that are set for it', () => {
    vi.stubEnv('GIT_DIR', '/nonexistent');
    vi.stubEnv('GIT_CONFIG_COUNT', '1');
    vi.stubEnv('GIT_CONFIG_KEY_0', 'core.pager');
    vi.stubEnv('GIT_CONFIG_VALUE_0', 'false');
    stubGit('env | grep ^GIT_ | grep -v ^GIT= | sort');
    expect(gitOutput(temporaryFolder(), ['any']).toString()).toBe(
      'GIT_GRAFT_FILE=/dev/null\nGIT_NO_LAZY_FETCH=1\nGIT_NO_REPLACE_OBJECTS=1\n',
    );
  });

  test('speaks English whatever the locale', () => {
    vi.stubEnv('LC_ALL', 'de_DE.UTF-8');
    stubGit('echo "$LC_ALL"');
    expect(gitOutput(temporaryFolder(), ['any']).toString()).toBe('C\n');
  });

  test('a folder that does not exist is told as such', () => {
    const folder = join(temporaryFolder(), 'absent');
    expect(refusal(() => git(folder, ['status']))).toContain('is not a folder: name one with `--repo`');
  });

  test('a file or a name with NUL is not a folder', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    expect(refusal(() => git(join(folder, 'file'), ['status']))).toContain('is not a folder');
    expect(refusal(() => git('a\0b', ['status']))).toContain('the repository folder "a\\u0000b" is not a folder');
  });

  test('a folder outside of any repository is told as such', () => {
    expect(refusal(() => openRepository(temporaryFolder()))).toContain('is in no git repository');
  });

  test('without git on the PATH the advice is to install it', () => {
    vi.stubEnv('PATH', temporaryFolder());
    expect(refusal(() => git('/', ['status']))).toContain('install git');
  });

  test("another owner's repository is refused with git's own advice", () => {
    const folder = makeRepository();
    stubGit('GIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec "$GIT" "$@"');
    expect(refusal(() => openRepository(folder))).toMatch(
      /dubious ownership in repository at .* safe\.directory FOLDER/,
    );
  });

  test('a git that is killed gives no answer', () => {
    stubGit('kill -9 $$');
    expect(refusal(() => git('/', ['any']))).toContain('`git any` did not finish in "/" ("SIGKILL")');
  });

  test("git's words are one escaped line", () => {
    stubGit('printf \'warning: w\\nfatal: \\033[2J\\302\\233 bad "x"\\nmore\\n\' >&2; exit 128');
    const line = refusal(() => gitOutput('/', ['any']));
    expect(line).toContain('`git any` failed in "/", saying "\\u001b[2J\\u009b bad \\"x\\""; ');
  });

  test('a broken configuration is told in one line', () => {
    const folder = makeRepository();
    writeFileSync(join(folder, '.git/config'), '[core\n');
    expect(refusal(() => openRepository(folder))).toContain('bad config line 1');
  });
});

describe('opening a repository', () => {
  test('tells the length of its ids', () => {
    expect(openRepository(makeRepository()).idLength).toBe(40);
    expect(openRepository(makeRepository('--object-format=sha256')).idLength).toBe(64);
  });

  test('a whole repository has no shallow boundary', () => {
    expect(openRepository(makeRepository()).shallow).toEqual(new Set());
  });

  test('the shallow boundary is read from a subfolder, a bare clone and a linked worktree alike', () => {
    const source = makeRepository();
    const root = importCommit(source, { ref: 'refs/heads/main', entries: [file('a')] });
    const tip = importCommit(source, { ref: 'refs/heads/main', parents: [root], entries: [file('b')] });
    const folder = temporaryFolder();
    plainGit(folder, 'clone', '-q', '--depth=1', `file://${source}`, 'clone');
    plainGit(folder, 'clone', '-q', '--depth=1', '--bare', `file://${source}`, 'bare');
    plainGit(join(folder, 'clone'), 'worktree', 'add', '-q', '--detach', '../linked');
    mkdirSync(join(folder, 'clone/deep/er'), { recursive: true });
    const folders = ['clone', 'clone/deep/er', 'bare', 'linked'];
    const boundaries = folders.map((name) => [...openRepository(join(folder, name)).shallow]);
    expect(boundaries).toEqual([[tip], [tip], [tip], [tip]]);
  });

  test('a name with a newline is a folder like any other', () => {
    const folder = join(temporaryFolder(), 'a\nb');
    mkdirSync(folder);
    plainGit(folder, 'init', '-q');
    expect(openRepository(folder).idLength).toBe(40);
  });
});

test('objects that a partial clone lacks are not fetched behind the back', () => {
  const source = makeRepository();
  importCommit(source, { ref: 'refs/heads/main', entries: [file('a')] });
  plainGit(source, 'config', 'uploadpack.allowFilter', 'true');
  const folder = temporaryFolder();
  plainGit(folder, 'clone', '-q', '--bare', '--filter=tree:0', `file://${source}`, 'clone');
  const clone = join(folder, 'clone');
  const mark = join(folder, 'mark');
  plainGit(clone, 'config', 'remote.origin.uploadpack', `touch ${mark}; false`);
  expect(refusal(() => gitOutput(clone, ['ls-tree', 'HEAD']))).toContain('the partial clone lacks objects');
  expect(run(folder, 'ls', []).toString()).toBe('clone\n');
  expect(() => plainGit(clone, 'ls-tree', 'HEAD')).toThrow('promisor');
  expect(run(folder, 'ls', []).toString()).toBe('clone\nmark\n');
});
