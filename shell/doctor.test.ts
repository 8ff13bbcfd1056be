import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  agents,
  edit,
  expectMended,
  findings,
  findingSchema,
  initialized,
  inOrder,
  kept,
  packetSchema,
  read,
  readAll,
} from './testing/agents-folder.ts';
import { checkout, editJson, run } from './testing/command.ts';
import type { Json } from './testing/command.ts';

describe('doctor names what is missing or out of date, exits 1, and `init` mends it', () => {
  test.each(kept)('%s is missing', async (name) => {
    const folder = await initialized();
    const clean = readAll(folder);
    rmSync(join(folder, name));
    const { status, lines } = await findings(folder);
    expect({ status, lines }).toEqual({ status: 1, lines: [`${name}: is missing`] });
    await expectMended(folder, clean);
  });

  test('the folder of the schemas is missing', async () => {
    const folder = await initialized();
    const clean = readAll(folder);
    rmSync(join(folder, '.control-shell'), { recursive: true });
    expect(await findings(folder)).toMatchObject({ status: 1, places: [findingSchema, packetSchema] });
    await expectMended(folder, clean);
  });

  test.each([
    ['there is no block', () => '# Agents\n'],
    ['the whole block is in upper case', (text: string) => text.toUpperCase()],
    ['the markers are indented', (text: string) => text.replaceAll('<!--', '  <!--')],
  ])('%s', async (_, change) => {
    const folder = await initialized();
    edit(folder, agents, change);
    const { status, lines, places } = await findings(folder);
    expect({ status, places }).toEqual({ status: 1, places: [agents] });
    expect(lines[0]).toMatch(/no review block$/);
  });

  test.each<readonly [title: string, change: (contract: Json) => void, places: readonly string[], words: string]>([
    ['a limit', (contract) => (contract.limits.openThreads = 5), [agents, agents], 'at most 5'],
    ['a role', (contract) => (contract.roles.style = { question: 'Is it nice?' }), kept, '`Is it nice?`'],
    [
      'the findings of a packet',
      (contract) => (contract.findings.perPacket = 9),
      [agents, packetSchema],
      'at most 9 findings',
    ],
    ['the severities', (contract) => contract.severities.pop(), kept, '`high`, `medium`." is missing here'],
  ])('the contract was changed since: %s', async (_, change, places, words) => {
    const folder = await initialized();
    editJson(join(folder, 'cases/contract.json'), change);
    const found = await findings(folder);
    expect(found.status).toBe(1);
    expect(new Set(found.places.map((place) => place?.split(':')[0]))).toEqual(new Set(places));
    expect(found.lines.join('\n')).toContain(words);
    expect(await run(['init'], { folder })).toMatchObject({ status: 0 });
    expect(await run(['doctor'], { folder })).toEqual(inOrder);
  });
});

test('the `AGENTS.md` of this repository is that of its contract', async () => {
  expect(await run(['doctor'], { folder: checkout })).toEqual(inOrder);
  expect(read(checkout)).toMatch(/^# control-shell\n/);
});
