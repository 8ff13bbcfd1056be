/** Asks both opinions about the same inputs, and says where they part. */
import * as fc from 'fast-check';
import type { Contract, GateId } from '../../../src/index.ts';
import type { Subject } from '../../../src/testing/laws.ts';
import { decideAny } from '../../decide-any.ts';
import { admission } from '../admission.ts';
import { aggregation } from '../aggregation.ts';
import { assignment } from '../assignment.ts';
import { evidence } from '../evidence.ts';
import { finding } from '../finding.ts';
import { canonical } from '../json.ts';
import type { Opinion } from '../opinion.ts';
import { permission } from '../permission.ts';
import { subjects } from './subjects.ts';

type Model = (contract: Contract, input: unknown) => Opinion;

const models: Readonly<Record<GateId, Model>> = {
  admission,
  assignment,
  finding,
  aggregation,
  permission,
  evidence,
};

export interface Agreement {
  /** How many inputs got which code from the gate. */
  readonly codes: Readonly<Record<string, number>>;
  /** The first input about which the two do not agree, with the seed that makes it again; an empty text if there is none. */
  readonly disagreement: string;
}

const readableText = 20_000;

/** What is compared; gate, outcome, recovery and the codes of violations follow from it, and words are not stable. */
function comparable(it: Opinion): unknown {
  return {
    code: it.code,
    rule: it.rule,
    violations: it.violations.map(({ rule, path }) => `${rule} ${path}`),
    more: it.more,
    facts: it.facts,
    review: it.review ?? null,
    // As text: the order of its members is part of what is sent.
    evidence: it.evidence === undefined ? null : JSON.stringify(it.evidence),
  };
}

/** What the gate decides, and what the two say where that is not the same; an empty text where it is. */
async function compared(gate: GateId, model: Model, { contract, input }: Subject) {
  const decision = (await decideAny(gate, contract, input)) as Opinion;
  const says = canonical(comparable(decision));
  const naive = canonical(comparable(model(contract, input)));
  return { code: decision.code, text: says === naive ? '' : `gate:     ${says}\nmodel:    ${naive}` };
}

/** What the two say of one input, where that is not the same; an empty text where it is. */
export async function differenceOf(gate: GateId, subject: Subject): Promise<string> {
  return (await compared(gate, models[gate], subject)).text;
}

/** Asks about that many inputs, or fewer, when the two part. */
export async function agreementOf(
  gate: GateId,
  numRuns: number,
  { seed, model = models[gate] }: { readonly seed?: number | undefined; readonly model?: Model } = {},
): Promise<Agreement> {
  const codes: Record<string, number> = {};
  let parted = false;
  const property = fc.asyncProperty(subjects[gate], async (subject) => {
    const { code, text } = await compared(gate, model, subject);
    // What is asked after that is asked to make the input smaller.
    if (!parted) codes[code] = (codes[code] ?? 0) + 1;
    parted ||= text !== '';
    return text === '';
  });
  const details = await fc.check(property, { numRuns, ...(seed !== undefined && { seed }) });
  if (!details.failed) return { codes, disagreement: '' };
  const heading = `${gate}: the gate and the model do not agree; seed ${details.seed}, path ${details.counterexamplePath}`;
  const [subject] = details.counterexample ?? [];
  if (subject === undefined) return { codes, disagreement: heading };
  const report = [
    heading,
    `input:    ${canonical(subject.input).slice(0, readableText)}`,
    `contract: ${canonical(subject.contract).slice(0, readableText)}`,
    await compared(gate, model, subject).then(
      ({ text }) => text.slice(0, readableText),
      (error: unknown) => `one of them throws: ${String(error)}`,
    ),
  ];
  return { codes, disagreement: report.join('\n') };
}
