import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkout, folderOf } from '../shell/testing/command.ts';

/** A module of each room, with the imports that rooms may have. */
const rooms = {
  'src/contract/path.ts': 'export const path = 1;\n',
  'src/contract/decision.ts': "import { path } from './path.ts';\nexport const decision = path;\n",
  'src/gates/ownership.ts': "import { path } from '../contract/path.ts';\nexport const ownership = path;\n",
  'src/gates/admission.ts': "import { decision } from '../contract/decision.ts';\nexport const admission = decision;\n",
  'src/gates/assignment.ts': "import { ownership } from './ownership.ts';\nexport const assignment = ownership;\n",
  'src/gates/finding.ts': "import { path } from '../contract/path.ts';\nexport const finding = path;\n",
  'src/gates/permission.ts': "import { path } from '../contract/path.ts';\nexport const permission = path;\n",
  'src/gates/aggregation.ts':
    "import { admission } from './admission.ts';\nimport { assignment } from './assignment.ts';\nimport { finding } from './finding.ts';\nexport const aggregation = [admission, assignment, finding];\n",
  'src/evidence/reader.ts': "import { path } from '../contract/path.ts';\nexport const reader = path;\n",
  'src/brief/assign.ts':
    "import { path } from '../contract/path.ts';\nimport { aggregation } from '../gates/aggregation.ts';\nexport const assign = [path, aggregation];\n",
  'src/index.ts':
    "export { aggregation } from './gates/aggregation.ts';\nexport { permission } from './gates/permission.ts';\nexport { reader } from './evidence/reader.ts';\n",
  'harness/run.ts':
    "import { createHash } from 'node:crypto';\nimport { readFileSync } from 'node:fs';\nimport { join } from 'node:path';\nimport { aggregation } from '../src/index.ts';\nexport const run = [createHash, readFileSync, join, aggregation];\n",
  'harness/reporters/table.ts': "import { run } from '../run.ts';\nexport const table = run;\n",
  'harness/naive/json.ts': 'export const json = 1;\n',
  'harness/naive/admission.ts': "import { json } from './json.ts';\nexport const admission = json;\n",
  'shell/cli.ts':
    "import { spawn } from 'node:child_process';\nimport { run } from '../harness/run.ts';\nimport { reader } from '../src/index.ts';\nexport const cli = [spawn, run, reader];\n",
  'shell/commands/drill.ts': "import { cli } from '../cli.ts';\nexport const drill = cli;\n",
};

type Diagnostic = {
  readonly code: string;
  readonly message: string;
  readonly help?: string;
  readonly filename: string;
};

/** Lints the rooms with some files planted in them, under the rules of this checkout. */
function lint(planted: Readonly<Record<string, string>>) {
  const folder = folderOf({ ...rooms, ...planted });
  cpSync(join(checkout, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  const oxlint = join(checkout, 'node_modules/oxlint/bin/oxlint');
  const argv = [oxlint, '--format=json', 'src', 'harness', 'shell'];
  const { status, stdout } = spawnSync(process.execPath, argv, { cwd: folder, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly Diagnostic[] };
  const complaints = diagnostics.map(({ code, message, help }) => `${code} ${message} ${help ?? ''}`);
  return { status, complaints, diagnostics };
}

const importing = (specifier: string): string => `import * as one from '${specifier}';\nexport const planted = one;\n`;

test('the rooms as they are pass', () => {
  expect(lint({})).toMatchObject({ status: 0, complaints: [] });
});

describe('a wall that is passed is a failure, with the reason for the wall', () => {
  test.each<readonly [file: string, specifier: string, reason: string]>([
    ['src/planted.ts', 'node:fs', 'src is pure'],
    ['src/planted.ts', 'node:process', 'src is pure'],
    ['src/planted.ts', '../harness/run.ts', 'it never leans on them'],
    ['src/planted.ts', '../shell/cli.ts', 'it never leans on them'],
    ['src/contract/planted.ts', 'node:crypto', 'src is pure'],
    ['src/contract/planted.ts', '../gates/admission.ts', 'it imports nothing local'],
    ['src/contract/planted.ts', '../evidence/reader.ts', 'it imports nothing local'],
    ['src/contract/planted.ts', '../index.ts', 'it imports nothing local'],
    ['src/contract/planted.ts', '../../harness/run.ts', 'it imports nothing local'],
    ['src/gates/planted.ts', 'node:fs', 'src is pure'],
    ['src/gates/planted.ts', '../evidence/reader.ts', 'a gate stands on src/contract alone'],
    ['src/gates/planted.ts', '../index.ts', 'a gate stands on src/contract alone'],
    ['src/gates/planted.ts', '../../harness/run.ts', 'a gate stands on src/contract alone'],
    ['src/gates/permission.ts', 'node:fs', 'src is pure'],
    ['src/gates/permission.ts', './admission.ts', 'gates do not call one another'],
    ['src/gates/finding.ts', './assignment.ts', 'gates do not call one another'],
    ['src/gates/admission.ts', './finding.ts', 'gates do not call one another'],
    ['src/gates/assignment.ts', './permission.ts', 'gates do not call one another'],
    ['src/gates/planted.ts', './admission.ts', 'gates do not call one another'],
    ['src/gates/ownership.ts', './finding.ts', 'gates do not call one another'],
    ['src/gates/planted.ts', 'zod', 'zod is slow to load'],
    ['src/gates/planted.ts', '../contract/shapes.ts', 'zod is slow to load'],
    ['src/planted.ts', './testing/json.ts', 'test support is for tests'],
    ['src/planted.ts', './gates/admission.laws.ts', 'test support is for tests'],
    ['harness/planted.ts', 'child_process', 'Prefer `node:child_process`'],
    ['src/gates/assignment.ts', '../evidence/reader.ts', 'a gate stands on src/contract alone'],
    ['src/evidence/planted.ts', 'node:fs', 'src is pure'],
    ['src/evidence/planted.ts', '../gates/admission.ts', 'stands on src/contract alone'],
    ['src/evidence/planted.ts', '../../shell/cli.ts', 'stands on src/contract alone'],
    ['src/brief/planted.ts', 'node:fs', 'src is pure'],
    ['src/brief/planted.ts', '../evidence/reader.ts', 'stands on src/contract and on the gates alone'],
    ['src/brief/planted.ts', '../../harness/run.ts', 'stands on src/contract and on the gates alone'],
    ['src/brief/planted.ts', '../contract/shapes.ts', 'zod is slow to load'],
    ['src/gates/planted.ts', '../brief/assign.ts', 'a gate stands on src/contract alone'],
    ['src/evidence/planted.ts', '../brief/assign.ts', 'stands on src/contract alone'],
    ['harness/planted.ts', 'node:child_process', 'nothing else of the world'],
    ['harness/planted.ts', 'node:net', 'nothing else of the world'],
    ['harness/planted.ts', '../shell/cli.ts', 'it never leans on it'],
    ['harness/reporters/planted.ts', '../../shell/cli.ts', 'it never leans on it'],
    ['harness/naive/planted.ts', '../../src/index.ts', 'the second opinion reads the contract, not the code'],
    ['harness/naive/planted.ts', '../../src/contract/path.ts', 'the second opinion reads the contract, not the code'],
    ['harness/naive/planted.ts', '../run.ts', 'the second opinion reads the contract, not the code'],
    ['harness/naive/planted.ts', 'node:fs', 'the second opinion reads the contract, not the code'],
    ['harness/naive/planted.ts', 'zod', 'the second opinion reads the contract, not the code'],
    ['harness/naive/planted.ts', './testing/agreement.ts', 'test support is for tests'],
    ['harness/reporters/planted.ts', 'node:process', 'nothing else of the world'],
  ])('%s imports %s', (file, specifier, reason) => {
    const { status, complaints } = lint({ [file]: importing(specifier) });
    expect(status).toBe(1);
    expect(complaints).toEqual([expect.stringContaining(reason)]);
  });

  test.each<readonly [title: string, planted: Readonly<Record<string, string>>]>([
    ['two files of one room', { 'harness/one.ts': importing('./two.ts'), 'harness/two.ts': importing('./one.ts') }],
    [
      'three files of two folders',
      {
        'shell/one.ts': importing('./commands/two.ts'),
        'shell/commands/two.ts': importing('./three.ts'),
        'shell/commands/three.ts': importing('../one.ts'),
      },
    ],
  ])('a cycle of %s', (_, planted) => {
    const { status, complaints } = lint(planted);
    expect(status).toBe(1);
    expect(complaints).toEqual(Object.keys(planted).map(() => expect.stringContaining('import(no-cycle)') as string));
  });
});

describe('what a room may import passes', () => {
  test.each<readonly [file: string, specifier: string]>([
    ['src/gates/planted.ts', '../contract/path.ts'],
    ['src/evidence/planted.ts', '../contract/path.ts'],
    ['src/brief/planted.ts', '../gates/finding.ts'],
    ['harness/planted.ts', 'node:fs'],
    ['harness/planted.ts', '../src/gates/admission.ts'],
    ['harness/naive/planted.ts', './json.ts'],
    ['harness/naive/planted.test.ts', '../../src/index.ts'],
    ['shell/planted.ts', 'node:net'],
    ['shell/commands/planted.ts', '../../harness/run.ts'],
  ])('%s imports %s', (file, specifier) => {
    expect(lint({ [file]: importing(specifier) })).toMatchObject({ status: 0, complaints: [] });
  });
});

/** What gives another answer on another day, in another place, or the next time. */
const inputsTakenInSecret = [
  'Date.now()',
  'new Date(0)',
  'Temporal.Now',
  'performance.now()',
  'setTimeout(Object, 1)',
  'setInterval(Object, 1)',
  'setImmediate(Object)',
  'Math.random()',
  "Math['random']()",
  'crypto.randomUUID()',
  'crypto.getRandomValues(new Uint8Array(1))',
  'new WeakRef({}).deref()',
  'new FinalizationRegistry(Object)',
  'new Intl.Collator()',
  "'a'.localeCompare('b')",
  "'a'['localeCompare']('b')",
  '(1).toLocaleString()',
  '[1].toLocaleString()',
  "'a'.toLocaleDateString()",
  "'a'.toLocaleTimeString()",
  "'i'.toLocaleUpperCase()",
  "'I'.toLocaleLowerCase()",
  "'a'.normalize()",
  'navigator.language',
  'process.env',
  'process.hrtime()',
  'console.log(1)',
  "fetch('http://localhost')",
  "new WebSocket('ws://localhost')",
  "new EventSource('http://localhost')",
  'new XMLHttpRequest()',
  'globalThis.Date',
  "global['Date']",
];

/** Parts of the one module of the system that the harness may import for something else. */
const secretImports = ['randomUUID', 'randomBytes', 'randomInt', 'getRandomValues', 'webcrypto', 'default', '* as all'];

describe('time, chance and the machine are inputs', () => {
  test.each(['src', 'src/contract', 'src/gates', 'src/evidence', 'src/brief', 'harness', 'harness/reporters'])(
    'in %s none is taken in secret',
    (room) => {
      const named = inputsTakenInSecret.map(
        (expression, index) => [`${room}/planted-${index}.ts`, expression] as const,
      );
      const planted = named.map(([file, expression]) => [file, `export const planted = ${expression};\n`]);
      const restricted = refusedIn(Object.fromEntries(planted));
      expect(named.filter(([file]) => !restricted.has(file))).toEqual([]);
    },
  );

  test.each(secretImports)('harness does not import `%s` of `node:crypto`', (name) => {
    const what = name.startsWith('*') ? name : `{ ${name} as one }`;
    const source = `import ${what} from 'node:crypto';\nexport const planted = ${name.startsWith('*') ? 'all' : 'one'};\n`;
    expect([...refusedIn({ 'harness/planted.ts': source })]).toEqual(['harness/planted.ts']);
  });
});

/** The files in which something restricted is found. */
function refusedIn(planted: Readonly<Record<string, string>>): ReadonlySet<string> {
  const { diagnostics } = lint(planted);
  return new Set(diagnostics.filter(({ code }) => code.includes('no-restricted')).map(({ filename }) => filename));
}
