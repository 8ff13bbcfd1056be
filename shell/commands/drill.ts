/** `drill`: runs cases and prints the decision table. */
import { Broken } from '../../harness/broken.ts';
import type { Case } from '../../harness/load-cases.ts';
import { tableOf } from '../../harness/reporters/table.ts';
import type { Look } from '../../harness/reporters/table.ts';
import { runCases } from '../../harness/run.ts';
import { loadCorpus } from '../corpus.ts';
import { differs, success } from '../exit-status.ts';
import { say, writeJson } from '../io.ts';
import type { Io } from '../io.ts';

export type DrillOptions = {
  readonly suite?: string;
  readonly gate?: string;
  readonly case?: string;
  readonly contract?: string;
  readonly json?: true;
  readonly explain?: true;
};

/** Returns 0 when all selected cases match, 1 when some differ. Throws `Broken` for what cannot be loaded or selects nothing. */
export async function drill(io: Io, paths: readonly string[], options: DrillOptions): Promise<number> {
  const { cases, contract } = await loadCorpus(io, paths, options.contract);
  const selected = await select(cases, options);
  if (selected.length === 0) {
    const suites = [...new Set(cases.map(({ suite }) => suite))].join(', ');
    throw new Broken(`no case is selected: check \`--suite\`, \`--gate\` and \`--case\`; the suites are ${suites}`);
  }
  const runs = await runCases(selected, contract);
  const differing = runs.filter(({ differences }) => differences.length > 0);
  if (options.json) {
    const { resultsOf } = await import('../../harness/results.ts');
    await writeJson(io, resultsOf(cases, contract, runs));
    for (const { tested, differences } of differing) {
      for (const difference of differences) say(io, `${tested.id}: ${difference}`);
    }
  } else await io.out(tableOf(runs, { explain: options.explain ?? false, color: await colorsOf(io) }));
  return differing.length === 0 ? success : differs;
}

const asIs = (text: string): string => text;

async function colorsOf({ colors }: Io): Promise<Look['color']> {
  if (!colors) return { green: asIs, red: asIs, bold: asIs, dim: asIs };
  return (await import('picocolors')).default.createColors(true);
}

async function select(cases: readonly Case[], { suite, gate, case: glob }: DrillOptions): Promise<readonly Case[]> {
  if (glob === '') throw new Broken('`--case` is empty: give a glob over ids, such as `drill/**`');
  const matches = glob === undefined ? () => true : (await import('picomatch')).default(glob);
  return cases.filter(
    (one) =>
      (suite === undefined || one.suite === suite) && (gate === undefined || one.gate === gate) && matches(one.id),
  );
}
