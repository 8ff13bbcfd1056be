// Choice: a character is a Unicode code point, in `?` and in the limit of 256 alike.
// Choice: two stars that are not a whole segment are two `*`, which is one.

export function isTooLong(glob: string): boolean {
  return [...glob].length > 256;
}

export function matches(glob: string, path: string): boolean {
  return segmentsMatch(glob.split('/'), path.split('/'));
}

function segmentsMatch(glob: readonly string[], path: readonly string[]): boolean {
  const [first, ...rest] = glob;
  if (first === undefined) return path.length === 0;
  if (first === '**') {
    if (segmentsMatch(rest, path)) return true;
    return path.length > 0 && segmentsMatch(glob, path.slice(1));
  }
  const [segment, ...deeper] = path;
  return segment !== undefined && charactersMatch([...first], [...segment]) && segmentsMatch(rest, deeper);
}

function charactersMatch(glob: readonly string[], text: readonly string[]): boolean {
  const [first, ...rest] = glob;
  if (first === undefined) return text.length === 0;
  if (first === '*') {
    if (charactersMatch(rest, text)) return true;
    return text.length > 0 && charactersMatch(glob, text.slice(1));
  }
  const [character, ...others] = text;
  return character !== undefined && (first === '?' || first === character) && charactersMatch(rest, others);
}
