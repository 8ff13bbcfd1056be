import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** A mutant is left as soon as one test fails: what is quick and tells much comes first, the properties last. */
const order = [
  /^src\/index/,
  /^src\/.*(?<!prop|json|block|prompt)\.test/,
  /^harness\/(?!cases)/,
  /^src\/gates/,
  /cases/,
  /^src/,
];

class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number => {
      const file = moduleId.slice(project.config.root.length + 1);
      return (order.findIndex((one) => one.test(file)) + order.length + 1) % (order.length + 1);
    };
    return files.toSorted((a, b) => rank(a) - rank(b));
  }
}

/**
 * The tests that mutants meet: quick ones in one process, laws with fixed seeds. What tests other tests, starts processes
 * or is about what stands outside of `src/` and of the harness's loading and verdicts is not among them.
 */
export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'harness/{json-*,case-folder,cases,decide-any,generated,index,load-*,results,run,simulated-store,verdict}.test.ts',
      'shell/{broken,must-fail}.test.ts',
    ],
    exclude: ['src/gates/planted-faults.test.ts'],
    runner: './shell/testing/mutation-runner.ts',
    setupFiles: ['shell/testing/under-mutation.ts'],
    // One process a mutant, whatever the number of files.
    isolate: false,
    sequence: { sequencer: QuickFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
