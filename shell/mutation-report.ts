/** What a mutation run says: the score by file, every survivor with the reason why no test can tell it, what is lacking. */
import { byCodeUnits } from '../src/contract/json.ts';
import { markdownName, markdownText } from '../harness/escape.ts';

/** A mutant as a run leaves it; `file` from the root of the checkout, `line` 1-based. */
export type Mutant = Change & { readonly line: number; readonly status: Status };

/** What is changed: in which line of source, as it stands, what becomes what. White space counts once. */
type Change = {
  readonly file: string;
  readonly source: string;
  readonly mutator: string;
  readonly from: string;
  readonly to: string;
};

/** Why a change is none: no input, whatever it is, gets another answer. Each is for one survivor. */
export type Reason = Change & { readonly reason: string };

export type Status = 'killed' | 'timeout' | 'survived' | 'uncovered' | 'broken';

const leastScore = 97;

/** The report, and everything for which the run is no success. */
export function mutationReport(
  mutants: readonly Mutant[],
  reasons: readonly Reason[],
): { readonly text: string; readonly complaints: readonly string[] } {
  const unused = [...reasons];
  const survivors = mutants
    .filter(survives)
    .toSorted(byPlace)
    .map((one) => {
      const at = unused.findIndex((other) => keyOf(other) === keyOf(one));
      return { ...one, reason: at === -1 ? undefined : unused.splice(at, 1)[0]?.reason };
    });
  const score = scoreOf(mutants);
  return {
    text: [
      '# Mutation testing',
      '',
      `**${percent(score)}** of ${mutants.length} mutants are killed; at least ${leastScore}% have to be. Written by \`npm run mutate\`: a run`,
      'changes `src/`, its generated schemas aside, and what of `harness/` loads and judges cases, in one place at a time, and the',
      'tests have to notice. A timeout counts as killed: an endless loop is noticed by its not ending. Seeds are fixed, no line is',
      'excluded; tests that are about size alone are left out, since source that can be changed is some ten times slower.',
      '',
      ...table(mutants),
      '',
      '## Survivors',
      '',
      'Each is listed with the reason why it is equivalent: why no input can tell it from the source.',
      ...survivors.flatMap((one, index) => [
        ...(one.file === survivors[index - 1]?.file ? [] : ['', `### ${markdownName(one.file)}`, '']),
        `- line ${one.line}, ${one.mutator}: ${change(one)}. ${markdownText(one.reason ?? 'NO REASON IS GIVEN')}`,
      ]),
      '',
    ].join('\n'),
    complaints: [
      ...(score >= leastScore ? [] : [`the score is ${percent(score)}, below ${leastScore}%`]),
      ...mutants
        .filter(({ status }) => status === 'broken')
        .map((one) => `${one.file}:${one.line}: ends in neither a pass nor a failure: ${one.from} -> ${one.to}`),
      ...survivors
        .filter(({ reason }) => reason === undefined)
        .map((one) => `${one.file}:${one.line}: survives without a reason: ${one.from} -> ${one.to}`),
      ...unused.map((one) => `${one.file}: has a reason for what does not survive: ${one.from} -> ${one.to}`),
    ],
  };
}

/** White space counts once, so that the layout of a line does not matter. */
export function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

/** Whether no test noticed. */
export function survives({ status }: Mutant): boolean {
  return status === 'survived' || status === 'uncovered';
}

function keyOf({ file, source, mutator, from, to }: Change): string {
  return JSON.stringify([file, source, mutator, from, to]);
}

function byPlace(a: Mutant, b: Mutant): number {
  return byCodeUnits(a.file, b.file) || a.line - b.line || byCodeUnits(keyOf(a), keyOf(b));
}

function scoreOf(mutants: readonly Mutant[]): number {
  const killed = mutants.filter(({ status }) => status === 'killed' || status === 'timeout');
  return mutants.length === 0 ? 0 : (100 * killed.length) / mutants.length;
}

function table(mutants: readonly Mutant[]): readonly string[] {
  const files = [...new Set(mutants.map(({ file }) => file))].toSorted(byCodeUnits);
  return [
    '| file | score | mutants | killed | timeout | survived | not covered |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...files.map((file) =>
      row(
        markdownName(file),
        mutants.filter((one) => one.file === file),
      ),
    ),
    row('all', mutants),
  ];
}

function row(name: string, mutants: readonly Mutant[]): string {
  const count = (wanted: Status) => mutants.filter(({ status }) => status === wanted).length;
  const counts = [mutants.length, count('killed'), count('timeout'), count('survived'), count('uncovered')];
  return `| ${[name, percent(scoreOf(mutants)), ...counts].join(' | ')} |`;
}

function percent(score: number): string {
  return `${(Math.floor(score * 100) / 100).toFixed(2)}%`;
}

function change({ from, to }: Change): string {
  return `${markdownName(shortened(from))} → ${markdownName(shortened(to))}`;
}

function shortened(text: string): string {
  return text.length > 100 ? `${text.slice(0, 97)}…` : text;
}
