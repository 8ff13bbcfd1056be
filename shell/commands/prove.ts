/** `prove`: shows that the cases prove the contract, or which case is missing. */
import { proofOf, proofReportOf } from '../../harness/proof.ts';
import { proofText } from '../../harness/reporters/proof.ts';
import { runCases } from '../../harness/run.ts';
import { loadCorpus } from '../corpus.ts';
import { differs, success } from '../exit-status.ts';
import { say, writeJson } from '../io.ts';
import type { Io } from '../io.ts';

export type ProveOptions = { readonly contract?: string; readonly json?: true };

/** Returns 0, or 1 when there is a gap. Throws `Broken` for what cannot be loaded. */
export async function prove(io: Io, paths: readonly string[], options: ProveOptions): Promise<number> {
  const { cases, contract } = await loadCorpus(io, paths, options.contract);
  const proof = proofOf(await runCases(cases, contract));
  if (options.json) {
    await writeJson(io, proofReportOf(cases, contract, proof));
    for (const gap of proof.gaps) say(io, `control-shell: ${gap}`);
  } else await io.out(proofText(proof));
  return proof.gaps.length === 0 ? success : differs;
}
