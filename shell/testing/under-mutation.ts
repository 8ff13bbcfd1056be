/// <reference types="vite/types/importMeta.d.ts" />
/** Loaded before every file of tests that mutants meet, to make a mutant cheap: thousands of them meet these tests. */
import type * as fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, inject, vi } from 'vitest';

/** How often the tests of a process passed each mutant: Stryker counts it there. */
type Counts = { readonly static: Record<string, unknown>; readonly perTest: Record<string, unknown> };

declare module 'vitest' {
  interface ProvidedContext {
    mode: 'dry-run' | 'mutant' | undefined;
  }
}

/** A mutant is settled by one failure: then the remaining files of the process are not even loaded. */
type Worker = { readonly ctx: { readonly files: unknown[] } };
afterEach(({ task }) => {
  if (task.result?.state === 'fail') (Reflect.get(globalThis, '__vitest_worker__') as Worker).ctx.files.length = 0;
});

/** How often the mutants were passed in this process: in tests, and outside of any. */
const counts = (): Counts => {
  const stryker = Reflect.get(globalThis, '__stryker__') as { mutantCoverage?: Counts } | undefined;
  return stryker?.mutantCoverage ?? { static: {}, perTest: {} };
};

function keepOnly(kept: ReadonlySet<string>, ...counted: readonly Record<string, unknown>[]): void {
  for (const one of counted) for (const key of Object.keys(one)) if (!kept.has(key)) delete one[key];
}

// Files share a process, and each hands over all that was counted until then: it has to begin with nothing.
keepOnly(new Set(), counts().static, counts().perTest);

/**
 * What is passed when a module is loaded takes all tests to be told, what is passed in tests only those. Stryker takes
 * all that a file does outside of its tests for loading, also the cases that it reads there: hence everything is loaded
 * before, and nothing else is kept.
 */
if (inject('mode') === 'dry-run') {
  const modules = import.meta.glob([
    '../../src/**/*.ts',
    '../../harness/*.ts',
    '!**/*.{test,laws}.ts',
    '!**/testing/**',
  ]);
  await Promise.all([import('./command.ts'), ...Object.values(modules).map((load) => load())]);
  const loading = new Set(Object.keys(counts().static));
  beforeAll(() => keepOnly(loading, counts().static));
}

/** These tests are about size; the source is some ten times slower when it can be mutated. */
const aboutSize = /\/bounds-bytes\/|1 MiB|ten million|hundred thousand|first twenty complaints/;
beforeEach(({ task, skip }) => skip(aboutSize.test(task.name)));

/** Every law is tried on the same few values, each time; one that does not hold is not tried on smaller ones. */
const seed = 24;
const runs = 20;
vi.mock('fast-check', async (original) => {
  const real = await original<typeof fc>();
  const few = (asked: fc.Parameters<unknown> = {}) => ({
    ...asked,
    seed,
    endOnFailure: true,
    numRuns: Math.min(asked.numRuns ?? runs, runs),
  });
  return {
    ...real,
    check: (property: fc.IProperty<unknown>, asked?: fc.Parameters<unknown>) => real.check(property, few(asked)),
    assert: (property: fc.IProperty<unknown>, asked?: fc.Parameters<unknown>) => real.assert(property, few(asked)),
  };
});
