import { expect, test } from 'vitest';
import { shipped } from '../testing/contracts.ts';
import { assignment, fullSet, manifest as sample, packetOf } from '../testing/sample-review.ts';
import { aggregate } from './aggregation.ts';

test('what is wrong in a review is listed in the order of its members, what is missing last', () => {
  const { violations } = aggregate(shipped, { x: 1, assignment: 2, packets: 3, lineCounts: 4, observed: 5 });
  expect(violations.map(({ path }) => path)).toStrictEqual([
    '/x',
    '/assignment',
    '/packets',
    '/lineCounts',
    '/observed',
    '/manifest',
  ]);
});

test('of a stale change the staleness is said, and not what else the admission gate found', () => {
  const { violations } = aggregate(shipped, {
    manifest: sample,
    observed: { head: 'c'.repeat(40), diffSha256: 'e'.repeat(64), changedFiles: ['c'] },
    assignment,
    packets: Object.values(fullSet(sample)),
  });
  expect(violations.map(({ rule, path }) => [rule, path])).toStrictEqual([
    ['review-current', '/observed/head'],
    ['review-current', '/observed/diffSha256'],
  ]);
});

test('an entry that names no role is of no worker: broken, and not stale, whatever head it names', () => {
  const { head, diffSha256 } = sample;
  const { role: _, ...nobody } = { ...packetOf(sample, 'tests'), head: 'c'.repeat(40) };
  const packets = [...Object.values(fullSet(sample)), nobody];
  expect(aggregate(shipped, { manifest: sample, observed: { head, diffSha256 }, assignment, packets })).toMatchObject({
    code: 'INCOMPLETE_REVIEW',
    violations: [{ rule: 'packets-complete', path: '/packets/4/role' }],
  });
});

test('a finding on a file that a thousand workers own counts each role that made it, and no other', () => {
  const names = Array.from({ length: 1000 }, (_, index) => `role-${index}`);
  const contract = { ...shipped, roles: Object.fromEntries(names.map((name) => [name, { question: `${name}?` }])) };
  const [head, diffSha256] = ['a'.repeat(40), 'd'.repeat(64)];
  const claim = { file: 'a', line: 1, severity: 'low', evidence: 'e', action: 'a' };
  const manifest = { base: head, head, diffSha256, changedFiles: ['a'] };
  const decision = aggregate(contract, {
    manifest,
    observed: { head, diffSha256 },
    assignment: {
      changedFiles: ['a'],
      workers: names.map((role) => ({ role, question: `${role}?`, files: ['a'], access: 'read-only' })),
      corroborations: [{ file: 'a', roles: names, reason: 'all look' }],
    },
    packets: names.map((role, index) => ({
      role,
      head,
      diffSha256,
      filesReviewed: ['a'],
      findings: index < 3 ? [{ role, ...claim }] : [],
      limitations: [],
    })),
  });
  expect(decision).toMatchObject({ code: 'COMPLETE_REVIEW', facts: { packets: 1000, corroboratedFindings: 1 } });
  expect(decision.review?.findings.map(({ corroboratedBy }) => corroboratedBy)).toStrictEqual([3]);
});
