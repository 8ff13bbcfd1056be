/** The published JSON Schemas: what each document looks like under the contract in force, for editors and for models. */
import { z } from 'zod';
import { decisionCodes, gateIds, outcomes } from '../src/contract/decision.ts';
import { canonicalPathPattern } from '../src/contract/path.ts';
import * as shapes from '../src/contract/shapes.ts';
import type { Contract, Decision, Evidence, Review } from '../src/index.ts';
import { refusalReasons } from '../src/gates/packet.ts';
import { caseFile } from './case-shape.ts';
import type { Results } from './results.ts';
import type { SchemaName } from './schema-names.ts';

const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe('a SHA-256 digest, 64 lower-case hex digits');
const path = z.string().regex(canonicalPathPattern).describe('a path as git lists it, from the root of the repository');
const count = z.int().min(0);
const outcome = z.enum(outcomes);
const code = z.enum(decisionCodes);
const gate = z.enum(gateIds);
const refusal = z.strictObject({ rule: z.string(), path: z.string() });
const violation = refusal.extend({ code, message: z.string() });
const facts = z.record(z.string(), z.union([count, z.boolean()]));

const review = z.strictObject({
  findings: z.array(
    z.strictObject({
      file: path,
      line: z.int().min(1),
      evidence: z.string(),
      action: z.string(),
      assessments: z.array(z.strictObject({ role: z.string(), severity: z.string() })).min(1),
      corroboratedBy: count.describe(
        'distinct roles that made the finding and own its file: from 2 on a corroboration',
      ),
      severityDisagreement: z.boolean(),
    }),
  ),
  rejected: z.array(z.strictObject({ role: z.string(), finding: z.unknown(), violations: z.array(refusal).min(1) })),
  colocated: z.array(z.strictObject({ file: path, line: z.int().min(1), findings: z.array(count).min(2) })),
  limitations: z.array(z.strictObject({ role: z.string(), text: z.string() })),
  refusedPackets: z.array(
    z.strictObject({
      role: z.string().nullable(),
      reason: z.enum(refusalReasons),
      packet: z.unknown(),
    }),
  ),
}) satisfies z.ZodType<Review>;

const evidence = z.strictObject({
  threadId: z.string(),
  turnId: z.string(),
  items: z.array(z.strictObject({ turnId: z.string(), item: z.looseObject({ id: z.string(), type: z.string() }) })),
  truncated: z.boolean(),
  omitted: z.strictObject({ items: count, exact: z.boolean() }),
}) satisfies z.ZodType<Evidence>;

const decision = z.strictObject({
  gate,
  code,
  outcome,
  rule: z.string().nullable(),
  recovery: z.string().nullable(),
  violations: z.array(violation),
  more: count,
  facts,
  review: review.optional(),
  evidence: evidence.optional(),
}) satisfies z.ZodType<Decision>;

const results = z.strictObject({
  schemaVersion: z.literal(1),
  corpusSha256: sha256,
  contractSha256: sha256,
  summary: z.strictObject({ total: count, matched: count, differed: count }),
  cases: z.array(
    z.strictObject({
      id: z.string(),
      suite: z.string(),
      gate,
      description: z.string(),
      expected: code,
      actual: code,
      rule: z.string().nullable(),
      outcome,
      matched: z.boolean(),
      violations: z.array(violation),
      facts,
    }),
  ),
}) satisfies z.ZodType<Results>;

const role = ({ roles }: Contract) => z.enum(Object.keys(roles));
const commitId = ({ manifest: { minCommitIdLength } }: Contract) =>
  z
    .string()
    .regex(new RegExp(`^[0-9a-f]{${minCommitIdLength},64}$`))
    .describe(`a commit id of ${minCommitIdLength} to 64 lower-case hex digits`);

/** A claim's text; its bound is in bytes, which no schema can count. */
const claim = ({ findings: { textBytes } }: Contract) =>
  shapes.filled.describe(`a string that is not blank, of at most ${textBytes} UTF-8 bytes`);

const finding = (contract: Contract) =>
  shapes.finding.extend({
    role: role(contract),
    file: path,
    line: z.int().min(1).describe('one line, counted from 1, at the head; of a deleted file at the base'),
    severity: z.enum(contract.severities),
    evidence: claim(contract),
    action: claim(contract),
  });

const published = {
  case: () => caseFile,
  contract: () => shapes.contract,
  manifest: (contract) =>
    shapes.manifest.extend({
      base: commitId(contract),
      head: commitId(contract),
      diffSha256: sha256,
      changedFiles: shapes.unique(path, 1),
    }),
  observed: () => shapes.observed,
  assignment: (contract) =>
    shapes.assignment.extend({
      workers: z.array(shapes.worker.extend({ role: role(contract), access: z.literal('read-only') })),
      corroborations: z
        .array(
          shapes.corroboration.extend({
            roles: shapes.unique(role(contract), 2),
            reason: shapes.filled,
          }),
        )
        .optional(),
    }),
  finding,
  packet: (contract) =>
    shapes.packet.extend({
      role: role(contract),
      head: commitId(contract),
      diffSha256: sha256,
      findings: z.array(finding(contract)).max(contract.findings.perPacket),
    }),
  request: () => shapes.permissionInput,
  decision: () => decision,
  review: () => review,
  evidence: () => evidence,
  results: () => results,
} as const satisfies Record<SchemaName, (contract: Contract) => z.ZodType>;

/** The schema of the packet of one worker, in which nobody can answer for another role or about another change. */
export function packetSchemaFor(
  { role: lane, head, diffSha256 }: { readonly role: string; readonly head: string; readonly diffSha256: string },
  contract: Contract,
): object {
  const own = published.packet(contract).extend({
    role: z.literal(lane),
    head: z.literal(head),
    diffSha256: z.literal(diffSha256),
    findings: z.array(finding(contract).extend({ role: z.literal(lane) })).max(contract.findings.perPacket),
  });
  return { title: 'control-shell packet', ...z.toJSONSchema(own) };
}

/** What a published schema is made from. */
export function publishedShape(name: SchemaName, contract: Contract): z.ZodType {
  return published[name](contract);
}

/** A published schema, JSON Schema 2020-12. */
export function publishedSchema(name: SchemaName, contract: Contract): object {
  return { title: `control-shell ${name}`, ...z.toJSONSchema(publishedShape(name, contract)) };
}
