/** Which commit is the base: several merge bases, none, and what a shallow clone can and cannot tell. */
import { createHash } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readChange } from './change.ts';
import { file, importCommit, makeRepository, plainGit, refusal, temporaryFolder } from './testing/repository.ts';

/** Draws a history: each commit by its name, with the names of its parents, oldest first. Its names become branches. */
function draw(history: Readonly<Record<string, readonly string[]>>): { folder: string; ids: Record<string, string> } {
  const folder = makeRepository();
  const ids: Record<string, string> = {};
  for (const [name, parents] of Object.entries(history)) {
    const known = parents.map((parent) => ids[parent] ?? '');
    ids[name] = importCommit(folder, { ref: `refs/heads/${name}`, parents: known, entries: [file(name)] });
  }
  return { folder, ids };
}

/** A clone of these branches alone, each this deep. */
function cloneShallow(source: string, depth: number, ...branches: readonly string[]): string {
  const folder = temporaryFolder();
  plainGit(folder, 'init', '-q');
  const refs = branches.map((branch) => `refs/heads/${branch}:refs/heads/${branch}`);
  plainGit(folder, 'fetch', '-q', `--depth=${depth}`, `file://${source}`, ...refs);
  plainGit(folder, 'remote', 'add', 'origin', `file://${source}`);
  return folder;
}

/** Writes a commit-graph in which one commit has another parent than it says itself. */
function forgeGraph(folder: string, ids: Readonly<Record<string, string>>, child: string, parent: string): void {
  plainGit(folder, 'commit-graph', 'write', '--reachable');
  const path = join(folder, '.git/objects/info/commit-graph');
  const graph = readFileSync(path);
  const chunkAt = (name: string): number => graph.readUInt32BE(graph.indexOf(name, 8, 'latin1') + 8);
  // Commits stand in the order of their ids: a tree id of 20 bytes, two parents, generation and date.
  const order = Object.values(ids).sort();
  const position = (name: string): number => order.indexOf(ids[name] ?? '');
  graph.writeUInt32BE(position(parent), chunkAt('CDAT') + 36 * position(child) + 20);
  const content = graph.subarray(0, -20);
  chmodSync(path, 0o644);
  writeFileSync(path, Buffer.concat([content, createHash('sha1').update(content).digest()]));
}

function baseOf(repo: string, base: string, head: string): { base: string; words: string[] } {
  const words: string[] = [];
  const change = readChange({ repo, base, head, warn: (line) => words.push(line) });
  return { base: change.base, words };
}

describe('the merge base', () => {
  test('is where the two histories part', () => {
    const { folder, ids } = draw({ root: [], fork: ['root'], main: ['fork'], topic: ['fork'] });
    expect(baseOf(folder, 'main', 'topic')).toEqual({ base: ids['fork'], words: [] });
  });

  test('of a criss-cross merge is the smallest id, and a word says so', () => {
    const { folder, ids } = draw({
      root: [],
      one: ['root'],
      two: ['root'],
      main: ['one', 'two'],
      topic: ['two', 'one'],
    });
    const smallest = [ids['one'] ?? '', ids['two'] ?? ''].sort()[0];
    const word = `base "main" and head "topic" have 2 merge bases: the smallest id, ${smallest}, is taken`;
    expect(baseOf(folder, 'main', 'topic')).toEqual({ base: smallest, words: [word] });
    expect(baseOf(folder, 'topic', 'main').base).toBe(smallest);
  });

  test('is what the commits say, whatever a commit-graph says of them', () => {
    const { folder, ids } = draw({ root: [], fork: ['root'], main: ['fork'], first: ['fork'], topic: ['first'] });
    forgeGraph(folder, ids, 'first', 'root');
    // Git itself believes it.
    expect(plainGit(folder, 'merge-base', 'main', 'topic').trim()).toBe(ids['root']);
    expect(baseOf(folder, 'main', 'topic')).toEqual({ base: ids['fork'], words: [] });
  });

  test('of unrelated histories does not exist', () => {
    const { folder } = draw({ main: [], topic: [] });
    const line = refusal(() => baseOf(folder, 'main', 'topic'));
    expect(line).toContain('base "main" and head "topic" have no merge base, their histories are unrelated');
    expect(line).not.toContain('unshallow');
  });
});

describe('in a shallow clone', () => {
  const line = { root: [], fork: ['root'], m1: ['fork'], main: ['m1'], t1: ['fork'], topic: ['t1'] };

  test('without the merge base the change is refused, and to fetch it helps', () => {
    const { folder: source, ids } = draw(line);
    const folder = cloneShallow(source, 2, 'main', 'topic');
    const told = refusal(() => baseOf(folder, 'main', 'topic'));
    expect(told).toContain(
      'the merge base of base "main" and head "topic" lies outside of what this shallow clone has',
    );
    expect(told).toContain('`git fetch --unshallow`');
    plainGit(folder, 'fetch', '-q', '--unshallow', 'origin');
    expect(baseOf(folder, 'main', 'topic')).toEqual({ base: ids['fork'], words: [] });
  });

  test('a merge base at which all history ends is certain', () => {
    const { folder: source, ids } = draw(line);
    expect(baseOf(cloneShallow(source, 3, 'main', 'topic'), 'main', 'topic').base).toBe(ids['fork']);
  });

  test('a merge base before the boundary is certain', () => {
    const { folder: source, ids } = draw({ older: [], ...line, root: ['older'] });
    expect(baseOf(cloneShallow(source, 4, 'main', 'topic'), 'main', 'topic').base).toBe(ids['fork']);
  });

  // The head has merged a side branch: what it hides may have left `main` later than the fork that is seen.
  // prettier-ignore
  const side = {
    root: [], late: ['root'], main: ['late'], s1: ['late'], s2: ['s1'], s3: ['s2'], t1: ['root'], topic: ['t1', 's3'],
  };

  test('a merge base that hidden history could better is refused, and to fetch it helps', () => {
    const { folder: source, ids } = draw(side);
    const folder = cloneShallow(source, 3, 'main', 'topic');
    expect(plainGit(folder, 'merge-base', '--all', 'main', 'topic')).toBe(ids['root']);
    const told = refusal(() => baseOf(folder, 'main', 'topic'));
    expect(told).toContain('the merge base of base "main" and head "topic" is uncertain');
    expect(told).toContain('`git fetch --unshallow`');
    expect(refusal(() => baseOf(folder, 'topic', 'main'))).toContain('is uncertain');
    plainGit(folder, 'fetch', '-q', '--unshallow', 'origin');
    expect(baseOf(folder, 'main', 'topic').base).toBe(ids['late']);
  });

  test('a merge base that is one of the two is certain, whatever is hidden', () => {
    const { folder: source, ids } = draw(side);
    const folder = cloneShallow(source, 3, 'main', 'topic');
    expect(baseOf(folder, 'topic~1', 'topic').base).toBe(ids['t1']);
    expect(baseOf(folder, 'topic', 'topic^2').base).toBe(ids['s3']);
    expect(baseOf(folder, 'topic', 'topic').base).toBe(ids['topic']);
  });

  test('of several merge bases one may hide behind another, which is refused', () => {
    const history = {
      root: [],
      one: ['root'],
      hidden: ['one'],
      two: ['hidden'],
      main: ['one', 'two'],
      topic: ['two', 'one'],
    };
    const { folder: source, ids } = draw(history);
    const folder = cloneShallow(source, 2, 'main', 'topic');
    const seen = plainGit(folder, 'merge-base', '--all', 'main', 'topic').split('\n');
    expect(new Set(seen)).toEqual(new Set([ids['one'], ids['two']]));
    expect(refusal(() => baseOf(folder, 'main', 'topic'))).toContain('is uncertain');
    plainGit(folder, 'fetch', '-q', '--unshallow', 'origin');
    expect(baseOf(folder, 'main', 'topic')).toEqual({ base: ids['two'], words: [] });
  });

  test('several merge bases above one boundary are certain', () => {
    const history = {
      older: [],
      root: ['older'],
      one: ['root'],
      two: ['root'],
      main: ['one', 'two'],
      topic: ['two', 'one'],
    };
    const { folder: source } = draw(history);
    const folder = cloneShallow(source, 3, 'main', 'topic');
    expect(baseOf(folder, 'main', 'topic').words).toHaveLength(1);
    expect(baseOf(folder, 'main', 'topic').base).toBe(baseOf(source, 'main', 'topic').base);
  });
});
