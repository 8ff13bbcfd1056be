/** Cuts a stream of bytes into the lines that each chunk completes; null stands for a line that is not UTF-8. */
const newline = 0x0a;

/** Yields the lines that each chunk completes, without their line feeds; the last line needs none. */
export async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<readonly (string | null)[]> {
  let begun: Uint8Array[] = [];
  for await (const chunk of input) {
    const end = chunk.lastIndexOf(newline);
    if (end === -1) {
      begun.push(chunk);
      continue;
    }
    yield decode(Buffer.concat([...begun, chunk.subarray(0, end)]));
    begun = end + 1 < chunk.length ? [chunk.subarray(end + 1)] : [];
  }
  if (begun.length > 0) yield decode(Buffer.concat(begun));
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Buffer): readonly (string | null)[] {
  const whole = decodeStrictly(bytes);
  if (whole !== null) return whole.split('\n');
  // Rare: find out which line it was.
  const lines: (string | null)[] = [];
  for (let start = 0; start <= bytes.length;) {
    const end = bytes.indexOf(newline, start);
    const stop = end === -1 ? bytes.length : end;
    lines.push(decodeStrictly(bytes.subarray(start, stop)));
    start = stop + 1;
  }
  return lines;
}

function decodeStrictly(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}
