/** Admission, rule 5: empty, absolute, an empty, `.` or `..` segment, a `/` at the end, NUL. */
export function isCanonical(path: string): boolean {
  if (path === '') return false;
  if (path.startsWith('/')) return false;
  if (path.endsWith('/')) return false;
  if (path.includes('\0')) return false;
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.' || segment === '..') return false;
  }
  return true;
}

/** "as sets" */
export function sameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.every((entry) => other.includes(entry)) && other.every((entry) => one.includes(entry));
}

/** The places of every entry that stands earlier in the list already. */
export function repeated(list: readonly string[]): number[] {
  const places: number[] = [];
  for (const [index, entry] of list.entries()) {
    if (list.slice(0, index).includes(entry)) places.push(index);
  }
  return places;
}
