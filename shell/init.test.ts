import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  agents,
  begin,
  commitId,
  digest,
  end,
  findingSchema,
  initialized,
  inOrder,
  kept,
  packetSchema,
  read,
  readAll,
} from './testing/agents-folder.ts';
import { editJson, folderOf, folderWithCases, run } from './testing/command.ts';
import type { Json } from './testing/command.ts';
import { temporaryFolder } from './testing/repository.ts';

describe('init', () => {
  test('writes the block and the schemas, and says so', async () => {
    const folder = temporaryFolder();
    const out = kept.map((name) => `${name}: written\n`).join('');
    expect(await run(['init'], { folder })).toEqual({ status: 0, out, err: '' });
    expect(readdirSync(folder).toSorted()).toEqual(['.control-shell', agents]);
    expect(readdirSync(join(folder, '.control-shell')).toSorted()).toEqual([
      'finding.schema.json',
      'packet.schema.json',
    ]);
    expect(read(folder).startsWith(`${begin}\n`)).toBe(true);
    expect(read(folder).endsWith(`\n${end}\n`)).toBe(true);
  });

  test('changes no byte the second time', async () => {
    const folder = await initialized();
    const clean = readAll(folder);
    const inodes = kept.map((name) => statSync(join(folder, name)).ino);
    const out = kept.map((name) => `${name}: up to date\n`).join('');
    expect(await run(['init'], { folder })).toEqual({ status: 0, out, err: '' });
    expect(readAll(folder)).toEqual(clean);
    expect(kept.map((name) => statSync(join(folder, name)).ino)).toEqual(inodes);
  });

  test('--dry-run says what would be done, and does nothing', async () => {
    const folder = folderOf({ [agents]: '# Agents\n' });
    const said = (...words: readonly string[]): string => kept.map((name, at) => `${name}: ${words[at]}\n`).join('');
    const dryRun = (): Promise<unknown> => run(['init', '--dry-run'], { folder });
    const wouldChange = said('would change', 'would be written', 'would be written');
    expect(await dryRun()).toEqual({ status: 0, out: wouldChange, err: '' });
    expect(readdirSync(folder)).toEqual([agents]);
    expect(read(folder)).toBe('# Agents\n');
    const changed = said('changed', 'written', 'written');
    expect(await run(['init'], { folder })).toEqual({ status: 0, out: changed, err: '' });
    const upToDate = said('is up to date', 'is up to date', 'is up to date');
    expect(await dryRun()).toEqual({ status: 0, out: upToDate, err: '' });
  });

  test('writes as schemas what `schema` prints', async () => {
    const folder = await initialized();
    expect(read(folder, findingSchema)).toBe((await run(['schema', 'finding'], { folder })).out);
    expect(read(folder, packetSchema)).toBe((await run(['schema', 'packet'], { folder })).out);
  });

  test('works in the folder that `--repo` names, with the contract that `--contract` names', async () => {
    const folder = folderWithCases('contract.json');
    mkdirSync(join(folder, 'there'));
    editJson(join(folder, 'cases/contract.json'), (contract: Json) => (contract.limits.openThreads = 9));
    writeFileSync(join(folder, 'own.json'), readFileSync(join(folder, 'cases/contract.json')));
    rmSync(join(folder, 'cases'), { recursive: true });
    const options = ['--repo', 'there', '--contract', 'own.json'];
    expect(await run(['init', ...options], { folder })).toMatchObject({
      out: kept.map((name) => `there/${name}: written\n`).join(''),
    });
    expect(readdirSync(folder).toSorted()).toEqual(['own.json', 'there']);
    expect(read(folder, `there/${agents}`)).toContain('at most 9.');
    expect(await run(['doctor', ...options], { folder })).toEqual(inOrder);
    expect(await run(['doctor', '--repo', 'there'], { folder })).toMatchObject({ status: 1 });
  });

  test('the name of the repository is printed with its controls escaped', async () => {
    const folder = folderOf({ 'x\u001b[2J/y': '' });
    for (const [argv, words] of [
      [['init'], 'written'],
      [['init', '--dry-run'], 'is up to date'],
    ] as const) {
      const { out } = await run([...argv, '--repo', 'x\u001b[2J'], { folder });
      expect(out).toBe(kept.map((name) => `x\\u001b[2J/${name}: ${words}\n`).join(''));
    }
  });
});

describe('a contract that holds a commit id or a digest is refused, and nothing is written', () => {
  test.each<readonly [title: string, change: (contract: Json) => void, told: string]>([
    ['in a question', (contract) => (contract.roles.tests.question = `Since ${commitId}?`), '`tests`'],
    ['in the name of a role', (contract) => (contract.roles[digest] = { question: 'x' }), digest],
    ['in a severity', (contract) => contract.severities.push('ABC1234'), '`ABC1234`'],
    ['in a tool', (contract) => contract.tools.approval.push(commitId), `\`${commitId}\``],
    ['in its own name', (contract) => (contract.name = `review ${commitId}`), 'name'],
  ])('%s', async (_, change, told) => {
    const folder = folderWithCases('contract.json');
    editJson(join(folder, 'cases/contract.json'), change);
    for (const command of ['init', 'doctor']) {
      const { status, out, err } = await run([command], { folder });
      expect({ status, out }).toEqual({ status: 2, out: '' });
      expect(err).toMatch(/^control-shell: [^\n]*commit id or a digest[^\n]*\n$/);
      expect(err).toContain(told);
    }
    expect(readdirSync(folder)).toEqual(['cases']);
  });
});
