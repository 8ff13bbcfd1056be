/** `report`: writes the decision tables, or checks that the committed ones are those of the cases. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readBytes, unwritable } from '../../harness/json-file.ts';
import { howToSee, proofOf } from '../../harness/proof.ts';
import { firstDifferentLine, reportFiles } from '../../harness/reports.ts';
import { resultsOf } from '../../harness/results.ts';
import { runCases } from '../../harness/run.ts';
import { loadCorpus } from '../corpus.ts';
import { differs, success } from '../exit-status.ts';
import { say } from '../io.ts';
import type { Io } from '../io.ts';

export type ReportOptions = { readonly check?: true; readonly out: string; readonly contract?: string };

/** Returns 0, or 1 when a table is not up to date or a case differs. Throws `Broken` for what cannot be read or written. */
export async function report(io: Io, { check, out, contract: contractFile }: ReportOptions): Promise<number> {
  const { cases, contract } = await loadCorpus(io, [], contractFile);
  const runs = await runCases(cases, contract);
  const results = resultsOf(cases, contract, runs);
  const files = Object.entries(reportFiles(results, contract, proofOf(runs)));
  const folder = resolve(io.folder, out);
  const complaints = check
    ? files.map(([name, text]) => complaintOf(folder, out, name, text)).filter((one) => one !== undefined)
    : [];
  for (const complaint of complaints) say(io, complaint);
  if (!check) {
    try {
      mkdirSync(folder, { recursive: true });
      for (const [name, text] of files) writeFileSync(join(folder, name), text);
    } catch (error) {
      throw unwritable(error, out);
    }
  }
  for (const { id, matched } of results.cases) {
    if (!matched) say(io, `${id}: differs: ${howToSee(id)}`);
  }
  return complaints.length + results.summary.differed === 0 ? success : differs;
}

const howToMend = 'run the same command without `--check`';

/** What is wrong with a committed table, if it is not the one that the cases give. */
function complaintOf(folder: string, out: string, name: string, text: string): string | undefined {
  const shown = join(out, name);
  if (!existsSync(join(folder, name))) return `${shown}: is missing: ${howToMend}`;
  const committed = readBytes(join(folder, name), shown).toString('utf8');
  if (committed === text) return undefined;
  const { line, message } = firstDifferentLine(committed, text);
  return `${shown}:${line}: ${message}: ${howToMend}`;
}
