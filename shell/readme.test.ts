import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gateIds } from '../src/index.ts';
import { checkout } from './testing/command.ts';
import { textsOf, typed } from './testing/document.ts';

const readme = readFileSync(join(checkout, 'README.md'), 'utf8');

/** The first word of each row of the table with that heading. */
function firstCells(heading: string): readonly (string | undefined)[] {
  const [, rows = ''] = new RegExp(`^\\| ${heading} +\\|.*\\n\\|[- |]+\\n((?:\\|.*\\n)+)`, 'm').exec(readme) ?? [];
  return [...rows.matchAll(/^\| `(\w+)/gm)].map(([, word]) => word);
}

/** Whoever types along commits under a name. */
const reader = {
  GIT_AUTHOR_NAME: 'A Reader',
  GIT_AUTHOR_EMAIL: 'reader@example.org',
  GIT_COMMITTER_NAME: 'A Reader',
  GIT_COMMITTER_EMAIL: 'reader@example.org',
};

describe('the README', () => {
  let clone: string;

  beforeAll(() => {
    clone = join(mkdtempSync(join(tmpdir(), 'readme-')), 'control-shell');
    execFileSync('git', ['clone', '--quiet', '.', clone], { cwd: checkout });
    symlinkSync(join(checkout, 'node_modules'), join(clone, 'node_modules'));
  });

  afterAll(() => rmSync(join(clone, '..'), { recursive: true }));

  test('shows what the drill prints', () => {
    const [shown] = textsOf('README.md', 'Two commands', 'text');
    expect(typed(checkout, 'npm run -s drill')).toEqual({ status: 0, stdout: shown, stderr: '' });
  });

  test('binds the last change of this repository, admits it, and refuses it after one more commit', () => {
    const [bindAndAdmit = '', commitAndAdmit = ''] = textsOf('README.md', 'A real change', 'sh');
    const [recovery = ''] = textsOf('README.md', 'A real change', 'text');

    const admitted = typed(clone, bindAndAdmit);
    expect(admitted).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(admitted.stdout)).toMatchObject({ code: 'ADMIT' });

    const stale = typed(clone, commitAndAdmit, reader);
    expect(stale.status).toBe(3);
    expect(stale.stdout).toContain('"code": "STALE_HEAD"');
    expect(stale.stdout).toContain(`"recovery": ${JSON.stringify(recovery.trim())}`);
  });

  test('publishes the command from which digest and list come', () => {
    const [, published = ''] = textsOf('README.md', 'A real change', 'text');
    const manifest = JSON.parse(typed(clone, 'npm run -s control-shell -- bind --base HEAD~2 --head HEAD~1').stdout);
    const command = published.replace('BASE', manifest.base).replace('HEAD', manifest.head);
    expect(typed(clone, command).stdout).toBe(`${manifest.diffSha256}  -\n`);
  });

  test('names every command and every gate that there is', () => {
    const help = typed(checkout, 'npm run -s control-shell -- --help').stdout;
    const offered = [...help.matchAll(/^ {2}(\w+) (?!\[command\])/gm)].map(([, name]) => name);
    expect(firstCells('command')).toEqual(offered.filter((name) => name !== 'help'));
    expect(firstCells('gate')).toEqual(gateIds);
  });
});
