import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../src/contract/json.ts';
import { anyJson, reordered } from '../src/testing/json.ts';
import { differencesOf } from './verdict.ts';
import type { Expectation } from './verdict.ts';

const decision = {
  gate: 'aggregation',
  code: 'INCOMPLETE_REVIEW',
  outcome: 'incomplete',
  rule: 'packets-complete',
  recovery: 'ask again',
  violations: [
    { rule: 'packets-complete', code: 'INCOMPLETE_REVIEW', path: '/packets', message: 'one is missing' },
    { rule: 'files-reviewed', code: 'INCOMPLETE_REVIEW', path: '/packets/0/filesReviewed', message: 'one is unread' },
  ],
  more: 0,
  facts: { packets: 3, rawFindings: 0, complete: false },
  review: { findings: [{ file: 'a', line: 1 }], limitations: [] },
} as const;

const right = { code: 'INCOMPLETE_REVIEW', rule: 'packets-complete' } as const satisfies Expectation;

describe('what a case asserts and the decision has is no difference', () => {
  test.each<readonly [title: string, expected: Expectation]>([
    ['code and rule', right],
    ['the code alone', { code: 'INCOMPLETE_REVIEW' }],
    ['one fact of several', { ...right, facts: { packets: 3 } }],
    ['all facts, in another order', { ...right, facts: { complete: false, rawFindings: 0, packets: 3 } }],
    ['no fact', { ...right, facts: {} }],
    [
      'the exact violations, without code and message',
      {
        ...right,
        violations: [
          { rule: 'packets-complete', path: '/packets' },
          { rule: 'files-reviewed', path: '/packets/0/filesReviewed' },
        ],
      },
    ],
    [
      'the review, its members in another order',
      { ...right, review: { limitations: [], findings: [{ line: 1, file: 'a' }] } },
    ],
  ])('%s', (_, expected) => {
    expect(differencesOf(expected, decision)).toEqual([]);
  });
});

describe('each assertion that does not hold is one difference, with expected and actual', () => {
  test.each<readonly [title: string, expected: Expectation, differences: readonly string[]]>([
    ['the code', { ...right, code: 'DENY_REVIEW' }, ['code: expected "DENY_REVIEW", got "INCOMPLETE_REVIEW"']],
    ['the rule', { ...right, rule: 'review-shape' }, ['rule: expected "review-shape", got "packets-complete"']],
    ['a rule where none was expected', { ...right, rule: null }, ['rule: expected null, got "packets-complete"']],
    ['a fact', { ...right, facts: { packets: 4 } }, ['facts.packets: expected 4, got 3']],
    ['a fact of another kind', { ...right, facts: { complete: 0 } }, ['facts.complete: expected 0, got false']],
    ['a fact that is not there', { ...right, facts: { workers: 4 } }, ['facts.workers: expected 4, got nothing']],
    [
      'an inherited name for a fact',
      { ...right, facts: { toString: 1 } },
      [expect.stringMatching(/^facts\.toString: expected 1, /)],
    ],
    [
      'two facts',
      { ...right, facts: { packets: 4, complete: true } },
      ['facts.packets: expected 4, got 3', 'facts.complete: expected true, got false'],
    ],
    [
      'no violations',
      { ...right, violations: [] },
      ['violations/0: expected nothing, got {"path":"/packets","rule":"packets-complete"}'],
    ],
    [
      'a violation too few',
      { ...right, violations: [{ rule: 'packets-complete', path: '/packets' }] },
      ['violations/1: expected nothing, got {"path":"/packets/0/filesReviewed","rule":"files-reviewed"}'],
    ],
    [
      'a violation at another place',
      {
        ...right,
        violations: [
          { rule: 'packets-complete', path: '/packets/1' },
          { rule: 'files-reviewed', path: '/packets/0/filesReviewed' },
        ],
      },
      ['violations/0/path: expected "/packets/1", got "/packets"'],
    ],
    [
      'violations in another order',
      {
        ...right,
        violations: [
          { rule: 'files-reviewed', path: '/packets/0/filesReviewed' },
          { rule: 'packets-complete', path: '/packets' },
        ],
      },
      ['violations/0/rule: expected "files-reviewed", got "packets-complete"'],
    ],
    [
      'a part of the review',
      { ...right, review: { findings: [{ file: 'a', line: 2 }], limitations: [] } },
      ['review/findings/0/line: expected 2, got 1'],
    ],
    [
      'a part of the review that is too much',
      { ...right, review: { findings: [] } },
      ['review/findings/0: expected nothing, got {"file":"a","line":1}'],
    ],
    [
      'a review that is a part of what there is',
      { ...right, review: {} },
      [expect.stringMatching(/^review\/findings: expected nothing, /)],
    ],
    [
      'a member that is missing where null was expected',
      { ...right, review: { findings: [{ file: 'a', line: 1, note: null }], limitations: [] } },
      ['review/findings/0/note: expected null, got nothing'],
    ],
    ['evidence where there is none', { ...right, evidence: {} }, ['evidence: expected {}, got nothing']],
    [
      'everything at once',
      { code: 'DENY_REVIEW', rule: null, facts: { packets: 4 }, violations: [], review: [] },
      [
        'code: expected "DENY_REVIEW", got "INCOMPLETE_REVIEW"',
        'rule: expected null, got "packets-complete"',
        'violations/0: expected nothing, got {"path":"/packets","rule":"packets-complete"}',
        'review: expected [], got {"findings":[{"file":"a","line":1}],"limitations":[]}',
        'facts.packets: expected 4, got 3',
      ],
    ],
  ])('%s', (_, expected, differences) => {
    expect(differencesOf(expected, decision)).toEqual(differences);
  });
});

test('no rule is what a plain pass has', () => {
  const pass = { ...decision, code: 'COMPLETE_REVIEW', outcome: 'pass', rule: null, violations: [] } as const;
  expect(differencesOf({ code: 'COMPLETE_REVIEW', rule: null, violations: [] }, pass)).toEqual([]);
  expect(differencesOf({ code: 'COMPLETE_REVIEW', rule: 'review-shape' }, pass)).toEqual([
    'rule: expected "review-shape", got null',
  ]);
});

test('a whole is compared exactly, but for the order of members', () => {
  fc.assert(
    fc.property(anyJson, anyJson, fc.integer(), (review, other, salt) => {
      const expected = { ...right, review };
      expect(differencesOf(expected, { ...decision, review: reordered(review, salt) } as typeof decision)).toEqual([]);
      const differences = differencesOf(expected, { ...decision, review: other } as unknown as typeof decision);
      expect(differences.length).toBe(canonicalJson(review) === canonicalJson(other) ? 0 : 1);
    }),
    { numRuns: 1000 },
  );
});

test('a difference is one line, whatever differs', () => {
  const [words] = differencesOf({ ...right, rule: 'a\nb\u001b' }, decision);
  expect(words).toMatch(/^[ -~]+$/);
});

test('a container of two hundred characters is shown whole, a longer one by its kind', () => {
  const listOf = (characters: number): readonly string[] => ['x'.repeat(characters - 4)];
  const shown = (characters: number) => differencesOf({ ...right, evidence: listOf(characters) }, decision);
  expect(shown(200)).toEqual([`evidence: expected ${JSON.stringify(listOf(200))}, got nothing`]);
  expect(shown(201)).toEqual(['evidence: expected a list of 1, got nothing']);
});
