import { describe, expect, test } from 'vitest';
import { volatileIdentifier } from './volatile.ts';

describe('a commit id or a digest', () => {
  test.each([
    ['7 hex digits with a letter', 'a12345f'],
    ['64 hex digits', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    ['upper case', 'ABC1234'],
    ['mixed case', 'aBc12D4'],
    ['40 decimal digits', '1'.repeat(40)],
    ['40 letters', 'a'.repeat(40)],
    ['64 decimal digits', '1'.repeat(64)],
    ['64 letters', 'F'.repeat(64)],
  ])('%s', (_, id) => {
    expect(volatileIdentifier(id)).toBe(id);
    expect(volatileIdentifier(`at ${id}, they say`)).toBe(id);
    expect(volatileIdentifier(`sha256:${id}`)).toBe(id);
    expect(volatileIdentifier(`_${id}_`)).toBe(id);
    expect(volatileIdentifier(`é${id}é`)).toBe(id);
  });

  test('the first of two is named', () => {
    expect(volatileIdentifier('first abc1234, then def5678')).toBe('abc1234');
  });
});

describe('no commit id and no digest', () => {
  test.each([
    ['6 hex digits', 'abc123'],
    ['65 hex digits', `a1${'0'.repeat(63)}`],
    ['digits alone', '1234567'],
    ['39 digits alone', '1'.repeat(39)],
    ['letters alone', 'defaced'],
    ['a word with another letter in it', 'abc1234g'],
    ['a word that begins with another letter', 'gabc1234'],
    ['a name of the manifest', 'diffSha256'],
    ['two short words', 'abc123 4567'],
    ['nothing', ''],
  ])('%s', (_, text) => {
    expect(volatileIdentifier(text)).toBeUndefined();
  });
});
