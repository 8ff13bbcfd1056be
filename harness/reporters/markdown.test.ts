import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gateIds, ruleTables } from '../../src/index.ts';
import { shipped } from '../../src/testing/contracts.ts';
import { cellsOf, parse, textOf, typesIn } from '../../src/testing/parsed-markdown.ts';
import { anyText } from '../../src/testing/texts.ts';
import type { Results } from '../results.ts';
import { hostile, selfLinking } from '../testing/hostile-texts.ts';
import { writtenOut } from '../testing/seen-texts.ts';
import { markdownOf } from './markdown.ts';

function resultsWith(descriptions: readonly string[]): Results {
  return {
    schemaVersion: 1,
    corpusSha256: '0'.repeat(64),
    contractSha256: 'f'.repeat(64),
    summary: { total: descriptions.length, matched: descriptions.length, differed: 0 },
    cases: descriptions.map((description, index) => ({
      id: `suite/topic/case-${index}`,
      suite: 'suite',
      gate: 'permission',
      description,
      expected: 'DENY_DEPTH',
      actual: 'ALLOW',
      rule: index % 2 === 0 ? null : 'depth-within-limit',
      outcome: 'pass',
      matched: index % 3 === 0,
      violations: [],
      facts: {},
    })),
  };
}

/** A cell's text as it can be seen: controls written out, the spaces at its ends gone as in every table. */
const seen = (description: string): string => writtenOut(description).replace(/^ +| +$/g, '');

const onlyText = ['text', 'inlineCode'];

test('one table of rules and one of cases stand under each gate, whatever the descriptions hold', () => {
  const children = parse(markdownOf(resultsWith([...hostile, ...selfLinking]), shipped));
  const kinds = children.map((node) => (node.type === 'heading' ? textOf(node) : node.type));
  const ofGate = (gate: string): readonly string[] => [gate, 'paragraph', 'table', 'paragraph', 'table'];
  expect(kinds).toEqual([
    'Decision tables',
    'paragraph',
    'paragraph',
    'paragraph',
    ...gateIds.flatMap(ofGate),
    'the contract in force',
    'table',
  ]);
});

describe('the table of cases keeps its cells', () => {
  const descriptions = [...hostile, ...selfLinking];
  const children = parse(markdownOf(resultsWith(descriptions), shipped));
  const section = children.findIndex((node) => node.type === 'heading' && textOf(node) === 'permission');
  const rows = cellsOf(children[section + 4]).slice(1);

  test('it has a row for each case, and six cells in each row', () => {
    expect(rows.map((cells) => cells.length)).toEqual(descriptions.map(() => 6));
  });

  test.each(descriptions.map((description, index) => [JSON.stringify(description), description, index] as const))(
    '%s is seen as it is, and nothing more',
    (_, description, index) => {
      const [id, described, expected, actual, rule, match] = rows[index] ?? [];
      expect(described && textOf(described)).toBe(seen(description));
      expect(onlyText).toEqual(expect.arrayContaining([...typesIn(described ?? { type: 'none' })]));
      expect([id, expected, actual].map((cell) => cell && textOf(cell))).toEqual([
        `suite/topic/case-${index}`,
        'DENY_DEPTH',
        'ALLOW',
      ]);
      expect(rule && textOf(rule)).toBe(index % 2 === 0 ? '' : 'depth-within-limit');
      expect(match && textOf(match)).toBe(index % 3 === 0 ? 'yes' : 'NO');
    },
  );
});

test('each rule has a row of six cells, in order, under its gate', () => {
  const children = parse(markdownOf(resultsWith([]), shipped));
  for (const [index, gate] of gateIds.entries()) {
    const rows = cellsOf(children[4 + index * 5 + 2]);
    expect(rows.map((cells) => cells.length)).toEqual(rows.map(() => 6));
    const rules = rows.slice(1, -1).map((cells) => cells.slice(0, 2).map(textOf).join(' '));
    expect(rules).toEqual(ruleTables[gate].map(({ id }, order) => `${order + 1} ${id}`));
  }
});

test('no table holds a control but the newline', () => {
  expect(markdownOf(resultsWith([...hostile, ...selfLinking]), shipped)).not.toMatch(
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/,
  );
});

const description = fc
  .array(
    fc.oneof(fc.constantFrom(...hostile, ...selfLinking), anyText, fc.constantFrom(' ', '  ', 'a', '.', '/', '-')),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((pieces) => pieces.join(''))
  .filter((text) => text.trim() !== '');

test('any descriptions at all keep their cells and their text', () => {
  fc.assert(
    fc.property(fc.array(description, { minLength: 1, maxLength: 4 }), (descriptions) => {
      const markdown = markdownOf(resultsWith(descriptions), shipped);
      const start = markdown.indexOf('| case |', markdown.indexOf('\n## permission\n'));
      const [table, ...others] = parse(markdown.slice(start, markdown.indexOf('\n\n## evidence\n')));
      const cells = cellsOf(table).slice(1);
      expect(others).toEqual([]);
      expect(cells.map((row) => row.length)).toEqual(descriptions.map(() => 6));
      expect(cells.map((row) => row[1] && textOf(row[1]))).toEqual(descriptions.map(seen));
      expect(onlyText).toEqual(expect.arrayContaining(cells.flatMap((row) => (row[1] ? [...typesIn(row[1])] : []))));
    }),
    { numRuns: 1000 },
  );
});

test.each(hostile.filter((text) => text.trim() !== ''))('a contract named %j keeps its two cells', (name) => {
  const children = parse(markdownOf(resultsWith([]), { ...shipped, name }));
  const [, named] = cellsOf(children.at(-1)).map((cells) => cells.map(textOf));
  expect(named).toEqual(['name', seen(name)]);
});
