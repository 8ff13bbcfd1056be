/**
 * Numbers texts from 0, in the order in which they are first named, so that what is known of each can stand in an array.
 * Lists mostly name the same texts in the same order, so the last one and the next are tried before anything is hashed.
 */
import { isAscending } from './list-set.ts';

export type Numbering = {
  /** The number of a text, a new one if it was never named. */
  name(text: string): number;
  /** The number of a text that was named, or undefined. */
  find(text: string): number | undefined;
  size(): number;
};

/** Starts with the texts of a list. */
export function numbering(first: readonly string[]): Numbering {
  const ascending = isAscending(first);
  const texts = ascending ? [...first] : [];
  let numbers: Map<string, number> | undefined;
  let last = -1;

  const find = (text: string): number | undefined => {
    if (texts[last] === text) return last;
    const next = last + 1 < texts.length ? last + 1 : 0;
    if (texts[next] === text) return (last = next);
    numbers ??= new Map(texts.map((one, number) => [one, number]));
    const number = numbers.get(text);
    last = number ?? last;
    return number;
  };
  const name = (text: string): number => {
    const known = find(text);
    if (known !== undefined) return known;
    numbers?.set(text, texts.length);
    return texts.push(text) - 1;
  };
  if (!ascending) for (const text of first) name(text);
  return { name, find, size: () => texts.length };
}
