/** The public library: the gates, the evidence protocol and the port behind it, and what reviewers are told. */
import type { Contract } from './contract/contract.ts';
import type { Decision, GateId } from './contract/decision.ts';
import { judge, rowsOf } from './contract/rule-table.ts';
import type { RuleRow } from './contract/rule-table.ts';
import { evidenceRules } from './evidence/gate.ts';
import { admission } from './gates/admission.ts';
import { aggregate, aggregation } from './gates/aggregation.ts';
import type { AggregationDecision } from './gates/aggregation.ts';
import { assignment } from './gates/assignment.ts';
import { finding } from './gates/finding.ts';
import { permission } from './gates/permission.ts';

export { assignAll } from './brief/assign.ts';
export { promptFor } from './brief/prompt.ts';
export { askAgain, strangersIn } from './brief/retry.ts';
export type { Ask, Why } from './brief/retry.ts';
export { checkContract } from './contract/contract.ts';
export type { Contract } from './contract/contract.ts';
export { decisionCodes, gateIds, registry } from './contract/decision.ts';
export type { CodeOf, Decision, DecisionCode, Facts, GateId, Outcome, Violation } from './contract/decision.ts';
export type { RuleRow } from './contract/rule-table.ts';
export type { Report } from './contract/shape.ts';
export type { Evidence } from './evidence/bounded-answer.ts';
export type { EvidenceDecision, EvidenceOutcome } from './evidence/gate.ts';
export { readParentTurn } from './evidence/reader.ts';
export type { Runtime } from './evidence/reader.ts';
export type { Clock, ItemEntry, ItemPage, ItemRequest, SpawnRecord, ThreadItem } from './evidence/thread-store.ts';
export type { ThreadRecord, ThreadStore } from './evidence/thread-store.ts';
export { answerToolCall, parentTurnEvidence, toolPlan } from './evidence/tool.ts';
export type { Tool } from './evidence/tool.ts';
export type { Manifest } from './gates/admission.ts';
export type { AggregationDecision } from './gates/aggregation.ts';
export type { Assignment, Worker } from './gates/ownership.ts';
export type { Review } from './gates/review.ts';
export { shippedContract } from './shipped-contract.ts';

/** The gates that decide at once; evidence is a protocol and answers with a promise: see `readParentTurn`. */
export type PureGateId = Exclude<GateId, 'evidence'>;

type Decide<D extends Decision = Decision> = (contract: Contract, input: unknown) => D;

/** Decides one input. Total: whatever it is given, it returns a decision. */
export const decide: Readonly<Record<PureGateId, Decide> & { aggregation: Decide<AggregationDecision> }> = {
  admission: (contract, input) => judge(admission, contract, input).decision,
  assignment: (contract, input) => judge(assignment, contract, input).decision,
  finding: (contract, input) => judge(finding, contract, input).decision,
  aggregation: aggregate,
  permission: (contract, input) => judge(permission, contract, input).decision,
};

/** Every gate's rules in the order in which they speak: the very rows that decide. */
export const ruleTables: Readonly<Record<GateId, readonly RuleRow[]>> = {
  admission: rowsOf(admission),
  assignment: rowsOf(assignment),
  finding: rowsOf(finding),
  aggregation: rowsOf(aggregation),
  permission: rowsOf(permission),
  evidence: evidenceRules,
};
