import { describe, expect, test } from 'vitest';
import { shipped } from '../testing/contracts.ts';
import { assignment, findingOf, fullSet, manifest, packetOf, roles } from '../testing/sample-review.ts';
import { askAgain, strangersIn } from './retry.ts';

const { base, head, diffSha256, changedFiles } = manifest;

/** A review in which all have answered but the role `tests`, which gave these entries instead of its packet. */
const review = (...entries: readonly unknown[]) => ({
  manifest,
  observed: { head, diffSha256 },
  assignment,
  packets: [...Object.values(fullSet(manifest)).filter(({ role }) => role !== 'tests'), ...entries],
  lineCounts: { 'src/a.ts': 50 },
});

const worker = {
  base,
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
    [
      'its packet is of another head',
      [packetOf(manifest, 'tests', { head: '00000000' })],
      [
        {
          reason: 'stale-packet',
          packet: 3,
          violations: [{ path: '/head', message: expect.stringContaining('"00000000"') }],
        },
      ],
    ],
    [
      'two packets came',
      [packetOf(manifest, 'tests'), packetOf(manifest, 'tests')],
      [
        { reason: 'doubled', packet: 3 },
        { reason: 'doubled', packet: 4 },
      ],
    ],
    [
      'its packet lacks a member',
      [packetOf(manifest, 'tests', { limitations: undefined })],
      [{ reason: 'broken', packet: 3, violations: [{ path: '/limitations', message: expect.any(String) }] }],
    ],
    [
      'a file was not read',
      [packetOf(manifest, 'tests', { filesReviewed: ['src/a.ts'] })],
      [{ reason: 'unread-files', packet: 3, files: ['src/b.ts'] }],
    ],
    [
      'two of three findings are refused',
      [
        packetOf(manifest, 'tests', {
          findings: [
            findingOf('tests', { line: 51 }),
            findingOf('tests'),
            findingOf('tests', { severity: 'High', evidence: ' ' }),
          ],
        }),
      ],
      [
        {
          reason: 'refused-finding',
          packet: 3,
          index: 0,
          finding: findingOf('tests', { line: 51 }),
          violations: [{ rule: 'line-in-file', path: '/line', message: expect.stringContaining('51') }],
        },
        {
          reason: 'refused-finding',
          packet: 3,
          index: 2,
          finding: findingOf('tests', { severity: 'High', evidence: ' ' }),
          violations: [
            { rule: 'severity-supported', path: '/severity', message: expect.stringContaining('"High"') },
            { rule: 'evidence-present', path: '/evidence', message: expect.any(String) },
          ],
        },
      ],
    ],
    [
      'a finding is forged',
      [packetOf(manifest, 'tests', { findings: [findingOf('security')] })],
      [
        {
          reason: 'refused-finding',
          packet: 3,
          index: 0,
          finding: findingOf('security'),
          violations: [{ rule: 'packets-assigned', path: '/role', message: expect.any(String) }],
        },
      ],
    ],
    [
      'there are more findings than the contract allows',
      [packetOf(manifest, 'tests', { findings: Array.from({ length: 101 }, () => findingOf('tests')) })],
      [{ reason: 'too-many-findings', packet: 3, findings: 101, allowed: 100 }],
    ],
  ])('%s', (_, entries, why) => {
    expect(askAgain(shipped, review(...entries), manifest)).toEqual([{ role: 'tests', why, assignment: worker }]);
  });

  test('nobody is asked for as many findings as the contract allows', () => {
    const full = packetOf(manifest, 'tests', { findings: Array.from({ length: 100 }, () => findingOf('tests')) });
    expect(askAgain(shipped, review(full), manifest)).toEqual([]);
  });

  test('a stranger is not asked', () => {
    expect(askAgain(shipped, review(packetOf(manifest, 'tests'), packetOf(manifest, 'style')), manifest)).toEqual([]);
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
    const asks = askAgain(shipped, stale(partition), { ...now, changedFiles: ['src/a.ts', 'src/new.ts'] });
    expect(asks.map((one) => one.assignment.files)).toEqual(roles.map(() => ['src/a.ts', 'src/new.ts']));
  });
});

test('nobody is asked about a change of which every file is generated', () => {
  const now = { ...manifest, head: '99999999', changedFiles: ['dist/a.js'], generatedFiles: ['dist/**'] };
  const stale = { ...review(), observed: { head: now.head, diffSha256 } };
  expect(askAgain(shipped, stale, now)).toEqual([]);
});

describe('packets of no worker', () => {
  const own = packetOf(manifest, 'tests');

  test('are those of a role without one, and what names no role', () => {
    const entries = [own, packetOf(manifest, 'style'), 'I found nothing', own, { role: 'security' }];
    expect(strangersIn(shipped, review(...entries))).toEqual([4, 5]);
  });

  test('there are none in a review that is complete, and none to be found in one that is denied', () => {
    expect(strangersIn(shipped, review(own))).toEqual([]);
    expect(strangersIn(shipped, { ...review('prose'), assignment: null })).toEqual([]);
  });
});
