/** How a value that offended is shown in a one-line message: shortened, escaped, never raw. */
import { escapeControls } from './controls.ts';

/** Enough for a digest to be shown whole. */
const shownCharacters = 80;

/** A short, printable, one-line rendering of any JSON value; containers are named, never walked. */
export function show(value: unknown): string {
  if (typeof value === 'string') return showText(value);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'symbol') return escapeControls(value.toString());
  return value === undefined ? 'nothing' : `${value as number | boolean | null}`;
}

/** A name in backticks, shortened and escaped. */
export function showName(name: string): string {
  const head = name.slice(0, shownCharacters);
  const more = head === name ? '' : ` … (${name.length} characters)`;
  return `\`${escapeControls(JSON.stringify(head).slice(1, -1))}${more}\``;
}

function showText(text: string): string {
  const head = text.slice(0, shownCharacters);
  const quoted = escapeControls(JSON.stringify(head));
  return head === text ? quoted : `${quoted} … (${text.length} characters)`;
}
