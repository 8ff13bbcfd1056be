/** A proof for a terminal: by gate its rules, its codes, the order of its rules and the twins of its refusals. */
import { gateIds } from '../../src/index.ts';
import { escapeControls } from '../../src/contract/controls.ts';
import type { GateId } from '../../src/index.ts';
import { firstPlaces } from '../proof.ts';
import type { Proof } from '../proof.ts';

/** The whole proof, ready to be printed; gaps come last, each on a line. */
export function proofText(proof: Proof): string {
  const { rules, codes, order, twins, gaps } = proof;
  const tally = `${rules.length} rules, ${codes.length} codes, ${order.length} pairs of rules, ${twins.length} twins`;
  return [
    ...gateIds.flatMap((gate) => linesOf(gate, proof)),
    ...gaps.map((gap) => `gap: ${gap}`),
    `${tally}: ${gaps.length === 0 ? 'no gap' : `gaps: ${gaps.length}`}`,
  ]
    .map((line) => `${escapeControls(line)}\n`)
    .join('');
}

function linesOf(gate: GateId, proof: Proof): readonly string[] {
  const own = <T extends { readonly gate: GateId }>(list: readonly T[]): readonly T[] =>
    list.filter((one) => one.gate === gate);
  const count = (list: readonly string[]): string => String(list.length);
  return [
    gate,
    ...columns([
      ['rule', 'decides', 'changes the code of'],
      ...own(proof.rules).map(({ rule, decides, struck }) => [rule, count(decides), count(struck)]),
    ]),
    ...columns([
      ['code', 'cases', 'such as'],
      ...own(proof.codes).map(({ code, cases }) => [code, count(cases), cases[0] ?? '']),
    ]),
    ...columns([
      ['of two rules', 'and', 'speaks first', 'decides', 'behind a third', 'such as'],
      ...own(proof.order).map(({ rules, first, decides, others }) => [
        ...rules,
        first,
        count(decides),
        count(others),
        [...decides, ...others][0] ?? '',
      ]),
    ]),
    ...columns([
      ['refused', 'passes', 'differ at'],
      ...own(proof.twins).map((twin) => [twin.case, twin.twin, placesOf(twin.differs)]),
    ]),
    '',
  ];
}

function placesOf(differs: readonly string[]): string {
  const { places, more } = firstPlaces(differs);
  const shown = places.map((pointer) => (pointer === '' ? 'the whole input' : pointer));
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(' ');
}

/** Rows in columns, the head first; nothing where there is no row below it. */
function columns(rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length < 2) return [];
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return ['', ...rows.map((row) => `  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd())];
}
