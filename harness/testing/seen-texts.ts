/** What a reader must see of a text that a model wrote, worked out character by character. */

type Range = readonly [first: number, last: number];

/** C0, DEL, C1, the separators of lines and paragraphs, the bidirectional controls. */
const controls: readonly Range[] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0x61c, 0x61c],
  [0x200e, 0x200f],
  [0x2028, 0x202e],
  [0x2066, 0x2069],
];

/** Format characters (Cf), whatever else is ignorable by default, and unpaired surrogates, after Unicode 15. */
export const unseen: readonly Range[] = [
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x600, 0x605],
  [0x61c, 0x61c],
  [0x6dd, 0x6dd],
  [0x70f, 0x70f],
  [0x890, 0x891],
  [0x8e2, 0x8e2],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xd800, 0xdfff],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x110bd, 0x110bd],
  [0x110cd, 0x110cd],
  [0x13430, 0x1343f],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
];

const isIn = (ranges: readonly Range[], point: number): boolean =>
  ranges.some(([first, last]) => point >= first && point <= last);

const isMark = (character: string | undefined): boolean => character !== undefined && /^\p{M}$/u.test(character);

/** One that can be seen and is not ASCII: only after such a one does a joiner or a selector do anything useful. */
function carries(character: string | undefined): boolean {
  const point = character?.codePointAt(0) ?? 0;
  return point > 0x7f && !isIn(controls, point) && !isIn(unseen, point) && !/^\s$/.test(character ?? '');
}

/** A text with every control and every character that shows nothing written as `\uXXXX` or `\u{XXXXX}`. */
export function writtenOut(text: string): string {
  const characters = [...text];
  const isSelector = (at: number): boolean =>
    /^[\ufe0e\ufe0f]$/.test(characters[at] ?? '') && carries(characters[at - 1]);
  const isNeeded = (at: number): boolean =>
    isSelector(at) ||
    (/^[\u200c\u200d]$/.test(characters[at] ?? '') && carries(characters[at - 1])) ||
    (characters[at] === '\u200d' && isSelector(at - 1));
  return characters
    .map((character, at) => {
      const point = character.codePointAt(0) ?? 0;
      const stacked = [0, 1, 2, 3, 4].every((back) => isMark(characters[at - back]));
      if (isNeeded(at) || !(isIn(controls, point) || isIn(unseen, point) || stacked)) return character;
      const hex = point.toString(16);
      return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
    })
    .join('');
}

/** The first `limit` characters, never half a pair, and the note that says how many more there are. */
function cut(text: string, limit: number): readonly [head: string, note: string] {
  const whole = (text.codePointAt(limit - 1) ?? 0) > 0xffff ? limit - 1 : limit;
  const more = text.length - text.slice(0, whole).length;
  return [text.slice(0, whole), more === 0 ? '' : ` … (${more} left out; whole in the JSON format)`];
}

/** Prose as it is seen: its lines as lines, white space at their ends kept as spaces that do not collapse. */
export function seenProse(text: string, limit: number): string {
  const [head, note] = cut(text, limit);
  return head.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n').map(seenLine).join('\n') + note;
}

/** A name as it is seen, on one line; an empty one can be seen too. */
export function seenName(name: string, limit: number): string {
  const [head, note] = cut(name, limit);
  return (head === '' ? '""' : seenLine(head)) + note;
}

/** How many characters of a JSON text are left out. */
export function leftOut(json: string, limit: number): number {
  return json.length - cut(json, limit)[0].length;
}

function seenLine(line: string): string {
  const isSpace = (character: string | undefined): boolean => character === ' ' || character === '\t';
  const characters = line.split('');
  const first = characters.findIndex((character) => !isSpace(character));
  const last = characters.findLastIndex((character) => !isSpace(character));
  const wide: Readonly<Record<string, string>> = { ' ': '\u00a0', '\t': '\u00a0'.repeat(4) };
  return writtenOut(
    characters
      .map((character, at) => (first <= at && at <= last ? character : (wide[character] ?? character)))
      .join(''),
  );
}
