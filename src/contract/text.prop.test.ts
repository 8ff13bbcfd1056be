import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText, blankText, byteLength } from '../testing/texts.ts';
import { isBlank, utf8Bytes } from './text.ts';

const runs = { numRuns: 5000, verbose: fc.VerbosityLevel.Verbose };

const units = fc.array(fc.oneof(fc.nat({ max: 0xffff }), fc.integer({ min: 0xd7f0, max: 0xe010 })));
const text = fc.oneof(
  anyText,
  units.map((list) => String.fromCharCode(...list)),
);

test('the bytes of a text are those that Node counts, unpaired surrogates included', () => {
  fc.assert(
    fc.property(text, (one) => {
      expect(utf8Bytes(one)).toBe(Buffer.byteLength(one));
    }),
    runs,
  );
});

test('the count by which the laws measure is Node’s, too', () => {
  fc.assert(
    fc.property(text, (one) => {
      expect(byteLength(one)).toBe(Buffer.byteLength(one));
    }),
    runs,
  );
});

test.each([
  ['\u007f', 1],
  ['\u0080', 2],
  ['\u07ff', 2],
  ['\u0800', 3],
  ['\uffff', 3],
  ['\u{10000}', 4],
  ['\ud800', 3],
  ['\udc00\ud800', 6],
  ['\ud800\ud800\udc00', 7],
  ['\udc00\udc00', 6],
  ['\ud800\ue000', 6],
  ['\ud800\udfff', 4],
  ['\ud800\udbff', 6],
])('%j has %i bytes', (one, bytes) => {
  expect(utf8Bytes(one)).toBe(bytes);
});

test('a text is blank when trimming empties it', () => {
  fc.assert(
    fc.property(fc.oneof(text, blankText), (one) => {
      expect(isBlank(one)).toBe(one.trim().length === 0);
    }),
    runs,
  );
});
