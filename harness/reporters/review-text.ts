/** How a review shows what a model wrote: escaped, and whole up to a length, with a word on what is left out. */
import { laidOutJson } from '../../src/contract/json.ts';
import { markdownJson, markdownName, markdownProse, markdownText } from '../escape.ts';

/** Each takes what anybody may have written and gives Markdown; none of it starts a line but `json`, a block of its own. */
export type Shown = {
  readonly prose: (text: string) => string;
  readonly name: (name: string) => string;
  readonly json: (value: unknown) => string;
};

/** Shows `limit` characters of each text; they are counted as JavaScript does. */
export function shownUpTo(limit: number): Shown {
  const cut = (text: string, show: (head: string, note: string) => string): string => {
    const head = headOf(text, limit);
    const more = text.length - head.length;
    return show(head, more === 0 ? '' : ` … (${more} left out; whole in the JSON format)`);
  };
  return {
    prose: (text) => cut(text, (head, note) => markdownProse(head) + markdownText(note)),
    name: (name) => cut(name, (head, note) => markdownName(head) + markdownText(note)),
    json: (value) => cut(laidOutJson(value), (head, note) => markdownJson(head + note)),
  };
}

/** The first characters of a text; a surrogate pair is left out rather than cut. */
function headOf(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, limit);
  return /[\ud800-\udbff]$/.test(head) && /^[\udc00-\udfff]/.test(text.slice(limit, limit + 1))
    ? head.slice(0, -1)
    : head;
}
