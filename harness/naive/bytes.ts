export function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** "A text is blank when `String.prototype.trim` empties it." */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}
