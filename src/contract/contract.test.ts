import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contracts, shipped } from '../testing/contracts.ts';
import { checkContract, normalQuestion } from './contract.ts';

function complaintsAbout(value: unknown): string[] {
  const paths: string[] = [];
  checkContract(value, (path) => paths.push(path));
  return paths;
}

const asking = (question: string) => ({ question });

describe('a contract is accepted', () => {
  test('as it is shipped, with and without `$schema`', () => {
    expect(complaintsAbout(shipped)).toStrictEqual([]);
    expect(complaintsAbout({ $schema: './contract.schema.json', ...shipped })).toStrictEqual([]);
  });

  test('with every limit at its edge', () => {
    const least = {
      ...shipped,
      limits: { openThreads: 1, depth: 1 },
      findings: { scope: 'repository', perPacket: 1, textBytes: 1 },
      evidence: { threadRoles: [], maxItems: 1, maxBytes: 4096 },
      tools: { read: [], approval: [] },
    };
    for (const minCommitIdLength of [4, 64]) {
      expect(complaintsAbout({ ...least, manifest: { minCommitIdLength } })).toStrictEqual([]);
    }
  });

  test('whatever its roles, severities and tools are called: every contract of the laws is one', () => {
    fc.assert(
      fc.property(contracts, (contract) => {
        expect(complaintsAbout(contract)).toStrictEqual([]);
      }),
      { numRuns: 1000, verbose: fc.VerbosityLevel.Verbose },
    );
  });

  test('when a role is called `__proto__`', () => {
    const roles = JSON.parse('{"__proto__":{"question":"Why?"}}') as unknown;
    expect(complaintsAbout({ ...shipped, roles })).toStrictEqual([]);
  });
});

describe('a contract is refused', () => {
  const { tools, evidence, findings } = shipped;
  const refusals: readonly (readonly [why: string, contract: unknown, paths: readonly string[]])[] = [
    ['no object', [], ['']],
    ['an unknown key', { ...shipped, tempo: 1 }, ['/tempo']],
    ['an unknown key inside', { ...shipped, limits: { ...shipped.limits, tempo: 1 } }, ['/limits/tempo']],
    ['an unknown key in a role', { ...shipped, roles: { a: { question: 'Why?', tempo: 1 } } }, ['/roles/a/tempo']],
    ['a missing key', { ...shipped, limits: { depth: 1 } }, ['/limits/openThreads']],
    ['another version', { ...shipped, version: 2 }, ['/version']],
    ['a blank name', { ...shipped, name: ' \u00a0' }, ['/name']],
    ['no role', { ...shipped, roles: {} }, ['/roles']],
    ['a blank role', { ...shipped, roles: { ' ': asking('Why?') } }, ['/roles/ ']],
    ['a blank question', { ...shipped, roles: { a: asking('\n') } }, ['/roles/a/question']],
    ['no severity', { ...shipped, severities: [] }, ['/severities']],
    ['a severity twice', { ...shipped, severities: ['low', 'high', 'low'] }, ['/severities/2']],
    ['a read tool twice', { ...shipped, tools: { ...tools, read: ['a', 'a'] } }, ['/tools/read/1']],
    ['an approval tool twice', { ...shipped, tools: { ...tools, approval: ['a', 'b', 'a'] } }, ['/tools/approval/2']],
    [
      'a thread role twice',
      { ...shipped, evidence: { ...evidence, threadRoles: ['a', 'a'] } },
      ['/evidence/threadRoles/1'],
    ],
    ['a tool in both lists', { ...shipped, tools: { read: ['a', 'b'], approval: ['c', 'b'] } }, ['/tools/approval/1']],
    [
      'two roles with one question',
      { ...shipped, roles: { a: asking('Why?'), b: asking('Why?') } },
      ['/roles/b/question'],
    ],
    [
      'two roles whose questions differ in case and white space',
      { ...shipped, roles: { a: asking('Why  so?'), 'b/~': asking(' WHY\nSO? ') } },
      ['/roles/b~1~0/question'],
    ],
    ['no open thread', { ...shipped, limits: { openThreads: 0, depth: 1 } }, ['/limits/openThreads']],
    ['no depth', { ...shipped, limits: { openThreads: 1, depth: 0 } }, ['/limits/depth']],
    ['half a thread', { ...shipped, limits: { openThreads: 1.5, depth: 1 } }, ['/limits/openThreads']],
    ['a limit in words', { ...shipped, limits: { openThreads: '4', depth: 1 } }, ['/limits/openThreads']],
    ['a limit beyond counting', { ...shipped, limits: { openThreads: 2 ** 53, depth: 1 } }, ['/limits/openThreads']],
    ['no finding a packet', { ...shipped, findings: { ...findings, perPacket: 0 } }, ['/findings/perPacket']],
    ['no byte of text', { ...shipped, findings: { ...findings, textBytes: 0 } }, ['/findings/textBytes']],
    ['another scope', { ...shipped, findings: { ...findings, scope: 'all' } }, ['/findings/scope']],
    ['no item of evidence', { ...shipped, evidence: { ...evidence, maxItems: 0 } }, ['/evidence/maxItems']],
    ['4095 bytes of evidence', { ...shipped, evidence: { ...evidence, maxBytes: 4095 } }, ['/evidence/maxBytes']],
    ['commit ids of 3 digits', { ...shipped, manifest: { minCommitIdLength: 3 } }, ['/manifest/minCommitIdLength']],
    ['commit ids of 65 digits', { ...shipped, manifest: { minCommitIdLength: 65 } }, ['/manifest/minCommitIdLength']],
  ];

  test.each(refusals)('for %s', (_, contract, paths) => {
    expect(complaintsAbout(contract)).toStrictEqual(paths);
  });

  test('for everything that is wrong with it at once', () => {
    const wrong = { ...shipped, version: 2, severities: ['low', 'low'], limits: { openThreads: 0, depth: 0 } };
    expect(complaintsAbout(wrong).sort()).toStrictEqual([
      '/limits/depth',
      '/limits/openThreads',
      '/severities/1',
      '/version',
    ]);
  });
});

test.each([
  ['Why?', 'why?'],
  ['  Why\t\n so? ', 'why so?'],
  ['\u00a0WHY?\ufeff', 'why?'],
])('the question %j is asked as %j', (question, normal) => {
  expect(normalQuestion(question)).toBe(normal);
});
