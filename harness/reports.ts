/** The files of a report, and where what is committed departs from them. */
import { printedJson } from '../src/contract/json.ts';
import { show } from '../src/contract/show.ts';
import type { Proof } from './proof.ts';
import { markdownOf } from './reporters/markdown.ts';
import { proofMarkdown } from './reporters/proof-markdown.ts';
import type { Contract } from '../src/index.ts';
import type { Results } from './results.ts';

/** The name of each file to its text. */
export function reportFiles(results: Results, contract: Contract, proof: Proof): Readonly<Record<string, string>> {
  return {
    'decision-table.md': markdownOf(results, contract),
    'proof.md': proofMarkdown(proof),
    'results.json': `${printedJson(results)}\n`,
  };
}

/** The first line in which two texts differ, 1-based, and what each has there. */
export function firstDifferentLine(committed: string, generated: string): { line: number; message: string } {
  const old = committed.split('\n');
  const now = generated.split('\n');
  const index = now.findIndex((text, at) => text !== old[at]);
  const at = index === -1 ? now.length : index;
  return { line: at + 1, message: `has ${show(old[at])}, but the cases give ${show(now[at])}` };
}
