// What the contract says about JSON values, read as plainly as it is written. Nothing here recurses: a value may be
// 100,000 containers deep.

export type Members = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member that the object itself has: `__proto__` and `constructor` are names like any other. */
export function member(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** One step of a JSON Pointer (RFC 6901). */
export function step(name: string | number): string {
  return `/${String(name).split('~').join('~0').split('/').join('~1')}`;
}

/** "nested deeper than 100 containers (itself the first)" */
export function tooDeep(value: unknown, containersAbove = 0): boolean {
  const left: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: containersAbove + 1 }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next.value === 'object' && next.value !== null) {
      if (next.depth > 100) return true;
      for (const inner of Object.values(next.value)) left.push({ value: inner, depth: next.depth + 1 });
    }
  }
  return false;
}

/** Canonical JSON: members sorted by code units, no white space. */
export function canonical(value: unknown): string {
  let text = '';
  const left: ({ readonly text: string } | { readonly value: unknown })[] = [{ value }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if ('text' in next) {
      text += next.text;
    } else if (Array.isArray(next.value)) {
      left.push({ text: ']' });
      for (let index = next.value.length - 1; index >= 0; index -= 1) {
        left.push({ value: next.value[index] as unknown });
        if (index > 0) left.push({ text: ',' });
      }
      left.push({ text: '[' });
    } else if (isObject(next.value)) {
      const names = Object.keys(next.value).sort(byText).toReversed();
      left.push({ text: '}' });
      for (const [index, name] of names.entries()) {
        left.push({ value: next.value[name] }, { text: `${JSON.stringify(name)}:` });
        if (index < names.length - 1) left.push({ text: ',' });
      }
      left.push({ text: '{' });
    } else {
      text += typeof next.value === 'number' ? numeral(next.value) : JSON.stringify(next.value);
    }
  }
  return text;
}

/** Choice: a number too large for anything but `Infinity` is written as JSON can read it again. */
function numeral(number: number): string {
  if (Number.isFinite(number)) return JSON.stringify(number);
  return number > 0 ? '1e999' : '-1e999';
}

/** "Sorted by code units" */
export function byText(one: string, other: string): number {
  if (one < other) return -1;
  return one > other ? 1 : 0;
}
