import { describe, expect, test } from 'vitest';
import { asyncRefutation } from '../testing/check-law.ts';
import { laws } from './evidence.laws.ts';
import { readParentTurn } from './reader.ts';

describe('evidence', () => {
  test.each(Object.entries(laws))('%s', async (_, law) => {
    expect(await asyncRefutation(law(readParentTurn))).toBe('');
  });
});
