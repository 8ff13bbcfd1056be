import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { run, shippedCases, shippedCorpus } from '../shell/testing/command.ts';
import { decide } from '../src/index.ts';
import type { Contract } from '../src/index.ts';
import { someContract } from '../src/testing/contracts.ts';
import { anyJson, nearly } from '../src/testing/json.ts';
import { brokenPath, canonicalPath } from '../src/testing/paths.ts';
import { anyText, blankText, hexText } from '../src/testing/texts.ts';
import { publishedSchema } from './published.ts';
import { schemaNames } from './schema-names.ts';
import type { SchemaName } from './schema-names.ts';
import { resultsOf } from './results.ts';
import { runCases } from './run.ts';

const { cases, contract } = await shippedCorpus();
const outcomes = await runCases(cases, contract);

function compile(schema: object): ValidateFunction {
  return new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true }).compile(schema);
}

const compiled = (name: SchemaName, of: Contract = contract): ValidateFunction => compile(publishedSchema(name, of));

/** What a schema finds wrong, in words; nothing when the value is valid. */
function errorsOf(validate: ValidateFunction, value: unknown): readonly string[] {
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe('every published schema', () => {
  test.each(schemaNames)('%s is JSON Schema 2020-12 that ajv compiles strictly', (name) => {
    expect(publishedSchema(name, contract)).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' });
    expect(compiled(name)).toBeInstanceOf(Function);
  });

  test('is one of twelve', () => {
    expect([...schemaNames].toSorted()).toEqual([
      'assignment',
      'case',
      'contract',
      'decision',
      'evidence',
      'finding',
      'manifest',
      'observed',
      'packet',
      'request',
      'results',
      'review',
    ]);
  });

  test.each(schemaNames)('%s is what the command prints', async (name) => {
    const { status, out, err } = await run(['schema', name]);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(JSON.parse(out)).toEqual(publishedSchema(name, contract));
  });
});

describe('what is shipped is valid under the schema beside it', () => {
  const schemaIn = (file: string) => compile(JSON.parse(readFileSync(join(shippedCases, file), 'utf8')) as object);
  const isSchema = schemaIn('case.schema.json');
  const files = readdirSync(shippedCases, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\/.+\.json$/.test(file),
  );

  test.each(files)('%s', (file) => {
    expect(errorsOf(isSchema, JSON.parse(readFileSync(join(shippedCases, file), 'utf8')))).toEqual([]);
  });

  test('contract.json', () => {
    const shipped: unknown = JSON.parse(readFileSync(join(shippedCases, 'contract.json'), 'utf8'));
    expect(errorsOf(schemaIn('contract.schema.json'), shipped)).toEqual([]);
  });

  test('every case stands in one of these files', () => {
    const counts = files.map((file) => {
      const { cases: own } = JSON.parse(readFileSync(join(shippedCases, file), 'utf8')) as {
        cases: readonly unknown[];
      };
      return own.length;
    });
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(cases.length);
  });
});

describe('every decision on a shipped case is valid', () => {
  const isDecision = compiled('decision');
  const isReview = compiled('review');
  const isEvidence = compiled('evidence');

  test.each(outcomes.map(({ tested, decision }) => [tested.id, decision] as const))('%s', (_, decision) => {
    const { review, evidence } = decision as { readonly review?: unknown; readonly evidence?: unknown };
    expect(errorsOf(isDecision, decision)).toEqual([]);
    expect(review === undefined ? [] : errorsOf(isReview, review)).toEqual([]);
    expect(evidence === undefined ? [] : errorsOf(isEvidence, evidence)).toEqual([]);
  });

  test('reviews and evidence are among them', () => {
    expect(outcomes.filter(({ decision }) => 'review' in decision).length).toBeGreaterThan(10);
    expect(outcomes.filter(({ decision }) => 'evidence' in decision).length).toBeGreaterThan(10);
  });

  test('and so are the results of all of them', () => {
    expect(errorsOf(compiled('results'), resultsOf(cases, contract, outcomes))).toEqual([]);
  });

  test('a decision with an unknown key, an unknown code or no violations is not', () => {
    const [{ decision } = { decision: {} }] = outcomes;
    expect(errorsOf(isDecision, { ...decision, more: -1 })).toHaveLength(1);
    expect(errorsOf(isDecision, { ...decision, why: 1 })).toHaveLength(1);
    expect(errorsOf(isDecision, { ...decision, code: 'MAYBE' })).toHaveLength(1);
    expect(errorsOf(isDecision, { ...decision, violations: undefined })).not.toEqual([]);
  });
});

test('what `drill --json` prints is valid under the schema of results', async () => {
  const { out } = await run(['drill', '--suite', 'rules', '--json']);
  expect(errorsOf(compiled('results'), JSON.parse(out))).toEqual([]);
});

describe('strict structured output can be asked for with', () => {
  const objectsIn = (schema: unknown): readonly Record<string, unknown>[] => {
    if (typeof schema !== 'object' || schema === null) return [];
    const own = schema as Record<string, unknown>;
    return [...(own['type'] === 'object' ? [own] : []), ...Object.values(own).flatMap(objectsIn)];
  };

  test.each(['finding', 'packet'] as const)('the schema of a %s: every property required, no others', (name) => {
    const objects = objectsIn(publishedSchema(name, contract));
    expect(objects.length).toBeGreaterThan(0);
    for (const { properties, required, additionalProperties } of objects) {
      expect(required).toEqual(Object.keys(properties as object));
      expect(additionalProperties).toBe(false);
    }
  });
});

const clean = { role: 'correctness', file: 'src/a.ts', line: 1, severity: 'high', evidence: 'seen', action: 'mend' };

/** A finding of this contract, whole or with one member that may be wrong in a way of its own. */
function findingOf({ roles, severities }: Contract): fc.Arbitrary<unknown> {
  const fair = fc.record({
    role: fc.constantFrom(...Object.keys(roles)),
    file: canonicalPath,
    line: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    severity: fc.constantFrom(...severities),
    evidence: fc.constantFrom('seen', ' x ', '\u200b'),
    action: fc.constantFrom('mend', '\u00e9'),
  });
  const one = fc.oneof(
    fc.record({ role: fc.oneof(anyText, fc.constantFrom('__proto__', 'toString', ' correctness', 'Tests')) }),
    fc.record({ file: fc.oneof(brokenPath, anyText) }),
    fc.record({
      line: fc.oneof(fc.constantFrom<unknown>(0, -1, 1.5, 2 ** 53, 2 ** 53 - 1, '1', null, 1e300), fc.double()),
    }),
    fc.record({ severity: fc.oneof(anyText, fc.constantFrom('High', 'P1', 'high ')) }),
    fc.record({ evidence: fc.oneof(blankText, anyText) }),
    fc.record({ action: fc.oneof(blankText, anyText) }),
    fc.record({ confidence: anyJson }),
  );
  return fc.oneof(
    { weight: 1, arbitrary: fair },
    { weight: 3, arbitrary: fc.tuple(fair, one).map(([finding, flaw]): unknown => ({ ...finding, ...flaw })) },
    { weight: 2, arbitrary: fair.chain(nearly) },
    { weight: 1, arbitrary: anyJson },
  );
}

/** Many documents under the shipped contract; under others fewer, for each has to be compiled. */
const trials = [
  ['the shipped contract', fc.constant(contract), 1000],
  ['any contract', someContract, 100],
] as const;

const compiledOnce = new Map<string, ValidateFunction>();

function compiledFor(name: SchemaName, of: Contract): ValidateFunction {
  if (of !== contract) return compiled(name, of);
  const known = compiledOnce.get(name) ?? compiled(name, of);
  compiledOnce.set(name, known);
  return known;
}

test.each(trials)(
  'under %s, the schema of a finding fits exactly the documents that the gate accepts',
  (_, contracts, numRuns) => {
    const verdicts = { valid: 0, refused: 0 };
    const documents = (of: Contract) => fc.array(findingOf(of).map(asJson), { minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(
        contracts.chain((of) => fc.tuple(fc.constant(of), documents(of))),
        ([of, findings]) => {
          const validate = compiledFor('finding', of);
          for (const finding of findings) {
            const accepted = decide.finding(of, { finding }).outcome === 'pass';
            expect([finding, validate(finding)]).toEqual([finding, accepted]);
            verdicts[accepted ? 'valid' : 'refused'] += 1;
          }
        },
      ),
      { numRuns },
    );
    expect(Math.min(verdicts.valid, verdicts.refused)).toBeGreaterThan(numRuns);
  },
);

/** A value as it comes out of a text: neither -0 nor infinite numbers. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** A review that is complete but for the packet of its first role, and what that packet says when it is right. */
function reviewOf(of: Contract, id: string, digest: string) {
  const roles = Object.keys(of.roles);
  const changedFiles = roles.map((_, index) => `src/f${index}.ts`);
  const packet = (role: string, index: number) => ({
    role,
    head: id,
    diffSha256: digest,
    filesReviewed: [`src/f${index}.ts`],
    findings: [{ ...clean, role, file: `src/f${index}.ts`, severity: of.severities[0] ?? '' }],
    limitations: ['none'],
  });
  const first = packet(roles[0] ?? '', 0);
  const others = roles.slice(1).map((role, index) => packet(role, index + 1));
  const assignment = {
    changedFiles,
    workers: roles.map((role, index) => ({ role, question: 'q', files: [`src/f${index}.ts`], access: 'read-only' })),
  };
  const manifest = { base: id, head: id, diffSha256: digest, changedFiles };
  return {
    first,
    review: (entry: unknown) => ({
      manifest,
      observed: { head: id, diffSha256: digest },
      assignment,
      packets: [entry, ...others],
    }),
  };
}

type Packet = ReturnType<typeof reviewOf>['first'];

/** Packets around a right one: itself, one member moved, a finding moved, nearly the same, or anything. */
function packetOf(of: Contract, right: Packet): fc.Arbitrary<unknown> {
  const roles = Object.keys(of.roles);
  const finding = fc.oneof(
    fc.constant(right.findings[0]),
    findingOf(of),
    findingOf(of).map((one) => ({ ...(one as object), role: right.role, file: 'src/f0.ts' })),
  );
  return fc.oneof(
    { weight: 2, arbitrary: fc.array(finding, { maxLength: 3 }).map((findings): unknown => ({ ...right, findings })) },
    {
      weight: 2,
      arbitrary: fc
        .oneof(
          fc.record({ role: fc.oneof(fc.constantFrom(...roles), anyText) }),
          fc.record({
            head: fc.oneof(
              hexText(3, 70),
              hexText(40).map((text) => text.toUpperCase()),
              anyText,
            ),
          }),
          fc.record({ diffSha256: fc.oneof(hexText(63, 65), anyText) }),
          fc.record({ filesReviewed: fc.array(fc.oneof(canonicalPath, anyText), { maxLength: 2 }) }),
          fc.record({ limitations: fc.array(fc.oneof(anyText, blankText), { maxLength: 2 }) }),
          fc.record({ confidence: anyJson }),
        )
        .map((moved): unknown => ({ ...right, ...moved })),
    },
    { weight: 2, arbitrary: nearly(right) },
    { weight: 1, arbitrary: anyJson },
  );
}

/** Whether a valid packet also has what no schema can say: that it is this worker's, of this change, and read all. */
function belongs(packet: Packet, right: Packet, changedFiles: readonly string[], { findings }: Contract): boolean {
  return (
    packet.role === right.role &&
    packet.head === right.head &&
    packet.diffSha256 === right.diffSha256 &&
    right.filesReviewed.every((file) => packet.filesReviewed.includes(file)) &&
    packet.findings.every(
      (one) => one.role === right.role && (findings.scope === 'repository' || changedFiles.includes(one.file)),
    )
  );
}

test.each(trials)(
  'under %s, the schema of a packet fits exactly those that complete a review, for all that a schema can say',
  (_, contracts, numRuns) => {
    const verdicts = { valid: 0, refused: 0, complete: 0 };
    const trial = (of: Contract) =>
      fc.tuple(hexText(of.manifest.minCommitIdLength, 64), hexText(64)).chain(([id, digest]) => {
        const { first, review } = reviewOf(of, id, digest);
        const packets = fc.array(packetOf(of, first).map(asJson), { minLength: 10, maxLength: 10 });
        return fc.record({ of: fc.constant(of), first: fc.constant(first), review: fc.constant(review), packets });
      });
    fc.assert(
      fc.property(contracts.chain(trial), ({ of, first, review, packets }) => {
        const validate = compiledFor('packet', of);
        expect(decide.aggregation(of, review(first)).code).toBe('COMPLETE_REVIEW');
        for (const packet of packets) {
          const input = review(packet);
          const valid = validate(packet);
          const complete = decide.aggregation(of, input).code === 'COMPLETE_REVIEW';
          const wanted = valid && belongs(packet as Packet, first, input.manifest.changedFiles, of);
          expect([packet, complete]).toEqual([packet, wanted]);
          verdicts[valid ? 'valid' : 'refused'] += 1;
          verdicts.complete += Number(complete);
        }
      }),
      { numRuns },
    );
    expect(Math.min(...Object.values(verdicts))).toBeGreaterThan(numRuns);
  },
);

test('the schema of a packet takes as many findings as the contract, and no more', () => {
  const of: Contract = { ...contract, findings: { ...contract.findings, perPacket: 2 } };
  const { first, review } = reviewOf(of, 'a'.repeat(40), 'b'.repeat(64));
  const validate = compiled('packet', of);
  const withFindings = (count: number) => ({
    ...first,
    findings: Array.from({ length: count }, (_, line) => ({ ...first.findings[0], line: line + 1 })),
  });
  expect([0, 1, 2, 3].map((count) => validate(withFindings(count)))).toEqual([true, true, true, false]);
  expect([0, 1, 2, 3].map((count) => decide.aggregation(of, review(withFindings(count))).outcome)).toEqual([
    'pass',
    'pass',
    'pass',
    'incomplete',
  ]);
});

test('the schema of a request is valid for exactly the documents whose shape the gate does not refuse', () => {
  const validate = compiled('request');
  const request = fc.record(
    {
      openThreads: fc.oneof(fc.nat(), anyJson),
      depth: fc.oneof(fc.nat(), anyJson),
      tools: fc.oneof(fc.array(anyText), anyJson),
      interactive: fc.oneof(fc.boolean(), anyJson),
    },
    { requiredKeys: ['tools'] },
  );
  fc.assert(
    fc.property(fc.oneof(request, request.chain(nearly), anyJson).map(asJson), (document) => {
      expect(validate(document)).toBe(decide.permission(contract, document).code !== 'DENY_REQUEST');
    }),
    { numRuns: 1000 },
  );
});

describe('what a gate accepted is valid', () => {
  const passed = (gate: string) =>
    outcomes.filter(({ tested, decision }) => tested.gate === gate && decision.outcome === 'pass');

  test('as a manifest, and as observed', () => {
    const inputs = passed('admission').map(({ tested }) => tested.input as { manifest: unknown; observed: unknown });
    expect(inputs.length).toBeGreaterThan(0);
    expect(inputs.flatMap(({ manifest }) => errorsOf(compiled('manifest'), manifest))).toEqual([]);
    expect(inputs.flatMap(({ observed }) => errorsOf(compiled('observed'), observed))).toEqual([]);
  });

  test('as an assignment', () => {
    const inputs = passed('assignment').map(({ tested }) => tested.input);
    expect(inputs.length).toBeGreaterThan(0);
    expect(inputs.flatMap((input) => errorsOf(compiled('assignment'), input))).toEqual([]);
  });
});
