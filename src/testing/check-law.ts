/** Runs a law; one that does not hold says its seed and path, and keeps every judged input as a case. */
import * as fc from 'fast-check';
import type { Contract } from '../contract/contract.ts';
import type { Decision, GateId } from '../contract/decision.ts';
import { canonicalJson, jsonText } from '../contract/json.ts';
import type { Decide, Law } from './laws.ts';

const readableText = 20_000;

/** Inputs that were judged under one contract, as a case file. */
export type Found = { readonly contract: Contract; readonly caseFile: object };

/** Puts cases and their contract where an author finds them, and says where. */
export type Keep = (name: string, found: Found) => string;

/** What speaks against a law, to be replayed and to be kept as cases; an empty text when the law holds. */
export function refutation(
  gate: GateId,
  law: Law,
  decide: Decide,
  { numRuns = 1000, keep }: { readonly numRuns?: number; readonly keep?: Keep } = {},
): string {
  const details = fc.check(law(decide), { numRuns, verbose: fc.VerbosityLevel.Verbose });
  if (!details.failed) return '';
  const under = new Map<string, { readonly contract: Contract; readonly judged: Map<string, Judged> }>();
  const again = law((contract, input) => {
    const decision = decide(contract, input);
    const key = canonicalJson(contract);
    const { judged } = under.get(key) ?? { judged: new Map<string, Judged>() };
    under.set(key, { contract, judged: judged.set(canonicalJson(input), { input, decision }) });
    return decision;
  });
  if (details.counterexample !== null) again.run(details.counterexample);
  const kept = [...under.values()].map(({ contract, judged }, index) => {
    const found = { contract, caseFile: caseFile(gate, [...judged.values()]) };
    return keep
      ? `kept as cases in ${keep(`${gate}-${details.seed}-${index + 1}`, found)}`
      : `as a case file:\n${shown(found.caseFile)}`;
  });
  return [details.errorInstance, fc.defaultReportMessage(details), ...kept].join('\n\n');
}

/** The same for a law of something that takes its time. */
export async function asyncRefutation(law: fc.IAsyncProperty<unknown>, numRuns = 1000): Promise<string> {
  const details = await fc.check(law, { numRuns, verbose: fc.VerbosityLevel.Verbose });
  return details.failed ? [details.errorInstance, fc.defaultReportMessage(details)].join('\n\n') : '';
}

type Judged = { readonly input: unknown; readonly decision: Decision };

/** What was judged, as a case file that loads; what it expects is what was decided, and for its author to put right. */
function caseFile(gate: GateId, judged: readonly Judged[]): object {
  return {
    gate,
    description: 'found by a law that did not hold',
    cases: judged.map(({ input, decision: { code, rule } }, index) => ({
      name: `counterexample-${index + 1}`,
      description: 'say what is special about it',
      note: 'this is what was decided when the law did not hold: expect what the contract says instead',
      input,
      expect: { code, rule },
    })),
  };
}

function shown(file: object): string {
  const text = jsonText(file);
  return text.length > readableText ? 'the judged inputs are too long to be shown' : text;
}
