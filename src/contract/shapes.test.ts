import { expect, test } from 'vitest';
import { shipped } from '../testing/contracts.ts';
import { zodTakes } from '../testing/zod-takes.ts';
import { contract, worker } from './shapes.ts';

const { severities, tools } = shipped;
const sound = { role: 'tests', question: 'Why?', files: ['a', 'b'], access: 'read-only' };

test.each<readonly [title: string, shape: typeof contract | typeof worker, value: unknown]>([
  ['the shipped contract', contract, shipped],
  ['a worker of two files', worker, sound],
])('zod takes %s', (_, shape, value) => {
  expect(zodTakes(shape, value)).toBe(true);
});

// JSON Schema says this by a keyword of its own; zod has to be told beside it.
test.each<readonly [title: string, shape: typeof contract | typeof worker, value: unknown]>([
  ['a contract without a role', contract, { ...shipped, roles: {} }],
  ['a severity twice', contract, { ...shipped, severities: [...severities, severities[0]] }],
  ['a tool twice', contract, { ...shipped, tools: { ...tools, approval: ['a', 'a'] } }],
  ['a file twice', worker, { ...sound, files: ['a', 'b', 'a'] }],
  ['no file', worker, { ...sound, files: [] }],
  ['an object in which a length would be none', worker, { ...sound, files: { length: { toString: '' } } }],
])('zod refuses %s', (_, shape, value) => {
  expect(zodTakes(shape, value)).toBe(false);
});
