/** A file of tests that a mutant keeps from being loaded has no test that could fail: here that is a failed test. */
import { expect, test, TestRunner } from 'vitest';

export default class extends TestRunner {
  override async importFile(path: string, source: 'collect' | 'setup'): Promise<unknown> {
    try {
      return await super.importFile(path, source);
    } catch (error) {
      if (source === 'setup') throw error;
      return test('is loaded', () => {
        expect(error).toBeUndefined();
      });
    }
  }
}
