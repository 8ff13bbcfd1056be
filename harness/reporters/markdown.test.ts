import * as fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, test } from 'vitest';
import { gateIds, ruleTables } from '../../src/index.ts';
import { escapeControls } from '../../src/contract/controls.ts';
import { shipped } from '../../src/testing/contracts.ts';
import { anyText } from '../../src/testing/texts.ts';
import type { Results } from '../results.ts';
import { markdownOf } from './markdown.ts';

const hostile: readonly string[] = [
  'a | b',
  '|',
  '||',
  'a \\| b',
  'ends in a backslash \\',
  'ends in two \\\\',
  'a newline\n| x | y | z | 1 | 2 | 3 |',
  'a carriage return\r| x | y |',
  'both\r\n\r\n# heading',
  'form feed\f and vertical tab\v',
  'next line\u0085line separator\u2028paragraph separator\u2029end',
  '<b>bold</b>',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<!-- a comment that never ends',
  '<!-- a comment -->',
  '</td></tr></table>',
  '<br>',
  '<?php ?>',
  '<![CDATA[x]]>',
  '<https://example.org>',
  '<a@example.org>',
  '`code`',
  '``a ` b``',
  '`',
  '```js',
  '[x](https://example.org)',
  '[x]: https://example.org',
  '[x][y]',
  '[x]',
  '![](https://example.org/x.png)',
  '![x](x)',
  '~~struck~~',
  '~struck~',
  '**strong**',
  '__strong__',
  '*emphasis*',
  '_emphasis_',
  '***both***',
  '[^1]',
  '[^1]: a footnote',
  '- [x] done',
  '&lt;',
  '&amp;lt;',
  '&#124;',
  '&nbsp;',
  '&',
  'a$x^2$b',
  '# heading',
  '> quote',
  '---',
  ':--',
  '1. one',
  '\\',
  '\\*',
  '\u0000',
  'nul\u0000nul',
  '\u001b[31mred\u001b[0m',
  '\u009b31m',
  '\u007f',
  'left \u202eright\u202c left',
  '\u2066isolated\u2069',
  '\u200emark\u200f\u061c',
  'caf\u00e9 \u{1f600} \u00a0',
  '\ud800',
  '__proto__',
  'two  spaces',
];

/** What GitHub turns into links without any markup. */
const selfLinking: readonly string[] = [
  'www.example.org',
  'see WWW.example.org/x?y=z.',
  'http://example.org',
  'https://example.org/a_b_c',
  'ftp://example.org',
  'a@example.org',
  'mailto:a@example.org',
  'xmpp:a@example.org/x',
  '@mention',
  'a@b.c@d.e',
  '://www.@',
];

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

type Node = { readonly type: string; readonly value?: string; readonly children?: readonly Node[] };

function parse(markdown: string): readonly Node[] {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }).children;
}

function typesIn(node: Node): readonly string[] {
  return (node.children ?? []).flatMap((child) => [child.type, ...typesIn(child)]);
}

function textOf(node: Node): string {
  return node.value ?? (node.children ?? []).map(textOf).join('');
}

const cellsOf = (table: Node | undefined): readonly (readonly Node[])[] =>
  (table?.children ?? []).map((row) => row.children ?? []);

/** A cell's text as it can be seen: controls written out, the spaces at its ends gone as in every table. */
const seen = (description: string): string => escapeControls(description).replace(/^ +| +$/g, '');

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
