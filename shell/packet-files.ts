/**
 * Reads what workers sent back: every `*.json` file that stands directly in a folder, by name. Whatever a file holds, it
 * gives one entry, so that a model can neither break the run nor become an empty list of findings.
 */
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { Broken } from '../harness/broken.ts';
import type { BrokenFile } from '../harness/reporters/review-report.ts';
import { parseJson, stands, unreadable } from '../harness/json-file.ts';
import { byCodeUnits, hasMoreValues } from '../src/contract/json.ts';
import { isRecord } from '../src/contract/shape.ts';

/** `packets[i]` came from the file that is named `files[i]`; `leftOut` are the names that are no packets', links included. */
export type PacketFolder = {
  readonly files: readonly string[];
  readonly packets: readonly unknown[];
  readonly broken: readonly BrokenFile[];
  readonly leftOut: readonly string[];
};

/** Bytes. */
const largestPacket = 8 * 1024 * 1024;
/** Bytes of all packets together: what is past them is not read. */
const largestFolder = 64 * 1024 * 1024;
/**
 * Findings, and JSON values of all kinds: enough for 100,000 files that were read. Each finding is judged, and each
 * refusal kept, however many the contract allows.
 */
const mostFindings = 10_000;
const mostValues = 200_000;
/** Bytes of a broken packet's text. */
const shownText = 1000;

/** Throws `Broken` when the folder itself cannot be read. `shown` is the name under which complaints speak of it. */
export async function readPackets(folder: string, shown: string): Promise<PacketFolder> {
  const names = namesIn(folder, shown);
  // As a shell reads `*.json`: a name that begins with a dot is hidden.
  const isPacket = (name: string): boolean => name.endsWith('.json') && !name.startsWith('.');
  const files = names.filter(isPacket);
  const packets: unknown[] = [];
  const broken: BrokenFile[] = [];
  let left = largestFolder;
  for (const file of files) {
    const read = await readPacket(join(folder, file), file, left);
    left -= read.bytes;
    if (read.broken) broken.push(read.broken);
    packets.push(read.broken ?? read.packet);
  }
  return { files, packets, broken, leftOut: names.filter((name) => !isPacket(name)) };
}

function namesIn(folder: string, shown: string): readonly string[] {
  try {
    return readdirSync(folder).sort(byCodeUnits);
  } catch (error) {
    if (stands(folder)) throw unreadable(error, shown);
    throw new Broken('there is no such folder: save each answer in it as a `.json` file', { file: shown });
  }
}

type Read = { readonly bytes: number; readonly packet?: unknown; readonly broken?: BrokenFile };

/** Reads one file, if `left` bytes or fewer are in it. */
async function readPacket(path: string, file: string, left: number): Promise<Read> {
  let bytes: Buffer = Buffer.alloc(0);
  try {
    bytes = readRegularFile(path, file);
    if (bytes.length > largestPacket) throw new Broken(`is larger than ${largestPacket} bytes: ask for a shorter one`);
    if (bytes.length > left)
      throw new Broken(`is past the ${largestFolder} bytes of packets that are read: take some out`);
    const { value } = await parseJson(withoutFence(bytes), file);
    checkSize(value);
    return { bytes: bytes.length, packet: value };
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    return { bytes: bytes.length, broken: { file, error: errorOf(error), text: beginningOf(bytes) } };
  }
}

function checkSize(value: unknown): void {
  if (!isRecord(value)) throw new Broken('is not one JSON object: ask for the packet and nothing else');
  if (hasMoreValues(mostValues, value)) throw new Broken(`holds more than ${mostValues} values: ask for a shorter one`);
  const { findings } = value;
  if (Array.isArray(findings) && findings.length > mostFindings) {
    throw new Broken(`holds ${findings.length} findings, more than ${mostFindings}: ask for the gravest`);
  }
}

/** At most one byte more than a packet may have. A link is not followed, and a pipe is not waited for. */
function readRegularFile(path: string, file: string): Buffer {
  const handle = opened(path, file);
  try {
    if (!fstatSync(handle).isFile()) throw new Broken('is not a regular file: save the packet as one');
    const chunks: Buffer[] = [];
    for (let left = largestPacket + 1; left > 0;) {
      const chunk = Buffer.alloc(Math.min(left, 65_536));
      const length = readSync(handle, chunk);
      if (length === 0) break;
      chunks.push(chunk.subarray(0, length));
      left -= length;
    }
    return Buffer.concat(chunks);
  } catch (error) {
    throw error instanceof Broken ? error : unreadable(error, file);
  } finally {
    closeSync(handle);
  }
}

function opened(path: string, file: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ELOOP') {
      throw new Broken('is a link: save the packet as a file of its own');
    }
    throw unreadable(error, file);
  }
}

const blank = /[ \t\r\n]/;

/** A message that is one code fence, white space around it aside, with the fence blanked out, so that places stay right. */
function withoutFence(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  let start = 0;
  let end = text.length;
  while (start < end && blank.test(text.charAt(start))) start += 1;
  while (end > start && blank.test(text.charAt(end - 1))) end -= 1;
  const [opening] = /^```(?:json)?(?=\r?\n)/.exec(text.slice(start, start + 9)) ?? [];
  if (opening === undefined || !text.slice(start + opening.length, end).endsWith('\n```')) return bytes;
  return Buffer.from(bytes)
    .fill(' ', start, start + opening.length)
    .fill(' ', end - 3, end);
}

function errorOf({ problems: [first, ...more] }: Broken): string {
  const { message, place } = first ?? { message: 'cannot be read' };
  const at = place?.line === undefined ? '' : `line ${place.line}, column ${place.column}: `;
  return `${at}${message}${more.length > 0 ? ` (and ${more.length} more)` : ''}`;
}

function beginningOf(bytes: Buffer): string {
  const text = bytes.toString('utf8', 0, shownText);
  return bytes.length > shownText ? `${text} … (${bytes.length} bytes)` : text;
}
