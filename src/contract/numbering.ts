/**
 * Numbers texts from 0, in the order in which they are first named, so that what is known of each can stand in an array.
 * Lists mostly name the same texts in the same order, so the next one is tried before anything is hashed.
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
  const texts = isAscending(first) ? [...first] : [];
  let hashed: Map<string, number> | undefined;
  const numbers = (): Map<string, number> => (hashed ??= new Map(texts.map((text, number) => [text, number])));
  let next = 0;

  const find = (text: string): number | undefined => {
    const number = texts[next] === text ? next : numbers().get(text);
    if (number !== undefined) next = (number + 1) % texts.length;
    return number;
  };
  const name = (text: string): number => {
    const known = find(text);
    if (known !== undefined) return known;
    numbers().set(text, texts.length);
    return texts.push(text) - 1;
  };
  for (const text of first) name(text);
  return { name, find, size: () => texts.length };
}
