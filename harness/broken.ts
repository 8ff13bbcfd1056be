/** Where in a file something is broken: the file as it was named, 1-based line and column (UTF-16 code units). */
export type Place = { readonly file: string; readonly line?: number; readonly column?: number };

/** One thing that is broken: a line that says what, where and what to do. */
export type Problem = { readonly message: string; readonly place?: Place | undefined };

/** A problem in one line: where, as far as that is known, and what. */
export function lineOf({ message, place }: Problem): string {
  if (place === undefined) return message;
  const { file, line, column } = place;
  return line === undefined ? `${file}: ${message}` : `${file}:${line}:${column}: ${message}`;
}

/**
 * What stops a command before it can decide: an unreadable file, a broken case, a repository that cannot answer.
 * The command prints a line for each problem and exits with status 2.
 * A refusal is never one of these: refusals are decisions.
 */
export class Broken extends Error {
  override readonly name = 'Broken';
  readonly problems: readonly Problem[];

  constructor(message: string, place?: Place) {
    super(lineOf({ message, place }));
    this.problems = [{ message, place }];
  }

  static of(problems: readonly Problem[]): Broken {
    const broken = new Broken(problems.map(lineOf).join('\n'));
    return Object.assign(broken, { problems });
  }
}
