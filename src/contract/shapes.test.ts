import { expect, test } from 'vitest';
import { shipped } from '../testing/contracts.ts';
import { contract, worker } from './shapes.ts';

const { severities, tools } = shipped;
const sound = { role: 'tests', question: 'Why?', files: ['a', 'b'], access: 'read-only' };

test.each<readonly [title: string, fits: boolean]>([
  ['the shipped contract', contract.safeParse(shipped).success],
  ['a worker of two files', worker.safeParse(sound).success],
])('zod takes %s', (_, fits) => {
  expect(fits).toBe(true);
});

// JSON Schema says this by a keyword of its own; zod has to be told beside it.
test.each<readonly [title: string, fits: boolean]>([
  ['a contract without a role', contract.safeParse({ ...shipped, roles: {} }).success],
  ['a severity twice', contract.safeParse({ ...shipped, severities: [...severities, severities[0]] }).success],
  ['a tool twice', contract.safeParse({ ...shipped, tools: { ...tools, approval: ['a', 'a'] } }).success],
  ['a file twice', worker.safeParse({ ...sound, files: ['a', 'b', 'a'] }).success],
  ['no file', worker.safeParse({ ...sound, files: [] }).success],
])('zod refuses %s', (_, fits) => {
  expect(fits).toBe(false);
});
