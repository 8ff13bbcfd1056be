import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gateIds } from '../src/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const readme = readFileSync(`${root}README.md`, 'utf8');

/** The code blocks of one language under a heading, in order. */
function blocks(heading: string, language: string): readonly string[] {
  const section = readme.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, block]) => block ?? '');
}

/** The first word of each row of the table with that heading. */
function firstCells(heading: string): readonly (string | undefined)[] {
  const [, rows = ''] = new RegExp(`^\\| ${heading} +\\|.*\\n\\|[- |]+\\n((?:\\|.*\\n)+)`, 'm').exec(readme) ?? [];
  return [...rows.matchAll(/^\| `(\w+)/gm)].map(([, word]) => word);
}

/** Runs lines of a shell in a folder, as a reader would type them, and stops at none: the last status counts. */
function typed(folder: string, lines: string) {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', lines], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...process.env,
      INIT_CWD: undefined,
      GIT_AUTHOR_NAME: 'A Reader',
      GIT_AUTHOR_EMAIL: 'reader@example.org',
      GIT_COMMITTER_NAME: 'A Reader',
      GIT_COMMITTER_EMAIL: 'reader@example.org',
    },
  });
  return { status, stdout, stderr };
}

describe('the README', () => {
  let clone: string;

  beforeAll(() => {
    clone = join(mkdtempSync(join(tmpdir(), 'readme-')), 'control-shell');
    execFileSync('git', ['clone', '--quiet', '.', clone], { cwd: root });
    symlinkSync(`${root}node_modules`, `${clone}/node_modules`);
  });

  afterAll(() => rmSync(join(clone, '..'), { recursive: true }));

  test('shows what the drill prints', () => {
    const [shown] = blocks('Two commands', 'text');
    expect(typed(root, 'npm run -s drill')).toEqual({ status: 0, stdout: shown, stderr: '' });
  });

  test('binds the last change of this repository, admits it, and refuses it after one more commit', () => {
    const [bindAndAdmit = '', commitAndAdmit = ''] = blocks('A real change', 'sh');
    const [recovery = ''] = blocks('A real change', 'text');

    const admitted = typed(clone, bindAndAdmit);
    expect(admitted).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(admitted.stdout)).toMatchObject({ code: 'ADMIT' });

    const stale = typed(clone, commitAndAdmit);
    expect(stale.status).toBe(3);
    expect(stale.stdout).toContain('"code": "STALE_HEAD"');
    expect(stale.stdout).toContain(`"recovery": ${JSON.stringify(recovery.trim())}`);
  });

  test('publishes the command from which digest and list come', () => {
    const [, published = ''] = blocks('A real change', 'text');
    const manifest = JSON.parse(typed(clone, 'npm run -s control-shell -- bind --base HEAD~2 --head HEAD~1').stdout);
    const command = published.replace('BASE', manifest.base).replace('HEAD', manifest.head);
    expect(typed(clone, command).stdout).toBe(`${manifest.diffSha256}  -\n`);
  });

  test('names every command and every gate that there is', () => {
    const help = typed(root, 'npm run -s control-shell -- --help').stdout;
    const offered = [...help.matchAll(/^ {2}(\w+) (?!\[command\])/gm)].map(([, name]) => name);
    expect(firstCells('command')).toEqual(offered.filter((name) => name !== 'help'));
    expect(firstCells('gate')).toEqual(gateIds);
  });
});
