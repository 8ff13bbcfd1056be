/** Commit ids and digests: names of one moment, which a text that lives longer than a change must not hold. */

const hexWord = /(?<![0-9a-z])[0-9a-f]{7,64}(?![0-9a-z])/gi;
const wholeLengths: ReadonlySet<number> = new Set([40, 64]);

/**
 * The first word of a text that is taken for a commit id or a digest: 7 to 64 hex digits with a digit and a letter
 * among them, so that neither a number nor a plain word is one, or as many as a whole id or digest has.
 */
export function volatileIdentifier(text: string): string | undefined {
  return text
    .match(hexWord)
    ?.find((word) => wholeLengths.has(word.length) || (/[0-9]/.test(word) && /[a-f]/i.test(word)));
}
