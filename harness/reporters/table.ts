/** The decision table for a terminal, gate by gate; the decision's code is always printed, matched or not. */
import { gateIds } from '../../src/index.ts';
import { escapeControls } from '../../src/contract/controls.ts';
import type { Outcome } from '../run.ts';

type Paint = (text: string) => string;
/** How the table looks; without colours every paint leaves its text as it is. */
export type Look = {
  readonly explain: boolean;
  readonly color: { readonly green: Paint; readonly red: Paint; readonly bold: Paint; readonly dim: Paint };
};

export function tableOf(outcomes: readonly Outcome[], { explain, color }: Look): string {
  const idWidth = Math.max(...outcomes.map(({ one }) => one.id.length));
  const codeWidth = Math.max(...outcomes.map(({ decision }) => decision.code.length));

  const row = (outcome: Outcome): string => {
    const { one, decision, differences } = outcome;
    const verdict = differences.length === 0 ? color.green('match  ') : color.red('DIFFERS');
    const cells = [one.id.padEnd(idWidth), decision.code.padEnd(codeWidth), decision.rule ?? '-'];
    const lines = [
      `  ${verdict}  ${cells.join('  ')}`,
      ...differences.map((line) => `           ${color.red(plain(line))}`),
    ];
    if (explain) lines.push(...explanationOf(outcome).map((line) => `           ${color.dim(plain(line))}`));
    return lines.join('\n');
  };

  const sections = gateIds.flatMap((gate) => {
    const own = outcomes.filter(({ one }) => one.gate === gate);
    return own.length === 0 ? [] : [`${color.bold(gate)}  ${tally(own)}\n${own.map(row).join('\n')}\n`];
  });
  return `${sections.join('\n')}\n${tally(outcomes)}\n`;
}

function explanationOf({ one, decision }: Outcome): readonly string[] {
  const { violations, more, recovery } = decision;
  return [
    one.description,
    ...violations.map(({ rule, path, message }) => `${rule} at ${path === '' ? 'the input' : path}: ${message}`),
    ...(more > 0 ? [`and ${more} more violations`] : []),
    ...(recovery === null ? [] : [`next: ${recovery}`]),
  ];
}

function tally(outcomes: readonly Outcome[]): string {
  const matched = outcomes.filter(({ differences }) => differences.length === 0).length;
  return `${matched} of ${outcomes.length} ${outcomes.length === 1 ? 'case matches' : 'cases match'}`;
}

function plain(line: string): string {
  return escapeControls(line);
}
