/** Documents that mean harm, and every way in which a command comes by a document. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gateIds, registry } from '../../src/index.ts';
import { packetOf } from '../../src/testing/sample-review.ts';
import { shippedCorpus, writeFiles } from './command.ts';
import { reviewFolder } from './review.ts';

/** What a document is to a command that expects a certain one: another JSON value, or no JSON at all. */
type Harm = 'wrong' | 'unreadable';

/** A document, made of the one that would be right. */
export type Hostile = {
  readonly title: string;
  readonly harm: Harm;
  /** Whether it is tried with every command, and not once for each kind of document alone. */
  readonly everywhere?: true;
  readonly of: (right: string) => string | Uint8Array;
};

/** Levels of nesting: far more than a stack has room for. */
const deep = 100_000;
const deepList = '['.repeat(deep) + ']'.repeat(deep);
const deepObject = `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`;

const everywhere = (document: Hostile): Hostile => ({ ...document, everywhere: true });
const whole = (title: string, text: string, harm: Harm = 'wrong'): Hostile => ({ title, harm, of: () => text });
/** The right document, with one member too many in front. */
const member = (title: string, text: string): Hostile => ({
  title: `a member ${title}`,
  harm: 'wrong',
  of: (right) => right.replace('{', () => `{${text},`),
});

export const hostile: readonly Hostile[] = [
  everywhere(whole('100,000 lists in one another', deepList)),
  whole('100,000 objects in one another', deepObject),
  whole('100,000 lists that are never closed', '['.repeat(deep), 'unreadable'),
  everywhere(
    whole(
      'members that every object has',
      '{"__proto__":{"admin":true},"constructor":{"prototype":1},"toString":null}',
    ),
  ),
  whole('a number beyond 2^53', '9007199254740993'),
  whole('a number beyond all numbers', '-1e400'),
  whole('a number of 400 digits', '1'.repeat(400)),
  whole('a lone surrogate', '"\\ud800"'),
  everywhere(whole('controls, as escapes', '"\\u0000\\u001b[2J\\u0085\\u202e\\u2066"')),
  whole('marks of direction, raw', '"\u061c\u200e\u200f\u202a\u202e\u2066\u2069"'),
  whole('controls, raw', '"\u001b[2J\u0007"', 'unreadable'),
  whole('a character of two units outside of a text', '[😀]', 'unreadable'),
  { title: 'a surrogate in UTF-8', harm: 'unreadable', of: () => Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]) },
  everywhere({ title: 'a byte order mark', harm: 'unreadable', of: (right) => `\ufeff${right}` }),
  member('`__proto__`', '"__proto__":{"name":"x"}'),
  member('`constructor`', '"constructor":{"prototype":{}}'),
  member('whose name is a lone surrogate', '"\\udfff":1'),
  member('whose name is controls', '"\\u001b[2J\\u0000\\r\\nFORGED \\u202e":1'),
  member('whose name is marks of direction, raw', '"\u202e\u2066":1'),
  member('of 100,000 levels', `"deep":${deepList}`),
  everywhere(member('that is a number beyond all numbers', '"number":1e400')),
];

/** Bytes of a text, and members of an object, that no honest document has. */
const manyBytes = 20_000_000;
const manyKeys = 1_000_000;

/** What costs time and memory, if anything does. Made when it is asked for. */
export function heavyDocuments(): readonly Hostile[] {
  const text = `"${'x'.repeat(manyBytes)}"`;
  const members = Array.from({ length: manyKeys }, (_, index) => `"k${index}":0`).join();
  return [
    everywhere(whole('a text of 20 MB that does not end', text.slice(0, -1), 'unreadable')),
    everywhere(whole('a million members', `{${members}}`)),
    whole('a text of 20 MB', text),
    member('that is a text of 20 MB', `"text":${text}`),
    member('whose name has 20 MB', `${text}:1`),
    whole('a million members, and no end', `{${members},`, 'unreadable'),
    member('of a million members', `"object":{${members}}`),
    whole('100,000 objects in one another', deepObject),
  ];
}

/** A document that a command reads, and how it ends when the document is another. */
export type Way = {
  /** The command line; `@` stands for the name of the document. */
  readonly argv: string;
  /** Which of the right documents is replaced. */
  readonly right: string;
  readonly status: Readonly<Record<Harm, number>>;
};

/** The documents that a command expects, by what they are; the input of a gate by the gate's name. */
export type RightDocuments = Readonly<Record<string, string>>;

const way = (argv: string, right: string, wrong: number, unreadable = 2): Way => ({
  argv,
  right,
  status: { wrong, unreadable },
});

const manifest = '--manifest manifest.json';
const review = '--assignment assignment.json --packets packets';

/** What reads a file that is named, or standard input. */
export const ways: readonly Way[] = [
  way('drill @', 'cases', 2),
  way('prove @', 'cases', 2),
  ...gateIds.flatMap((gate) => [
    way(`decide ${gate} @`, `input ${gate}`, 1),
    way(`decide ${gate} @ --jsonl`, `input ${gate}`, 1),
  ]),
  way('observe --manifest @', 'manifest', 2),
  way('admit --manifest @', 'manifest', 1),
  way('assign --manifest @', 'manifest', 2),
  way('prompt --manifest @ --assignment assignment.json --role tests', 'manifest', 2),
  way(`prompt ${manifest} --assignment @ --role tests`, 'assignment', 2),
  way(`aggregate --manifest @ ${review}`, 'manifest', 1),
  way(`aggregate --manifest @ ${review} --format markdown`, 'manifest', 1),
  way(`retry --manifest @ ${review}`, 'manifest', 1),
  way(`aggregate ${manifest} --assignment @ --packets packets`, 'assignment', 1),
  way(`retry ${manifest} --assignment @ --packets packets`, 'assignment', 1),
  ...[
    'drill drill.json',
    'prove drill.json',
    'report --out out',
    'decide permission permission.json',
    'decide permission permission.json --jsonl',
    'bind --base base',
    `observe ${manifest}`,
    `admit ${manifest}`,
    `assign ${manifest}`,
    `prompt ${manifest} --assignment assignment.json --role tests`,
    `aggregate ${manifest} ${review}`,
    `retry ${manifest} ${review}`,
    'schema finding',
    'init --dry-run',
    'doctor',
  ].map((command) => way(`${command} --contract @`, 'contract', 2)),
];

/** What reads a file by its place; `@` stands for that place. */
export const places: readonly (Way & { readonly file: string })[] = [
  { ...way('drill', 'cases', 2), file: 'cases/a/hostile.json' },
  { ...way('drill cases/a/hostile.json', 'cases', 2), file: 'cases/a/hostile.json' },
  { ...way('prove', 'cases', 2), file: 'cases/a/hostile.json' },
  { ...way('report --out out', 'cases', 2), file: 'cases/a/hostile.json' },
  { ...way('drill', 'contract', 2), file: 'cases/contract.json' },
  { ...way('decide permission permission.json', 'contract', 2), file: 'cases/contract.json' },
  { ...way('doctor', 'contract', 2), file: 'cases/contract.json' },
  { ...way(`aggregate ${manifest} ${review}`, 'packet', 4, 4), file: 'packets/hostile.json' },
  { ...way(`aggregate ${manifest} ${review} --format markdown`, 'packet', 4, 4), file: 'packets/hostile.json' },
  { ...way(`retry ${manifest} ${review}`, 'packet', 4, 4), file: 'packets/hostile.json' },
];

const rawControl = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Lines of a file that are said at most: twenty complaints, and how many more there are. */
const mostLines = 21;

/** What is wrong with the way in which a command took a document: nothing, as it should be. */
export function complaintsOf(
  { status, out, err }: { readonly status: number | null; readonly out: string; readonly err: string },
  expected: number,
): readonly string[] {
  const lines = err.split('\n');
  const last = lines.pop();
  return [
    ...(status === expected ? [] : [`ends with ${status}, not with ${expected}`]),
    ...(expected === 2 && lines.length === 0 && !out.includes('"error"') ? ['says nothing'] : []),
    ...(lines.length <= mostLines ? [] : [`says ${lines.length} lines`]),
    ...(last === '' && lines.every((line) => /^\S/.test(line)) ? [] : [`does not speak in lines: ${err}`]),
    ...(/fault in control-shell|^\s+at |node:internal|RangeError/m.test(err) ? [`falls: ${err}`] : []),
    ...(rawControl.test(out + err) || /^FORGED/m.test(out + err) ? ['lets it through raw'] : []),
  ];
}

/** How a command line is called on a document. */
export function calledOn(argv: string, name: string): readonly string[] {
  return argv.split(' ').map((word) => (word === '@' ? name : word));
}

/** A folder of a review, with every file that the ways name, and the documents that are right. */
export async function hostileFolder(): Promise<{ readonly folder: string; readonly right: RightDocuments }> {
  const { folder, manifest: bound } = await reviewFolder();
  const { cases, contract } = await shippedCorpus();
  const inputs = gateIds.map((gate) => {
    const passing = cases.find((one) => one.gate === gate && registry[one.expect.code].outcome === 'pass');
    return [`input ${gate}`, JSON.stringify(passing?.input)] as const;
  });
  const caseFile = {
    gate: 'permission',
    description: 'd',
    cases: [
      { name: 'one', description: 'd', input: 'a wish', expect: { code: 'DENY_REQUEST', rule: 'request-shape' } },
    ],
  };
  const right: RightDocuments = {
    cases: JSON.stringify(caseFile),
    contract: JSON.stringify(contract),
    manifest: JSON.stringify(bound),
    assignment: JSON.stringify(JSON.parse(readFileSync(join(folder, 'assignment.json'), 'utf8'))),
    packet: JSON.stringify(packetOf(bound, 'tests')),
    ...Object.fromEntries(inputs),
  };
  writeFiles(folder, { 'drill.json': right.cases, 'permission.json': right['input permission'] });
  return { folder, right };
}

/** The first way for each kind of document. */
export function oneOfEach<T extends Way>(all: readonly T[]): readonly T[] {
  return all.filter(({ right }, index) => all.findIndex((other) => other.right === right) === index);
}
