import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkout } from './testing/command.ts';
import { mutationReport, oneLine } from './mutation-report.ts';
import type { Mutant, Reason } from './mutation-report.ts';

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

test('a reason is for one survivor: of another line, file or direction it says nothing, and nothing of a second one', () => {
  expect(mutationReport([...killed, survivor, survivor], [reason]).complaints).toHaveLength(1);
  expect(mutationReport([...killed, survivor, survivor], [reason, reason]).complaints).toStrictEqual([]);
  for (const rest of [{ source: 'x' }, { file: 'src/b.ts' }, { to: 'false' }, { mutator: 'Regex' }]) {
    expect(mutationReport([...killed, { ...survivor, ...rest }], [reason]).complaints).toHaveLength(2);
  }
});

test('a score below 97% is complained of, whatever the reasons', () => {
  const left = [1, 2, 3, 4].map((line) => mutant(line, 'survived', { source: 'line 2' }));
  const reasons = left.map(() => reason);
  expect(mutationReport([...killed, ...left.slice(1)], reasons.slice(1)).complaints).toStrictEqual([]);
  expect(mutationReport([...killed, ...left], reasons).complaints).toStrictEqual(['the score is 96.07%, below 97%']);
});

test('a run that tested nothing, or could not tell, is no success', () => {
  expect(mutationReport([], []).complaints).toStrictEqual(['the score is 0.00%, below 97%']);
  expect(mutationReport([...killed, mutant(2, 'broken')], []).complaints).toStrictEqual([
    'src/a.ts:2: ends in neither a pass nor a failure: a | b -> true',
  ]);
});

test('the report does not depend on the order in which mutants ended', () => {
  const mutants = [...killed, survivor, mutant(1, 'survived', { file: 'src/b.ts' })];
  expect(mutationReport(mutants.toReversed(), [reason])).toStrictEqual(mutationReport(mutants, [reason]));
});

test('every reason that is committed is about a line that stands in its file', () => {
  const reasons = JSON.parse(readFileSync(join(checkout, 'shell/mutation-survivors.json'), 'utf8')) as Reason[];
  const gone = reasons.filter(({ file, source }) => {
    const lines = readFileSync(join(checkout, file), 'utf8').split('\n');
    return !lines.some((one) => oneLine(one) === source);
  });
  expect(reasons.length).toBeGreaterThan(0);
  expect(gone).toEqual([]);
});
