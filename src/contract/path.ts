/**
 * A canonical path, as a pattern for the published schemas: segments joined by single slashes, none empty, `.` or `..`,
 * no NUL. Written without look-around, so that every regular-expression engine reads it alike.
 */
export const canonicalPathPattern =
  /^(?:[^./\u0000]|\.[^./\u0000]|\.\.[^/\u0000])[^/\u0000]*(?:\/(?:[^./\u0000]|\.[^./\u0000]|\.\.[^/\u0000])[^/\u0000]*)*$/u;

/** The same, as a scan: on a text of many megabytes the pattern would exhaust the matcher's stack. */
export function isCanonicalPath(path: string): boolean {
  if (path.includes('\0')) return false;
  for (let start = 0; ;) {
    const slash = path.indexOf('/', start);
    const end = slash === -1 ? path.length : slash;
    if (isEmptyOrDots(path, start, end)) return false;
    if (slash === -1) return true;
    start = slash + 1;
  }
}

function isEmptyOrDots(path: string, start: number, end: number): boolean {
  const length = end - start;
  return length === 0 || (length <= 2 && path[start] === '.' && path[end - 1] === '.');
}
