import { describe, expect, test } from 'vitest';
import { registry } from '../../src/index.ts';
import { shipped } from '../../src/testing/contracts.ts';
import { allOf, parse, textOf } from '../../src/testing/parsed-markdown.ts';
import { assignment, findingOf, manifest, packetOf } from '../../src/testing/sample-review.ts';
import { blocksUnder, expectedReview, readReview, tableUnder, textsUnder } from '../testing/read-review.ts';
import { complete, othersThan, reportOf } from '../testing/written-reviews.ts';
import { reviewMarkdown } from './review.ts';
import type { BrokenFile } from './review-report.ts';

describe('the decision comes first', () => {
  const binding = `Base ${'a'.repeat(40)}, head ${'b'.repeat(40)}, SHA-256 of the diff ${'d'.repeat(64)}, changed files: 2.`;

  test('a complete review says that its findings are still to be verified', () => {
    expect(textsUnder('Review: COMPLETE_REVIEW', reportOf(complete))).toEqual([
      'The review is complete; the root still has to verify the findings.',
      binding,
      'Packets admitted: 4 of 4; findings: 0 distinct of 0 reported, 0 corroborated, 0 rejected; severity disagreements: 0.',
    ]);
  });

  test('an incomplete one says in bold what to do next', () => {
    const report = reportOf([
      ...othersThan('tests', 'security', 'correctness'),
      [
        'a.json',
        packetOf(manifest, 'correctness', {
          findings: [findingOf('correctness'), findingOf('correctness', { line: 0 })],
        }),
      ],
      ['b.json', packetOf(manifest, 'security', { findings: [findingOf('security', { severity: 'low' })] })],
    ]);
    const [next, ...rest] = blocksUnder('Review: INCOMPLETE_REVIEW', report);
    expect([next?.children?.map(({ type }) => type), textOf(next ?? { type: 'none' })]).toEqual([
      ['strong'],
      registry.INCOMPLETE_REVIEW.recovery,
    ]);
    expect(rest.map(textOf)).toEqual([
      binding,
      'Packets admitted: 3 of 4; findings: 1 distinct of 3 reported, 1 corroborated, 1 rejected; severity disagreements: 1.',
    ]);
  });

  test('a manifest that admission denies is not quoted', () => {
    const report = reportOf(complete, { manifest: { ...manifest, base: '@everyone' } });
    expect(textsUnder('Review: DENY_REVIEW', report)).toEqual([registry.DENY_REVIEW.recovery]);
    expect(reviewMarkdown(report)).not.toContain('Base ');
  });
});

describe('violations', () => {
  test('each has its rule, its place, the file of its packet and its message', () => {
    const report = reportOf([
      ...othersThan('tests'),
      ['odd.json', packetOf(manifest, 'tests', { filesReviewed: ['src/a.ts'] })],
    ]);
    expect(tableUnder('Violations', report)).toEqual([
      ['files-reviewed', '/packets/3/filesReviewed\nin odd.json', '"tests" did not read "src/b.ts"'],
    ]);
  });

  test('one of no packet names no file, and one of everything says so', () => {
    expect(tableUnder('Violations', reportOf(othersThan('tests')))).toEqual([
      ['packets-complete', '/packets', 'the packet of "tests" is missing'],
    ]);
    const report = reportOf(complete);
    const violations = [{ rule: 'review-shape', code: 'DENY_REVIEW', path: '', message: 'nothing' }] as const;
    const decision = { ...report.decision, code: 'DENY_REVIEW', violations } as const;
    expect(tableUnder('Violations', { ...report, decision })).toEqual([
      ['review-shape', 'the whole review', 'nothing'],
    ]);
  });

  test('those that are not listed are counted', () => {
    const findings = Array.from({ length: 25 }, (_, index) => findingOf('tests', { line: -index }));
    const report = reportOf([...othersThan('tests'), ['tests.json', packetOf(manifest, 'tests', { findings })]]);
    expect(tableUnder('Violations', report)).toHaveLength(20);
    expect(textsUnder('Violations', report).slice(1)).toEqual(['Violations that are not listed: 5.']);
  });

  test('a file that could not be read has one, which says why', () => {
    const [odd, even] = ['odd.json', 'even.json'].map((file) => ({
      file,
      error: 'line 2, column 1: two values',
      text: '{} {}',
    })) as [BrokenFile, BrokenFile];
    const packets = [odd, even].map((one): [string, unknown] => [one.file, one]);
    const report = reportOf([...othersThan('tests'), ...packets], { broken: [odd, even] });
    expect(tableUnder('Violations', report)).toEqual([
      ['packets-complete', '/packets', 'the packet of "tests" is missing'],
      ['packets-complete', '/packets/3\nin odd.json', 'line 2, column 1: two values'],
      ['packets-complete', '/packets/4\nin even.json', 'line 2, column 1: two values'],
    ]);
  });

  test('a packet that looks like such a file is what it is: one that lacks every member', () => {
    const told = { file: 'told.json', error: 'the network was down', text: '' };
    const report = reportOf([...complete, ['told.json', told]]);
    expect(tableUnder('Violations', report)).toEqual(
      [
        ...Object.keys(told).map((key) => [`/packets/4/${key}`, `\`${key}\` is not a known key`]),
        ...Object.keys(packetOf(manifest, 'tests')).map((key) => [`/packets/4/${key}`, `\`${key}\` is missing`]),
      ].map(([path, message]) => ['packets-complete', `${path}\nin told.json`, message]),
    );
    expect(textsUnder('Refused packets', report)[0]).not.toContain('network');
  });

  test('a pass has none', () => {
    expect(blocksUnder('Violations', reportOf(complete))).toEqual([]);
  });
});

describe('who was asked', () => {
  const packet = packetOf(manifest, 'tests', {
    findings: [findingOf('tests'), findingOf('tests', { line: 0 })],
    limitations: ['one', 'two', 'three'],
  });
  const question = shipped.roles['tests']?.question;

  test.each<readonly [title: string, packets: Parameters<typeof reportOf>[0], row: readonly string[]]>([
    ['a packet is admitted', [['t.json', packet]], ['admitted', 't.json', '2 of 2', '2', '3']],
    [
      'an admitted packet did not read every file',
      [['t.json', { ...packet, filesReviewed: ['src/b.ts', 'src/c.ts'] }]],
      ['admitted', 't.json', '1 of 2', '2', '3'],
    ],
    ['a packet is missing', [], ['missing', '', '', '', '']],
    ['a packet is broken', [['t.json', { ...packet, more: 1 }]], ['broken', 't.json', '', '', '']],
    [
      'two packets have one role',
      [
        ['u.json', packet],
        ['t.json', packet],
      ],
      ['doubled', 't.json\nu.json', '', '', ''],
    ],
    [
      'a packet is about another change',
      [['t.json', { ...packet, head: 'e'.repeat(40) }]],
      ['stale', 't.json', '2 of 2', '2', '3'],
    ],
  ])('%s', (_, packets, row) => {
    expect(tableUnder('Who was asked', reportOf([...othersThan('tests'), ...packets]))[2]).toEqual([
      'tests',
      question,
      '2',
      ...row,
    ]);
  });

  test('no packet is judged against a broken review', () => {
    const report = reportOf([['t.json', packet]], { manifest: null });
    expect(tableUnder('Who was asked', report).map((row) => row.slice(3))).toEqual([
      ['missing', '', '', '', ''],
      ['missing', '', '', '', ''],
      ['not judged', 't.json', '', '', ''],
      ['missing', '', '', '', ''],
    ]);
  });

  test.each([[null], ['prose'], [{}], [{ ...assignment, workers: [{ role: 'tests' }] }]])(
    'an assignment that cannot be read is left out: %j',
    (unreadable) => {
      const report = reportOf(complete, { assignment: unreadable });
      expect(readReview(reviewMarkdown(report)).headings).toEqual([
        '# Review: DENY_REVIEW',
        '## Violations',
        '## Findings',
      ]);
    },
  );
});

describe('findings', () => {
  test('each stands under its file, with who says so, and beside those of its place', () => {
    const report = reportOf([
      ['t.json', packetOf(manifest, 'tests', { findings: [findingOf('tests', { file: 'src/b.ts', line: 10 })] })],
      [
        'm.json',
        packetOf(manifest, 'maintainability', { findings: [findingOf('maintainability', { evidence: 'other' })] }),
      ],
      ['s.json', packetOf(manifest, 'security', { findings: [findingOf('security', { severity: 'low' })] })],
      [
        'c.json',
        packetOf(manifest, 'correctness', {
          findings: [findingOf('correctness'), findingOf('correctness', { file: 'src/b.ts', line: 9 })],
        }),
      ],
    ]);
    expect(readReview(reviewMarkdown(report)).findings).toEqual([
      [
        'src/a.ts',
        [
          [
            '3 (1 of 2 here)',
            'high: correctness\nlow: security\ncorroborated by 2 roles\nseverities disagree',
            'evidence',
            'action',
          ],
          ['3 (2 of 2 here)', 'high: maintainability', 'other', 'action'],
        ],
      ],
      [
        'src/b.ts',
        [
          ['9', 'high: correctness', 'evidence', 'action'],
          ['10', 'high: tests', 'evidence', 'action'],
        ],
      ],
    ]);
    const bold = allOf(parse(reviewMarkdown(report))).filter(({ type }) => type === 'strong');
    expect(bold.map(textOf)).toEqual(['corroborated by 2 roles', 'severities disagree']);
  });

  test('a line number is not taken for a commit id', () => {
    const report = reportOf([
      ...othersThan('tests'),
      ['t.json', packetOf(manifest, 'tests', { findings: [findingOf('tests', { line: 12_345_678 })] })],
    ]);
    const read = readReview(reviewMarkdown(report));
    expect(read).toEqual(expectedReview(report));
    expect(read.findings[0]?.[1]).toEqual([['12345678', 'high: tests', 'evidence', 'action']]);
  });

  test('where there is none, it says so', () => {
    expect(textsUnder('Findings', reportOf(complete))).toEqual(['No findings.']);
  });

  test.each<readonly [title: string, changes: Parameters<typeof reportOf>[1], why: string]>([
    [
      'a stale review',
      { observed: { head: 'e'.repeat(40), diffSha256: manifest.diffSha256 } },
      'No finding is shown: the packets are not about the change as it is now.',
    ],
    [
      'a denied review',
      { manifest: { ...manifest, changedFiles: [] } },
      'No finding is shown: the input of the review is broken, and no packet can be read against it.',
    ],
  ])('%s shows none of what its packets say', (_, changes, why) => {
    const said = [findingOf('tests', { evidence: 'SECRET' }), findingOf('tests', { line: 0, action: 'SECRET' })];
    const report = reportOf(
      [...othersThan('tests'), ['t.json', packetOf(manifest, 'tests', { findings: said, limitations: ['SECRET'] })]],
      changes,
    );
    expect(textsUnder('Findings', report)).toEqual([why]);
    expect(reviewMarkdown(report)).not.toContain('SECRET');
  });
});

describe('what was not taken', () => {
  test('a rejected finding stands there whole, with its role and every reason', () => {
    const finding = findingOf('tests', { line: 0, severity: 'P1' });
    const report = reportOf([
      ...othersThan('tests'),
      ['t.json', packetOf(manifest, 'tests', { findings: [finding, 'prose'] })],
    ]);
    expect(textsUnder('Rejected findings', report)).toEqual([
      'Rejected finding 1 of 2, from the packet of tests: finding-shape at the finding itself.',
      '"prose"',
      'Rejected finding 2 of 2, from the packet of tests: line-positive at /line, severity-supported at /severity.',
      JSON.stringify(finding, null, 2),
    ]);
  });

  test('of more than twenty reasons the rest are counted', () => {
    const unknown = Object.fromEntries(Array.from({ length: 23 }, (_, index) => [`member${index}`, index]));
    const report = reportOf([
      ...othersThan('tests'),
      ['t.json', packetOf(manifest, 'tests', { findings: [findingOf('tests', unknown)] })],
    ]);
    const [why = ''] = textsUnder('Rejected findings', report);
    expect(why.split('finding-shape at ')).toHaveLength(21);
    expect(why).toContain('finding-shape at /member19, and 3 more reasons, all in the JSON format.');
  });

  test('a refused packet stands there whole, with its role, its file and why', () => {
    const broken = { file: 'x.json', error: 'two values\nin one file', text: '{} {}' };
    const stranger = packetOf(manifest, 'style');
    const report = reportOf(
      [...complete, ['y.json', stranger], ['x.json', broken], ['z.json', 'I found no problems.']],
      { broken: [broken] },
    );
    expect(textsUnder('Refused packets', report)).toEqual([
      'Refused packet 1 of 3, broken, no role, file z.json.',
      '"I found no problems."',
      'Refused packet 2 of 3, broken, no role, file x.json. Error: two values\nin one file',
      JSON.stringify(broken, null, 2),
      'Refused packet 3 of 3, unassigned, role style, file y.json.',
      JSON.stringify(stranger, null, 2),
    ]);
  });

  test('a number that is too large for JSON to be read back is written as it came', () => {
    const finding = JSON.parse('{"role":"tests","line":1e999}') as unknown;
    const report = reportOf([...othersThan('tests'), ['t.json', packetOf(manifest, 'tests', { findings: [finding] })]]);
    expect(textsUnder('Rejected findings', report)[1]).toBe('{"role":"tests","line":1e999}');
  });
});
