/** Paths as git lists them, and paths that it would never list. */
import * as fc from 'fast-check';

const oddSegment = fc.constantFrom(
  '..env',
  '...',
  ' ',
  '.a',
  'a.',
  '-',
  'a b',
  'a\\b',
  '__proto__',
  '\u00e9',
  'e\u0301',
  '\u202e',
);
const segment = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: fc.constantFrom(...'abAB'), minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: oddSegment },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: 'binary', minLength: 1, maxLength: 4 })
      .filter((text) => !/[/\0]/.test(text) && !['.', '..'].includes(text)),
  },
);

const segments = fc.array(segment, { minLength: 1, maxLength: 4 });

/** A canonical path, however odd: never empty or absolute, no empty, `.` or `..` segment, no NUL. */
export const canonicalPath: fc.Arbitrary<string> = segments.map((list) => list.join('/'));

/** A path that is not canonical, by one flaw. */
export const brokenPath: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('', '/', '.', '..', '\u0000'),
  canonicalPath.map((path) => `/${path}`),
  canonicalPath.map((path) => `${path}/`),
  fc
    .tuple(segments, fc.nat(), fc.constantFrom('', '.', '..'))
    .map(([list, at, bad]) => list.toSpliced(1 + (at % list.length), 0, bad, 'x').join('/')),
  fc.tuple(segments, fc.constantFrom('.', '..')).map(([list, bad]) => [bad, ...list].join('/')),
  fc.tuple(segments, fc.constantFrom('.', '..')).map(([list, bad]) => [...list, bad].join('/')),
  fc.tuple(canonicalPath, fc.nat()).map(([path, at]) => {
    const place = at % (path.length + 1);
    return `${path.slice(0, place)}\u0000${path.slice(place)}`;
  }),
);

/** Distinct canonical paths, as often in the order in which git lists them as in any other. */
export function canonicalPaths(minLength: number, maxLength: number): fc.Arbitrary<string[]> {
  return fc
    .tuple(fc.uniqueArray(canonicalPath, { minLength, maxLength }), fc.boolean())
    .map(([paths, sorted]) => (sorted ? paths.sort() : paths));
}
