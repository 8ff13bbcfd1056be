import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { registry } from '../src/index.ts';
import { main } from './cli.ts';
import { checkout, folderOf, folderWithCases, run, shippedCases, start } from './testing/command.ts';
import type { Environment, Json } from './testing/command.ts';
import { temporaryFolder } from './testing/repository.ts';

const commands = ['drill', 'report', 'decide', 'bind', 'observe', 'admit', 'schema'];

const request = { openThreads: 4, depth: 1, tools: ['read_file'] };
const caseFile = {
  gate: 'permission',
  description: 'd',
  cases: [{ name: 'one', description: 'd', input: request, expect: { code: 'ALLOW' } }],
};
const contractOf = (openThreads: number): Promise<string> =>
  import('../cases/contract.json', { with: { type: 'json' } }).then(({ default: contract }) =>
    JSON.stringify({ ...contract, limits: { ...contract.limits, openThreads } }),
  );

describe('help', () => {
  test.each(commands)('%s --help prints its usage to standard output', async (command) => {
    for (const argv of [
      [command, '--help'],
      [command, '-h'],
      ['help', command],
    ]) {
      const { status, out, err } = await run(argv);
      expect({ status, err }).toEqual({ status: 0, err: '' });
      expect(out.split('\n')[0]).toMatch(new RegExp(`^Usage: control-shell ${command}\\b`));
    }
  });

  test('--help names every command', async () => {
    const { status, out, err } = await run(['--help']);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    for (const command of commands) expect(out).toMatch(new RegExp(`^ {2}${command} `, 'm'));
  });

  test.each(commands)('%s --help names `--contract`', async (command) => {
    const { out } = await run([command, '--help']);
    expect(out).toContain('--contract <file>');
  });

  test('--help is answered, whatever stands around it', async () => {
    const { status, err } = await run(['drill', 'nowhere', '--suite', 'none', '--help']);
    expect({ status, err }).toEqual({ status: 0, err: '' });
  });
});

describe('a command line that cannot be read is exit 2 and one line', () => {
  test.each<readonly [argv: readonly string[], telling: string]>([
    [['nowhere'], "'nowhere'"],
    [['dril'], 'drill'],
    [['--nowhere'], "'--nowhere'"],
    [['drill', '--nowhere'], "'--nowhere'"],
    [['drill', '--suit', 'x'], '--suite'],
    [['drill', '--suite'], '--suite'],
    [['drill', '--gate', 'nowhere'], 'admission'],
    [['report', 'extra'], 'argument'],
    [['decide'], 'gate'],
    [['decide', 'nowhere'], 'permission'],
    [['decide', 'permission', 'a.json', 'b.json'], 'argument'],
    [['schema'], 'name'],
    [['schema', 'nowhere'], 'finding'],
    [[], '--help'],
    [['help', 'nowhere'], '--help'],
    [['drill', '--case', ''], '--case'],
    [['bind'], '--base'],
    [['observe'], '--manifest'],
    [['admit'], '--manifest'],
    [['bind', '--base', 'HEAD', '--pull-request', '0'], '--pull-request'],
    [['bind', '--base', 'HEAD', '--pull-request', '1.5'], '--pull-request'],
    [['bind', '--base', 'HEAD', '--pull-request', 'x'], '--pull-request'],
    [['bind', '--base', 'HEAD', '--pull-request', '-1'], '--pull-request'],
    [['bind', '--base', 'HEAD', '--pull-request', '1e3'], '--pull-request'],
    [['bind', '--base', 'HEAD', '--pull-request', '9007199254740992'], '--pull-request'],
    [['bind', '--base', 'HEAD', '--pull-request', ''], '--pull-request'],
  ])('%j', async (argv, telling) => {
    const { status, out, err } = await run(argv);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(/^control-shell: [^\n]+\n$/);
    expect(err).toContain(telling);
  });
});

describe('a crash is exit 2 and one line', () => {
  async function* crash(reason: unknown): AsyncGenerator<Uint8Array> {
    yield Buffer.from('{');
    throw reason;
  }

  test.each<readonly [title: string, reason: unknown]>([
    ['an error with a stack', new Error('the disk\n    at fault (nowhere:1:1)')],
    ['an error of the system', Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' })],
    ['a text', 'out of luck'],
    ['nothing', undefined],
  ])('%s', async (_, reason) => {
    for (const argv of [
      ['decide', 'permission'],
      ['decide', 'permission', '--jsonl'],
      ['drill', '--contract', '-'],
      ['admit', '--manifest', '-'],
    ]) {
      const { status, out, err } = await run(argv, { input: crash(reason) });
      expect({ status, out }).toEqual({ status: 2, out: '' });
      expect(err).toMatch(/^[^\n]+\n$/);
    }
  });

  test('a standard output that fails', async () => {
    const err: string[] = [];
    const status = await main(['decide', 'permission'], {
      folder: checkout,
      shippedCases,
      colors: false,
      input: (async function* input() {
        yield Buffer.from('{}');
      })(),
      out: () => Promise.reject(new Error('no space left')),
      err: (text) => void err.push(text),
    });
    expect(status).toBe(2);
    expect(err.join('')).toMatch(/^[^\n]+\n$/);
  });
});

describe('where names start from', () => {
  test('paths are relative to the folder of the call', async () => {
    const folder = folderOf({ 'sub/mine.json': caseFile, 'cases/a/b.json': { ...caseFile, cases: [] } });
    const { status, out } = await run(['drill', '--', 'sub/mine.json'], { folder });
    expect(status).toBe(0);
    expect(out).toContain('mine/one');
  });

  test('absolute paths, and paths that climb, are where they say', async () => {
    const folder = folderOf({ 'sub/mine.json': caseFile, 'sub/here/x': '' });
    const absolute = await run(['drill', join(folder, 'sub/mine.json')], { folder: temporaryFolder() });
    const climbing = await run(['drill', '../mine.json'], { folder: join(folder, 'sub/here') });
    expect([absolute.status, climbing.status]).toEqual([0, 0]);
    expect(climbing.out).toBe(absolute.out);
  });

  test('a path behind `--` may begin with a hyphen', async () => {
    const folder = folderOf({ '-cases/a/b.json': caseFile });
    const { status, out } = await run(['drill', '--', '-cases'], { folder });
    expect(status).toBe(0);
    expect(out).toContain('a/b/one');
  });

  test('without a path, `./cases` runs where there is one', async () => {
    const { out } = await run(['drill'], { folder: folderOf({ 'cases/a/b.json': caseFile }) });
    expect(out).toMatch(/\n1 of 1 case matches\n$/);
  });

  test('without a path and without `./cases`, the shipped cases run', async () => {
    const { status, out } = await run(['drill', '--suite', 'drill'], { folder: temporaryFolder() });
    expect(status).toBe(0);
    expect(out).toMatch(/\n24 of 24 cases match\n$/);
  });

  test('npm runs a command of the checkout on a file relative to the folder of the call', async () => {
    const argv = ['run', '-s', 'control-shell', '--', 'drill', 'drill/permission.json'];
    const { stdout, stderr } = await promisify(execFile)('npm', argv, { cwd: shippedCases });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/\n4 of 4 cases match\n$/);
  });
});

describe('which contract is in force', () => {
  test('`--contract -` is read from standard input', async () => {
    const folder = folderOf({ 'cases/a/b.json': caseFile });
    const { status, out } = await run(['drill', '--contract', '-'], { folder, input: await contractOf(3) });
    expect(status).toBe(1);
    expect(out).toContain('code: expected "ALLOW", got "DENY_THREADS"');
  });

  test('a broken one on standard input is said with its place', async () => {
    const { status, out, err } = await run(['schema', 'finding', '--contract', '-'], { input: '{\n "name": 1 }' });
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(/^standard input:2:10: `name` /m);
  });

  test.each<readonly [title: string, files: (contract: string) => Record<string, unknown>, argv: readonly string[]]>([
    [
      'the named one',
      (contract) => ({ 'mine.json': contract, 'cases/contract.json': '{}' }),
      ['--contract', 'mine.json'],
    ],
    ['`cases/contract.json`', (contract) => ({ 'cases/contract.json': contract }), []],
  ])('%s', async (_, files, argv) => {
    const folder = folderOf({ ...files(await contractOf(3)), 'request.json': request });
    const { out } = await run(['decide', 'permission', 'request.json', ...argv], { folder });
    expect(JSON.parse(out)).toMatchObject({ code: 'DENY_THREADS' });
  });

  test('the shipped one, where there is no other', async () => {
    const folder = folderOf({ 'request.json': request });
    const { out } = await run(['decide', 'permission', 'request.json'], { folder });
    expect(JSON.parse(out)).toMatchObject({ code: 'ALLOW' });
  });
});

describe('the decision table', () => {
  test('prints gate by gate each case with its code and the rule that decided', async () => {
    const { out } = await run(['drill', '--gate', 'permission'], { folder: folderWithCases('contract.json', 'drill') });
    expect(out.split('\n').map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['permission', '4 of 4 cases match'],
      ['match', 'drill/permission/four-threads', 'ALLOW', '-'],
      ['match', 'drill/permission/seven-threads', 'DENY_THREADS', 'threads-within-limit'],
      ['match', 'drill/permission/depth-two', 'DENY_DEPTH', 'depth-within-limit'],
      ['match', 'drill/permission/git-push', 'APPROVAL_REQUIRED', 'tools-read-only'],
      [''],
      ['4 of 4 cases match'],
      [''],
    ]);
  });

  test('prints the gates in one order, with their counts', async () => {
    const { out } = await run(['drill', '--suite', 'drill']);
    expect(out.match(/^[a-z]+ {2}\d+ of \d+/gm)).toEqual([
      'admission  6 of 6',
      'assignment  6 of 6',
      'finding  5 of 5',
      'aggregation  3 of 3',
      'permission  4 of 4',
    ]);
  });

  test('--explain says what the case is, what violated which rule, and what to do', async () => {
    const { out } = await run(['drill', '--explain', '--case', 'drill/permission/seven-threads']);
    expect(out).toMatch(/threads-within-limit at \/openThreads: .*7/);
    expect(out).toContain(registry.DENY_THREADS.recovery);
  });

  test('--json prints one document, and nothing else, for a program', async () => {
    const { status, out, err } = await run(['drill', '--suite', 'drill', '--json']);
    const printed: Json = JSON.parse(out);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(Object.keys(printed)).toEqual(['schemaVersion', 'corpusSha256', 'contractSha256', 'summary', 'cases']);
    expect(printed.summary).toEqual({ total: 24, matched: 24, differed: 0 });
    expect(printed.cases.map(({ id }: Json) => id)).toEqual(
      printed.cases.map(({ id }: Json) => id).filter((id: string) => id.startsWith('drill/')),
    );
    expect(Object.keys(printed.cases[0])).toEqual([
      'id',
      'suite',
      'gate',
      'description',
      'expected',
      'actual',
      'rule',
      'outcome',
      'matched',
      'violations',
      'facts',
    ]);
  });

  test('the digests of --json are those of all cases loaded, whatever the filter, the white space and the order', async () => {
    const digests = async (folder: string, ...argv: readonly string[]) => {
      const { out } = await run(['drill', '--json', ...argv], { folder });
      const { corpusSha256, contractSha256 }: Json = JSON.parse(out);
      return { corpusSha256, contractSha256 };
    };
    const folder = folderWithCases('contract.json', 'drill');
    const all = await digests(folder);
    expect(all.corpusSha256).toMatch(/^[0-9a-f]{64}$/);
    expect(await digests(folder, '--gate', 'finding')).toEqual(all);
    expect(await digests(folder, '--case', '**/valid')).toEqual(all);
    expect(await digests(folder, 'cases/drill/finding.json')).not.toEqual(all);
  });
});

describe('colour', () => {
  const drill = ['drill', '--suite', 'drill', '--gate', 'permission'];
  const color = /\u001b\[/;

  test('comes only where the terminal takes it', async () => {
    expect((await run(drill, { colors: true })).out).toMatch(color);
    expect((await run(drill, { colors: false })).out).not.toMatch(color);
    expect((await run([...drill, '--json'], { colors: true })).out).not.toMatch(color);
  });

  /** Makes a process believe that it writes to a terminal. */
  const terminal = ['--import', 'data:text/javascript,Object.defineProperty(process.stdout,"isTTY",{value:true})'];

  const printed = async (environment: Environment): Promise<string> => {
    const { process: child, ended } = start(drill, environment);
    child.stdin?.end();
    return (await ended).out.toString();
  };

  test.each<readonly [title: string, environment: Environment, colored: boolean]>([
    ['a pipe', {}, false],
    ['a pipe, with FORCE_COLOR', { env: { FORCE_COLOR: '1', CLICOLOR_FORCE: '1', TERM: 'xterm-256color' } }, false],
    ['a pipe, in CI', { env: { CI: 'true' } }, false],
    ['a terminal', { node: terminal }, true],
    ['a terminal, with NO_COLOR', { node: terminal, env: { NO_COLOR: '1' } }, false],
    ['a terminal, with an empty NO_COLOR', { node: terminal, env: { NO_COLOR: '' } }, true],
  ])('%s', async (_, environment, colored) => {
    const out = await printed(environment);
    expect(out).toContain('4 of 4 cases match');
    expect(color.test(out)).toBe(colored);
  });
});
