/**
 * Characters that move a cursor, hide text or turn its direction: C0, DEL, C1, the line and paragraph separators
 * and the bidirectional controls. Nothing that came from outside reaches a terminal or a report with one of them raw.
 */
const controls = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
/** The same without C0, which a JSON text has in its layout alone. */
const controlsInJson = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Writes every control as `\uXXXX`, a visible stand-in. */
export function escapeControls(text: string): string {
  return text.replace(controls, escapedCharacter);
}

/** The same JSON with every control in it escaped, the layout left as it is. */
export function escapeJson(json: string): string {
  return json.replace(controlsInJson, escapedCharacter);
}

/** One character written out: `\u202e`, or `\u{e0041}` beyond four digits. */
export function escapedCharacter(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}

/** One character as JSON writes it out, each UTF-16 unit by itself. */
export function escapedUnits(character: string): string {
  return character.split('').map(escapedCharacter).join('');
}
