import { describe, expect, test } from 'vitest';
import { keepIn } from '../../harness/testing/counterexamples.ts';
import { decide } from '../index.ts';
import { refutation } from '../testing/check-law.ts';
import { laws } from './permission.laws.ts';

describe('permission', () => {
  test.each(Object.entries(laws))('%s', (_, law) => {
    expect(refutation('permission', law, decide.permission, { keep: keepIn() })).toBe('');
  });
});
