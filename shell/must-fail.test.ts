/**
 * Every way in which a case file, a contract, a manifest, an assignment or a packet can be broken: a file that is named
 * after the mistake, and in the table beside its folder the exact lines that it gets.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkout, run } from './testing/command.ts';
import type { Answer, Json } from './testing/command.ts';
import { reviewFolder } from './testing/review.ts';

const mustFail = join(checkout, 'shell/fixtures/must-fail');
const right = join(checkout, 'shell/fixtures/right');

/** The lines that each mistake gets, by its name. */
type Lines = Readonly<Record<string, readonly string[]>>;

function tableOf(kind: string): Lines {
  return JSON.parse(readFileSync(join(mustFail, `${kind}.lines.json`), 'utf8')) as Lines;
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').slice(0, -1);
}

/** How a file of each kind is read, alone: in the folder of the mistakes, or of what is right. */
const readers: Readonly<Record<string, (folder: string, file: string) => Promise<Answer>>> = {
  case: (folder, file) => run(['drill', file], { folder }),
  contract: (folder, file) => run(['decide', 'permission', '--contract', file], { folder, input: request }),
  manifest: (folder, file) => run(['assign', '--manifest', file], { folder }),
  assignment: (folder, file) => {
    const manifest = join(right, 'manifest/manifest.json');
    return run(['prompt', '--manifest', manifest, '--assignment', file, '--role', 'tests'], { folder });
  },
};
const request = '{ "openThreads": 1, "depth": 1, "tools": [] }';

test('every mistake has its lines, and every line its mistake', () => {
  const kinds = [...Object.keys(readers), 'packet', 'packet-text'];
  const names = kinds.flatMap((kind) => [kind, `${kind}.lines.json`]);
  expect(readdirSync(mustFail).toSorted()).toEqual(names.toSorted());
  for (const kind of kinds) {
    const files = Object.keys(tableOf(kind)).map((name) => `${name}.json`);
    expect(readdirSync(join(mustFail, kind)).toSorted()).toEqual(files.toSorted());
  }
});

describe.each(Object.entries(readers))('a broken %s is exit 2', (kind, read) => {
  test.each(Object.entries(tableOf(kind)))('%s', async (name, lines) => {
    const { status, out, err } = await read(join(mustFail, kind), `${name}.json`);
    expect({ status, out, lines: linesOf(err) }).toEqual({ status: 2, out: '', lines });
  });

  test.each(readdirSync(join(right, kind)))('and %s is none', async (file) => {
    const { status, err } = await read(join(right, kind), file);
    expect({ status, err }).toEqual({ status: 0, err: '' });
  });
});

/** What the root gets to read of a review in which this packet is the one of the tests. */
async function decided(packet: string): Promise<Json> {
  const read = (name: string): Json => JSON.parse(readFileSync(join(right, name), 'utf8'));
  const manifest = read('manifest/manifest.json');
  const others = ['correctness', 'security', 'maintainability'];
  const packets = others.map((role) => JSON.stringify({ ...read('packet/packet.json'), role, findings: [] }));
  const rest = {
    manifest,
    observed: { head: manifest.head, diffSha256: manifest.diffSha256 },
    assignment: read('assignment/assignment.json'),
    lineCounts: { 'src/a.ts': 12 },
  };
  // As texts, so that a number that no JavaScript holds goes in as it is written.
  const input = `{ "packets": [${[packet, ...packets].join()}], ${JSON.stringify(rest).slice(1)}`;
  const { out } = await run(['decide', 'aggregation'], { folder: right, input });
  return JSON.parse(out);
}

describe('a broken packet does not complete a review', () => {
  test.each(Object.entries(tableOf('packet')))('%s', async (name, lines) => {
    const { outcome, violations } = await decided(readFileSync(join(mustFail, 'packet', `${name}.json`), 'utf8'));
    const said = violations.map(({ rule, path, message }: Json) => `${rule}: ${path}: ${message}`);
    expect(said).toEqual(lines);
    expect(outcome).not.toBe('pass');
  });

  test.each(readdirSync(join(right, 'packet')))('and %s does', async (file) => {
    const { code, violations } = await decided(readFileSync(join(right, 'packet', file), 'utf8'));
    expect({ code, violations }).toEqual({ code: 'COMPLETE_REVIEW', violations: [] });
  });
});

test('a text that holds no packet is said in one line, and does not complete a review', async () => {
  const { folder } = await reviewFolder();
  const named = ['--manifest', join(folder, 'manifest.json'), '--assignment', join(folder, 'assignment.json')];
  const argv = ['aggregate', ...named, '--repo', folder, '--packets', 'packet-text'];
  const { status, err } = await run(argv, { folder: mustFail });
  expect(linesOf(err)).toEqual(Object.values(tableOf('packet-text')).flat());
  expect(status).toBe(4);
});
