/** Loaded before every file of tests that mutants meet, to make a mutant cheap: thousands of them meet these tests. */
import type * as fc from 'fast-check';
import { afterEach, beforeEach, vi } from 'vitest';

/** How often the tests of a process passed each mutant: Stryker counts it there. */
type Counts = { readonly static: Record<string, unknown>; readonly perTest: Record<string, unknown> };

/** A mutant is settled by one failure: then the remaining files of the process are not even loaded. */
type Worker = { readonly ctx: { readonly files: unknown[] } };
afterEach(({ task }) => {
  if (task.result?.state === 'fail') (Reflect.get(globalThis, '__vitest_worker__') as Worker).ctx.files.length = 0;
});

// Files share a process, and each hands over all that was counted until then: it has to begin with nothing.
const stryker = Reflect.get(globalThis, '__stryker__') as { mutantCoverage?: Counts } | undefined;
for (const counts of Object.values(stryker?.mutantCoverage ?? {})) {
  for (const key of Object.keys(counts)) delete counts[key];
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
