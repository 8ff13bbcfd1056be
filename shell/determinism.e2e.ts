/** The same bytes whatever the clock's zone, the language, the working folder, the order of folders and the Node.js. */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schemaNames } from '../harness/schema-names.ts';
import { gateIds } from '../src/index.ts';
import { checkout, commandNames, shippedCorpus } from './testing/command.ts';

const walk = join(checkout, 'examples/walk');

/** The oldest Node.js that is supported, and the two lines after it. The npm package `node` brings them. */
const nodeVersions = ['20.19.0', '22.23.3', '24.19.0'] as const;

/** Above 100 MB each, so no part of `npm ci`: they are kept here once they were asked for. */
const nodeFolder = join(checkout, 'node_modules/.cache/node-versions');

/** Under what a command runs, as far as it is not as in the first run. */
type Surroundings = {
  readonly node?: string;
  /** Options of node itself. */
  readonly options?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** The folder of the cases, the repository and the review, as it is spelt from the working folder. */
  readonly files?: string;
  readonly cwd?: string;
};

const plain: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  TZ: 'UTC',
  LANG: 'C',
  LC_ALL: 'C',
};

let root: string;
/** The command of a copy of the package, so that nothing that is built or edited meanwhile makes a difference. */
let built: string;
let here: string;
let expected: Readonly<Record<string, string>>;

/** Every command whose answer depends on files, each as its arguments; `at` spells a name in the folder of the files. */
function commandsOf(at: (name: string) => string): Readonly<Record<string, readonly string[]>> {
  const repository = ['--head', 'token-login', '--repo', at('repository')];
  const manifest = ['--manifest', at('manifest.json')];
  const assigned = [...manifest, '--assignment', at('assignment.json')];
  const review = (packets: string): readonly string[] => [...assigned, '--packets', at(packets), ...repository];
  const contract = ['--contract', at('cases/contract.json')];
  return {
    drill: ['drill', at('cases')],
    'drill --explain': ['drill', at('cases'), '--explain'],
    'drill --json': ['drill', at('cases'), '--json'],
    prove: ['prove', at('cases')],
    'prove --json': ['prove', at('cases'), '--json'],
    ...Object.fromEntries(gateIds.map((gate) => [`decide ${gate}`, ['decide', gate, at(`${gate}.jsonl`), '--jsonl']])),
    ...Object.fromEntries(schemaNames.map((name) => [`schema ${name}`, ['schema', name, ...contract]])),
    bind: ['bind', '--base', 'main', ...repository, '--generated', 'dist/**'],
    observe: ['observe', ...manifest, ...repository],
    admit: ['admit', ...manifest, ...repository],
    assign: ['assign', ...manifest],
    prompt: ['prompt', ...assigned, '--role', 'security'],
    'aggregate --format json': ['aggregate', ...review('packets'), '--format', 'json'],
    'aggregate --format markdown': ['aggregate', ...review('packets'), '--format', 'markdown'],
    retry: ['retry', ...review('some-packets')],
    'init --dry-run': ['init', '--dry-run', '--repo', at('repository')],
    doctor: ['doctor', '--repo', at('repository')],
  };
}

/** What one command prints, with its exit status. */
function printed(argv: readonly string[], surroundings: Surroundings): Promise<string> {
  const { node = process.execPath, options = [], env = {}, cwd = here } = surroundings;
  const child = spawn(node, [...options, built, ...argv], { cwd, env: { ...plain, ...env } });
  child.stdin.end();
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  return new Promise((done, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      // Whether there is a `./cases` is up to the working folder, and no difference in what is reported.
      const words = Buffer.concat(err)
        .toString('latin1')
        .replace(/^.*these are the shipped cases\n/, '');
      done(`status ${status}\n${words}\n${Buffer.concat(out).toString('latin1')}`);
    });
  });
}

/** What every command gives, and the reports, by the name of the command or of the file. */
async function everything(surroundings: Surroundings = {}): Promise<Readonly<Record<string, string>>> {
  const { files = '.' } = surroundings;
  const given: Record<string, string> = {};
  const out = mkdtempSync(join(root, 'reports-'));
  // What is said of a repository's files names them as the repository was named.
  const named = Buffer.from(join(files, 'repository/')).toString('latin1');
  const commands = { ...commandsOf((name) => join(files, name)), report: ['report', '--out', out] };
  await Promise.all(
    Object.entries(commands).map(async ([name, argv]) => {
      given[name] = (await printed(argv, surroundings)).replaceAll(named, 'repository/');
    }),
  );
  for (const name of readdirSync(out)) given[name] = readFileSync(join(out, name), 'latin1');
  return given;
}

/** Runs a program that has to succeed. */
function must(command: string, argv: readonly string[], cwd: string): string {
  const env = { ...process.env, TMPDIR: root, INIT_CWD: undefined };
  const { status, stdout, stderr, error } = spawnSync(command, argv, { cwd, encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${command} ${argv.join(' ')}: ${error?.message ?? `${stdout}${stderr}`}`);
  return stdout;
}

/** The Node.js of a version, from the npm package `node`: fetched when it is asked for the first time. Throws. */
function nodeOf(version: string): string {
  const prefix = join(nodeFolder, version);
  const node = join(prefix, 'node_modules/node/bin/node');
  const isThere = (): boolean =>
    existsSync(node) && spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout === `v${version}\n`;
  if (!isThere()) {
    mkdirSync(prefix, { recursive: true });
    must('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', prefix, `node@${version}`], prefix);
  }
  if (!isThere()) throw new Error(`npm installed no Node.js ${version} at ${node}`);
  return node;
}

/** Copies a folder, the entries of each folder in an order of its own, and every file with another time. */
function copyShuffled(from: string, to: string, order: (names: readonly string[]) => readonly string[]): void {
  mkdirSync(to);
  for (const [index, name] of order(readdirSync(from).toSorted()).entries()) {
    if (statSync(join(from, name)).isDirectory()) {
      copyShuffled(join(from, name), join(to, name), order);
      continue;
    }
    cpSync(join(from, name), join(to, name));
    utimesSync(join(to, name), 1_000_000_000 - index * 86_400, 2_000_000_000 - index * 3600);
  }
}

/** Has every folder read in this order, whatever order the file system gives: most of them sort anyway. */
function readingIn(order: string): readonly string[] {
  const script = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const read = fs.readdirSync;
    fs.readdirSync = (...asked) => read(...asked).sort()${order};
    syncBuiltinESMExports();`;
  return ['--import', `data:text/javascript,${encodeURIComponent(script)}`];
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'determinism-'));
  for (const part of ['dist', 'cases', 'package.json']) {
    cpSync(join(checkout, part), join(root, 'package', part), { recursive: true });
  }
  symlinkSync(join(checkout, 'node_modules'), join(root, 'package/node_modules'));
  built = join(root, 'package/dist/main.js');
  here = join(root, 'here');
  mkdirSync(here);
  cpSync(join(root, 'package/cases'), join(here, 'cases'), { recursive: true });
  cpSync(must('bash', [join(walk, 'make-repository.sh')], root).trim(), join(here, 'repository'), { recursive: true });
  for (const packets of ['packets', 'some-packets']) {
    cpSync(join(walk, 'packets'), join(here, packets), { recursive: true });
  }
  rmSync(join(here, 'some-packets/tests.json'));
  must(process.execPath, [built, 'init', '--repo', 'repository'], here);
  const { cases } = await shippedCorpus();
  for (const gate of gateIds) {
    const inputs = cases.filter((one) => one.gate === gate).slice(0, 20);
    writeFileSync(join(here, `${gate}.jsonl`), inputs.map(({ input }) => `${JSON.stringify(input)}\n`).join(''));
  }
  const asked = commandsOf((name) => name);
  for (const [file, command] of [
    ['manifest.json', 'bind'],
    ['assignment.json', 'assign'],
  ] as const) {
    writeFileSync(join(here, file), must(process.execPath, [built, ...(asked[command] ?? [])], here));
  }
  expected = await everything();
});

afterAll(() => rmSync(root, { recursive: true }));

test('every command has something to say, and all goes well where nothing is amiss', () => {
  const statuses = Object.entries(expected).filter(([name]) => !name.includes('.'));
  expect(new Set(statuses.map(([name]) => name.split(' ')[0]))).toEqual(new Set(commandNames));
  const amiss = statuses.filter(([, text]) => !text.startsWith('status 0\n\n')).map(([name]) => name);
  expect(amiss.filter((name) => !name.startsWith('decide '))).toEqual(['retry']);
  expect(Object.entries(expected).filter(([name, text]) => text.length < 70 && name !== 'report')).toEqual([]);
  expect(expected).toMatchObject({ report: 'status 0\n\n', 'decision-table.md': expect.any(String) as string });
  expect(expected['results.json']).toBe(expected['drill --json']?.replace('status 0\n\n', ''));
});

/** What a program of these surroundings sees of them: the version, the zone's minutes in winter, and the language. */
function seenIn({ node = process.execPath, env = {} }: Surroundings): readonly unknown[] {
  const script =
    'JSON.stringify([process.version, new Date(0).getTimezoneOffset(), Intl.Collator().resolvedOptions().locale])';
  const { stdout } = spawnSync(node, ['-p', script], { encoding: 'utf8', env: { ...plain, ...env } });
  return JSON.parse(stdout) as readonly unknown[];
}

describe('the bytes are the same', () => {
  test.each<readonly [zone: string, minutes: number, language: string, locale: string, env: NodeJS.ProcessEnv]>([
    ['UTC', 0, 'C', 'en-US', { NO_COLOR: '1' }],
    ['Pacific/Kiritimati', 640, 'tr_TR.UTF-8', 'tr-TR', { NO_COLOR: '' }],
    [
      'America/St_Johns',
      210,
      'de_DE.UTF-8',
      'de-DE',
      { FORCE_COLOR: '3', CLICOLOR_FORCE: '1', COLORTERM: 'truecolor' },
    ],
    ['Pacific/Kiritimati', 640, 'zh_CN.UTF-8', 'zh-CN', { CI: 'true', TERM: 'xterm-256color' }],
  ])('in the zone %s (%i minutes) and the language %s (%s), into pipes, with %o', async (...row) => {
    const [TZ, minutes, language, locale, colors] = row;
    const env = { TZ, LANG: language, LC_ALL: language, ...colors };
    expect(seenIn({ env }).slice(1)).toEqual([minutes, locale]);
    expect(await everything({ env })).toEqual(expected);
  });

  test.each<readonly [title: string, from: () => Surroundings]>([
    ['the working folder has no cases, and the files are named by absolute paths', () => ({ cwd: '/', files: here })],
    ['the working folder lies below', () => ({ cwd: folderAt('here/cases/drill'), files: '../..' })],
    ['the working folder is a link', () => ({ cwd: linkTo(here) })],
    ['the files are reached through a link', () => ({ cwd: root, files: relative(root, linkTo(here, 'a b é ı 名')) })],
  ])('when %s', async (_, from) => {
    expect(await everything(from())).toEqual(expected);
  });

  test.each<readonly [title: string, order: (names: readonly string[]) => readonly string[], read: string]>([
    ['backwards', (names) => names.toReversed(), '.reverse()'],
    [
      'from the middle on',
      (names) => [...names.slice(names.length / 2), ...names.slice(0, names.length / 2)],
      '.map((_, index, all) => all[(index + Math.floor(all.length / 2)) % all.length])',
    ],
  ])('when files were made at other times, %s, and are read in this order', async (title, order, read) => {
    const cwd = join(root, title.replaceAll(' ', '-'));
    copyShuffled(here, cwd, order);
    const options = readingIn(read);
    const list = [...options, '-e', "console.log(require('node:fs').readdirSync('packets').join())"];
    const names = spawnSync(process.execPath, list, { cwd, encoding: 'utf8' }).stdout.trim().split(',');
    expect(names).toEqual(order(readdirSync(join(here, 'packets')).toSorted()));
    expect(await everything({ cwd, options })).toEqual(expected);
  });

  test.each(nodeVersions)('under Node.js %s', { timeout: 300_000 }, async (version) => {
    const node = nodeOf(version);
    expect(seenIn({ node })[0]).toBe(`v${version}`);
    expect(await everything({ node })).toEqual(expected);
  });
});

/** A folder below the root of all. */
function folderAt(name: string): string {
  mkdirSync(join(root, name), { recursive: true });
  return join(root, name);
}

/** A link to a folder. */
function linkTo(folder: string, name = 'link'): string {
  const link = join(mkdtempSync(join(root, 'links-')), name);
  symlinkSync(folder, link);
  return link;
}
