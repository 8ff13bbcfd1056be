/** A small change, assigned as a whole, and what its reviewers say when nothing is wrong; a test alters one thing of it. */
import { assignAll } from '../brief/assign.ts';
import type { Manifest } from '../gates/admission.ts';
import { shipped } from './contracts.ts';
import type { Packet } from './reviews.ts';

export const roles = Object.keys(shipped.roles);

export const manifest: Manifest = {
  base: 'a'.repeat(40),
  head: 'b'.repeat(40),
  diffSha256: 'd'.repeat(64),
  changedFiles: ['src/a.ts', 'src/b.ts'],
};

/** Each role owns both files. */
export const assignment = assignAll(shipped, manifest);

/** What a packet repeats of its change. */
type Change = Pick<Manifest, 'head' | 'diffSha256' | 'changedFiles'>;

/** The packet of a worker who read every file of a change and has nothing to say, but for `rest`. */
export function packetOf({ head, diffSha256, changedFiles }: Change, role: string, rest: object = {}) {
  const packet: Packet = { role, head, diffSha256, filesReviewed: [...changedFiles], findings: [], limitations: [] };
  return { ...packet, ...rest };
}

/** One such packet of every role, by the name of its file. */
export function fullSet(change: Change): Record<string, Packet> {
  return Object.fromEntries(roles.map((role) => [`${role}.json`, packetOf(change, role)]));
}

/** A finding that the gate accepts in a change of `src/a.ts`, where that has three lines or more. */
export function findingOf(role: string, rest: object = {}) {
  return { role, file: 'src/a.ts', line: 3, severity: 'high', evidence: 'evidence', action: 'action', ...rest };
}
