import { describe, expect, test } from 'vitest';
import { keepIn } from '../../harness/testing/counterexamples.ts';
import { decide } from '../index.ts';
import { refutation } from '../testing/check-law.ts';
import { laws } from './assignment.laws.ts';

describe('assignment', () => {
  test.each(Object.entries(laws))('%s', (_, law) => {
    expect(refutation('assignment', law, decide.assignment, { keep: keepIn() })).toBe('');
  });
});
