/** `parent_turn_evidence` as a runtime registers it: for which thread roles, with which schema, and who answers. */
import type { Contract } from '../contract/contract.ts';
import type { EvidenceOutcome } from './gate.ts';
import { readParentTurn } from './reader.ts';
import type { Runtime } from './reader.ts';

/** A tool as a runtime is told of it. */
export type Tool = { readonly name: string; readonly description: string; readonly inputSchema: object };

/** The input schema is the empty object: there is no member with which a turn could be named. */
export const parentTurnEvidence: Tool = {
  name: 'parent_turn_evidence',
  description:
    'Returns the recorded items of exactly the turn that started this thread. It takes no arguments: call it with {}.',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
};

/** The tools that a thread of this role gets from here: the evidence tool for the contract's roles, else none. */
export function toolPlan(contract: Contract, threadRole: string | null): readonly Tool[] {
  return threadRole !== null && contract.evidence.threadRoles.includes(threadRole) ? [parentTurnEvidence] : [];
}

/**
 * The handler behind the tool. `caller` is the thread that the runtime says is calling, `callArguments` what the model
 * sent; the model is answered with `text`.
 */
export function answerToolCall(runtime: Runtime, caller: string, callArguments: unknown): Promise<EvidenceOutcome> {
  return readParentTurn(runtime, { caller, arguments: callArguments });
}
