/** Permission: may this thread be started, or this tool be used? Default deny: what the contract does not list is refused. */
import type { z } from 'zod';
import type { Contract } from '../contract/contract.ts';
import type { CodeOf } from '../contract/decision.ts';
import { reading } from '../contract/rule-table.ts';
import type { Gate, Rule, ShapeRule } from '../contract/rule-table.ts';
import { shapeOf } from '../contract/shape.ts';
import type { Report } from '../contract/shape.ts';
import { schemas } from '../contract/shapes.gen.ts';
import type { permissionInput } from '../contract/shapes.ts';
import { show } from '../contract/show.ts';

export type PermissionRequest = Readonly<z.infer<typeof permissionInput>>;

const shape: ShapeRule<PermissionRequest, CodeOf<'permission'>> = {
  id: 'request-shape',
  code: 'DENY_REQUEST',
  when: 'a required key is missing, a key is unknown, or a type is wrong',
  read: reading(shapeOf(schemas.permissionInput), (request: PermissionRequest) => request),
};

const rules: readonly Rule<PermissionRequest, CodeOf<'permission'>>[] = [
  {
    id: 'threads-within-limit',
    code: 'DENY_THREADS',
    when: 'more worker threads would be open than the contract allows',
    check: ({ openThreads }, report, { limits }) => {
      if (openThreads > limits.openThreads) {
        report(
          '/openThreads',
          `${openThreads} worker threads would be open, the contract allows ${limits.openThreads}`,
        );
      }
    },
  },
  {
    id: 'depth-within-limit',
    code: 'DENY_DEPTH',
    when: 'the thread stands deeper than the contract allows, the root being 0',
    check: ({ depth }, report, { limits }) => {
      if (depth > limits.depth) report('/depth', `the depth is ${depth}, the contract allows ${limits.depth}`);
    },
  },
  {
    id: 'tools-known',
    code: 'DENY_TOOL',
    when: 'a tool stands in neither list of the contract, names compared exactly',
    check: ({ tools }, report, contract) => {
      const listed = new Set([...contract.tools.read, ...contract.tools.approval]);
      for (const [index, tool] of tools.entries()) {
        if (!listed.has(tool)) report(`/tools/${index}`, `${show(tool)} is not a tool of the contract`);
      }
    },
  },
  {
    id: 'approval-can-surface',
    code: 'APPROVAL_UNAVAILABLE',
    when: 'a tool needs an approval and `interactive` is `false`: one that cannot be shown fails',
    check: (request, report, contract) => {
      if (request.interactive === false) {
        reportApprovals(request, report, contract, 'needs an approval that nobody here can be asked for');
      }
    },
  },
  {
    id: 'tools-read-only',
    code: 'APPROVAL_REQUIRED',
    when: 'a tool is one of those that need an approval',
    check: (request, report, contract) => reportApprovals(request, report, contract, 'needs an approval'),
  },
];

export const permission: Gate<'permission', PermissionRequest> = {
  pass: 'ALLOW',
  shape,
  rules,
  facts: () => ({}),
};

function reportApprovals({ tools }: PermissionRequest, report: Report, contract: Contract, why: string): void {
  const approval = new Set(contract.tools.approval);
  for (const [index, tool] of tools.entries()) {
    if (approval.has(tool)) report(`/tools/${index}`, `${show(tool)} ${why}`);
  }
}
