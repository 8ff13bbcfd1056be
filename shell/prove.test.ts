import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { proofOf, proofReportOf } from '../harness/proof.ts';
import { runCases } from '../harness/run.ts';
import { editJson, folderOf, folderWithCases, run, shippedCorpus } from './testing/command.ts';
import type { Json } from './testing/command.ts';

describe('prove', () => {
  test('finds no gap in the shipped cases, and says so', async () => {
    const { status, out, err } = await run(['prove']);
    expect([status, err]).toEqual([0, '']);
    expect(out).toMatch(/^ {2}manifest-shape +\d+ +\d+$/m);
    expect(out).toMatch(/^ {2}STALE_HEAD +\d+ +drill\/admission\/changed-head$/m);
    expect(out).toMatch(/^ {2}head-is-current +diff-is-current +head-is-current +\d+ +\d+ +\S+$/m);
    expect(out).toMatch(/^ {2}drill\/admission\/changed-head +drill\/admission\/valid +\/observed\/head$/m);
    expect(out).toMatch(/\n\d+ rules, \d+ codes, \d+ pairs of rules, \d+ twins: no gap\n$/);
  });

  test('prints the same as JSON', async () => {
    const { status, out, err } = await run(['prove', '--json']);
    const proof: Json = JSON.parse(out);
    expect([status, err]).toEqual([0, '']);
    const { cases, contract } = await shippedCorpus();
    expect(proof).toEqual(proofReportOf(cases, contract, proofOf(await runCases(cases, contract))));
    expect(Object.keys(proof)).toEqual(
      'schemaVersion corpusSha256 contractSha256 summary rules codes order twins gaps'.split(' '),
    );
    expect(proof.twins).toContainEqual({
      gate: 'admission',
      case: 'drill/admission/changed-head',
      twin: 'drill/admission/valid',
      differs: ['/observed/head'],
    });
    const drilled: Json = JSON.parse((await run(['drill', '--json'])).out);
    expect([proof.corpusSha256, proof.contractSha256]).toEqual([drilled.corpusSha256, drilled.contractSha256]);
  });

  test('names each gap, says which case to write, and exits 1', async () => {
    const folder = folderWithCases();
    editJson(join(folder, 'cases/rules/permission.json'), (file) => {
      file.cases = file.cases.filter(({ expect: { rule } }: Json) => rule !== 'approval-can-surface');
    });
    const gaps = [
      'rule `approval-can-surface` decides no case: write a case of gate `permission` that violates it and no rule before it, and gets another code without it: violated when ',
      'code `APPROVAL_UNAVAILABLE` is reached by no case: write one of gate `permission`',
    ];
    const shown = await run(['prove'], { folder });
    expect([shown.status, shown.err]).toEqual([1, '']);
    for (const gap of gaps) expect(shown.out).toContain(`\ngap: ${gap}`);
    const json = await run(['prove', '--json'], { folder });
    expect(json.status).toBe(1);
    expect(JSON.parse(json.out).gaps.map((gap: string, at: number) => gap.startsWith(gaps[at] ?? '?'))).toEqual([
      true,
      true,
    ]);
    for (const gap of gaps) expect(json.err).toContain(`control-shell: ${gap}`);
  });

  test('is over an author’s own cases and contract', async () => {
    const folder = folderWithCases('contract.json');
    editJson(join(folder, 'cases/contract.json'), (own) => {
      own.limits.depth = 7;
    });
    const request = (depth: number) => ({ openThreads: 1, depth, tools: [] });
    const file = {
      gate: 'permission',
      description: 'd',
      cases: [
        { name: 'at-the-limit', description: 'd', input: request(7), expect: { code: 'ALLOW' } },
        {
          name: 'past-it',
          description: 'd',
          input: request(8),
          expect: { code: 'DENY_DEPTH', rule: 'depth-within-limit' },
        },
      ],
    };
    const own = folderOf({ 'depth.json': file });
    const { status, out } = await run(['prove', join(own, 'depth.json'), '--contract', 'cases/contract.json'], {
      folder,
    });
    expect(status).toBe(1);
    expect(out).toMatch(/^ {2}depth-within-limit +1 +1$/m);
    expect(out).toMatch(/^ {2}depth\/past-it +depth\/at-the-limit +\/depth$/m);
    expect(out).not.toContain('gap: rule `depth-within-limit`');
    expect(out).toContain('gap: rule `threads-within-limit` decides no case');
  });

  test('what cannot be loaded is broken', async () => {
    const folder = folderOf({ 'cases/a/b.json': '{' });
    expect(await run(['prove'], { folder })).toMatchObject({ status: 2, out: '' });
    rmSync(join(folder, 'cases/a/b.json'));
    expect(await run(['prove'], { folder })).toMatchObject({ status: 2, out: '' });
  });
});
