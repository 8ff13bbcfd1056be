/**
 * Characters that move a cursor, hide text or turn its direction: C0, DEL, C1, the line and paragraph separators
 * and the bidirectional controls. Nothing that came from outside reaches a terminal or a report with one of them raw.
 */
const controls = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
/** The same without C0, which a JSON text has in its layout alone. */
const controlsInJson = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Writes every control as `\uXXXX`, a visible stand-in. */
export function escapeControls(text: string): string {
  return text.replace(controls, escaped);
}

/** The same JSON with every control in it escaped, the layout left as it is. */
export function escapeJson(json: string): string {
  return json.replace(controlsInJson, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
