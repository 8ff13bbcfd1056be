/** `report`: writes the decision tables, or checks that the committed ones are those of the cases. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readBytes, unwritable } from '../../harness/json-file.ts';
import { firstDifferentLine, reportFiles } from '../../harness/reports.ts';
import { resultsOf } from '../../harness/results.ts';
import { runCases } from '../../harness/run.ts';
import { loadCorpus } from '../corpus.ts';
import { differs, success } from '../exit-status.ts';
import { say } from '../io.ts';
import type { Io } from '../io.ts';

export type ReportOptions = { readonly check?: true; readonly out: string; readonly contract?: string };

export async function report(io: Io, { check, out, contract: contractFile }: ReportOptions): Promise<number> {
  const { cases, contract } = await loadCorpus(io, [], contractFile);
  const results = resultsOf(cases, contract, await runCases(cases, contract));
  const files = Object.entries(reportFiles(results));
  const folder = resolve(io.folder, out);
  const stale = check ? files.filter(([name, text]) => isStale(io, folder, join(out, name), name, text)) : [];
  if (!check) {
    try {
      mkdirSync(folder, { recursive: true });
      for (const [name, text] of files) writeFileSync(join(folder, name), text);
    } catch (error) {
      throw unwritable(error, out);
    }
  }
  if (results.summary.differed > 0)
    say(io, `control-shell: cases that differ: ${results.summary.differed}; \`drill\` says where`);
  return stale.length + results.summary.differed === 0 ? success : differs;
}

function isStale(io: Io, folder: string, shown: string, name: string, text: string): boolean {
  const path = join(folder, name);
  if (!existsSync(path)) {
    say(io, `${shown}: is missing: run \`control-shell report\``);
    return true;
  }
  const committed = readBytes(path, shown).toString('utf8');
  if (committed === text) return false;
  const { line, message } = firstDifferentLine(committed, text);
  say(io, `${shown}:${line}: ${message}: run \`control-shell report\``);
  return true;
}
