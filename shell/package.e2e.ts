/** The package as an author meets it: packed, installed into an empty folder, and used from there alone. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { schemaNames } from '../harness/schema-names.ts';
import { shippedContract } from '../src/index.ts';
import { checkout, shippedCorpus, writeFiles } from './testing/command.ts';
import { textsOf } from './testing/document.ts';
import { everyAnswer, everyExport } from './testing/every-export.ts';

const mebibyte = 1024 * 1024;

/** The program that decides, the tests of an author's cases, and the program that prints a schema. */
const shownPrograms = textsOf('README.md', 'As a library', 'ts');

const compilerOptions = {
  target: 'es2023',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  types: [],
};
const resolutions = {
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
};

const fifthRole = { performance: { question: 'What does the change make slower, and for whom?' } };
const ownContract = {
  ...shippedContract,
  name: 'five-roles',
  roles: { ...shippedContract.roles, ...fifthRole },
  limits: { openThreads: 5, depth: 1 },
};
const files = Object.keys(ownContract.roles).map((role) => `src/${role}.ts`);
const ownCases = {
  'contract.json': ownContract,
  'team/assignment.json': {
    gate: 'assignment',
    description: 'five roles share a change',
    cases: [
      {
        name: 'five-workers',
        description: 'each role owns one file',
        input: {
          changedFiles: files,
          workers: Object.entries(ownContract.roles).map(([role, { question }]) => ({
            role,
            question,
            files: [`src/${role}.ts`],
            access: 'read-only',
          })),
        },
        expect: { code: 'ACCEPT_ASSIGNMENT', facts: { workers: 5 } },
      },
    ],
  },
  'team/permission.json': {
    gate: 'permission',
    description: 'five threads may be open',
    cases: [
      {
        name: 'five-threads',
        description: 'as many as there are roles',
        input: { openThreads: 5, depth: 1, tools: ['read_file'] },
        expect: { code: 'ALLOW' },
      },
    ],
  },
};
/** The same without the contract: the shipped one has four roles. */
const { 'contract.json': _, ...underTheShippedContract } = ownCases;
const misspelt = JSON.stringify(ownCases['team/permission.json'], null, 2).replace('"ALLOW"', '"ALOW"');

let folder: string;
let installed: string;

/** Runs a program in the folder, or in one below it. */
function run(
  command: string,
  argv: readonly string[],
  below = '',
): { status: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(command, argv, { cwd: join(folder, below), encoding: 'utf8' });
  return { status, out: stdout, err: stderr };
}

/** Runs a program that has to succeed. */
function must(command: string, argv: readonly string[], below = ''): string {
  const { status, out, err } = run(command, argv, below);
  if (status !== 0) throw new Error(`${command} ${argv.join(' ')} ended with ${status}:\n${out}${err}`);
  return out;
}

function controlShell(argv: readonly string[], below = ''): ReturnType<typeof run> {
  return run('npx', ['control-shell', ...argv], below);
}

/** Everything in a folder and below it, by its path from there. */
function namesIn(path: string): readonly string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();
}

/** Lets the folder see a package of the checkout, as if it were installed beside the one under test. */
function lend(name: string): void {
  const target = join(folder, 'node_modules', name);
  mkdirSync(dirname(target), { recursive: true });
  symlinkSync(join(checkout, 'node_modules', name), target);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'package-'));
  installed = join(folder, 'node_modules', manifest.name);
  const packed = spawnSync('npm', ['pack', '--pack-destination', folder], { cwd: checkout, encoding: 'utf8' });
  if (packed.status !== 0) throw new Error(`npm pack failed:\n${packed.stdout}${packed.stderr}`);
  writeFiles(folder, { 'package.json': { name: 'author', private: true, type: 'module' } });
  must('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', `./${manifest.name}-${manifest.version}.tgz`]);
  lend('vitest');
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('the tarball', () => {
  test('holds the command, the library, its types, the cases, and nothing else', () => {
    expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'cases', 'dist', 'package.json']);
    const dist = ['chunks', 'harness.js', 'index.js', 'main.js', 'schemas.js', 'types'];
    expect(readdirSync(join(installed, 'dist')).sort()).toEqual(dist);
    const foreign = namesIn(installed).filter((name) => /\.(?:test|e2e|laws|gen)\b|testing|(?<!\.d)\.ts$/.test(name));
    expect(foreign).toEqual([]);
    expect(namesIn(join(installed, 'cases'))).toEqual(namesIn(join(checkout, 'cases')));
  });

  test('has no file above 1 MiB, and 3 MiB in all', () => {
    const sizes = namesIn(installed)
      .map((name) => statSync(join(installed, name)))
      .filter((entry) => entry.isFile())
      .map(({ size }) => size);
    expect(Math.max(...sizes)).toBeLessThan(mebibyte);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(3 * mebibyte);
  });
});

describe('the command', () => {
  test('drills the shipped cases where there are none', async () => {
    const { cases } = await shippedCorpus();
    const { status, out, err } = controlShell(['drill']);
    expect(err).toBe('control-shell: there is no `./cases` here: these are the shipped cases\n');
    expect(out).toMatch(new RegExp(`\n${cases.length} of ${cases.length} cases match\n$`));
    expect(status).toBe(0);
  });

  test('says its version', () => {
    expect(controlShell(['--version'])).toEqual({ status: 0, out: `${manifest.version}\n`, err: '' });
  });

  test.each(schemaNames)('prints the schema `%s`', (name) => {
    const { status, out } = controlShell(['schema', name]);
    expect([status, JSON.parse(out).title]).toEqual([0, `control-shell ${name}`]);
  });

  test('drills an author’s own cases under the author’s own contract', () => {
    writeFiles(join(folder, 'own/cases'), ownCases);
    const { status, out, err } = controlShell(['drill'], 'own');
    expect(err).toBe('');
    expect(out).toMatch(/\n2 of 2 cases match\n$/);
    expect(status).toBe(0);
  });

  test('says where an author’s case differs', () => {
    writeFiles(join(folder, 'differing/cases'), underTheShippedContract);
    const { status, out } = controlShell(['drill'], 'differing');
    expect(out).toMatch(/DIFFERS\s+team\/permission\/five-threads[^\n]*DENY_THREADS/i);
    expect(out).toMatch(/\n0 of 2 cases match[^\n]*\n$/);
    expect(status).toBe(1);
  });

  test('says where an author’s case is broken', () => {
    writeFiles(join(folder, 'broken/cases'), { ...ownCases, 'team/permission.json': misspelt });
    const { status, out, err } = controlShell(['drill'], 'broken');
    const line = misspelt.split('\n').findIndex((text) => text.includes('ALOW')) + 1;
    expect(err).toMatch(
      new RegExp(`^cases/team/permission\\.json:${line}:17: case \`team/permission/five-threads\`: `),
    );
    expect({ status, out }).toEqual({ status: 2, out: '' });
  });
});

describe.each(Object.entries(resolutions))('the library, compiled with the resolution of %s', (name, options) => {
  const compile = (sources: Readonly<Record<string, string>>): void => {
    writeFiles(join(folder, name), {
      ...sources,
      'tsconfig.json': {
        compilerOptions: { ...compilerOptions, ...options, outDir: '../compiled' },
        files: Object.keys(sources),
      },
    });
    must(process.execPath, [join(checkout, 'node_modules/typescript/bin/tsc'), '-p', name]);
  };

  test('decides, reads, runs and describes: every export', async () => {
    compile({ 'every-export.ts': everyExport });
    const print = "import('./compiled/every-export.js').then(({ answers }) => console.log(JSON.stringify(answers)))";
    expect(JSON.parse(must(process.execPath, ['-e', print]))).toEqual(everyAnswer);
    const used = new Set(everyExport.match(/\w+/g));
    for (const entry of ['index', 'harness', 'schemas']) {
      const exported = (await import(join(installed, 'dist', `${entry}.js`))) as Record<string, unknown>;
      expect(Object.keys(exported).filter((one) => !used.has(one))).toEqual([]);
    }
  });

  test('decides as the README says', () => {
    const [decides = '', tests = '', describes = ''] = shownPrograms;
    expect(shownPrograms).toHaveLength(3);
    compile({ 'decides.ts': decides, 'tests.test.ts': tests, 'describes.ts': describes });
    const said = [...decides.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map(([, words]) => words);
    expect(said).toHaveLength(2);
    expect(must(process.execPath, ['compiled/decides.js'])).toBe(`${said.join('\n')}\n`);
    const described = JSON.parse(must(process.execPath, ['compiled/describes.js']));
    expect(described).toMatchObject({ title: 'control-shell packet', type: 'object' });
  });
});

test('an author’s own vitest runs the cases as the README says', () => {
  const [, runs = ''] = shownPrograms;
  const vitest = [join(checkout, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=json'];
  writeFiles(join(folder, 'tested'), { 'cases.test.ts': runs });
  writeFiles(join(folder, 'tested/cases'), ownCases);
  const passed = run(process.execPath, vitest, 'tested');
  expect(JSON.parse(passed.out)).toMatchObject({ numTotalTests: 2, numPassedTests: 2 });
  expect(passed.status).toBe(0);

  rmSync(join(folder, 'tested/cases/contract.json'));
  const differs = run(process.execPath, vitest, 'tested');
  expect(JSON.parse(differs.out)).toMatchObject({ numTotalTests: 2, numFailedTests: 2 });
  expect(differs.status).toBe(1);
});
