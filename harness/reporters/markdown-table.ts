/** The pieces that every Markdown report is made of; what stands in them is escaped already. */

/** A table of GitHub-flavoured Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Ids and codes are words, slashes and hyphens: safe in a code span. */
export function codeSpan(word: string): string {
  return `\`${word}\``;
}
