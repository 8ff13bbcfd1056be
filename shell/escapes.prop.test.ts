import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findingOf, fullSet, packetOf } from '../src/testing/sample-review.ts';
import { run, shippedCorpus, writeFiles } from './testing/command.ts';
import type { Answer, Json, Surroundings } from './testing/command.ts';
import { reviewFolder } from './testing/review.ts';
import { file as fileEntry, importCommit, initRepository, temporaryFolder } from './testing/repository.ts';

const { cases, contract } = await shippedCorpus();

/** The code points from the first to the last, as characters. */
const span = (first: number, last: number): readonly string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index));

const controls: readonly string[] = [
  ...span(0x00, 0x1f),
  ...span(0x7f, 0x9f),
  '\u061c',
  ...span(0x200e, 0x200f),
  ...span(0x202a, 0x202e),
  ...span(0x2066, 0x2069),
];
const rawControl = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text with a control in it, and perhaps a line break that tries to begin a line of its own. */
const hostile: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(fc.oneof(fc.constantFrom(...controls), fc.constantFrom('a', ' ', '"', '\\', '/', '~', '*', '\n', 'é')), {
      maxLength: 5,
    }),
    fc.constantFrom(...controls),
    fc.constantFrom('', 'x', '\nFORGED ', '\r\nFORGED ', '[2J', ']0;title\u0007'),
  )
  .map(([before, control, after]) => [...before, control, after].join(''));

/** The same, as a file's name can hold it. */
const hostileName = hostile.map((text) => text.replaceAll(/[/\0]/g, '\u001b'));

/** Every control but the newline that stands raw in a text, and every line that something from outside began. */
function rawIn(...texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => [...(text.match(rawControl) ?? []), ...(text.match(/^FORGED/gm) ?? [])]);
}

/** Runs a command; `raw` is what it let through. */
async function runs(argv: readonly string[], surroundings: Surroundings): Promise<Answer & { raw: readonly string[] }> {
  const answer = await run(argv, surroundings);
  return { ...answer, raw: rawIn(answer.out, answer.err) };
}

const caseFileOf = (gate: string, input: unknown, expected: unknown, rest: object = {}) => ({
  gate,
  description: 'd',
  cases: [{ name: 'one', description: 'd', input, expect: expected, ...rest }],
});
const plainCase = caseFileOf('permission', 1, { code: 'DENY_REQUEST', rule: 'request-shape' });

/** An input of the gate in which every text that a message may quote is this one. */
const inputs = (text: string): Readonly<Record<string, unknown>> => ({
  admission: {
    manifest: { base: text, head: text, diffSha256: text, changedFiles: [text, text, `/${text}`] },
    observed: { head: `${text}x`, diffSha256: `${text}y` },
  },
  assignment: {
    changedFiles: [text],
    workers: [
      { role: text, question: 'q', files: [`${text}x`], access: 'write' },
      { role: text, question: 'q', files: [text, `${text}x`], access: 'read-only' },
    ],
    corroborations: [{ file: `${text}z`, roles: [text, text], reason: text }],
    generatedFiles: [text.slice(0, 20)],
    [text]: text,
  },
  finding: {
    finding: { role: text, file: text, line: 1, severity: text, evidence: text, action: text },
    changedFiles: [],
    lineCounts: { [text]: 1 },
  },
  aggregation: { ...(aggregation as object), packets: [text, { role: text, [text]: text }, ...packetsWith(text)] },
  permission: { openThreads: 9, depth: 9, tools: [text] },
  evidence: {
    caller: 'child',
    arguments: {},
    store: storeWith(text),
  },
});

const aggregation = cases.find(({ id }) => id === 'drill/aggregation/complete-review')?.input;

/** The packets of a complete review, with this text in everything that they say. */
function packetsWith(text: string): readonly unknown[] {
  return ((aggregation as Json).packets as readonly Json[]).map((packet) => ({
    ...packet,
    limitations: [text],
    findings: packet.findings.map((finding: Json) => ({ ...finding, evidence: `e${text}`, action: `a${text}` })),
  }));
}

function storeWith(text: string): unknown {
  return {
    pageSize: 16,
    fault: null,
    threads: [
      {
        id: text,
        threadRole: 'root',
        spawnedBy: null,
        turns: [{ id: text, items: [{ id: text, type: text, text, [text]: text }] }],
      },
      { id: 'child', threadRole: 'reviewer', spawnedBy: { threadId: text, turnId: text }, turns: [] },
    ],
  };
}

const gates = Object.keys(inputs(''));

/** A contract that a team could write, with this text wherever a text is free. */
function contractWith(text: string): unknown {
  return {
    ...contract,
    name: `n${text}`,
    roles: { [`r${text}`]: { question: `q${text}` }, [`s${text}`]: { question: `p${text}` } },
    severities: [`s${text}`],
    tools: { read: [`r${text}`], approval: [`a${text}`] },
    evidence: { ...contract.evidence, threadRoles: [`t${text}`, 'reviewer'] },
  };
}

describe('nothing hostile reaches standard output or standard error raw', () => {
  test('in what is typed', async () => {
    const folder = writeFiles(temporaryFolder(), { 'cases/a/b.json': plainCase, 'request.json': '{}' });
    const argvs: readonly ((text: string) => readonly string[])[] = [
      (text) => [text],
      (text) => ['help', text],
      (text) => [`--${text}`],
      (text) => ['drill', text],
      (text) => ['drill', '--', text],
      (text) => ['drill', `--${text}`],
      (text) => ['drill', `--suite=${text}`],
      (text) => ['drill', `--gate=${text}`],
      (text) => ['drill', `--case=x${text}`],
      (text) => ['drill', `--contract=${text}`],
      (text) => ['drill', 'cases', text],
      (text) => ['report', '--check', `--out=${text}`],
      (text) => ['report', text],
      (text) => ['decide', text],
      (text) => ['decide', 'permission', text],
      (text) => ['decide', 'permission', 'request.json', text],
      (text) => ['decide', 'permission', '--jsonl', `x${text}`],
      (text) => ['schema', text],
      (text) => ['schema', 'case', `--contract=${text}`],
      (text) => ['bind', '--base=HEAD', `--pull-request=${text}`],
      (text) => ['bind', `--${text}`],
      (text) => ['observe', `--manifest=${text}`],
      (text) => ['admit', `--manifest=${text}`],
      (text) => ['assign', `--manifest=${text}`],
      (text) => ['prompt', `--manifest=${text}`, `--assignment=${text}`, `--role=${text}`],
      (text) => ['aggregate', '--manifest=request.json', `--assignment=${text}`, `--packets=${text}`],
      (text) => ['aggregate', `--format=${text}`],
      (text) => ['retry', '--manifest=request.json', '--assignment=request.json', `--packets=${text}`],
      (text) => ['init', `--repo=${text}`],
      (text) => ['doctor', `--repo=${text}`],
    ];
    await fc.assert(
      fc.asyncProperty(hostile, fc.constantFrom(...argvs), async (text, argvOf) => {
        expect(await runs(argvOf(text), { folder })).toMatchObject({ status: expect.any(Number), raw: [] });
      }),
      { numRuns: 300 },
    );
  });

  test('in a case: its words, its input, its decision, its answer', async () => {
    const folder = temporaryFolder();
    const options = fc.constantFrom([], ['--json'], ['--explain'], ['--json', '--explain']);
    await fc.assert(
      fc.asyncProperty(hostile, fc.constantFrom(...gates), options, fc.boolean(), async (text, gate, looks, colors) => {
        const words = { description: `d${text}`, source: `s${text}`, note: `n${text}` };
        const expected = expectationOf(gate, text);
        writeFiles(folder, { 'cases/a/b.json': caseFileOf(gate, inputs(text)[gate], expected, words) });
        const { out, err, status } = await run(['drill', ...looks], { folder, colors });
        expect(rawIn(out.replaceAll(/\u001b\[\d+m/g, ''), err)).toEqual([]);
        expect([0, 1]).toContain(status);
      }),
      { numRuns: 300 },
    );
  });

  test('in a report, and in the files that it writes', async () => {
    const folder = temporaryFolder();
    await fc.assert(
      fc.asyncProperty(hostile, fc.constantFrom(...gates), async (text, gate) => {
        const file = caseFileOf(gate, inputs(text)[gate], expectationOf(gate, text), { description: `d${text}` });
        rmSync(join(folder, 'reports'), { recursive: true, force: true });
        writeFiles(folder, { 'cases/a/b.json': file, 'reports/decision-table.md': text, 'reports/results.json': text });
        const stale = await runs(['report', '--check'], { folder });
        expect(stale).toMatchObject({ status: 1, raw: [] });
        expect((await runs(['report'], { folder })).raw).toEqual([]);
        const written = readdirSync(join(folder, 'reports'));
        expect(written.toSorted()).toEqual(['decision-table.md', 'proof.md', 'results.json']);
        expect(rawIn(...written.map((name) => readFileSync(join(folder, 'reports', name), 'utf8')))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  test('in a case file that is broken', async () => {
    const folder = temporaryFolder();
    const files: readonly ((text: string) => unknown)[] = [
      (text) => ({ ...plainCase, gate: text }),
      (text) => ({ ...plainCase, [text]: text }),
      (text) => ({ ...plainCase, description: { [text]: text } }),
      (text) => caseFileOf('permission', 1, { code: text }),
      (text) => caseFileOf('permission', 1, { code: 'DENY_REQUEST', rule: text }),
      (text) => caseFileOf('permission', 1, { code: 'ALLOW', [text]: 1 }),
      (text) => caseFileOf('permission', 1, { code: 'ALLOW', facts: { [text]: text } }),
      (text) => caseFileOf('permission', 1, { code: 'ALLOW' }, { name: text }),
      (text) => caseFileOf('permission', 1, { code: text }, { name: text }),
      (text) => caseFileOf('permission', 1, { code: 'ALLOW' }, { [text]: text }),
      (text) => caseFileOf('evidence', { caller: text, store: { ...(storeWith(text) as object), fault: text } }, 1),
      (text) =>
        caseFileOf(
          'evidence',
          { caller: text, store: { ...(storeWith(text) as object), [text]: text } },
          { code: 'DENY_CALL', rule: 'call-shape' },
        ),
      (text) => `{"gate":"permission",${JSON.stringify(text)}:1,${JSON.stringify(text)}:2}`,
      (text) => `{"gate":"permission", ${text}`,
      (text) => `"${text}`,
      (text) => text,
      (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff])]),
    ];
    await fc.assert(
      fc.asyncProperty(hostile, fc.constantFrom(...files), async (text, fileOf) => {
        writeFiles(folder, { 'cases/a/b.json': fileOf(text) });
        expect(await runs(['drill'], { folder })).toMatchObject({ status: 2, out: '', raw: [] });
      }),
      { numRuns: 200 },
    );
  });

  test('in the names of a cases folder', async () => {
    const folder = temporaryFolder();
    const names: readonly ((name: string) => string)[] = [
      (name) => `cases/x${name}/b.json`,
      (name) => `cases/a/x${name}.json`,
      (name) => `cases/x${name}.json`,
      (name) => `cases/a/x${name}/b.json`,
    ];
    await fc.assert(
      fc.asyncProperty(hostileName, fc.constantFrom(...names), async (name, path) => {
        rmSync(join(folder, 'cases'), { recursive: true, force: true });
        writeFiles(folder, { [path(name)]: plainCase });
        expect(await runs(['drill'], { folder })).toMatchObject({ status: 2, raw: [] });
        expect((await runs(['drill', path(name)], { folder })).raw).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  test('in a contract, whichever command loads it', async () => {
    const folder = temporaryFolder();
    const contracts: readonly ((text: string) => unknown)[] = [
      contractWith,
      (text) => ({ ...(contractWith(text) as object), [text]: text }),
      (text) => ({ ...(contractWith(text) as object), severities: [text, text, text] }),
      (text) => ({ ...(contractWith(text) as object), tools: { read: [`t${text}`], approval: [`t${text}`] } }),
      (text) => ({
        ...(contractWith(text) as object),
        roles: { [text]: { question: `q${text}` }, [`s${text}`]: { question: `q${text}` } },
      }),
      (text) =>
        `${JSON.stringify(contractWith(text)).slice(0, -1)},${JSON.stringify(text)}:1,${JSON.stringify(text)}:1}`,
      (text) => text,
    ];
    const argvs = fc.constantFrom(
      ['drill', '--explain'],
      ['schema', 'finding'],
      ['schema', 'packet'],
      ['decide', 'permission'],
      ['decide', 'finding'],
      ['decide', 'assignment'],
      ['decide', 'evidence'],
    );
    await fc.assert(
      fc.asyncProperty(hostile, fc.constantFrom(...contracts), argvs, async (text, contractOf, argv) => {
        writeFiles(folder, { 'cases/a/b.json': plainCase, 'contract.json': contractOf(text) });
        const input = JSON.stringify(inputs(`${text}x`)[argv[1] ?? ''] ?? {});
        expect((await runs([...argv, '--contract', 'contract.json'], { folder, input })).raw).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('in an input of `decide`, alone or one of many', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, fc.constantFrom(...gates), async (text, gate) => {
        const input = JSON.stringify(inputs(text)[gate]);
        const lines = `${input}\n${text}\n"${text}\n{"${text}": 1,}\n`;
        expect((await runs(['decide', gate], { input })).raw).toEqual([]);
        expect((await runs(['decide', gate], { input: `${input}${text}` })).raw).toEqual([]);
        expect((await runs(['decide', gate, '--jsonl'], { input: lines })).raw).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  test('in a manifest that is malformed', async () => {
    const manifests: readonly ((text: string) => string)[] = [
      (text) => text,
      (text) => JSON.stringify(text),
      (text) => JSON.stringify({ [text]: text }),
      (text) => JSON.stringify((inputs(text)['admission'] as Json).manifest),
      (text) => `{${JSON.stringify(text)}:1,${JSON.stringify(text)}:2}`,
    ];
    await fc.assert(
      fc.asyncProperty(
        hostile,
        fc.constantFrom(...manifests),
        fc.constantFrom('observe', 'admit', 'assign'),
        async (text, manifestOf, command) => {
          const { status, raw } = await runs([command, '--manifest', '-'], { input: manifestOf(text) });
          expect([1, 2]).toContain(status);
          expect(raw).toEqual([]);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('in the packets of a review: what they say, and what they are called', async () => {
    const review = await reviewFolder();
    const { folder, manifest } = review;
    const packets: readonly ((text: string) => unknown)[] = [
      (text) => text,
      (text) => JSON.stringify(text),
      (text) => `\`\`\`json\n${text}\n\`\`\``,
      (text) => `{${JSON.stringify(text)}:1,${JSON.stringify(text)}:2}`,
      (text) => ({ role: text, [text]: text }),
      (text) => packetOf(manifest, text, { head: text, filesReviewed: [text] }),
      (text) => packetOf(manifest, 'tests', { head: text }),
      (text) => packetOf(manifest, 'tests', { filesReviewed: [text], limitations: [text] }),
      (text) => packetOf(manifest, 'tests', { findings: [text, { [text]: text }, findingOf(text)] }),
      (text) =>
        packetOf(manifest, 'tests', {
          findings: [
            findingOf('tests', { evidence: `e${text}`, action: `a${text}` }),
            findingOf('tests', { file: text, severity: text, line: text }),
          ],
        }),
    ];
    const commands = fc.constantFrom(['aggregate'], ['aggregate', '--format', 'markdown'], ['retry']);
    await fc.assert(
      fc.asyncProperty(
        hostile,
        hostileName,
        fc.constantFrom(...packets),
        commands,
        async (text, name, packet, [command = '', ...more]) => {
          rmSync(join(folder, 'packets'), { recursive: true, force: true });
          review.answer({
            ...fullSet(manifest),
            'tests.json': packet(text),
            [`x${name}.json`]: text,
            [`x${name}`]: '',
          });
          const { status, out, err } = await review.on(command, ...more);
          expect(rawIn(out, err)).toEqual([]);
          expect([1, 3, 4]).toContain(status);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('in a manifest and an assignment that a review could start from', async () => {
    const folder = temporaryFolder();
    await fc.assert(
      fc.asyncProperty(hostile, hostileName, async (text, name) => {
        const { manifest } = aggregation as Json;
        const bound = { ...manifest, changedFiles: [`x${name}`], repository: text };
        writeFiles(folder, { 'manifest.json': bound, 'contract.json': contractWith(text) });
        const inForce = ['--manifest', 'manifest.json', '--contract', 'contract.json'];
        const assigned = await runs(['assign', ...inForce], { folder });
        expect(assigned).toMatchObject({ status: 0, raw: [] });
        const input = assigned.out;
        const told = await runs(['prompt', ...inForce, '--assignment', '-', '--role', `r${text}`], { folder, input });
        expect(told).toMatchObject({ status: 0, raw: [] });
        const unknown = await runs(['prompt', ...inForce, '--assignment', '-', '--role', `q${text}`], {
          folder,
          input,
        });
        expect(unknown).toMatchObject({ status: 2, out: '', raw: [] });
      }),
      { numRuns: 100 },
    );
  });

  test('in a real repository: its files, its revisions, its folder', async () => {
    const parent = temporaryFolder();
    const nameOfFolder = hostileName.filter((name) => Buffer.from(name).toString() === name);
    await fc.assert(
      fc.asyncProperty(hostileName, hostile, nameOfFolder, async (name, revision, folderName) => {
        const repo = join(parent, `x${folderName}`);
        rmSync(repo, { recursive: true, force: true });
        mkdirSync(repo);
        initRepository(repo);
        const base = importCommit(repo, { ref: 'refs/heads/base', entries: [] });
        const entries = [fileEntry(`x${name}`), fileEntry(`x${name}.md`)];
        importCommit(repo, { ref: 'refs/heads/main', parents: [base], entries });

        const at = { folder: parent };
        const bound = await runs(['bind', '--base', 'base', '--repo', repo, '--repository', name], at);
        const manifest: Json = JSON.parse(bound.out);
        expect(bound).toMatchObject({ status: 0, raw: [] });
        expect(manifest.changedFiles.toSorted()).toEqual([`x${name}`, `x${name}.md`].toSorted());
        const onManifest = { folder: repo, input: bound.out };
        expect(await runs(['observe', '--manifest', '-'], onManifest)).toMatchObject({ status: 0, raw: [] });
        expect(await runs(['admit', '--manifest', '-'], onManifest)).toMatchObject({ status: 0, raw: [] });

        const refused = [
          await runs(['bind', `--base=${revision}`, '--repo', repo], at),
          await runs(['bind', '--base=base', `--head=${revision}`, '--repo', repo], at),
          await runs(['admit', '--manifest', '-', `--head=${revision}`], onManifest),
          await runs(['bind', '--base=base', '--repo', `${repo}x`], at),
          await runs(['observe', '--manifest', '-', '--repo', parent], onManifest),
        ];
        expect(refused.map(({ status, out, raw }) => ({ status, out, raw }))).toEqual(
          refused.map(() => ({ status: 2, out: '', raw: [] })),
        );
      }),
      { numRuns: 10 },
    );
  });
});

/** An expectation that may be wrong, but stands in a file that loads. */
function expectationOf(gate: string, text: string): unknown {
  const own = cases.find((one) => one.gate === gate);
  const facts = { [`f${text}`]: 1 };
  const violations = [{ rule: ruleOf(gate), path: `/${text}` }];
  return { code: own?.expect.code, rule: own?.expect.rule ?? null, facts, violations };
}

function ruleOf(gate: string): string {
  return cases.find((one) => one.gate === gate && one.expect.rule)?.expect.rule ?? '';
}
