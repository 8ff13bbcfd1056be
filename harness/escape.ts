/** Text for a place where Markdown and HTML have a meaning: shown as it is, and nothing more. */
import { escapeControls } from '../src/contract/controls.ts';

/** What opens or closes anything inside a line of GitHub-flavoured Markdown or HTML. */
const special = /[\\`*_[\]<>|~&$]/g;
/**
 * What makes a link or a mention of plain text. GitHub and others look for it after character references are resolved,
 * so only a code span keeps it apart.
 */
const linking = /(?:@|:\/\/|(?<=www)\.)+/gi;

/** One line of plain text inside a table cell or a paragraph; controls are written out, so a line break ends nothing. */
export function markdownText(text: string): string {
  return escapeControls(text)
    .replace(special, (character) => `&#${character.charCodeAt(0)};`)
    .replace(linking, '`$&`');
}
