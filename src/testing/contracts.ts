/** Contracts: the shipped one, and any other that a team could write. */
import * as fc from 'fast-check';
import type { Contract } from '../contract/contract.ts';
import { shippedContract } from '../shipped-contract.ts';
import { filledText } from './texts.ts';

export { shippedContract as shipped } from '../shipped-contract.ts';

const word: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: fc.constantFrom(...'abcxyz-_'), minLength: 1, maxLength: 6 }) },
  { weight: 1, arbitrary: filledText },
);

const someLimit = fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }));

/** Any contract that `checkContract` accepts; roomy where a bound would get into the way of every other law. */
export const contracts: fc.Arbitrary<Contract> = fc
  .record({
    names: fc.uniqueArray(word, { minLength: 1, maxLength: 5 }),
    severities: fc.uniqueArray(word, { minLength: 1, maxLength: 4 }),
    tools: fc.uniqueArray(word, { maxLength: 6 }),
    readable: fc.nat({ max: 6 }),
    openThreads: someLimit,
    depth: someLimit,
    minCommitIdLength: fc.integer({ min: 4, max: 64 }),
    scope: fc.constantFrom('changed-files' as const, 'repository' as const),
    textBytes: fc.integer({ min: 40, max: 5000 }),
  })
  .map(({ names, severities, tools, readable, openThreads, depth, minCommitIdLength, scope, textBytes }) => ({
    name: 'any',
    version: 1,
    roles: Object.fromEntries(names.map((role, index) => [role, { question: `What of ${index}?` }])),
    severities,
    limits: { openThreads, depth },
    manifest: { minCommitIdLength },
    findings: { scope, perPacket: 100, textBytes },
    tools: { read: tools.slice(0, readable), approval: tools.slice(readable) },
    evidence: { threadRoles: ['reviewer'], maxItems: 64, maxBytes: 262_144 },
  }));

/** Mostly the shipped contract, for laws in which the contract is not what is tried. */
export const someContract: fc.Arbitrary<Contract> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(shippedContract) },
  { weight: 2, arbitrary: contracts },
);
