import { describe, expect, test } from 'vitest';
import { keepIn } from '../../harness/testing/counterexamples.ts';
import { decide } from '../index.ts';
import { refutation } from '../testing/check-law.ts';
import { laws } from './aggregation.laws.ts';

describe('aggregation', () => {
  test.each(Object.entries(laws))('%s', (_, law) => {
    expect(refutation('aggregation', law, decide.aggregation, { numRuns: 500, keep: keepIn() })).toBe('');
  });
});
