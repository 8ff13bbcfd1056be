/** Everything that a review is decided from: its files, and the repository as it is at this very moment. */
import { resolve } from 'node:path';
import { decide } from '../src/index.ts';
import type { Contract, Manifest } from '../src/index.ts';
import { listSet } from '../src/contract/list-set.ts';
import { isRecord } from '../src/contract/shape.ts';
import { asBound } from '../src/gates/admission.ts';
import { look, readManifest } from './bound-change.ts';
import type { Where } from './bound-change.ts';
import { contractInForce } from './corpus.ts';
import { readJson, say } from './io.ts';
import type { Io } from './io.ts';
import { countLines } from './line-counts.ts';
import { readPackets } from './packet-files.ts';
import type { PacketFolder } from './packet-files.ts';

export type ReviewOptions = Where & {
  readonly manifest: string;
  readonly assignment: string;
  readonly packets: string;
  readonly contract?: string;
};

/** What goes to the aggregation gate. */
type ReviewInput = {
  readonly manifest: unknown;
  readonly observed: unknown;
  readonly assignment: unknown;
  readonly packets: readonly unknown[];
  readonly lineCounts?: Readonly<Record<string, number>>;
};

/** `now` is the manifest as it would be bound now; where the manifest is malformed no repository is asked. */
export type ReviewFiles = {
  readonly contract: Contract;
  readonly input: ReviewInput;
  readonly folder: PacketFolder;
  readonly now: Manifest | undefined;
};

/**
 * Reads manifest, assignment and packets, and observes the repository. A packet that cannot be read is said on standard
 * error and stays in the input as a broken one. Throws `Broken` for any other file, and where git cannot answer.
 */
export async function readReview(io: Io, options: ReviewOptions): Promise<ReviewFiles> {
  const contract = await contractInForce(io, options.contract);
  const { value, manifest } = await readManifest(io, options.manifest, contract);
  const assignment = await readJson(io, options.assignment);
  const folder = await readPackets(resolve(io.folder, options.packets), options.packets);
  for (const { file, error } of folder.broken) say(io, `${options.packets}/${file}: ${error}`);
  for (const name of folder.leftOut) say(io, `${options.packets}/${name}: is left out: packets are \`*.json\``);
  const given = { manifest: value, assignment, packets: folder.packets };
  if (!manifest) return { contract, input: { ...given, observed: asBound(value) }, folder, now: undefined };
  const { base, observed } = look(io, options, manifest.base);
  const now = { ...manifest, base, ...observed };
  const input = { ...given, observed };
  // Of a change that has moved no finding is read, so no file is.
  if (decide.admission(contract, { manifest, observed }).outcome !== 'pass') return { contract, input, folder, now };
  const ends = { repo: resolve(io.folder, options.repo), base: now.base, head: now.head };
  const named = filesNamedIn(folder.packets);
  const changed = listSet(manifest.changedFiles);
  const asked = contract.findings.scope === 'repository' ? named : named.filter((file) => changed.has(file));
  const lineCounts = await countLines(ends, asked);
  return { contract, input: { ...input, lineCounts }, folder, now };
}

/** Every file that a finding is about: the only ones whose lines are asked for. */
function filesNamedIn(packets: readonly unknown[]): readonly string[] {
  const files = packets
    .flatMap((packet): unknown => (isRecord(packet) ? packet['findings'] : []))
    .filter(isRecord)
    .map(({ file }) => file)
    .filter((file) => typeof file === 'string');
  return [...new Set(files)];
}
