/** Why a text is not JSON, and where. Loaded only when something is wrong: momoa is slow, and recursive. */
import { parse } from '@humanwhocodes/momoa';

/** Momoa overflows the stack past some thousand levels; real files have a dozen. */
const deepest = 1000;
/** Stands behind a text, no part of any JSON: what ends too early is wrong there, where momoa would blame its last token. */
const endMark = '#';

/** What momoa calls a token, in the words of a reader. */
const tokens: Readonly<Record<string, string>> = {
  LBrace: '`{`',
  RBrace: '`}`',
  LBracket: '`[`',
  RBracket: '`]`',
  Comma: '`,`',
  Colon: '`:`',
  String: 'string',
  Number: 'number',
  Boolean: 'boolean',
  Null: '`null`',
};

type Flaw = { readonly message: string; readonly offset: number };

/** What is wrong with a text that is not JSON; `offset` is in UTF-16 code units. */
export function explainSyntax(text: string): Flaw {
  const { tooDeep, control } = scan(text);
  if (tooDeep !== undefined)
    return { message: `is not JSON, and nested deeper than ${deepest} levels`, offset: tooDeep };
  const flaw = syntaxFlaw(text);
  // Momoa takes a raw control for a part of the text.
  if (control === undefined || flaw.offset < control) return flaw;
  return { message: 'is not JSON: a control character stands raw in a text: write it as an escape', offset: control };
}

function syntaxFlaw(text: string): Flaw {
  const marked = text + endMark;
  try {
    parse(marked);
  } catch (error) {
    const { message } = error as Flaw;
    const offset = offsetOf(error as Flaw, marked);
    if (offset >= text.length) return { message: 'is not JSON: it ends too early', offset: text.length };
    return { message: `is not JSON: ${plain(message)}: check commas and quotes`, offset };
  }
  return { message: 'is not JSON', offset: 0 };
}

/** Inside of a number or an escape, momoa names the place before the character that it does not expect. */
function offsetOf({ message, offset }: Flaw, text: string): number {
  const character = /character '(.)'/s.exec(message)?.[1] ?? '';
  return text.startsWith(character, offset) ? offset : offset + 1;
}

/** Momoa ends its messages with the place, which is said already. */
function plain(message: string): string {
  const words = message
    .replace(/\. \(\d+:\d+\)$/, '')
    .replace(/token (\w+)/, (_, token: string) => tokens[token] ?? token);
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** Where a text is too deep, else where the first raw control stands in a string of it. */
function scan(text: string): { readonly tooDeep?: number; readonly control?: number | undefined } {
  let depth = 0;
  let quoted = false;
  let control: number | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quoted && character < ' ') control ??= at;
    if (quoted && character === '\\') at += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '{' || character === '[')) depth += 1;
    else if (!quoted && (character === '}' || character === ']')) depth -= 1;
    if (depth > deepest) return { tooDeep: at };
  }
  return { control };
}
