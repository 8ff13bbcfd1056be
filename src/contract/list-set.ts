/**
 * A list of texts looked at as a set. Lists of paths mostly come in one order, that of git, and are mostly compared
 * with a copy of themselves: then nothing is hashed. Hashing 100,000 paths costs more than all else that is done to them.
 */
export type ListSet = {
  /** How many different texts the list has. */
  size(): number;
  has(text: string): boolean;
  /** Whether another list has exactly the same members; order and repetition do not count. */
  hasSameMembers(list: readonly string[]): boolean;
  /** The members of another list that this one lacks. */
  missing(list: readonly string[]): readonly string[];
};

/** Looks at a list as a set; what is needed for that is made when it is first asked for. */
export function listSet(list: readonly string[]): ListSet {
  let hashed: ReadonlySet<string> | undefined;
  const members = (): ReadonlySet<string> => (hashed ??= new Set(list));
  return {
    size: () => (isAscending(list) ? list.length : members().size),
    has: (text) => members().has(text),
    hasSameMembers: (other) =>
      isSameList(list, other) || (other.every((text) => members().has(text)) && new Set(other).size === members().size),
    missing: (other) => (isSameList(list, other) ? [] : other.filter((text) => !members().has(text))),
  };
}

/** Whether all are texts, each after the one before it, by code units: then none appears twice. */
export function isAscending(list: readonly unknown[]): boolean {
  return list.every((text, index) => typeof text === 'string' && (index === 0 || (list[index - 1] as string) < text));
}

/** Whether two lists have the same texts in the same order. */
function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}
