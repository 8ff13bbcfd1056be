/** The shape of a case file, from which its published schema and the loader's own are generated. */
import { z } from 'zod';
import { decisionCodes, gateIds, isPlainPass, registry } from '../src/contract/decision.ts';
import type { GateId } from '../src/contract/decision.ts';
import { filled } from '../src/contract/shapes.ts';
import { words } from './words.ts';
import { ruleTables } from '../src/index.ts';

const word = z.string().regex(words).describe('lower-case words joined by hyphens');

const spawnRecord = z.strictObject({ threadId: z.string(), turnId: z.string() });

const generated = z.strictObject({
  generate: z.strictObject({
    count: z.int().min(1).max(100_000),
    type: z.string(),
    textBytes: z.int().min(0).max(4_194_304).describe('a number of UTF-8 bytes, at most 4 MiB'),
    char: z
      .string()
      .regex(/^[\s\S]$/u)
      .describe('one character, whose UTF-8 bytes divide `textBytes`'),
  }),
});

const turn = z.strictObject({
  id: z.string(),
  items: z.array(z.union([generated, z.looseObject({ id: z.string(), type: z.string() })])),
});

/** The simulated thread store, declared as data. */
export const store = z.strictObject({
  pageSize: z.int().min(1),
  fault: z
    .enum([
      'ignores-turn-filter',
      'repeats-cursor',
      'empty-pages',
      'endless-pages',
      'over-long-page',
      'marks-gap',
      'throws',
      'never-answers',
    ])
    .nullable(),
  threads: z.array(
    z.strictObject({
      id: z.string(),
      threadRole: z.string(),
      spawnedBy: z.union([z.null(), spawnRecord, z.array(spawnRecord)]),
      turns: z.array(turn),
    }),
  ),
});

/** Whatever stands beside the store is the call, however wrong. */
const evidenceInput = z.looseObject({ store });

/** A file of cases, all of one gate; only that gate's codes and rules can be expected in it. */
export const caseFile = z.discriminatedUnion('gate', [caseFileOf('admission'), ...gateIds.slice(1).map(caseFileOf)]);

export const harnessShapes = { store, caseFile };

function caseFileOf(gate: GateId) {
  return z.strictObject({
    $schema: z.string().optional(),
    gate: z.literal(gate),
    description: filled,
    cases: z
      .array(
        z.strictObject({
          name: word,
          description: filled,
          source: filled.optional(),
          note: filled.optional(),
          input: gate === 'evidence' ? evidenceInput : z.unknown(),
          expect: expectationOf(gate),
        }),
      )
      .min(1),
  });
}

/**
 * What a rule decided needs its rule named; on a plain pass no rule decides. An editor completes from the branch that
 * fits best, which of no code yet is the first: so the codes of both stand beside the branches, too.
 */
function expectationOf(gate: GateId) {
  const codes = decisionCodes.filter((code) => registry[code].gate === gate);
  const rule = z.enum(ruleTables[gate].map(({ id }) => id));
  const asserted = {
    facts: z.record(z.string(), z.union([z.number(), z.boolean()])).optional(),
    violations: z.array(z.strictObject({ rule, path: z.string() })).optional(),
    ...(gate === 'aggregation' && { review: z.looseObject({}).optional() }),
    ...(gate === 'evidence' && { evidence: z.looseObject({}).optional() }),
  };
  return z
    .discriminatedUnion('code', [
      z.strictObject({
        code: z.enum(codes.filter(isPlainPass)),
        rule: rule.nullable().optional(),
        ...asserted,
      }),
      z.strictObject({ code: z.enum(codes.filter((code) => !isPlainPass(code))), rule, ...asserted }),
    ])
    .meta({ type: 'object', properties: { code: { enum: codes } } });
}
