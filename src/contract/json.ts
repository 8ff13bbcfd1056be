/** Canonical JSON, by which values are compared, sorted and digested: written without recursion, at any depth. */
import { escapeJson } from './controls.ts';

/** Orders two texts by their UTF-16 code units: the only order there is here, never a locale's. */
export function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The JSON text of a JSON value, members sorted by code units, no white space. */
export function canonicalJson(value: unknown): string {
  return write(value, (keys) => keys.sort(byCodeUnits));
}

/** The JSON text of a JSON value, members as they stand; for values that may be too deep for `JSON.stringify`. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return write(value, (keys) => keys);
  }
}

/** JSON as it is printed: laid out, and no control in it raw. */
export function printedJson(value: unknown): string {
  return escapeJson(laidOutJson(value));
}

/** Characters and levels from which the indentation of a long and deep text could outgrow any text. */
const longText = 1_000_000;
const deepText = 10;

/**
 * JSON for people to read, in lines. On one line stays what lines would not make readable: what is nested deeper than
 * an input may be, or is long and deep at once. A number too large for a double, read as infinity, is written as a
 * number again.
 */
export function laidOutJson(value: unknown): string {
  if (isDeeperThan(deepestInput, value)) return write(value, (keys) => keys);
  let finite = true;
  const text = JSON.stringify(value, (_, one: unknown) => {
    finite &&= one !== Infinity && one !== -Infinity;
    return one;
  });
  if (!finite) return write(value, (keys) => keys);
  const isLong = text.length > longText && isDeeperThan(deepText, value);
  return isLong ? text : JSON.stringify(value, null, 2);
}

type Open = { readonly value: object; readonly keys: readonly string[] | null; next: number };

function write(root: unknown, order: (keys: string[]) => string[]): string {
  const out: string[] = [];
  const stack: Open[] = [];
  const put = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) {
      out.push(scalarText(value));
      return;
    }
    const keys = Array.isArray(value) ? null : order(Object.keys(value));
    out.push(keys ? '{' : '[');
    stack.push({ value, keys, next: 0 });
  };
  put(root);
  for (let open = stack.at(-1); open; open = stack.at(-1)) {
    const { value, keys, next } = open;
    const length = keys ? keys.length : (value as readonly unknown[]).length;
    if (next === length) {
      out.push(keys ? '}' : ']');
      stack.pop();
      continue;
    }
    open.next += 1;
    if (next > 0) out.push(',');
    const key = keys?.[next] ?? next;
    if (keys) out.push(JSON.stringify(key), ':');
    put((value as Readonly<Record<string | number, unknown>>)[key]);
  }
  return out.join('');
}

/** A number that was written too large for a double is read as infinity; as such it is written again. */
function scalarText(value: unknown): string {
  if (value === Infinity || value === -Infinity) return value > 0 ? '1e999' : '-1e999';
  return JSON.stringify(value) ?? 'null';
}

/** Inputs nested deeper than this many containers, the input itself being the first, are refused by shape. */
export const deepestInput = 100;

/** Whether containers stand in one another more than `limit` deep, the value itself being the first. */
export function isDeeperThan(limit: number, root: unknown): boolean {
  let level = isContainer(root) ? [root] : [];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === limit) return true;
    const inner: object[] = [];
    for (const container of level) {
      for (const value of Array.isArray(container) ? container : Object.values(container)) {
        if (isContainer(value)) inner.push(value);
      }
    }
    level = inner;
  }
  return false;
}

/** Whether a JSON value is made of more than `limit` values, itself and every one inside counted. */
export function hasMoreValues(limit: number, root: unknown): boolean {
  let count = 0;
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    count += 1;
    if (count + open.length > limit) return true;
    if (isContainer(value)) for (const inner of Object.values(value)) open.push(inner);
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
