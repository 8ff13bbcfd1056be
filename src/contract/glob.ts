/**
 * The small glob dialect of `generatedFiles`: `*` within a segment, `**` as a whole segment for any number of segments,
 * `?` for one character, all else literal. After a mismatch only the latest star is widened, on both levels, so the
 * time is at most the length of the pattern (bounded by its shape) times that of the path, whatever the pattern.
 */
type Segment = readonly string[];
export type Glob = readonly (Segment | '**')[];

/** Reads a pattern; any text is one. */
export function compileGlob(pattern: string): Glob {
  return pattern.split('/').map((segment) => (segment === '**' ? '**' : [...segment]));
}

/** A path as globs look at it: its segments, each a list of characters. */
export function segmentsOf(path: string): readonly Segment[] {
  return path.split('/').map((segment) => [...segment]);
}

/** Whether a glob matches the whole path. */
export function matchesGlob(glob: Glob, path: readonly Segment[]): boolean {
  return matches(glob, path, '**', (wanted, segment) => wanted !== '**' && matchesSegment(wanted, segment));
}

function matchesSegment(wanted: Segment, segment: Segment): boolean {
  return matches(wanted, segment, '*', (one, character) => one === '?' || one === character);
}

function matches<P, T>(
  pattern: readonly P[],
  text: readonly T[],
  star: P,
  fits: (one: P, unit: T) => boolean,
): boolean {
  let at = 0;
  let next = 0;
  let starAt = -1;
  let starNext = 0;
  while (next < text.length) {
    const one = pattern[at];
    const unit = text[next];
    if (one === star) {
      starAt = at;
      starNext = next;
      at += 1;
    } else if (one !== undefined && unit !== undefined && fits(one, unit)) {
      at += 1;
      next += 1;
    } else if (starAt !== -1) {
      starNext += 1;
      next = starNext;
      at = starAt + 1;
    } else return false;
  }
  while (pattern[at] === star) at += 1;
  return at === pattern.length;
}

/** Whether any of the patterns matches a path. One without a star or a question mark is a path, however many there are. */
export function globMatcher(patterns: readonly string[]): (path: string) => boolean {
  const paths = new Set(patterns.filter((pattern) => !/[*?]/.test(pattern)));
  const globs = patterns.filter((pattern) => !paths.has(pattern)).map(compileGlob);
  return (path) => {
    if (paths.has(path)) return true;
    const segments = segmentsOf(path);
    return globs.some((glob) => matchesGlob(glob, segments));
  };
}
