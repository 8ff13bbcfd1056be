import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decide } from '../index.ts';
import { bound } from '../testing/admissions.ts';
import { shipped } from '../testing/contracts.ts';
import { assignAll } from './assign.ts';

describe('assignment of a whole change', () => {
  test('whatever contract and manifest, the gate accepts it, and every role reads what somebody wrote', () => {
    fc.assert(
      fc.property(bound, ({ contract, input: { manifest } }) => {
        const plan = assignAll(contract, manifest);
        fc.pre(plan !== undefined);
        const { code, facts } = decide.assignment(contract, plan);
        const roles = Object.keys(contract.roles);
        const read = plan.workers[0]?.files ?? [];
        expect(code).toBe('ACCEPT_ASSIGNMENT');
        expect(facts).toEqual({
          workers: roles.length,
          corroborated: roles.length > 1 ? read.length : 0,
          excused: manifest.changedFiles.length - read.length,
        });
        expect(plan.workers.map(({ role, question, files }) => ({ role, question, files }))).toEqual(
          roles.map((role) => ({ role, question: contract.roles[role]?.question, files: read })),
        );
        expect([plan.changedFiles, plan.generatedFiles]).toEqual([manifest.changedFiles, manifest.generatedFiles]);
      }),
    );
  });

  test('there is none of a change in which every file is a generated one', () => {
    const manifest = { base: 'b', head: 'h', diffSha256: 'd', changedFiles: ['dist/a.js', 'package-lock.json'] };
    expect(assignAll(shipped, { ...manifest, generatedFiles: ['dist/**', 'package-lock.json'] })).toBeUndefined();
    expect(assignAll(shipped, { ...manifest, generatedFiles: ['dist/**'] })?.workers[0]?.files).toEqual([
      'package-lock.json',
    ]);
  });
});
