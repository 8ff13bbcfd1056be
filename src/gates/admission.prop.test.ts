import { describe, expect, test } from 'vitest';
import { keepIn } from '../../harness/testing/counterexamples.ts';
import { decide } from '../index.ts';
import { refutation } from '../testing/check-law.ts';
import { laws } from './admission.laws.ts';

describe('admission', () => {
  test.each(Object.entries(laws))('%s', (_, law) => {
    expect(refutation('admission', law, decide.admission, { numRuns: 3_000, keep: keepIn() })).toBe('');
  });
});
