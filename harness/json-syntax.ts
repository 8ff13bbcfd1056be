/** Why a text is no JSON, and where. Loaded only when something is wrong: momoa is slow, and recursive. */
import { parse } from '@humanwhocodes/momoa';

/** Momoa overflows the stack past some thousand levels; real files have a dozen. */
const deepest = 1000;

export function explainSyntax(text: string): { readonly message: string; readonly offset: number } {
  const tooDeep = offsetOfDepth(text, deepest);
  if (tooDeep !== undefined)
    return { message: `is no JSON, and nested deeper than ${deepest} levels`, offset: tooDeep };
  try {
    parse(text, { mode: 'json' });
  } catch (error) {
    if (error instanceof Error && 'offset' in error && typeof error.offset === 'number') {
      return { message: `is no JSON: ${plain(error.message)}`, offset: error.offset };
    }
  }
  return { message: 'is no JSON', offset: 0 };
}

/** Momoa ends its messages with the place, which is said already. */
function plain(message: string): string {
  const words = message.replace(/\s*\(\d+:\d+\)$/, '').replace(/\.$/, '');
  return words.charAt(0).toLowerCase() + words.slice(1);
}

function offsetOfDepth(text: string, limit: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (quoted && character === '\\') at += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '{' || character === '[')) depth += 1;
    else if (!quoted && (character === '}' || character === ']')) depth -= 1;
    if (depth > limit) return at;
  }
  return undefined;
}
