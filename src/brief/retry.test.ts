import { describe, expect, test } from 'vitest';
import { shipped } from '../testing/contracts.ts';
import { assignAll } from './assign.ts';
import type { Manifest } from './assign.ts';
import { askAgain } from './retry.ts';

const manifest: Manifest = {
  base: '1a2b3c4d',
  head: '5e6f7a8b',
  diffSha256: 'e'.repeat(64),
  changedFiles: ['src/auth.ts', 'tests/auth.test.ts'],
};
const { head, diffSha256, changedFiles } = manifest;
const assignment = assignAll(shipped, manifest);
const roles = Object.keys(shipped.roles);
const packetOf = (role: string, rest: object = {}) => ({
  role,
  head,
  diffSha256,
  filesReviewed: changedFiles,
  findings: [] as readonly unknown[],
  limitations: [],
  ...rest,
});
const finding = (rest: object = {}) => ({
  role: 'tests',
  file: 'src/auth.ts',
  line: 42,
  severity: 'high',
  evidence: 'e',
  action: 'a',
  ...rest,
});
/** A review in which all have answered but the role `tests`, which gave these entries instead of its packet. */
const review = (...entries: readonly unknown[]) => ({
  manifest,
  observed: { head, diffSha256 },
  assignment,
  packets: [...roles.filter((role) => role !== 'tests').map((role) => packetOf(role)), ...entries],
  lineCounts: { 'src/auth.ts': 50 },
});

const worker = {
  base: '1a2b3c4d',
  head,
  diffSha256,
  role: 'tests',
  question: shipped.roles['tests']?.question,
  files: changedFiles,
  access: 'read-only',
};

describe('a role is asked again with its part of the assignment, and told why', () => {
  test.each<readonly [title: string, entries: readonly unknown[], why: readonly object[]]>([
    ['nothing came', [], [{ reason: 'missing' }]],
    ['only prose came', ['I found nothing'], [{ reason: 'missing' }]],
    ['its packet is of another head', [packetOf('tests', { head: '00000000' })], [{ reason: 'stale', packet: 3 }]],
    [
      'two packets came',
      [packetOf('tests'), packetOf('tests')],
      [
        { reason: 'doubled', packet: 3 },
        { reason: 'doubled', packet: 4 },
      ],
    ],
    [
      'its packet lacks a member',
      [packetOf('tests', { limitations: undefined })],
      [{ reason: 'broken', packet: 3, violations: [{ path: '/limitations', message: expect.any(String) }] }],
    ],
    [
      'a file was not read',
      [packetOf('tests', { filesReviewed: ['src/auth.ts'] })],
      [{ reason: 'unread-files', packet: 3, files: ['tests/auth.test.ts'] }],
    ],
    [
      'two of three findings are refused',
      [
        packetOf('tests', {
          findings: [finding({ line: 51 }), finding(), finding({ severity: 'High', evidence: ' ' })],
        }),
      ],
      [
        {
          reason: 'refused-finding',
          packet: 3,
          index: 0,
          finding: finding({ line: 51 }),
          violations: [{ rule: 'line-in-file', path: '/line', message: expect.stringContaining('51') }],
        },
        {
          reason: 'refused-finding',
          packet: 3,
          index: 2,
          finding: finding({ severity: 'High', evidence: ' ' }),
          violations: [
            { rule: 'severity-supported', path: '/severity', message: expect.stringContaining('"High"') },
            { rule: 'evidence-present', path: '/evidence', message: expect.any(String) },
          ],
        },
      ],
    ],
    [
      'a finding is forged',
      [packetOf('tests', { findings: [finding({ role: 'security' })] })],
      [
        {
          reason: 'refused-finding',
          packet: 3,
          index: 0,
          finding: finding({ role: 'security' }),
          violations: [{ rule: 'packets-assigned', path: '/role', message: expect.any(String) }],
        },
      ],
    ],
    [
      'there are more findings than the contract allows',
      [packetOf('tests', { findings: Array.from({ length: 101 }, () => finding()) })],
      [{ reason: 'too-many-findings', packet: 3, findings: 101, allowed: 100 }],
    ],
  ])('%s', (_, entries, why) => {
    expect(askAgain(shipped, review(...entries), manifest)).toEqual([{ role: 'tests', why, assignment: worker }]);
  });

  test('a stranger is not asked', () => {
    expect(askAgain(shipped, review(packetOf('tests'), packetOf('style')), manifest)).toEqual([]);
  });

  test('nobody is asked when the review is denied as a whole', () => {
    expect(askAgain(shipped, { ...review(), packets: 'none' }, manifest)).toEqual([]);
  });
});

describe('after a push all are asked about the change as it is now', () => {
  const now = { ...manifest, head: '99999999', diffSha256: 'f'.repeat(64) };
  const stale = (plan: unknown) => ({
    ...review(),
    observed: { head: now.head, diffSha256: now.diffSha256 },
    assignment: plan,
  });
  const partition = {
    changedFiles,
    workers: assignment?.workers.map((one, index) => ({ ...one, files: [changedFiles[index % 2]] })),
    corroborations: changedFiles.map((file, index) => ({ file, roles: [roles[index], roles[index + 2]], reason: 'r' })),
  };

  test('by the same partition, if it has the same files', () => {
    const asks = askAgain(shipped, stale(partition), now);
    expect(asks.map(({ role, why }) => ({ role, why }))).toEqual(
      roles.map((role) => ({ role, why: [{ reason: 'stale' }] })),
    );
    expect(asks.map((one) => [one.assignment.head, one.assignment.diffSha256, one.assignment.files])).toEqual(
      [0, 1, 0, 1].map((index) => [now.head, now.diffSha256, [changedFiles[index]]]),
    );
  });

  test('every role about every file, if it has others', () => {
    const asks = askAgain(shipped, stale(partition), { ...now, changedFiles: ['src/auth.ts', 'src/new.ts'] });
    expect(asks.map((one) => one.assignment.files)).toEqual(roles.map(() => ['src/auth.ts', 'src/new.ts']));
  });
});
