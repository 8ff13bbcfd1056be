/** Runs a law; one that does not hold says its seed and path, and every judged input as the start of a case file. */
import * as fc from 'fast-check';
import type { GateId } from '../contract/decision.ts';
import { jsonText } from '../contract/json.ts';
import type { Decide, Law } from './laws.ts';

const readableText = 20_000;

/** What speaks against a law, to be replayed and to be kept as cases; an empty text when the law holds. */
export function refutation(gate: GateId, law: Law, decide: Decide, numRuns = 1000): string {
  const details = fc.check(law(decide), { numRuns, verbose: fc.VerbosityLevel.Verbose });
  if (!details.failed) return '';
  const judged: unknown[] = [];
  const again = law((contract, input) => {
    judged.push(input);
    return decide(contract, input);
  });
  if (details.counterexample !== null) again.run(details.counterexample);
  return [details.errorInstance, fc.defaultReportMessage(details), caseFile(gate, judged)].join('\n\n');
}

/** The same for a law of something that takes its time. */
export async function asyncRefutation(law: fc.IAsyncProperty<unknown>, numRuns = 1000): Promise<string> {
  const details = await fc.check(law, { numRuns, verbose: fc.VerbosityLevel.Verbose });
  return details.failed ? [details.errorInstance, fc.defaultReportMessage(details)].join('\n\n') : '';
}

/** What was judged last as a case file that only lacks what the contract expects. */
function caseFile(gate: GateId, inputs: readonly unknown[]): string {
  const cases = inputs.map((input, index) => ({
    name: `counterexample-${index + 1}`,
    description: 'say what is special about it',
    input,
    expect: { code: 'SAY_WHAT_THE_CONTRACT_SAYS' },
  }));
  const text = jsonText({ gate, description: 'found by a law that did not hold', cases });
  return text.length > readableText ? 'the judged inputs are too long to be shown' : `as a case file:\n${text}`;
}
