/** Text for a place where Markdown, HTML or JSON has a meaning: shown as it is, and nothing more. */
import { escapeControls, escapedCharacter, escapedUnits, escapeJson } from '../src/contract/controls.ts';

/** What shows nothing, half a surrogate pair, and a mark stacked on four others, which would cover its neighbours. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cs}]|(?<=\p{M}{4})\p{M}/u;
/**
 * Scripts and emoji need joiners and presentation selectors, one after a character that can be seen and is not ASCII;
 * anywhere else, and in a row, they split a word or spell a message that nobody sees.
 */
const joining =
  /(?<=[^\p{ASCII}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cs}\s])(?:[\ufe0e\ufe0f]\u200d?|[\u200c\u200d])/u;
const unseenInText = new RegExp(`(${joining.source})|${unseen.source}`, 'gu');
const unseenInJson = new RegExp(unseen, 'gu');

/**
 * What makes a link, a mention, a picture or a formula of plain text: addresses, `@name`, `#1`, `GH-1`, commit ids,
 * `:tada:` and `$x$`. GitHub and others look for it after character references are resolved, so only a code span keeps
 * it apart. No repetition is without a bound: a text of many megabytes would overflow the stack of the expression.
 */
const linking = /[@$]{1,100}|:\/\/|(?<=www)\.|#(?=\d)|(?<=gh)-(?=\d)|:(?=[\w+-]{1,100}:)|\b[0-9a-f]{7,64}\b/;
/** What opens or closes anything inside a line of GitHub-flavoured Markdown or HTML. */
const special = /[\\`*_[\]<>|~&]/;
const telling = new RegExp(`(${linking.source})|${special.source}`, 'gi');

const lineBreak = /\r\n|\n|\r/;
/** White space at the ends of a line: Markdown and HTML would drop it. */
const edges = /^[ \t]+|(?<![ \t])[ \t]+$/g;
/** What can stand in one code span, wherever that is: no backtick, no pipe, no white space at its ends. */
const spans = /([^`|\s](?:[^`|]*[^`|\s])?)|[`|]/g;

/** One line of plain text inside a table cell or a paragraph; controls are written out, so a line break ends nothing. */
export function markdownText(text: string): string {
  return (
    writtenOut(text)
      .replace(telling, (one, apart?: string) => (apart === undefined ? reference(one) : code(one)))
      // Two spans that touch would be one with backticks in it: they are joined.
      .replaceAll('``', '')
  );
}

/** The same for prose of many lines: each stays a line, and its indentation is kept. */
export function markdownProse(text: string): string {
  return text
    .split(lineBreak)
    .map((line) => markdownText(keepEdges(line)))
    .join('<br>');
}

/** A name, path or id in code spans, inside a table cell, a paragraph or a heading. */
export function markdownName(name: string): string {
  if (name === '') return code('""');
  return writtenOut(keepEdges(name)).replace(spans, (one, span?: string) =>
    span === undefined ? reference(one) : code(one),
  );
}

/** JSON as a block of code that no line of it can end, with all that cannot be seen in it escaped. */
export function markdownJson(json: string): string {
  const shown = escapeJson(json).replace(unseenInJson, escapedUnits);
  const longest = shown.match(/`+/g)?.reduce((length, run) => Math.max(length, run.length), 0) ?? 0;
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}json\n${shown}\n${fence}`;
}

function writtenOut(text: string): string {
  return escapeControls(text).replace(unseenInText, (one, needed?: string) => needed ?? escapedCharacter(one));
}

function keepEdges(line: string): string {
  return line.replace(edges, (space) => space.replaceAll('\t', '    ').replaceAll(' ', '\u00a0'));
}

function reference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

function code(text: string): string {
  return `\`${text}\``;
}
