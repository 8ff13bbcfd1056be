import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decisionCodes, registry, ruleTables } from '../src/index.ts';
import type { DecisionCode, GateId } from '../src/index.ts';
import { editJson, folderWithCases, run, shippedCorpus } from './testing/command.ts';
import type { Json } from './testing/command.ts';

const { cases } = await shippedCorpus();
const drill = cases.filter(({ suite }) => suite === 'drill');

type Expected = { readonly code: DecisionCode; readonly rule: string | null };

/** Runs the drill on a copy in which one case expects something else; everything but its code and rule is kept. */
async function drillExpecting(id: string, { code, rule }: Expected) {
  const [suite = '', topic = '', name = ''] = id.split('/');
  const folder = folderWithCases('contract.json', 'drill');
  editJson(join(folder, 'cases', suite, `${topic}.json`), (file: Json) => {
    const one = file.cases.find((each: Json) => each.name === name);
    const { code: _, rule: __, ...kept } = one.expect;
    one.expect = { code, rule, ...kept };
  });
  return run(['drill'], { folder });
}

/** The lines of the table that stand under a case, up to the next one. */
function linesUnder(table: string, id: string): readonly string[] {
  const lines = table.split('\n').map((line) => line.trim());
  const start = lines.findIndex((line) => line.startsWith(`DIFFERS  ${id} `));
  const end = lines.findIndex((line, at) => at > start && (line === '' || /^(match|DIFFERS) /.test(line)));
  return lines.slice(start + 1, end);
}

const rulesOf = (gate: GateId, code: DecisionCode) =>
  ruleTables[gate].filter((rule) => rule.code === code).map(({ id }) => id);

/** Every other code of the gate, each with one of its rules where a rule is required. */
const codeFlips = drill.flatMap(({ id, gate, expect: { code } }) =>
  decisionCodes
    .filter((other) => registry[other].gate === gate && other !== code)
    .map((other) => [id, code, other, rulesOf(gate, other)[0] ?? null] as const),
);

/** The right code for a wrong reason: another rule of the same code. */
const ruleFlips = drill.flatMap(({ id, gate, expect: { code, rule } }) =>
  rulesOf(gate, code)
    .filter((other) => other !== rule)
    .slice(0, 1)
    .map((other) => [id, code, rule ?? '', other] as const),
);

test('each of the 24 is flipped', () => {
  expect(new Set(codeFlips.map(([id]) => id)).size).toBe(24);
});

describe('a flipped expectation makes the drill exit 1 with expected and actual', () => {
  test.each(codeFlips)('%s gets %s, not %s', async (id, actual, code, rule) => {
    const { status, out, err } = await drillExpecting(id, { code, rule });
    expect({ status, err }).toEqual({ status: 1, err: '' });
    expect(linesUnder(out, id)).toContain(`code: expected "${code}", got "${actual}"`);
    expect(out).toMatch(/\n23 of 24 cases match\n$/);
  });

  test.each(ruleFlips)('%s gets %s by %s, not by %s', async (id, code, actual, rule) => {
    const { status, out } = await drillExpecting(id, { code, rule });
    expect(status).toBe(1);
    expect(linesUnder(out, id)).toEqual([`rule: expected "${rule}", got "${actual}"`]);
    expect(out).toMatch(/\n23 of 24 cases match\n$/);
  });

  test('the same in JSON, with the differences on standard error', async () => {
    const folder = folderWithCases('contract.json', 'drill');
    editJson(join(folder, 'cases/drill/permission.json'), (file: Json) => {
      file.cases[0].expect = { code: 'DENY_DEPTH', rule: 'depth-within-limit' };
    });
    const { status, out, err } = await run(['drill', '--json'], { folder });
    const results: Json = JSON.parse(out);
    expect(status).toBe(1);
    expect(results.summary).toEqual({ total: 24, matched: 23, differed: 1 });
    expect(results.cases.filter(({ matched }: Json) => !matched)).toEqual([
      expect.objectContaining({ id: 'drill/permission/four-threads', expected: 'DENY_DEPTH', actual: 'ALLOW' }),
    ]);
    expect(err.split('\n')).toContain('drill/permission/four-threads: code: expected "DENY_DEPTH", got "ALLOW"');
  });
});

test('all 24 match as they stand', async () => {
  const { status, out } = await run(['drill'], { folder: folderWithCases('contract.json', 'drill') });
  expect(status).toBe(0);
  expect(out).toMatch(/\n24 of 24 cases match\n$/);
});

type Limit = readonly [path: string, from: unknown, to: unknown, expected: DecisionCode, actual: DecisionCode];

/** Each limit of the contract both ways, and the change of code that some shipped case must show. */
const limits: readonly Limit[] = [
  ['limits.openThreads', 4, 3, 'ALLOW', 'DENY_THREADS'],
  ['limits.openThreads', 4, 5, 'DENY_THREADS', 'ALLOW'],
  ['limits.depth', 1, 2, 'DENY_DEPTH', 'ALLOW'],
  ['manifest.minCommitIdLength', 8, 7, 'DENY_MANIFEST', 'ADMIT'],
  ['manifest.minCommitIdLength', 8, 9, 'ADMIT', 'DENY_MANIFEST'],
  ['findings.perPacket', 100, 99, 'COMPLETE_REVIEW', 'INCOMPLETE_REVIEW'],
  ['findings.perPacket', 100, 101, 'INCOMPLETE_REVIEW', 'COMPLETE_REVIEW'],
  ['findings.textBytes', 4096, 4095, 'ACCEPT_FINDING', 'REJECT_FINDING'],
  ['findings.textBytes', 4096, 4097, 'REJECT_FINDING', 'ACCEPT_FINDING'],
  ['findings.scope', 'changed-files', 'repository', 'REJECT_FINDING', 'ACCEPT_FINDING'],
  ['evidence.maxItems', 64, 63, 'PROVIDE_EVIDENCE', 'TRUNCATE_EVIDENCE'],
  ['evidence.maxItems', 64, 65, 'TRUNCATE_EVIDENCE', 'PROVIDE_EVIDENCE'],
  ['evidence.maxBytes', 262_144, 262_143, 'PROVIDE_EVIDENCE', 'TRUNCATE_EVIDENCE'],
  ['evidence.maxBytes', 262_144, 262_145, 'TRUNCATE_EVIDENCE', 'PROVIDE_EVIDENCE'],
];

/** What `drill` says of the suites that a limit is about, in a copy whose contract has one value changed. */
async function drillUnder(path: string, from: unknown, to: unknown) {
  const [section = '', name = ''] = path.split('.');
  const suites = section === 'evidence' ? ['evidence'] : ['drill', 'rules'];
  const folder = folderWithCases('contract.json', ...suites);
  editJson(join(folder, 'cases/contract.json'), (contract: Json) => {
    expect(contract[section][name]).toBe(from);
    contract[section][name] = to;
  });
  return run(['drill'], { folder });
}

describe('a limit of the contract that moves by one makes the drill exit 1 with expected and actual', () => {
  test.each(limits)('%s %j becomes %j', async (path, from, to, expected, actual) => {
    const { status, out, err } = await drillUnder(path, from, to);
    expect({ status, err }).toEqual({ status: 1, err: '' });
    const words = idsDiffering(out).flatMap((id) => linesUnder(out, id));
    expect(words).toContain(`code: expected "${expected}", got "${actual}"`);
  });

  test('a limit below its floor is broken, and said with its place', async () => {
    const { status, out, err } = await drillUnder('limits.depth', 1, 0);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(/^cases\/contract\.json:\d+:14: `depth` .*\n$/);
  });
});

function idsDiffering(table: string): readonly string[] {
  return [...table.matchAll(/^ *DIFFERS {2}(\S+) /gm)].map(([, id = '']) => id);
}
