import type { Contract } from './contract.ts';
import { opinion, type Opinion } from './opinion.ts';
import { closed, integer, listOf, ofInput, text, truth } from './shape.ts';

interface Request {
  readonly openThreads: number;
  readonly depth: number;
  readonly tools: readonly string[];
  readonly interactive?: boolean;
}

const requestInput = closed(
  { openThreads: integer(0), depth: integer(0), tools: listOf(text) },
  { interactive: truth },
);

export function permission(contract: Contract, input: unknown): Opinion {
  const shape = ofInput(requestInput, input);
  if (shape.length > 0) {
    return opinion('ALLOW', [{ rule: 'request-shape', code: 'DENY_REQUEST', paths: shape }], {});
  }
  const { openThreads, depth, tools, interactive } = input as Request;
  const unknown: string[] = [];
  const approval: string[] = [];
  for (const [index, tool] of tools.entries()) {
    if (contract.tools.approval.includes(tool)) approval.push(`/tools/${index}`);
    else if (!contract.tools.read.includes(tool)) unknown.push(`/tools/${index}`);
  }
  return opinion(
    'ALLOW',
    [
      {
        rule: 'threads-within-limit',
        code: 'DENY_THREADS',
        paths: openThreads > contract.limits.openThreads ? ['/openThreads'] : [],
      },
      { rule: 'depth-within-limit', code: 'DENY_DEPTH', paths: depth > contract.limits.depth ? ['/depth'] : [] },
      { rule: 'tools-known', code: 'DENY_TOOL', paths: unknown },
      // Choice: what offends is each tool that would have to ask, not that nobody is there.
      {
        rule: 'approval-can-surface',
        code: 'APPROVAL_UNAVAILABLE',
        paths: interactive === false ? approval : [],
      },
      { rule: 'tools-read-only', code: 'APPROVAL_REQUIRED', paths: approval },
    ],
    {},
  );
}
