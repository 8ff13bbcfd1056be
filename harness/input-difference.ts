/** In which places two inputs differ. */
import { isRecord, token } from '../src/contract/shape.ts';

/** The way to a value from outside in; it becomes a JSON Pointer only where something differs. */
type Path = { readonly parent: Path; readonly key: string } | undefined;
type Pair = { readonly one: unknown; readonly other: unknown; readonly path: Path };

/**
 * JSON Pointers to the outermost values that two JSON values do not share: a member or an item that only one has, a list
 * of which the other is empty, or two that are not the same and not both lists or both objects. In the order of the first
 * value, what only the other has last; undefined when there are more than `most`, which is 0 or more.
 */
export function differingPointers(one: unknown, other: unknown, most = Infinity): readonly string[] | undefined {
  const pointers: string[] = [];
  const pairs: Pair[] = [{ one, other, path: undefined }];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const inner = innerPairs(pair);
    if (inner) for (const next of inner.toReversed()) pairs.push(next);
    else if (pair.one !== pair.other) {
      if (pointers.length === most) return undefined;
      pointers.push(pointerOf(pair.path));
    }
  }
  return pointers;
}

function innerPairs({ one, other, path }: Pair): readonly Pair[] | undefined {
  if (Array.isArray(one) && Array.isArray(other)) {
    if ((one.length === 0) !== (other.length === 0)) return undefined;
    const length = Math.max(one.length, other.length);
    return Array.from({ length }, (_, index) => pairAt(one, other, String(index), path));
  }
  if (!isRecord(one) || !isRecord(other)) return undefined;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].map((key) => pairAt(one, other, key, path));
}

function pairAt(one: object, other: object, key: string, parent: Path): Pair {
  return { one: memberOf(one, key), other: memberOf(other, key), path: { parent, key } };
}

/** JSON has no undefined: it stands for what is not there. */
function memberOf(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}

function pointerOf(path: Path): string {
  const tokens: string[] = [];
  for (let at = path; at; at = at.parent) tokens.push(token(at.key));
  return tokens
    .map((one) => `/${one}`)
    .toReversed()
    .join('');
}
