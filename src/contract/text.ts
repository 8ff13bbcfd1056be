/** Whether `String.prototype.trim` leaves nothing. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** The number of bytes of a text in UTF-8; an unpaired surrogate counts as the replacement character, three bytes. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2;
    if (isPair(unit, text.charCodeAt(index + 1))) index += 1;
  }
  return bytes;
}

/** Two surrogates that make one character: four bytes, two for the second unit on top of its own. */
function isPair(unit: number, next: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00 && next >= 0xdc00 && next < 0xe000;
}
