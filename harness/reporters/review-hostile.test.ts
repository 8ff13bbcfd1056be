import { describe, expect, test } from 'vitest';
import { shipped } from '../../src/testing/contracts.ts';
import { nested } from '../../src/testing/json.ts';
import { findingOf, manifest, packetOf } from '../../src/testing/sample-review.ts';
import { hostile, selfLinking } from '../testing/hostile-texts.ts';
import { expectedReview, readReview, tableUnder, textsUnder } from '../testing/read-review.ts';
import { complete, othersThan, reportOf, writtenEverywhere } from '../testing/written-reviews.ts';
import { reviewMarkdown } from './review.ts';

describe('a hostile text in every place that a model writes', () => {
  test.each([...hostile, ...selfLinking].map((text) => [JSON.stringify(text), text] as const))(
    '%s is read as it is, in its place, and nothing more',
    (_, text) => {
      const report = writtenEverywhere(text);
      expect(readReview(reviewMarkdown(report))).toEqual(expectedReview(report));
    },
  );

  test('a fence of any length ends no block', () => {
    const text = Array.from({ length: 12 }, (_, length) => '`'.repeat(length)).join('\n');
    const report = writtenEverywhere(text);
    expect(readReview(reviewMarkdown(report))).toEqual(expectedReview(report));
  });
});

describe('what is long or deep', () => {
  const { textBytes } = shipped.findings;
  const limitation = (text: string): string | undefined => {
    const report = reportOf([...othersThan('tests'), ['t.json', packetOf(manifest, 'tests', { limitations: [text] })]]);
    return tableUnder('Limitations', report)[0]?.[1];
  };

  test('evidence and action of the largest size that is accepted are shown whole', () => {
    const text = `${'@`|\n'.repeat(textBytes / 4 - 1)}last`;
    const report = reportOf([
      ...othersThan('tests'),
      ['t.json', packetOf(manifest, 'tests', { findings: [findingOf('tests', { evidence: text, action: text })] })],
    ]);
    expect(readReview(reviewMarkdown(report)).findings).toEqual([['src/a.ts', [['3', 'high: tests', text, text]]]]);
  });

  test('a longer text is cut, and says by how much', () => {
    expect(limitation('x'.repeat(textBytes))).toBe('x'.repeat(textBytes));
    expect(limitation(`${'x'.repeat(textBytes)}yz`)).toBe(
      `${'x'.repeat(textBytes)} … (2 left out; whole in the JSON format)`,
    );
  });

  test('no character is cut in two', () => {
    expect(limitation(`${'x'.repeat(textBytes - 1)}\u{1f600}`)).toBe(
      `${'x'.repeat(textBytes - 1)} … (2 left out; whole in the JSON format)`,
    );
    expect(limitation(`${'x'.repeat(textBytes - 2)}\u{1f600}y`)).toBe(
      `${'x'.repeat(textBytes - 2)}\u{1f600} … (1 left out; whole in the JSON format)`,
    );
  });

  test.each([['`\n'], [' @a:b:#1 <!-- [^1]: www. &#64; deadbeef \u202e\u{e0041} ']])(
    'a mebibyte of %j everywhere breaks nothing',
    (unit) => {
      const contract = { ...shipped, findings: { ...shipped.findings, scope: 'repository', textBytes: 300 } } as const;
      const report = writtenEverywhere(unit.repeat(2 ** 20 / unit.length), contract);
      expect(readReview(reviewMarkdown(report))).toEqual(expectedReview(report));
    },
  );

  test.each([101, 10_000])('%i levels, in a packet and in a finding, are shown and break nothing', (levels) => {
    const deep = nested(levels);
    const report = reportOf(
      [
        ...othersThan('tests'),
        ['t.json', packetOf(manifest, 'tests', { findings: [deep] })],
        ['d.json', deep],
        ['e.json', packetOf(manifest, 'tests')],
      ],
      { contract: { ...shipped, findings: { ...shipped.findings, textBytes: 100_000 } } },
    );
    const read = readReview(reviewMarkdown(report));
    expect(read).toEqual(expectedReview(report));
    expect(read.refused).toHaveLength(3);
  });

  test('JSON is laid out as long as it is at most a hundred levels deep', () => {
    const linesOf = (levels: number): number | undefined =>
      textsUnder(
        'Refused packets',
        reportOf([...complete, ['deep.json', nested(levels)]], {
          contract: { ...shipped, findings: { ...shipped.findings, textBytes: 100_000 } },
        }),
      )[1]?.split('\n').length;
    expect([linesOf(100), linesOf(101)]).toEqual([199, 1]);
  });

  test('a list of a million items a hundred levels deep is cut like any other', () => {
    let value: unknown = Array.from({ length: 1_000_000 }, () => 0);
    for (let level = 1; level < 99; level += 1) value = [value];
    const [, json = ''] = textsUnder('Refused packets', reportOf([...complete, ['long.json', value]]));
    expect(json.slice(0, textBytes)).toBe('['.repeat(99) + '0,'.repeat(textBytes).slice(0, textBytes - 99));
    expect(json.slice(textBytes)).toMatch(/^ … \(\d+ left out; whole in the JSON format\)$/);
  });
});
