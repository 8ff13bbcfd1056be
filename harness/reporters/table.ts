/** The decision table for a terminal, gate by gate; the decision's code is always printed, matched or not. */
import { gateIds } from '../../src/index.ts';
import { escapeControls } from '../../src/contract/controls.ts';
import type { CaseRun } from '../run.ts';

type Paint = (text: string) => string;
/** How the table looks; without colours every paint leaves its text as it is. */
export type Look = {
  readonly explain: boolean;
  readonly color: { readonly green: Paint; readonly red: Paint; readonly bold: Paint; readonly dim: Paint };
};

/** The table of one run of cases, ready to be printed. */
export function tableOf(runs: readonly CaseRun[], { explain, color }: Look): string {
  const idWidth = widest(runs.map(({ tested }) => tested.id));
  const codeWidth = widest(runs.map(({ decision }) => decision.code));

  const row = (run: CaseRun): string => {
    const { tested, decision, differences } = run;
    const verdict = differences.length === 0 ? color.green('match  ') : color.red('DIFFERS');
    const cells = [tested.id.padEnd(idWidth), decision.code.padEnd(codeWidth), decision.rule ?? '-'];
    const lines = [
      `  ${verdict}  ${cells.join('  ')}`,
      ...differences.map((line) => `           ${color.red(escapeControls(line))}`),
    ];
    if (explain) lines.push(...explanationOf(run).map((line) => `           ${color.dim(escapeControls(line))}`));
    return lines.join('\n');
  };

  const sections = gateIds.flatMap((gate) => {
    const own = runs.filter(({ tested }) => tested.gate === gate);
    return own.length === 0 ? [] : [`${color.bold(gate)}  ${tally(own)}\n${own.map(row).join('\n')}\n`];
  });
  return `${sections.join('\n')}\n${tally(runs)}\n`;
}

function explanationOf({ tested, decision }: CaseRun): readonly string[] {
  const { violations, more, recovery } = decision;
  return [
    tested.description,
    ...violations.map(({ rule, path, message }) => `${rule} at ${path === '' ? 'the input' : path}: ${message}`),
    ...(more > 0 ? [`violations not listed: ${more}`] : []),
    ...(recovery === null ? [] : [`next: ${recovery}`]),
  ];
}

function tally(runs: readonly CaseRun[]): string {
  const matched = runs.filter(({ differences }) => differences.length === 0).length;
  return `${matched} of ${runs.length} ${runs.length === 1 ? 'case matches' : 'cases match'}`;
}

function widest(words: readonly string[]): number {
  return words.reduce((width, word) => Math.max(width, word.length), 0);
}
