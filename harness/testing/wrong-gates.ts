/** Ways to make a gate that is wrong in one respect, out of the real one. */
import type { Json } from '../../shell/testing/command.ts';
import { decide } from '../../src/index.ts';
import type { Contract, Decision, DecisionCode, GateId } from '../../src/index.ts';
import { decision } from '../../src/contract/decision.ts';
import { agreedPass } from '../../src/testing/agreed.ts';
import { decideAny } from '../decide-any.ts';

export type Gate = (gate: GateId, contract: Contract, input: Json) => Decision | Promise<Decision>;
export type Fault = { readonly gate: Gate; readonly caughtBy: readonly string[] };

/** A gate that sees something else than what is there. */
export const seeing =
  (alter: (input: Json, contract: Contract) => void): Gate =>
  (gate, contract, input) => {
    const seen = structuredClone(input);
    alter(seen, contract);
    return decideAny(gate, contract, seen);
  };

/** A gate under another contract, which may depend on what it judges. */
export const under =
  (alter: (contract: Contract, input: Json) => Contract): Gate =>
  (gate, contract, input) =>
    decideAny(gate, alter(contract, input), input);

/** A gate with some rules struck out. */
export const without =
  (...rules: readonly string[]): Gate =>
  async (gate, contract, input) => {
    const { violations, more, facts } = await decideAny(gate, contract, input);
    const left = violations.filter(({ rule }) => !rules.includes(rule));
    return decision(agreedPass[gate], left, more, facts);
  };

/** A gate that refuses what the real one lets pass, when something is so. */
export const refusing =
  (code: DecisionCode, when: (input: Json) => boolean): Gate =>
  async (gate, contract, input) => {
    const right = await decideAny(gate, contract, input);
    if (right.outcome !== 'pass' || !when(input)) return right;
    return decision(agreedPass[gate], [{ rule: 'planted', code, path: '', message: 'planted' }], 0, right.facts);
  };

/** The real gate, and a review that is put together otherwise. */
export const reviewing =
  (alter: (review: Json, input: Json) => void): Gate =>
  async (gate, contract, input) => {
    const right: Json = structuredClone(await decideAny(gate, contract, input));
    if (right.review) alter(right.review, input);
    return right;
  };

/** Every text of a value, names of members too. */
function texts(value: Json, alter: (text: string) => string): Json {
  if (typeof value === 'string') return alter(value);
  if (Array.isArray(value)) return value.map((one) => texts(one, alter));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [alter(key), texts(one, alter)]));
}

export const readingTexts = (alter: (text: string) => string): Gate =>
  seeing((input) => Object.assign(input, texts(input, alter)));

/** Another list of changed files, wherever one stands. */
export const listing = (alter: (files: readonly string[]) => readonly string[]): Gate =>
  seeing((input) => {
    for (const part of [input, input.manifest, input.assignment]) {
      if (part?.changedFiles) part.changedFiles = alter(part.changedFiles);
    }
  });
export const naming = (alter: (name: string) => string): Gate => listing((files) => files.map((name) => alter(name)));

export const findingsOf = (input: Json): readonly Json[] =>
  input.finding ? [input.finding] : input.packets.flatMap((packet: Json) => packet?.findings ?? []);
export const readingFindings = (alter: (finding: Json, contract: Contract, input: Json) => void): Gate =>
  seeing((input, contract) => {
    for (const one of findingsOf(input)) alter(one, contract, input);
  });

export const readingPackets = (
  alter: (packets: readonly Json[], input: Json, contract: Contract) => readonly Json[],
): Gate =>
  seeing((input, contract) => {
    input.packets = alter(input.packets, input, contract);
  });
export const isPacket = (packet: Json): boolean => Array.isArray(packet?.filesReviewed);
export const rereadingPackets = (
  alter: (findings: readonly Json[], packet: Json, contract: Contract) => readonly Json[],
): Gate =>
  readingPackets((packets, _, contract) =>
    packets.map((one) => (isPacket(one) ? { ...one, findings: alter(one.findings, one, contract) } : one)),
  );
export const isGood = (contract: Contract, finding: Json): boolean =>
  decide.finding(contract, { finding }).outcome === 'pass';
/** Workers without a packet, and the packet of one who says nothing. */
export const seatsLeft = ({ assignment, packets }: Json): Json[] =>
  assignment.workers.filter(({ role }: Json) => !packets.some((one: Json) => isPacket(one) && one.role === role));
export const silence = ({ manifest: { head, diffSha256 } }: Json, { role, files }: Json): Json => ({
  role,
  head,
  diffSha256,
  filesReviewed: files,
  findings: [],
  limitations: [],
});

export const counting = (member: 'depth' | 'openThreads', more: number): Gate =>
  seeing((request) => {
    request[member] += more;
  });

export const callerOf = ({ caller, store }: Json): Json => store.threads.find(({ id }: Json) => id === caller);
export const latestTurnOf = ({ store }: Json, thread: string, back = -1): Json =>
  store.threads.find(({ id }: Json) => id === thread).turns.at(back)?.id ?? 'none';
export const readingSpawn = (choose: (input: Json) => Json): Gate =>
  seeing((input) => {
    callerOf(input).spawnedBy = choose(input);
  });
export const bounded = (alter: (evidence: Contract['evidence'], input: Json) => Partial<Contract['evidence']>): Gate =>
  under((contract, input) => ({ ...contract, evidence: { ...contract.evidence, ...alter(contract.evidence, input) } }));
export const unbounded = { maxItems: 1_000_000, maxBytes: 1_000_000_000 };
export const holdsErrors = (input: Json): boolean => JSON.stringify(input.store).includes('"type":"error"');

export const withoutHunks = new Set(['a.py', 'run.sh']);
export const quoted = (name: string): string =>
  /^[ -~]*$/.test(name)
    ? name
    : `"${[...Buffer.from(name)].map((byte) => (byte < 128 ? String.fromCodePoint(byte) : `\\${byte.toString(8)}`)).join('')}"`;
export const unquoted = (name: string): string =>
  name.startsWith('"')
    ? Buffer.from(
        name.slice(1, -1).replaceAll(/\\(\d{3})/g, (_, octal: string) => String.fromCodePoint(parseInt(octal, 8))),
        'latin1',
      ).toString()
    : name;
export const placeOf = ({ file, line }: Json): string => JSON.stringify([file, line]);
export const claimOf = ({ file, line, evidence, action }: Json): string =>
  JSON.stringify([file, line, evidence, action]);
