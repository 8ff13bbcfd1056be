import { describe, expect, test } from 'vitest';
import { shipped } from '../testing/contracts.ts';
import { manifest } from '../testing/sample-review.ts';
import { admitAsBound, asBound } from './admission.ts';

describe('a change that is exactly as it was bound', () => {
  const { head, diffSha256 } = manifest;

  test('shows the head and the digest of its manifest', () => {
    expect(asBound(manifest)).toStrictEqual({ head, diffSha256 });
  });

  test.each([null, undefined, 'manifest', [], {}, { head: 1, diffSha256: null }])(
    'shows nothing where %j is the manifest',
    (value) => {
      expect(asBound(value)).toStrictEqual({ head: '', diffSha256: '' });
    },
  );

  test('is admitted, whatever has moved since', () => {
    expect(admitAsBound(shipped, manifest)).toMatchObject({ code: 'ADMIT', facts: { changedFiles: 2 } });
  });

  test('is denied where the manifest is none', () => {
    expect(admitAsBound(shipped, { ...manifest, base: 'main' })).toMatchObject({ rule: 'commit-ids' });
    expect(admitAsBound(shipped, undefined)).toMatchObject({ rule: 'manifest-shape' });
  });
});
