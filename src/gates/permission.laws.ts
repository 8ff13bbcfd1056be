/** The laws of permission: what is not listed is denied, and asking for less is never worse. Only tests import this file. */
import * as fc from 'fast-check';
import type { Contract } from '../contract/contract.ts';
import { someContract } from '../testing/contracts.ts';
import { closedGateLaws } from '../testing/gate-laws.ts';
import { agree, hold, placed, violatedRules } from '../testing/laws.ts';
import type { Laws } from '../testing/laws.ts';
import { anyText, textUnlike } from '../testing/texts.ts';
import type { PermissionRequest } from './permission.ts';

type Subject = { readonly contract: Contract; readonly input: PermissionRequest };

const largest = Number.MAX_SAFE_INTEGER;

/** A count on either side of a limit, and often at it. */
function around(limit: number): fc.Arbitrary<number> {
  const near = [limit - 1, limit, limit + 1].filter((count) => count <= largest);
  return fc.oneof(fc.constantFrom(...near), fc.integer({ min: 0, max: largest }), fc.integer({ min: 0, max: limit }));
}

/** Any request, over the tools of the contract and some others. */
const requests: fc.Arbitrary<Subject> = someContract.chain((contract) => {
  const { read, approval } = contract.tools;
  const tool = fc.oneof(
    ...[read, approval].filter((list) => list.length > 0).map((list) => fc.constantFrom(...list)),
    anyText,
  );
  return fc
    .record(
      {
        openThreads: around(contract.limits.openThreads),
        depth: around(contract.limits.depth),
        tools: fc.oneof(fc.subarray([...read]), fc.subarray([...read, ...approval]), fc.array(tool, { maxLength: 4 })),
        interactive: fc.boolean(),
      },
      { requiredKeys: ['openThreads', 'depth', 'tools'] },
    )
    .map((input) => ({ contract, input }));
});

/** Requests that the contract allows. */
const allowed: fc.Arbitrary<Subject> = requests.map(({ contract, input }) => {
  const { limits, tools } = contract;
  const openThreads = Math.min(input.openThreads, limits.openThreads);
  const depth = Math.min(input.depth, limits.depth);
  return {
    contract,
    input: { ...input, openThreads, depth, tools: input.tools.filter((one) => tools.read.includes(one)) },
  };
});

export const laws: Laws = {
  ...closedGateLaws('permission', requests),

  'read tools within both limits are allowed': (decide) =>
    fc.property(allowed, ({ contract, input }) => {
      const { code, violations, facts } = decide(contract, input);
      agree({ code, violations, facts }, { code: 'ALLOW', violations: [], facts: {} });
    }),

  'the violated rules are exactly those of the contract’s page': (decide) =>
    fc.property(requests, ({ contract, input }) => agree(placed(decide(contract, input)), flawsOf(input, contract))),

  'asking for less never turns a pass into a refusal, nor violates a rule that held': (decide) =>
    fc.property(
      requests.chain(({ contract, input }) =>
        fc
          .record({
            openThreads: fc.nat({ max: input.openThreads }),
            depth: fc.nat({ max: input.depth }),
            tools: fc.subarray([...input.tools]),
          })
          .map((less) => ({ contract, input, less: { ...input, ...less } })),
      ),
      ({ contract, input, less }) => {
        const before = decide(contract, input);
        const after = decide(contract, less);
        hold(before.outcome !== 'pass' || after.outcome === 'pass', 'less of what passed passes', less);
        const held = violatedRules(after).filter((rule) => !violatedRules(before).includes(rule));
        agree(held, [], 'the newly violated rules');
      },
    ),

  'as many threads as the limit says are allowed, one more is denied': (decide) =>
    fc.property(allowed, ({ contract, input }) => {
      const { openThreads } = contract.limits;
      agree(decide(contract, { ...input, openThreads }).code, 'ALLOW', 'the code at the limit');
      fc.pre(openThreads < largest);
      const above = decide(contract, { ...input, openThreads: openThreads + 1 });
      agree([above.code, ...placed(above)], ['DENY_THREADS', 'threads-within-limit /openThreads']);
    }),

  'as deep as the limit says is allowed, one deeper is denied': (decide) =>
    fc.property(allowed, ({ contract, input }) => {
      const { depth } = contract.limits;
      agree(decide(contract, { ...input, depth }).code, 'ALLOW', 'the code at the limit');
      fc.pre(depth < largest);
      const above = decide(contract, { ...input, depth: depth + 1 });
      agree([above.code, ...placed(above)], ['DENY_DEPTH', 'depth-within-limit /depth']);
    }),

  'a tool that no list of the contract holds is denied, however like one it looks': (decide) =>
    fc.property(
      allowed.chain((subject) => {
        const { read, approval } = subject.contract.tools;
        return textUnlike([...read, ...approval][0] ?? 'read_file').map((tool) => ({ ...subject, tool }));
      }),
      fc.nat(),
      ({ contract, input, tool }, where) => {
        fc.pre(![...contract.tools.read, ...contract.tools.approval].includes(tool));
        const at = where % (input.tools.length + 1);
        const decision = decide(contract, { ...input, tools: input.tools.toSpliced(at, 0, tool) });
        agree([decision.code, ...placed(decision)], ['DENY_TOOL', `tools-known /tools/${at}`]);
      },
    ),

  'a tool that needs an approval never passes, and without anyone to ask it is denied': (decide) =>
    fc.property(
      allowed.filter(({ contract }) => contract.tools.approval.length > 0),
      fc.nat(),
      ({ contract, input }, which) => {
        const { interactive: _, ...plain } = input;
        const { approval } = contract.tools;
        const tools = [...input.tools, approval[which % approval.length] ?? ''];
        const codes = [undefined, true, false].map((interactive) => {
          const asked = interactive === undefined ? { ...plain, tools } : { ...plain, tools, interactive };
          const { code, outcome } = decide(contract, asked);
          return `${code} ${outcome}`;
        });
        agree(codes, ['APPROVAL_REQUIRED approval', 'APPROVAL_REQUIRED approval', 'APPROVAL_UNAVAILABLE deny']);
      },
    ),
};

/** The agreed rules, in their order, with at most the twenty places that are listed for each. */
function flawsOf(
  { openThreads, depth, tools, interactive }: PermissionRequest,
  { limits, tools: lists }: Contract,
): string[] {
  const where = (rule: string, offends: (tool: string) => boolean): string[] =>
    tools.flatMap((tool, index) => (offends(tool) ? [`${rule} /tools/${index}`] : [])).slice(0, 20);
  const needsApproval = (tool: string): boolean => lists.approval.includes(tool);
  return [
    ...(openThreads > limits.openThreads ? ['threads-within-limit /openThreads'] : []),
    ...(depth > limits.depth ? ['depth-within-limit /depth'] : []),
    ...where('tools-known', (tool) => !lists.read.includes(tool) && !lists.approval.includes(tool)),
    ...where('approval-can-surface', (tool) => interactive === false && needsApproval(tool)),
    ...where('tools-read-only', needsApproval),
  ];
}
