/** Where in a file something is broken: the file as it was named, 1-based line and column (UTF-16 code units). */
export type Place = { readonly file: string; readonly line?: number; readonly column?: number };

/**
 * What stops a command before it can decide: an unreadable file, a broken case, a repository that cannot answer.
 * The command prints `message` (one line: what, where, what to do) and exits with status 2.
 * A refusal is never one of these: refusals are decisions.
 */
export class Broken extends Error {
  override readonly name = 'Broken';
  readonly place: Place | undefined;

  constructor(message: string, place?: Place) {
    super(message);
    this.place = place;
  }
}
