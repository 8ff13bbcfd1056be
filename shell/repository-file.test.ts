import { chmodSync, existsSync, lstatSync, readFileSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agents, begin, findingSchema, inOrder, packetSchema, read } from './testing/agents-folder.ts';
import { checkout, editJson, folderOf, folderWithCases, run } from './testing/command.ts';
import { run as runProgram, temporaryFolder } from './testing/repository.ts';

test('a file keeps its mode', async () => {
  const folder = folderOf({ [agents]: '# Agents\n' });
  chmodSync(join(folder, agents), 0o664);
  await run(['init'], { folder });
  expect(statSync(join(folder, agents)).mode & 0o7777).toBe(0o664);
});

describe('a link is followed inside the repository only', () => {
  const refused = async (folder: string, name: string, words: RegExp): Promise<void> => {
    for (const argv of [['init'], ['init', '--dry-run'], ['doctor']]) {
      const { status, out, err } = await run(argv, { folder });
      expect({ status, out }).toEqual({ status: 2, out: '' });
      expect(err.startsWith(`${name}: `)).toBe(true);
      expect(err).toMatch(words);
      expect(err.split('\n')).toHaveLength(2);
    }
  };

  test('to a file of the repository, which stays a file behind a link', async () => {
    const folder = folderOf({ 'docs/agents.md': '# Agents\n' });
    symlinkSync('docs/agents.md', join(folder, agents));
    await run(['init'], { folder });
    expect(lstatSync(join(folder, agents)).isSymbolicLink()).toBe(true);
    expect(lstatSync(join(folder, 'docs/agents.md')).isFile()).toBe(true);
    expect(read(folder, 'docs/agents.md').startsWith(`# Agents\n\n${begin}\n`)).toBe(true);
    expect(await run(['doctor'], { folder })).toEqual(inOrder);
  });

  test('where the repository itself is reached by a link', async () => {
    const folder = folderOf({ 'real/x': '' });
    symlinkSync('real', join(folder, 'link'));
    expect(await run(['init', '--repo', 'link'], { folder })).toMatchObject({ status: 0 });
    expect(existsSync(join(folder, 'real', agents))).toBe(true);
  });

  test.each([
    ['a file out of it', agents, '../outside/file', /link that leads out/],
    ['a folder out of it', '.control-shell', '../outside', /link that leads out/],
    ['a folder whose name begins as its own', '.control-shell', '../repository-2', /link that leads out/],
    ['a file of git', agents, '.git/hooks/pre-commit', /link that leads out/],
    ['nowhere', agents, 'nowhere', /link that leads nowhere/],
    ['itself', agents, agents, /link that leads nowhere/],
    ['a folder', agents, 'docs', /link to something of another kind/],
    ['a file that is no Markdown', agents, 'docs/x', /link to something of another kind/],
    ['another folder for the schemas', '.control-shell', 'docs', /link to something of another kind/],
  ])('not to %s', async (_, name, target, words) => {
    const outside = { 'outside/file': 'theirs', 'repository-2/x': '' };
    const folder = folderOf({ ...outside, 'repository/docs/x': '', 'repository/.git/hooks/pre-commit': 'hook' });
    const repository = join(folder, 'repository');
    symlinkSync(target, join(repository, name));
    await refused(repository, name === agents ? agents : findingSchema, words);
    expect(readFileSync(join(folder, 'outside/file'), 'utf8')).toBe('theirs');
    expect(readdirSync(join(folder, 'outside'))).toEqual(['file']);
    expect(readdirSync(join(folder, 'repository-2'))).toEqual(['x']);
    expect(readFileSync(join(repository, '.git/hooks/pre-commit'), 'utf8')).toBe('hook');
  });

  test.each([agents, 'src/auth.ts', findingSchema])(
    'a schema takes the place of no other file: not %s',
    async (other) => {
      const folder = folderOf({ [agents]: '# Agents\n', 'src/auth.ts': 'code', [findingSchema]: '{}' });
      symlinkSync(join('..', other), join(folder, packetSchema));
      await refused(folder, packetSchema, /link to something of another kind/);
      expect(read(folder)).toBe('# Agents\n');
      expect(read(folder, 'src/auth.ts')).toBe('code');
      expect(read(folder, findingSchema)).toBe('{}');
    },
  );

  test('a schema by a link out of the repository keeps `AGENTS.md` from being written', async () => {
    const folder = folderOf({ 'outside/file': 'theirs', 'repository/.control-shell/x': '' });
    const repository = join(folder, 'repository');
    symlinkSync('../../outside/file', join(repository, packetSchema));
    await refused(repository, packetSchema, /link that leads out/);
    expect(existsSync(join(repository, agents))).toBe(false);
    expect(readFileSync(join(folder, 'outside/file'), 'utf8')).toBe('theirs');
  });

  test.each([
    ['a folder in the place of `AGENTS.md`', { 'AGENTS.md/x': '' }, agents, /not a regular file/],
    ['a folder in the place of a schema', { [`${packetSchema}/x`]: '' }, packetSchema, /not a regular file/],
    ['a file in the place of the folder', { '.control-shell': '' }, findingSchema, /not a folder/],
  ])('%s is broken', async (_, files, name, words) => {
    const folder = folderOf(files);
    const before = readdirSync(folder);
    await refused(folder, name, words);
    expect(readdirSync(folder)).toEqual(before);
  });

  test('an `AGENTS.md` of more than 16 MiB is broken', async () => {
    const folder = folderOf({ [agents]: Buffer.alloc(16 * 1024 * 1024 + 1, 'x') });
    await refused(folder, agents, /has 16777217 bytes, more than 16777216/);
    expect(readdirSync(folder)).toEqual([agents]);
  });

  test('a pipe in the place of `AGENTS.md` is broken, and nobody waits for it', async () => {
    const folder = temporaryFolder();
    runProgram(folder, 'mkfifo', [agents]);
    await refused(folder, agents, /not a regular file/);
    expect(readdirSync(folder)).toEqual([agents]);
  });
});

test.each([
  ['is not there', 'nowhere'],
  ['is a file', 'file'],
  ['is git’s own folder', '.git'],
])('a repository that %s is broken', async (_, repo) => {
  const folder = folderOf({ file: '', '.git/HEAD': '' });
  for (const command of ['init', 'doctor']) {
    const { status, out, err } = await run([command, '--repo', repo], { folder });
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(new RegExp(`^${repo.replace('.', '\\.')}/[^:]+: [^\\n]+\\n$`));
  }
  expect(readdirSync(folder)).toEqual(['.git', 'file']);
  expect(readdirSync(join(folder, '.git'))).toEqual(['HEAD']);
});

describe('a disk that is full costs nothing: all is as it was, and nothing is left beside it', () => {
  /** Runs `init` where no file may grow past so many KiB. */
  const initBelow = (kibibytes: number, folder: string): string => {
    const script = `export TSX_DISABLE_CACHE=1; ulimit -f ${kibibytes}; exec "$1" --import "$2" "$3" init`;
    const argv = [process.execPath, import.meta.resolve('tsx'), join(checkout, 'shell/main.ts')];
    return runProgram(folder, 'bash', ['-c', script, 'bash', ...argv]).toString();
  };

  test('where the first file does not fit', () => {
    const mine = 'my own words\n'.repeat(2000);
    const folder = folderOf({ [agents]: mine });
    expect(() => initBelow(16, folder)).toThrow(/AGENTS\.md: cannot be written: EFBIG/);
    expect(read(folder)).toBe(mine);
    expect(readdirSync(folder)).toEqual([agents]);
  });

  test('where the last file does not fit', () => {
    // So many roles take about 9 KB where they are listed once, and twice that in the packet’s schema.
    const many = Array.from({ length: 400 }, (_, index) => [`role-${index}`, { question: `${index}?` }] as const);
    const folder = folderWithCases('contract.json');
    editJson(join(folder, 'cases/contract.json'), (contract) => (contract.roles = Object.fromEntries(many)));
    expect(() => initBelow(16, folder)).toThrow(/packet\.schema\.json: cannot be written: EFBIG/);
    expect(readdirSync(folder)).toEqual(['cases']);
  });
});
