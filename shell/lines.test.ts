import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linesOf } from './lines.ts';
import { chunks } from './testing/command.ts';

async function linesIn(...pieces: readonly (string | Uint8Array)[]): Promise<readonly (string | null)[]> {
  const lines: (string | null)[] = [];
  for await (const completed of linesOf(chunks(...pieces))) lines.push(...completed);
  return lines;
}

/** Cuts bytes at these places. */
function cutAt(bytes: Uint8Array, places: readonly number[]): readonly Uint8Array[] {
  const cuts = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
  return cuts.slice(1).flatMap((end, index) => (end === cuts[index] ? [] : [bytes.subarray(cuts[index], end)]));
}

const line = fc
  .oneof(fc.string({ unit: 'binary', maxLength: 8 }), fc.constantFrom('', '\r', '\u2028', '\ufeff', '😀é', '\u0000'))
  .map((text) => text.replaceAll('\n', ''));
const cuts = fc.array(fc.nat(), { maxLength: 6 });

test('however a stream is cut, its lines are those of the whole', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 6 }), fc.boolean(), cuts, async (lines, ended, places) => {
      const bytes = Buffer.from(lines.join('\n') + (ended && lines.length > 0 ? '\n' : ''));
      const text = bytes.toString();
      const wanted = text === '' ? [] : text.replace(/\n$/, '').split('\n');
      expect(await linesIn(...cutAt(bytes, places))).toEqual(wanted);
    }),
    { numRuns: 1000 },
  );
});

test('a line that is not UTF-8 is null, and its neighbours are not', async () => {
  const bad = fc.constantFrom([0xff], [0xc3], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x98], [0xc0, 0xaf]);
  const part = fc.oneof(
    line.map((text) => ({ bytes: Buffer.from(text), text })),
    bad.map((bytes) => ({ bytes: Buffer.from(bytes), text: null })),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 6 }), cuts, async (parts, places) => {
      const newline = Buffer.from('\n');
      const bytes = Buffer.concat(parts.flatMap((one) => [one.bytes, newline]));
      const wanted = parts.map((one) => (one.text === null ? null : one.bytes.toString()));
      expect(await linesIn(...cutAt(bytes, places))).toEqual(wanted);
    }),
    { numRuns: 1000 },
  );
});

test('a stream of nothing has no line', async () => {
  expect(await linesIn()).toEqual([]);
});

describe('what ends a line', () => {
  test.each<readonly [text: string, lines: readonly string[]]>([
    ['\n', ['']],
    ['\n\n', ['', '']],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\n\n', ['a', '']],
    ['a\r\nb\rc\n', ['a\r', 'b\rc']],
    ['a\u2028b\u0085c', ['a\u2028b\u0085c']],
    ['\ufeffa\nb', ['\ufeffa', 'b']],
  ])('%j', async (text, lines) => {
    expect(await linesIn(text)).toEqual(lines);
  });
});

test('a chunk gives the lines that it completes, before the next is asked for', async () => {
  let asked = 0;
  async function* input(): AsyncGenerator<Uint8Array> {
    for (const piece of ['a\nb', 'c', 'd\ne\n']) {
      asked += 1;
      yield Buffer.from(piece);
    }
  }
  const seen: (readonly [asked: number, lines: readonly (string | null)[]])[] = [];
  for await (const lines of linesOf(input())) seen.push([asked, lines]);
  expect(seen).toEqual([
    [1, ['a']],
    [3, ['bcd', 'e']],
  ]);
});

test('a line of many chunks is put together in time that grows with its length', async () => {
  const piece = Buffer.alloc(1024, 'x');
  const [whole, ...others] = await linesIn(...Array.from({ length: 20_000 }, () => piece), '\n');
  expect(whole?.length).toBe(20_000 * 1024);
  expect(others).toEqual([]);
});
