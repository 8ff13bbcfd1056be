/**
 * How many lines files have, counted from their blobs as they stream by: at the head, or at the base for a deleted file.
 * A last line without a newline counts; an empty file has one line.
 */
import { Broken } from '../harness/broken.ts';
import { show } from '../src/contract/show.ts';
import { gitOutput, gitStream } from './git.ts';

/** The change that is looked at: a folder of the repository, and two full commit ids. */
export type Ends = { readonly repo: string; readonly base: string; readonly head: string };

/**
 * Line counts of those of the paths that have any: not of binaries, links, submodules, or what neither commit has.
 * Throws `Broken` where a blob is not at hand.
 */
export async function countLines(
  { repo, base, head }: Ends,
  paths: readonly string[],
): Promise<Record<string, number>> {
  // What is not well-formed names no file, though as bytes it may look like one.
  const sound = paths.filter((path) => Buffer.from(path).toString() === path);
  const atHead = blobsAt(repo, head, sound);
  const deleted = sound.filter((path) => !atHead.has(path));
  const blobs = [...atHead, ...blobsAt(repo, base, deleted)];
  const counts = await countBlobs(repo, new Set(blobs.flatMap(([, id]) => id ?? [])));
  return Object.fromEntries(
    blobs.flatMap(([path, id]) => {
      const lines = id === null ? undefined : counts.get(id);
      return lines === undefined ? [] : [[path, lines]];
    }),
  );
}

/** The blob of each of the paths that a commit has; null for a link or a submodule. */
function blobsAt(repo: string, commit: string, paths: readonly string[]): Map<string, string | null> {
  const found = new Map<string, string | null>();
  if (paths.length === 0) return found;
  // Compared byte by byte: a path in a tree need not be UTF-8.
  const wanted = new Map(paths.map((path) => [Buffer.from(path).toString('latin1'), path]));
  const records = gitOutput(repo, ['ls-tree', '-r', '-z', '--full-tree', commit]).toString('latin1').split('\0');
  for (const record of records) {
    const path = wanted.get(record.slice(record.indexOf('\t') + 1));
    const [mode = '', , id = ''] = record.slice(0, record.indexOf('\t')).split(' ');
    if (path !== undefined) found.set(path, mode.startsWith('100') ? id : null);
  }
  return found;
}

type Blob = { readonly id: string; readonly size: number; left: number; breaks: number; last: number; binary: boolean };

const newline = 0x0a;
/** git's own measure: a NUL among the first bytes. */
const binaryWithin = 8000;

/** Lines of each blob that is not binary. */
async function countBlobs(repo: string, ids: ReadonlySet<string>): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  if (ids.size === 0) return counts;
  const asked = [...ids].map((id) => `${id}\n`).join('');
  let header = '';
  let blob: Blob | undefined;
  for await (const chunk of gitStream(repo, ['cat-file', '--batch'], asked)) {
    let rest = chunk;
    while (rest.length > 0) {
      if (blob === undefined) {
        const end = rest.indexOf(newline);
        header += rest.toString('latin1', 0, end === -1 ? rest.length : end);
        if (end === -1) break;
        rest = rest.subarray(end + 1);
        blob = openBlob(repo, header);
        header = '';
      }
      rest = take(blob, rest);
      if (blob.left > 0) continue;
      if (!blob.binary) counts.set(blob.id, blob.size === 0 ? 1 : blob.breaks + Number(blob.last !== newline));
      blob = undefined;
    }
  }
  return counts;
}

function openBlob(repo: string, header: string): Blob {
  const [id = '', type, size] = header.split(' ');
  if (type !== 'blob') {
    throw new Broken(
      `the repository ${show(repo)} lacks the file content ${id}, whose lines are to be counted: ` +
        'fetch all of it (`git fetch --refetch --no-filter`)',
    );
  }
  // One more than the blob has: a newline ends it.
  return { id, size: Number(size), left: Number(size) + 1, breaks: 0, last: newline, binary: false };
}

/** Reads what a chunk has of a blob; the rest of the chunk. */
function take(blob: Blob, chunk: Buffer): Buffer {
  const part = chunk.subarray(0, Math.min(chunk.length, blob.left - 1));
  const before = blob.size + 1 - blob.left;
  blob.binary ||= part.subarray(0, Math.max(0, binaryWithin - before)).includes(0);
  for (let at = part.indexOf(newline); at !== -1; at = part.indexOf(newline, at + 1)) blob.breaks += 1;
  blob.last = part.at(-1) ?? blob.last;
  const taken = Math.min(chunk.length, blob.left);
  blob.left -= taken;
  return chunk.subarray(taken);
}
