/**
 * The one source of every shape that a gate takes: types come from here, and the schemas that the gates run on are
 * generated from here (`npm run generate`). Nothing that decides imports this file at run time: zod is slow to load.
 */
import { z } from 'zod';

const text = z.string();
const texts = z.array(text);
/** A text with something in it: the same white space that `String.prototype.trim` removes does not count. */
export const filled = z.string().regex(/\S/).describe('a string that is not blank');
const glob = z
  .string()
  .regex(/^[\s\S]{0,256}$/u)
  .describe('a glob of at most 256 characters');
const count = z.int().min(0);

/** A list without a repetition, of so many items at least. JSON Schema says so with `uniqueItems`, which zod lacks: hence both. */
export function unique<T extends z.ZodType<string>>(item: T, least = 0) {
  const list = z.array(item);
  return (least > 0 ? list.min(least) : list)
    .refine((items) => new Set(items).size === items.length)
    .meta({ uniqueItems: true });
}

export const manifest = z.strictObject({
  base: text,
  head: text,
  diffSha256: text,
  changedFiles: texts,
  repository: text.optional(),
  pullRequest: z.int().min(1).optional(),
  generatedFiles: z.array(glob).optional(),
});

export const observed = z.strictObject({ head: text, diffSha256: text, changedFiles: texts.optional() });

export const admissionInput = z.strictObject({ manifest, observed });

export const worker = z.strictObject({
  role: text,
  question: filled,
  files: unique(text, 1),
  access: z.enum(['read-only', 'write']),
});

export const corroboration = z.strictObject({ file: text, roles: texts, reason: text });

export const assignment = z.strictObject({
  changedFiles: texts,
  workers: z.array(worker),
  corroborations: z.array(corroboration).optional(),
  generatedFiles: z.array(glob).optional(),
});

export const finding = z.strictObject({
  role: text,
  file: text,
  line: z.number(),
  severity: text,
  evidence: text,
  action: text,
});

/** Path to number of lines: an integer from 1, safe or not. */
const lineCounts = z.record(text, z.number().multipleOf(1).min(1).describe('an integer from 1'));

export const findingInput = z.strictObject({
  finding,
  changedFiles: texts.optional(),
  lineCounts: lineCounts.optional(),
});

/** A finding is judged by its own gate, so that one bad record never takes its siblings along. */
export const packet = z.strictObject({
  role: text,
  head: text,
  diffSha256: text,
  filesReviewed: texts,
  findings: z.array(z.unknown()),
  limitations: texts,
});

/** Manifest, observed and assignment are judged by their own gates, their absence included. */
export const aggregationInput = z.strictObject({
  manifest: z.unknown().optional(),
  observed: z.unknown().optional(),
  assignment: z.unknown().optional(),
  packets: z.array(z.unknown()),
  lineCounts: lineCounts.optional(),
});

export const permissionInput = z.strictObject({
  openThreads: count,
  depth: count,
  tools: texts,
  interactive: z.boolean().optional(),
});

const evidenceCall = z.strictObject({ caller: text, arguments: z.unknown() });

/** What a thread store answers; an entry or an item may hold more than is read here. */
const itemPage = z.looseObject({
  data: z.array(z.looseObject({ turnId: text, item: z.looseObject({ id: text, type: text }) })),
  nextCursor: text.nullable(),
  gap: z.boolean().optional(),
});

const threadRecord = z
  .looseObject({
    threadRole: text.nullable(),
    spawnedBy: z.array(z.looseObject({ threadId: text, turnId: text })),
  })
  .nullable();

const limit = z.int().min(1);
const names = unique(filled);

export const contract = z.strictObject({
  $schema: text.optional(),
  name: filled,
  version: z.literal(1),
  roles: z
    .record(filled, z.strictObject({ question: filled }))
    .refine((roles) => Object.keys(roles).length > 0)
    .meta({ minProperties: 1 }),
  severities: unique(filled, 1),
  limits: z.strictObject({ openThreads: limit, depth: limit }),
  manifest: z.strictObject({ minCommitIdLength: z.int().min(4).max(64) }),
  findings: z.strictObject({
    scope: z.enum(['changed-files', 'repository']),
    perPacket: limit,
    textBytes: limit,
  }),
  tools: z.strictObject({ read: names, approval: names }),
  evidence: z.strictObject({ threadRoles: names, maxItems: limit, maxBytes: z.int().min(4096) }),
});

/** Every shape that is compiled into a validator, by the name under which the gates find it. */
export const shapes = {
  admissionInput,
  assignment,
  findingInput,
  finding,
  aggregationInput,
  packet,
  permissionInput,
  evidenceCall,
  itemPage,
  threadRecord,
  contract,
};
