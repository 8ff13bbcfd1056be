/** What stands in the list of packets: anything at all, told apart into packets and what is refused whole. */
import type { z } from 'zod';
import { deepestInput, isDeeperThan } from '../contract/json.ts';
import { isRecord, shapeOf } from '../contract/shape.ts';
import { schemas } from '../contract/shapes.gen.ts';
import { show } from '../contract/show.ts';
import type { packet as packetShape } from '../contract/shapes.ts';

export type Packet = Readonly<z.infer<typeof packetShape>>;

/** Why a packet's findings count nowhere: a stranger's, one of several copies, or none that can be read. */
export const refusalReasons = ['unassigned', 'doubled', 'broken'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

export type Entry = {
  readonly index: number;
  readonly value: unknown;
  /** The role that the entry names, whatever else is wrong with it. */
  readonly role: string | null;
  /** The packet, when it is admitted: well-shaped, of an assigned role, the only one of that role. */
  readonly packet: Packet | undefined;
  readonly reason: RefusalReason | undefined;
  /** What makes it no packet: JSON Pointer into the entry, and a message. */
  readonly flaws: readonly (readonly [path: string, message: string])[];
};

const shape = shapeOf(schemas.packet);

/** Tells entries apart; `assigned` are the roles that have a worker. Nothing is dropped and nothing throws. */
export function readEntries(packets: readonly unknown[], assigned: ReadonlySet<string>): readonly Entry[] {
  const copies = new Map<string, number>();
  for (const value of packets) {
    const role = roleOf(value);
    if (role !== null) copies.set(role, (copies.get(role) ?? 0) + 1);
  }
  return packets.map((value, index) => {
    const role = roleOf(value);
    const flaws = flawsOf(value);
    const reason = refusalReason(role, flaws.length > 0, assigned, copies);
    return { index, value, role, packet: reason === undefined ? (value as Packet) : undefined, reason, flaws };
  });
}

/** Where an entry of an assigned role says that it is about another change: each member, and what it names instead. */
export function strayBindings(
  { role, reason, value }: Entry,
  manifest: { readonly head: string; readonly diffSha256: string },
): readonly (readonly [member: 'head' | 'diffSha256', named: string])[] {
  if (role === null || reason === 'unassigned' || !isRecord(value)) return [];
  return (['head', 'diffSha256'] as const).flatMap((member) => {
    const named = value[member];
    return typeof named === 'string' && named !== manifest[member] ? [[member, named] as const] : [];
  });
}

/** What is said of a packet that is about another change. */
export function strayMessage(named: string, bound: string): string {
  return `the packet is about ${show(named)}, but ${show(bound)} was bound: ask for it again`;
}

function roleOf(value: unknown): string | null {
  return isRecord(value) && typeof value['role'] === 'string' ? value['role'] : null;
}

function flawsOf(value: unknown): Entry['flaws'] {
  if (isDeeperThan(deepestInput, value)) return [['', `the packet is nested deeper than ${deepestInput} levels`]];
  const flaws: [string, string][] = [];
  shape(value, (path, message) => flaws.push([path, message]));
  return flaws;
}

function refusalReason(
  role: string | null,
  flawed: boolean,
  assigned: ReadonlySet<string>,
  copies: ReadonlyMap<string, number>,
): RefusalReason | undefined {
  if (role !== null && !assigned.has(role)) return 'unassigned';
  if (role !== null && copies.get(role) !== 1) return 'doubled';
  return flawed ? 'broken' : undefined;
}
