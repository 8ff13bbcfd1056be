/** Whether a list has exactly the members of a set; order and repetition do not count. */
export function sameMembers(members: ReadonlySet<string>, list: readonly string[]): boolean {
  const listed = new Set(list);
  return listed.size === members.size && list.every((one) => members.has(one));
}
