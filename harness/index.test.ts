import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { editJson, folderOf, folderWithCases, shippedCorpus } from '../shell/testing/command.ts';
import { shippedContract } from '../src/index.ts';
import { Broken, loadFolder, resultsOf, runCase, runCases, SimulatedStore } from './index.ts';

const permission = (...cases: readonly unknown[]) => ({ gate: 'permission', description: 'threads', cases });
const fiveThreads = {
  name: 'five-threads',
  description: 'five workers run at once',
  input: { openThreads: 5, depth: 1, tools: [] },
  expect: { code: 'ALLOW' },
};

async function brokenBy(path: string): Promise<string> {
  try {
    await loadFolder(path);
  } catch (error) {
    if (error instanceof Broken) return error.message;
  }
  return '';
}

test('the shipped contract is the one that stands among the shipped cases', async () => {
  expect((await shippedCorpus()).contract).toEqual(shippedContract);
});

test('a folder is judged by the contract that stands in it', async () => {
  const folder = folderWithCases('contract.json', 'drill');
  editJson(`${folder}/cases/contract.json`, (contract) => {
    contract.limits.openThreads = 7;
  });
  const { cases, contract } = await loadFolder(`${folder}/cases`);
  const runs = await runCases(cases, contract);
  expect(contract.limits.openThreads).toBe(7);
  expect(runs.filter(({ differences }) => differences.length > 0).map(({ tested }) => tested.id)).toEqual([
    'drill/permission/seven-threads',
  ]);
  expect(resultsOf(cases, contract, runs).summary).toEqual({ total: 24, matched: 23, differed: 1 });
});

test('a folder without a contract is judged by the shipped one', async () => {
  const folder = folderOf({ 'limits/threads.json': permission(fiveThreads) });
  const { cases, contract } = await loadFolder(folder);
  expect(contract).toBe(shippedContract);
  expect(await runCase(cases[0] as (typeof cases)[number], contract)).toMatchObject({
    tested: { id: 'limits/threads/five-threads' },
    decision: { code: 'DENY_THREADS' },
    differences: ['code: expected "ALLOW", got "DENY_THREADS"'],
  });
});

test('one file is loaded with the contract above its suite', async () => {
  const folder = folderWithCases('contract.json', 'drill');
  const { cases, contract } = await loadFolder(`${folder}/cases/drill/permission.json`);
  expect(cases.map(({ id }) => id)).toContain('permission/four-threads');
  expect(contract).toEqual(shippedContract);
  expect(contract).not.toBe(shippedContract);
});

test('what is broken is said with file, line and column', async () => {
  const cases = folderOf({ 'limits/threads.json': permission({ ...fiveThreads, expect: { code: 'ALLOWED' } }) });
  expect(await brokenBy(cases)).toMatch(/limits\/threads\.json:1:\d+: case `limits\/threads\/five-threads`: .*`code`/);
  const contract = folderOf({ 'contract.json': '{}\n', 'limits/threads.json': permission(fiveThreads) });
  expect(await brokenBy(contract)).toMatch(/contract\.json:1:1: /);
});

test('a relative path starts from the folder that the process runs in, also in what is said of a contract', async () => {
  const folder = relative('', folderOf({ 'contract.json': '{}\n', 'limits/threads.json': permission(fiveThreads) }));
  const [first] = (await brokenBy(folder)).split('\n');
  expect(first).toBe(`${folder}/contract.json:1:1: \`name\` is missing`);
});

test('a folder without a case is broken, not green', async () => {
  expect(await brokenBy(folderOf({ 'contract.json': shippedContract }))).toMatch(/: holds no case: [^\n]+$/);
  expect(await brokenBy(folderOf({ 'limits/notes.md': 'none yet\n' }))).toMatch(/: holds no case: [^\n]+$/);
});

test('what holds no case is named, as it was given', async () => {
  const folder = folderOf({ 'contract.json': shippedContract });
  await expect(loadFolder(folder)).rejects.toMatchObject({
    problems: [{ message: 'holds no case: cases are `<suite>/<topic>.json` in it', place: { file: folder } }],
  });
});

test('the simulated store lists what was declared', async () => {
  const spawnedBy = { threadId: 'parent', turnId: 'turn' };
  const item = { id: 'item', type: 'agentMessage' };
  const store = new SimulatedStore({
    pageSize: 10,
    fault: null,
    threads: [
      { id: 'child', threadRole: 'reviewer', spawnedBy, turns: [] },
      { id: 'parent', threadRole: 'root', spawnedBy: null, turns: [{ id: 'turn', items: [item] }] },
    ],
  });
  expect(await store.readThread('child')).toEqual({ threadRole: 'reviewer', spawnedBy: [spawnedBy] });
  expect(await store.listItems({ ...spawnedBy, cursor: null, limit: 100 })).toMatchObject({
    data: [{ turnId: 'turn', item }],
    nextCursor: null,
  });
});
