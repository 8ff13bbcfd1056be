import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readChange } from './change.ts';
import { documented, importCommits, makeRepository, oddNames, type Entry, type Mode } from './testing/repository.ts';

type Tree = ReadonlyMap<string, Entry>;
type Step = { readonly path: string; readonly entry: Entry | undefined };

const name = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...oddNames) },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: 'binary', minLength: 1, maxLength: 5 })
      .filter((text) => !/[/\0]/.test(text) && !['.', '..', '.git'].includes(text)),
  },
);
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));

const blob = fc.record({
  mode: fc.constantFrom<Mode>('100644', '100755', '120000'),
  content: fc.constantFrom('', 'a', 'a\n', '\0binary', 'a\r\n'),
});
const gitlink = fc.record({
  mode: fc.constant<Mode>('160000'),
  content: fc.constantFrom('1'.repeat(40), '2'.repeat(40)),
});
const step = fc
  .tuple(path, fc.option(fc.oneof({ weight: 3, arbitrary: blob }, { weight: 1, arbitrary: gitlink })))
  .map(([at, what]): Step => ({ path: at, entry: what === null ? undefined : { path: at, ...what } }));

/** A step that is aimed at a path of the tree: at that place itself, or below it. */
type Aimed = { readonly step: Step; readonly at: number | null; readonly below: boolean };

const aimed = fc.record<Aimed>({
  step,
  at: fc.option(fc.nat({ max: 7 }), { freq: 3 }),
  below: fc.integer({ min: 0, max: 4 }).map((die) => die === 4),
});

/** A change: the steps to the first tree, then those from there to the second. */
const change = fc.record({
  first: fc.array(step, { minLength: 2, maxLength: 8 }),
  second: fc.array(aimed, { maxLength: 5 }),
});

/** A path takes the place of what it cannot stand beside: the file above it, or all that is below it. */
function walk(tree: Tree, steps: readonly Step[]): Tree {
  const next = new Map(tree);
  for (const { path: at, entry } of steps) {
    for (const other of next.keys()) {
      if (other === at || other.startsWith(`${at}/`) || at.startsWith(`${other}/`)) next.delete(other);
    }
    if (entry !== undefined) next.set(at, entry);
  }
  return next;
}

function aim(tree: Tree, steps: readonly Aimed[]): Step[] {
  const paths = [...tree.keys()];
  return steps.map(({ step: { path: own, entry }, at, below }) => {
    const target = at === null ? undefined : paths[at % paths.length];
    const moved = target === undefined ? own : below ? `${target}/${own}` : target;
    return { path: moved, entry: entry && { ...entry, path: moved } };
  });
}

function differing(before: Tree, after: Tree): string[] {
  const same = (a?: Entry, b?: Entry): boolean => a?.mode === b?.mode && a?.content === b?.content;
  return [...new Set([...before.keys(), ...after.keys()])].filter((at) => !same(before.get(at), after.get(at))).sort();
}

function noWord(line: string): void {
  throw new Error(`a word where none was expected: ${line}`);
}

test('list and digest of a random change equal what the documented command gives', () => {
  const repo = makeRepository();
  const runs = { equal: 0, retyped: 0, swapped: 0 };
  fc.assert(
    fc.property(change, ({ first, second }) => {
      const before = walk(new Map(), first);
      const after = walk(before, aim(before, second));
      const [base = '', head = ''] = importCommits(repo, [
        { ref: 'refs/heads/base', entries: [...before.values()] },
        { ref: 'refs/heads/head', parents: [':1'], entries: [...after.values()], message: 'head' },
      ]);
      const told = readChange({ repo, base, head, warn: noWord });
      const expected = documented(repo, base, head);
      expect(told).toEqual({ base, head, sameTree: expected.changedFiles.length === 0, ...expected });
      // Neither does git say so alone: the trees were drawn here.
      expect([...told.changedFiles].sort()).toEqual(differing(before, after));
      runs.equal += told.sameTree ? 1 : 0;
      runs.retyped += told.changedFiles.some((at) => isRetyped(before.get(at), after.get(at))) ? 1 : 0;
      runs.swapped += told.changedFiles.some((at) => told.changedFiles.some((other) => other.startsWith(`${at}/`)))
        ? 1
        : 0;
    }),
    { numRuns: 400 },
  );
  // The rare kinds of change were among them.
  expect(Math.min(runs.equal, runs.retyped, runs.swapped)).toBeGreaterThan(0);
});

function isRetyped(before?: Entry, after?: Entry): boolean {
  return before !== undefined && after !== undefined && before.mode.slice(0, 2) !== after.mode.slice(0, 2);
}
