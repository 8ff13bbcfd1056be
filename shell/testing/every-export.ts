/** A program of somebody who has the package installed. */

/** Uses every export, over a thread store of its own; it compiles without the types of Node.js. */
export const everyExport = `
import {
  answerToolCall, askAgain, assignAll, checkContract, decide, decisionCodes, gateIds, parentTurnEvidence, promptFor,
  readParentTurn, registry, ruleTables, shippedContract, strangersIn, toolPlan,
} from 'control-shell';
import type {
  AggregationDecision, Ask, Assignment, Clock, CodeOf, Contract, Decision, DecisionCode, Evidence, EvidenceDecision, EvidenceOutcome, Facts,
  GateId, ItemEntry, ItemPage, ItemRequest, Manifest, Outcome, PureGateId, Report, Review, RuleRow, Runtime, SpawnRecord, ThreadItem,
  ThreadRecord, ThreadStore, Tool, Violation, Why, Worker,
} from 'control-shell';
import { Broken, loadFolder, resultsOf, runCase, runCases, SimulatedStore } from 'control-shell/harness';
import type {
  Case, CaseRun, Corpus, Difference, Expectation, Place, Problem, Results, StoreData,
} from 'control-shell/harness';
import { publishedSchema, schemaNames } from 'control-shell/schemas';
import type { SchemaName } from 'control-shell/schemas';
import json from 'control-shell/contract.json' with { type: 'json' };

const contract: Contract = { ...shippedContract, limits: { openThreads: 5, depth: 1 } };
// @ts-expect-error a contract is never changed in its place
contract.limits.depth = 1;
// @ts-expect-error there are six gates, and one of them answers with a promise
decide.evidence;

const spawn: SpawnRecord = { threadId: 'parent', turnId: 'turn' };
const item: ThreadItem = { id: 'item', type: 'agentMessage', text: 'done' };

const store: ThreadStore = {
  async readThread(threadId): Promise<ThreadRecord | null> {
    return threadId === 'child' ? { threadRole: 'reviewer', spawnedBy: [spawn] } : null;
  },
  async listItems({ turnId }: ItemRequest): Promise<ItemPage> {
    const entry: ItemEntry = { turnId, item };
    return { data: [entry], nextCursor: null };
  },
};
const clock: Clock = { after: () => ({ elapsed: new Promise(() => {}), cancel() {} }) };
const runtime: Runtime = { contract, store, clock };

const flaws: string[] = [];
const report: Report = (path) => void flaws.push(path);
checkContract({ ...contract, severities: [] }, report);
const value: unknown = JSON.parse(JSON.stringify(contract));
const read: Contract | undefined = checkContract(value) ? value : undefined;

const request: unknown = { openThreads: 5, depth: 1, tools: [] };
const decided: Decision = decide.permission(contract, request);
const outcome: EvidenceOutcome = await readParentTurn(runtime, { caller: 'child', arguments: {} });
const { text } = await answerToolCall(runtime, 'child', { turnId: 'another' });
const evidence: Evidence | undefined = outcome.decision.evidence;
const plan: readonly Tool[] = toolPlan(contract, 'reviewer');

const bound: Manifest = { base: '1a2b3c4d', head: '5e6f7a8b', diffSha256: 'e'.repeat(64), changedFiles: ['a.ts'] };
const assignment: Assignment | undefined = assignAll(contract, bound);
const worker = assignment?.workers[0] as Worker;
const told: string = promptFor(contract, bound, worker, {});
const review = { manifest: bound, observed: { head: bound.head, diffSha256: bound.diffSha256 }, assignment, packets: [] };
const aggregated: AggregationDecision = decide.aggregation(contract, review);
const asks: readonly Ask[] = askAgain(contract, review, bound);
const why: readonly Why[] = asks[0]?.why ?? [];

const gates: readonly GateId[] = gateIds;
const pure: PureGateId = 'finding';
const code: CodeOf<'permission'> = 'ALLOW';
const expected: Outcome = registry[code].outcome;
const codes: readonly DecisionCode[] = decisionCodes;
const rows: readonly RuleRow[] = ruleTables[pure];

const declared: StoreData = { pageSize: 1, fault: 'throws', threads: [] };
const failure = await new SimulatedStore(declared).listItems({ ...spawn, cursor: null, limit: 1 }).then(
  () => 'none',
  (error: unknown) => String(error),
);

const corpus: Corpus = await loadFolder('node_modules/control-shell/cases');
const first = corpus.cases[0] as Case;
const one: CaseRun = await runCase(first, corpus.contract);
const runs = await runCases(corpus.cases, corpus.contract);
const results: Results = resultsOf(corpus.cases, corpus.contract, runs);
const differences: readonly Difference[] = one.differences;
const asserted: Expectation = first.expect;

let place: Place | undefined;
try {
  await loadFolder('nowhere');
} catch (error) {
  const problems: readonly Problem[] = error instanceof Broken ? error.problems : [];
  place = problems[0]?.place;
}

const names: readonly SchemaName[] = schemaNames;
const schemas = names.map((name) => publishedSchema(name, contract));

export type Unused = [EvidenceDecision, Facts, Review, Violation];
export const answers = {
  decided: decided.code,
  expected,
  evidence: evidence?.items,
  text: (JSON.parse(text) as { error: string }).error,
  plan: plan.includes(parentTurnEvidence),
  told: told.split('\\n')[0],
  missing: aggregated.review?.findings,
  asks: asks.length,
  why,
  gates: gates.length,
  codes: codes.includes(code),
  rows: rows[0]?.id,
  failure,
  flaws,
  read: read?.name,
  strangers: strangersIn(contract, { ...review, packets: [{}] }),
  differences,
  asserted: asserted.code === one.decision.code,
  differed: results.summary.differed,
  place,
  schemas: schemas.length === names.length,
  json: json.name,
};
`;

/** What `everyExport` is to answer. */
export const everyAnswer = {
  decided: 'ALLOW',
  expected: 'pass',
  evidence: [{ turnId: 'turn', item: { id: 'item', type: 'agentMessage', text: 'done' } }],
  text: 'DENY_LOCATOR',
  plan: true,
  told: '# Review: `correctness`',
  missing: [],
  asks: 4,
  why: [{ reason: 'missing' }],
  gates: 6,
  codes: true,
  rows: 'finding-shape',
  failure: 'Error: the simulated store fails on request',
  flaws: ['/severities'],
  read: 'pr-review',
  strangers: [0],
  differences: [],
  asserted: true,
  differed: 0,
  place: { file: 'nowhere' },
  schemas: true,
  json: 'pr-review',
};
