/** A folder in which `init` keeps its files, and what `doctor` finds there. Files are read as Latin-1, a character a byte. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { folderOf, run, shippedCases } from './command.ts';
import type { Files } from './command.ts';

export const agents = 'AGENTS.md';
export const findingSchema = '.control-shell/finding.schema.json';
export const packetSchema = '.control-shell/packet.schema.json';
export const kept = [agents, findingSchema, packetSchema];

export const begin = '<!-- control-shell:begin -->';
export const end = '<!-- control-shell:end -->';
/** What the kept files may not hold, since they outlive every change. */
export const commitId = '3f9c2ab';
export const digest = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const remedy = 'control-shell: these files are not what the contract says: run `control-shell init`\n';

/** What `doctor` answers where there is nothing to say. */
export const inOrder = { status: 0, out: expect.stringMatching(/^[^\n:]+\n$/) as string, err: '' };

export function read(folder: string, name = agents): string {
  return readFileSync(join(folder, name), 'latin1');
}

/** Every file that `init` keeps, as it stands. */
export function readAll(folder: string): readonly string[] {
  return kept.map((name) => read(folder, name));
}

/** Changes a file, and fails where that changes nothing. */
export function edit(folder: string, name: string, change: (text: string) => string): void {
  const before = read(folder, name);
  const after = change(before);
  expect(after).not.toBe(before);
  writeFileSync(join(folder, name), after, 'latin1');
}

/** Where a line stands in the file, from 1. */
export function lineOf(folder: string, words: string, name = agents): number {
  const index = read(folder, name)
    .split('\n')
    .findIndex((line) => line.includes(words));
  expect(index).not.toBe(-1);
  return index + 1;
}

/** A folder with these files and the shipped contract, after an `init`. */
export async function initialized(files: Files = {}): Promise<string> {
  const folder = folderOf({ 'cases/contract.json': readFileSync(join(shippedCases, 'contract.json')), ...files });
  expect(await run(['init'], { folder })).toMatchObject({ status: 0, err: '' });
  expect(await run(['doctor'], { folder })).toEqual(inOrder);
  return folder;
}

/** What `doctor` finds, a line each; the places by themselves, since words may change. */
export async function findings(folder: string) {
  const { status, out, err } = await run(['doctor'], { folder });
  // What to do is the same for every line, and said once.
  expect(err).toBe(status === 0 ? '' : remedy);
  const lines = out.split('\n').slice(0, -1);
  return { status, lines, places: lines.map((line) => /^[^: ]+(?::\d+)?(?=: )/.exec(line)?.[0]) };
}

/** A second `init` mends what was found, whatever it was. */
export async function expectMended(folder: string, clean: readonly string[]): Promise<void> {
  expect(await run(['init'], { folder })).toMatchObject({ status: 0, err: '' });
  expect(readAll(folder)).toEqual(clean);
  expect(await run(['doctor'], { folder })).toEqual(inOrder);
}
