/** Whether a Markdown page has nothing in it but what a report may be made of. */
import { allOf } from '../../src/testing/parsed-markdown.ts';
import type { Node } from '../../src/testing/parsed-markdown.ts';

/** Neither links nor pictures, footnotes, definitions, lists, quotes, nor rules: none is ever a report's own. */
const ownTypes = new Set([
  'heading',
  'paragraph',
  'text',
  'inlineCode',
  'strong',
  'table',
  'tableRow',
  'tableCell',
  'code',
  'html',
]);

/** What GitHub would turn into a link, a notification, a picture or a formula in plain text; no commit id is longer than 64 digits. */
const filtered = /@|:\/\/|www\.|#\d|gh-\d|:[\w+-]+:|\$|\b[0-9a-f]{7,64}\b/i;

/** With what the lines of a report start; those of JSON are looked at apart. */
const ownStarts = /^(?:#{1,3} |\| |\*\*[A-Z]|The review |Base `|Packets admitted: |No finding|Violations that |$)/;

/** JSON with a letter more or less: a text that is cut may end in the middle of a word. */
const jsonStarts = /^ *(?:[{}[\]"\dtfn-]|…)/;

const raw =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u00ad\u{e0000}-\u{e0fff}]|\p{Cs}/u;

/** Everything in a report, and in the page that was parsed of it, that is not plain text in its place. */
export function alienIn(markdown: string, page: readonly Node[]): readonly string[] {
  const nodes = allOf(page);
  const inBlocks = nodes.flatMap(({ type, value = '' }) => (type === 'code' ? value.split('\n') : []));
  const outside = linesOutsideFences(markdown);
  return [
    ...nodes.filter(({ type }) => !ownTypes.has(type)).map(({ type }) => `a node of type ${type}`),
    ...nodes.flatMap(({ type, value = '' }) => (type === 'html' && value !== '<br>' ? [`HTML ${value}`] : [])),
    ...nodes.flatMap(({ type, value = '' }) => (type === 'text' && filtered.test(value) ? [`live text ${value}`] : [])),
    ...inBlocks.filter((line) => !jsonStarts.test(line)).map((line) => `a line of JSON ${line}`),
    ...outside.filter((line) => !ownStarts.test(line)).map((line) => `a line ${line}`),
    ...(raw.test(markdown) ? [`a raw ${JSON.stringify(raw.exec(markdown)?.[0])}`] : []),
  ];
}

/** The lines that are not in a block of code, told apart without the parser. */
function linesOutsideFences(markdown: string): readonly string[] {
  let fence = '';
  return markdown.split('\n').filter((line) => {
    const ticks = /^`{3,}/.exec(line)?.[0] ?? '';
    const opens = fence === '' && ticks !== '';
    const closes = fence !== '' && line === fence;
    const outside = fence === '' && !opens;
    if (opens) fence = ticks;
    if (closes) fence = '';
    return outside;
  });
}
