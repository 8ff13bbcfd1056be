/** What became of a generated text since it was generated, line by line. */
import { volatileIdentifier } from '../src/brief/volatile.ts';
import { show } from '../src/contract/show.ts';
import type { LineEnd } from './review-block.ts';

/** Where a file departs from what is generated: a line from 1 in the file, and what to say of it. */
export type Drift = { readonly line: number; readonly message: string };

/**
 * Compares a text as it stands in a file, as Latin-1, with the generated one; `from` is the line in which it begins,
 * `lineEnd` how its lines are to end. No drift means that the bytes are the same.
 * A missing line is named where it is to stand; lines that are all there but not in order are one drift.
 */
export function lineDrifts(found: string, generated: string, from: number, lineEnd: LineEnd): readonly Drift[] {
  const now = found.split('\n');
  const texts = now.map((line, at) => (at < now.length - 1 && line.endsWith('\r') ? line.slice(0, -1) : line));
  const drifts = textDrifts(texts, Buffer.from(generated).toString('latin1').split('\n'), from);
  return [...drifts, ...lineEndDrifts(now, from, lineEnd)].toSorted((one, other) => one.line - other.line);
}

function textDrifts(now: readonly string[], then: readonly string[], from: number): readonly Drift[] {
  const [start, tail] = sameAround(now, then);
  const kept = now.slice(start, now.length - tail);
  const due = then.slice(start, then.length - tail);
  if (kept.length === 0 && due.length === 0) return [];
  const first = from + start;
  const added = without(kept, due).map(([at, line]) => ({ line: first + at, message: strange(line, due[at]) }));
  const missing = without(due, kept).map(([at, line]) => ({
    line: first + at,
    message: `${quoted(line, kept[at])} is missing here`,
  }));
  if (added.length + missing.length > 0) return [...added, ...missing];
  return [{ line: first, message: 'the lines are all there from here on, but not in the order that was generated' }];
}

function lineEndDrifts(now: readonly string[], from: number, lineEnd: LineEnd): readonly Drift[] {
  const others = [...now.keys()].slice(0, -1).filter((at) => (now[at]?.endsWith('\r') ? '\r\n' : '\n') !== lineEnd);
  const [first] = others;
  if (first === undefined) return [];
  const due = lineEnd === '\n' ? 'LF' : 'CRLF';
  const count = others.length === 1 ? 'this line does' : `${others.length} lines from here on do`;
  return [{ line: from + first, message: `${count} not end in ${due}, as the first line of the file does` }];
}

/** How many lines two texts have in common at their start, and how many more at their end. */
function sameAround(one: readonly string[], other: readonly string[]): readonly [start: number, tail: number] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  return [start, tail];
}

/** The lines that the others lack, by their index; a line that stands more often than there, from then on. */
function without(
  lines: readonly string[],
  others: readonly string[],
): readonly (readonly [at: number, line: string])[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return [...lines.entries()].filter(([, line]) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

function strange(line: string, due: string | undefined): string {
  const id = volatileIdentifier(line);
  if (id === undefined) return `${quoted(line, due)} was not generated`;
  return `${show(id)} is taken for a commit id or a digest, which has no place in a file that outlives a change`;
}

const longLine = 80;
const shownBefore = 20;

/** A line; of a long one no more than begins shortly before it departs from the line that stands in its place. */
function quoted(latin1: string, latin1Other = ''): string {
  if (latin1 === '') return 'an empty line';
  const [line, other] = [textOf(latin1), textOf(latin1Other)];
  const from = line.length > longLine ? Math.max(0, sharedStart(line, other) - shownBefore) : 0;
  return from === 0 ? show(line) : `… ${show(line.slice(from))}`;
}

function sharedStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

/** What is no UTF-8 in it is shown as replacement characters. */
function textOf(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8');
}
