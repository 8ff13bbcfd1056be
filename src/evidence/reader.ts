/** The bounded reader: from a call to the items of exactly the turn that spawned the caller, page by page. */
import type { Contract } from '../contract/contract.ts';
import { isDeeperThan } from '../contract/json.ts';
import { shapeOf } from '../contract/shape.ts';
import type { Shape } from '../contract/shape.ts';
import { schemas } from '../contract/shapes.gen.ts';
import { show } from '../contract/show.ts';
import { boundedAnswer } from './bounded-answer.ts';
import { provide, refuse, violatedAt } from './gate.ts';
import type { EvidenceOutcome, Step } from './gate.ts';
import type { Clock, ItemRequest, SpawnRecord, ThreadStore } from './thread-store.ts';
import { spawnOf, transcriptOf } from './transcript.ts';
import type { Transcript } from './transcript.ts';

export type Runtime = { readonly contract: Contract; readonly store: ThreadStore; readonly clock: Clock };

/** A store must answer within this time. */
const patienceMilliseconds = 10_000;
/** The most that a page may be asked for, as Codex has it. */
const largestPage = 100;
/** An answer nested deeper than this cannot be serialised, so it is not read. */
const deepestAnswer = 1000;

const recordShape = shapeOf(schemas.threadRecord);
const pageShape = shapeOf(schemas.itemPage);

/** Answers one call. Never rejects: whatever JSON the store answers, and whatever else it does, becomes a decision. */
export async function readParentTurn(runtime: Runtime, call: unknown): Promise<EvidenceOutcome> {
  const { contract } = runtime;
  const transcript = transcriptOf(call);
  const violated = (step: Step) => violatedAt(step, transcript, contract);

  const refusedCall = violated('call');
  if (refusedCall) return refuse(refusedCall, transcript);

  await readRecord(runtime, transcript, (call as { caller: string }).caller);
  const refusedRecord = violated(transcript.failure === null ? 'record' : 'page');
  if (refusedRecord) return refuse(refusedRecord, transcript);

  // The record's rules held, so there is exactly one parent turn.
  const spawn = spawnOf(transcript.record) as SpawnRecord;
  const answer = boundedAnswer(contract.evidence, spawn);
  if (!answer.fitsEmpty()) transcript.failure = 'the ids of the parent turn alone pass the bytes of an answer';
  const refusedBoundary = violated('page');
  if (refusedBoundary) return refuse(refusedBoundary, transcript);
  for (let cursor: string | null = null; ;) {
    const limit = Math.min(answer.wanted(), largestPage);
    await readPage(runtime, transcript, { threadId: spawn.threadId, turnId: spawn.turnId, cursor, limit });
    const refusedPage = violated('page');
    if (refusedPage) return refuse(refusedPage, transcript);
    if (transcript.page) answer.take(transcript.page);
    cursor = transcript.page?.nextCursor ?? null;
    if (cursor === null || answer.ended()) break;
  }
  transcript.truncated = answer.truncated();
  return provide(answer.seal(), violated('answer'), transcript);
}

async function readRecord({ store, clock }: Runtime, transcript: Transcript, caller: string): Promise<void> {
  const reply = await inTime(clock, () => store.readThread(caller), recordShape);
  if ('failure' in reply) transcript.failure = reply.failure;
  else transcript.record = reply.value;
}

async function readPage({ store, clock }: Runtime, transcript: Transcript, request: ItemRequest): Promise<void> {
  if (request.cursor !== null) transcript.cursorsUsed.add(request.cursor);
  const reply = await inTime(clock, () => store.listItems(request), pageShape);
  if ('failure' in reply) {
    transcript.page = null;
    transcript.failure = reply.failure;
    transcript.pagesRead += Number(reply.answered);
  } else {
    transcript.page = reply.value;
    transcript.listed ||= reply.value.data.length > 0;
    transcript.pagesRead += 1;
  }
}

type Reply<T> = { readonly value: T } | { readonly failure: string; readonly answered: boolean };

/** Waits for the store, but not for ever, and believes only an answer of the right shape. */
async function inTime<T>(clock: Clock, ask: () => Promise<T>, shape: Shape): Promise<Reply<T>> {
  const timer = clock.after(patienceMilliseconds);
  const late = timer.elapsed.then((): Reply<T> => ({
    failure: `the store did not answer within ${patienceMilliseconds / 1000} s`,
    answered: false,
  }));
  try {
    return await Promise.race([answerOf(ask, shape), late]);
  } finally {
    timer.cancel();
  }
}

async function answerOf<T>(ask: () => Promise<T>, shape: Shape): Promise<Reply<T>> {
  try {
    const value = await ask();
    if (shape(value) && !isDeeperThan(deepestAnswer, value)) return { value };
    return { failure: 'the store gave an answer that cannot be read', answered: true };
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    return { failure: `the store failed: ${show(why)}`, answered: false };
  }
}
