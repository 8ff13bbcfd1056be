/**
 * A walk over a JSON text that `JSON.parse` has accepted: where its values stand, and members that stand twice.
 * Iterative, so nesting costs nothing; `JSON.parse` itself says neither.
 */
/** An open container: `token` is the name or the index of the value that is read in it. */
type Frame = { readonly names: Set<string>; token: string | number; expectsName: boolean };

export type Visitor = {
  /** A value: the containers around it, its offset and, when it is a member, the offset of its name. */
  value(around: readonly Frame[], offset: number, nameOffset: number | undefined): void;
  /** A name that appears twice in one object, at its second offset. */
  duplicate(name: string, offset: number): void;
};

/** Walks a text that is JSON; on any other text what is visited means nothing. Offsets are in UTF-16 code units. */
export function scanJson(text: string, visitor: Visitor): void {
  const stack: Frame[] = [];
  let nameOffset: number | undefined;
  const value = (offset: number): void => {
    visitor.value(stack, offset, nameOffset);
    nameOffset = undefined;
  };
  for (let at = 0; at < text.length; at += 1) {
    const top = stack.at(-1);
    switch (text[at]) {
      case ' ':
      case '\t':
      case '\n':
      case '\r':
      case ':':
        break;
      case '{':
        value(at);
        stack.push({ names: new Set(), token: '', expectsName: true });
        break;
      case '[':
        value(at);
        stack.push({ names: new Set(), token: 0, expectsName: false });
        break;
      case '}':
      case ']':
        stack.pop();
        break;
      case ',':
        if (top) advance(top);
        break;
      case '"': {
        const end = endOfString(text, at);
        if (top?.expectsName) {
          nameOffset = at;
          readName(top, JSON.parse(text.slice(at, end)) as string, at, visitor);
        } else value(at);
        at = end - 1;
        break;
      }
      default:
        value(at);
        at = endOfLiteral(text, at) - 1;
    }
  }
}

function advance(top: Frame): void {
  if (typeof top.token === 'number') top.token += 1;
  else top.expectsName = true;
}

function readName(top: Frame, name: string, offset: number, visitor: Visitor): void {
  if (top.names.has(name)) visitor.duplicate(name, offset);
  top.names.add(name);
  top.token = name;
  top.expectsName = false;
}

function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); ; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
}

const literal = /[^\s,\]}]+/y;

function endOfLiteral(text: string, start: number): number {
  literal.lastIndex = start;
  literal.test(text);
  return literal.lastIndex;
}
