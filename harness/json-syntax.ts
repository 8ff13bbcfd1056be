/** Why a text is not JSON, and where. Loaded only when something is wrong: momoa is slow, and recursive. */
import { parse } from '@humanwhocodes/momoa';

/** Momoa overflows the stack past some thousand levels; real files have a dozen. */
const deepest = 1000;
/** Stands behind a text, no part of any JSON: what ends too early is wrong there, where momoa would blame its last token. */
const endMark = '#';

/** Momoa's names of tokens, as they are written. */
const tokens: Readonly<Record<string, string>> = {
  LBrace: '`{`',
  RBrace: '`}`',
  LBracket: '`[`',
  RBracket: '`]`',
  Comma: '`,`',
  Colon: '`:`',
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
  try {
    parse(text + endMark, { mode: 'json' });
  } catch (error) {
    if (error instanceof Error && 'offset' in error && typeof error.offset === 'number') {
      if (error.offset >= text.length) return { message: 'is not JSON: it ends too early', offset: text.length };
      return { message: `is not JSON: ${plain(error.message)}: check commas and quotes`, offset: error.offset };
    }
  }
  return { message: 'is not JSON', offset: 0 };
}

/** Momoa ends its messages with the place, which is said already. */
function plain(message: string): string {
  const words = message.replace(/\s*\(\d+:\d+\)$/, '').replace(/\.$/, '');
  const spelled = words.replaceAll(
    /\b(?:LBrace|RBrace|LBracket|RBracket|Comma|Colon)\b/g,
    (token) => tokens[token] ?? token,
  );
  return spelled.charAt(0).toLowerCase() + spelled.slice(1);
}

/** Where a text is too deep, else where the first raw control stands in a string of it. */
function scan(text: string): { readonly tooDeep?: number; readonly control?: number | undefined } {
  let depth = 0;
  let quoted = false;
  let control: number | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quoted && character < ' ') control ??= at;
    if (quoted && character === '\\') at += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '{' || character === '[')) depth += 1;
    else if (!quoted && (character === '}' || character === ']')) depth -= 1;
    if (depth > deepest) return { tooDeep: at };
  }
  return { control };
}
