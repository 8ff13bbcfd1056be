/**
 * Runs the mutation tests: of everything, then writes `reports/mutation.md` and exits with 1 when too few are killed or
 * one survives without a reason; or of the named files alone, and prints what survives there.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';
import { mutationReport, oneLine, survives } from './mutation-report.ts';
import type { Mutant, Reason, Status } from './mutation-report.ts';

type Result = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const root = fileURLToPath(new URL('../', import.meta.url));
const named = process.argv.slice(2);

const statuses: Readonly<Record<Result['status'], Status>> = {
  Killed: 'killed',
  Timeout: 'timeout',
  Survived: 'survived',
  NoCoverage: 'uncovered',
  CompileError: 'broken',
  RuntimeError: 'broken',
  Ignored: 'broken',
  Pending: 'broken',
};

process.chdir(root);
const results = await new Stryker(named.length > 0 ? { mutate: named } : {}).runMutationTest();
const mutants = results.map(mutantOf);
const reasons = JSON.parse(readFileSync('shell/mutation-survivors.json', 'utf8')) as Reason[];

if (named.length > 0) {
  const survivors = mutants.filter(survives);
  for (const { file, line, mutator, from, to } of survivors)
    console.log(`${file}:${line} ${mutator}: ${from} -> ${to}`);
  console.log(`${survivors.length} of ${mutants.length} mutants survive`);
  if (mutants.length === 0) process.exitCode = 1;
} else {
  const { text, complaints } = mutationReport(mutants, reasons);
  writeFileSync('reports/mutation.md', text);
  for (const complaint of complaints) console.error(complaint);
  if (complaints.length > 0) process.exitCode = 1;
}

function mutantOf({ fileName, location: { start, end }, mutatorName, replacement, status }: Result): Mutant {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  const source = oneLine(lines[0] ?? '');
  lines.push((lines.pop() ?? '').slice(0, end.column - 1));
  lines[0] = (lines[0] ?? '').slice(start.column - 1);
  return {
    file: relative(root, fileName),
    line: start.line,
    source,
    mutator: mutatorName,
    from: oneLine(lines.join('\n')),
    to: oneLine(replacement),
    status: statuses[status],
  };
}
