/** How texts of a contract are written down for whoever reads Markdown: as data, whole, and with no meaning. */
import { escapeControls, escapedCharacter } from '../contract/controls.ts';
import type { Contract } from '../contract/contract.ts';

export const scopes = {
  'changed-files': 'one of the changed files',
  repository: 'any file of the repository',
} as const satisfies Record<Contract['findings']['scope'], string>;

export function listOf(texts: readonly string[]): string {
  return texts.length === 0 ? 'none' : texts.map(codeSpan).join(', ');
}

/**
 * A text in a code span: nothing is a link, a mention, an import or markup there but the backtick. Angle brackets are
 * written out for whoever looks for comments without reading Markdown, the backslash so that no two texts look alike.
 */
export function codeSpan(text: string): string {
  return `\`${escapeControls(text.replaceAll(/[\\`<>]|\p{Surrogate}/gu, escapedCharacter))}\``;
}
