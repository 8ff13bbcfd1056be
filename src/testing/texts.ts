/** Texts as a model, a file or a repository may hold them. */
import * as fc from 'fast-check';

/** Every sequence of UTF-16 code units: unpaired surrogates, NUL, controls and all. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc
    .array(fc.oneof(fc.nat({ max: 0x7f }), fc.nat({ max: 0xffff }), fc.integer({ min: 0xd800, max: 0xdfff })), {
      maxLength: 6,
    })
    .map((units) => String.fromCharCode(...units)),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', '\u0000', '\ufeff', '~1/~0', '\u202e'),
);

/** Text that has something in it, however odd. */
export const filledText: fc.Arbitrary<string> = anyText.filter((text) => text.trim() !== '');

/** Text of which `String.prototype.trim` leaves nothing. */
export const blankText: fc.Arbitrary<string> = fc.string({
  unit: fc.constantFrom(' ', '\t', '\n', '\v', '\f', '\r', '\u00a0', '\u2003', '\u2028', '\u2029', '\u3000', '\ufeff'),
  maxLength: 4,
});

/** Lower-case hexadecimal digits. */
export function hexText(minLength: number, maxLength = minLength): fc.Arbitrary<string> {
  const length = `${minLength} ${maxLength}`;
  const made = hexTexts.get(length) ?? fc.string({ unit: hexDigit, minLength, maxLength });
  hexTexts.set(length, made);
  return made;
}

const hexDigit = fc.constantFrom(...'0123456789abcdef');
/** By their lengths: to make such an arbitrary takes longer than to draw from it. */
const hexTexts = new Map<string, fc.Arbitrary<string>>();

/** Another text than the one given, often one that is easily taken for it. */
export function textUnlike(text: string): fc.Arbitrary<string> {
  return fc
    .oneof(
      fc.nat({ max: text.length }).map((length) => text.slice(0, length)),
      fc.nat({ max: text.length }).map((start) => text.slice(start)),
      fc.constantFrom(
        text.toUpperCase(),
        ` ${text}`,
        `${text} `,
        `${text}\n`,
        `${text}\u0000`,
        `0x${text}`,
        `${text}0`,
      ),
      fc
        .tuple(fc.nat({ max: text.length }), fc.constantFrom(...'0f\u0000 G\u0660'))
        .map(([at, unit]) => text.slice(0, at) + unit + text.slice(at + 1)),
      anyText,
    )
    .filter((other) => other !== text);
}

/** The bytes of a text in UTF-8, counted character by character; the tests hold it against Node's own count. */
export function byteLength(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x80) bytes += 1;
    else if (point < 0x800) bytes += 2;
    else bytes += point < 0x1_0000 ? 3 : 4;
  }
  return bytes;
}
