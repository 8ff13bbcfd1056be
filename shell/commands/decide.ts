/** `decide`: one decision on one input, or with `--jsonl` one on every line. */
import { decideAny } from '../../harness/decide-any.ts';
import type { GateId } from '../../src/index.ts';
import { contractInForce } from '../corpus.ts';
import { statusOf } from '../exit-status.ts';
import { readJson, writeJson } from '../io.ts';
import type { Io } from '../io.ts';

export type DecideOptions = { readonly contract?: string; readonly jsonl?: true };

/** Returns the status of the outcome, with `--jsonl` that of all lines. Throws `Broken` for an input that is not JSON. */
export async function decide(io: Io, gate: GateId, file: string, options: DecideOptions): Promise<number> {
  const contract = await contractInForce(io, options.contract);
  if (options.jsonl) {
    const { decideLines } = await import('../decide-lines.ts');
    return decideLines(io, file, (input) => decideAny(gate, contract, input));
  }
  const decision = await decideAny(gate, contract, await readJson(io, file));
  await writeJson(io, decision);
  return statusOf[decision.outcome];
}
