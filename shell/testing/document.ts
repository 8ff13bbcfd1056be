/** What a document of this checkout shows in its blocks of code, and what comes of typing it. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, textOf } from '../../src/testing/parsed-markdown.ts';
import type { Node } from '../../src/testing/parsed-markdown.ts';
import { checkout } from './command.ts';

/** A block of code; its text ends its last line, as what a program prints does. */
export type Block = { readonly language: string; readonly text: string };

/** The blocks of a document, or of what stands below one of its headings of the second level, in order. */
export function blocksOf(file: string, heading?: string): readonly Block[] {
  const nodes = parse(readFileSync(join(checkout, file), 'utf8'));
  const section = heading === undefined ? nodes : nodesBelow(nodes, heading);
  if (section.length === 0) throw new Error(`${file} has nothing below a heading \`${heading}\``);
  return section.flatMap(({ type, lang, value }) =>
    type === 'code' ? [{ language: lang ?? '', text: `${value}\n` }] : [],
  );
}

/** The texts of the blocks of one language below a heading. */
export function textsOf(file: string, heading: string, language: string): readonly string[] {
  return blocksOf(file, heading).flatMap((block) => (block.language === language ? [block.text] : []));
}

/** Runs lines of a shell in a folder, as a reader would type them, and stops at none: the last status counts. */
export function typed(folder: string, lines: string, env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', lines], {
    cwd: folder,
    encoding: 'utf8',
    // npm leaves the folder that it was called from to whatever it runs: this one is no reader's.
    env: { ...process.env, INIT_CWD: undefined, ...env },
  });
  return { status, stdout, stderr };
}

function nodesBelow(nodes: readonly Node[], heading: string): readonly Node[] {
  const isTitle = ({ type, depth }: Node): boolean => type === 'heading' && depth === 2;
  const start = nodes.findIndex((node) => isTitle(node) && textOf(node) === heading);
  const rest = start === -1 ? [] : nodes.slice(start + 1);
  const end = rest.findIndex(isTitle);
  return end === -1 ? rest : rest.slice(0, end);
}
