import { defineConfig } from 'vitest/config';

/** What is slow because it goes the whole way: packs, installs, starts what a user starts. Apart from `npm test`. */
export default defineConfig({
  test: {
    include: ['{harness,shell}/**/*.e2e.ts'],
    // Packing builds the package anew, and what others cost must not count here.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
});
