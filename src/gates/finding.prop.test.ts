import { describe, expect, test } from 'vitest';
import { keepIn } from '../../harness/testing/counterexamples.ts';
import { decide } from '../index.ts';
import { refutation } from '../testing/check-law.ts';
import { laws } from './finding.laws.ts';

describe('finding', () => {
  test.each(Object.entries(laws))('%s', (_, law) => {
    expect(refutation('finding', law, decide.finding, { keep: keepIn() })).toBe('');
  });
});
