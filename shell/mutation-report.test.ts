import { expect, test } from 'vitest';
import { mutationReport } from './mutation-report.ts';
import type { Mutant } from './mutation-report.ts';

const mutant = (line: number, status: Mutant['status'], rest: Partial<Mutant> = {}): Mutant => ({
  file: 'src/a.ts',
  line,
  status,
  source: `line ${line}`,
  mutator: 'ConditionalExpression',
  from: 'a | b',
  to: 'true',
  ...rest,
});
const survivor = mutant(2, 'survived');
const killed = Array.from({ length: 98 }, (_, index) => mutant(index + 3, 'killed'));
const { line: _, status: __, ...change } = survivor;
const reason = { ...change, reason: 'b is never true' };

test('a survivor stands in the report with its reason, and nothing is complained of', () => {
  const { text, complaints } = mutationReport([...killed, mutant(1, 'timeout'), survivor], [reason]);
  expect(complaints).toStrictEqual([]);
  expect(text).toContain('| `src/a.ts` | 99.00% | 100 | 98 | 1 | 1 | 0 |');
  expect(text).toContain('- line 2, ConditionalExpression: `a` &#124; `b` → `true`. b is never true');
});

test.each([
  ['survivor', survivor],
  ['mutant that no test covers', mutant(2, 'uncovered')],
])('a %s without a reason is complained of, and so is a reason without a survivor', (_title, left) => {
  expect(mutationReport([...killed, left], []).complaints).toStrictEqual([
    'src/a.ts:2: survives without a reason: a | b -> true',
  ]);
  expect(mutationReport(killed, [reason]).complaints).toStrictEqual([
    'src/a.ts: has a reason for what does not survive: a | b -> true',
  ]);
});

test('a reason is for one change alone: in another line, file or direction it is none', () => {
  for (const rest of [{ source: 'x' }, { file: 'src/b.ts' }, { to: 'false' }, { mutator: 'Regex' }]) {
    expect(mutationReport([...killed, { ...survivor, ...rest }], [reason]).complaints).toHaveLength(2);
  }
});

test('a score below 97% is complained of, whatever the reasons', () => {
  const left = [1, 2, 3, 4].map((line) => mutant(line, 'survived', { source: 'line 2' }));
  expect(mutationReport([...killed, ...left.slice(0, 3)], [reason]).complaints).toStrictEqual([]);
  expect(mutationReport([...killed, ...left], [reason]).complaints).toStrictEqual(['the score is 96.07%, below 97%']);
});

test('the report does not depend on the order in which mutants ended', () => {
  const mutants = [...killed, survivor, mutant(1, 'survived', { file: 'src/b.ts' })];
  expect(mutationReport(mutants.toReversed(), [reason])).toStrictEqual(mutationReport(mutants, [reason]));
});
