/** Markdown as GitHub reads it: parsed into nodes, to be searched for what a report must show. */
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

export type Node = {
  readonly type: string;
  readonly value?: string;
  readonly depth?: number;
  readonly lang?: string | null | undefined;
  readonly children?: readonly Node[];
};

export function parse(markdown: string): readonly Node[] {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }).children;
}

export function typesIn(node: Node): readonly string[] {
  return allOf(node.children ?? []).map(({ type }) => type);
}

/** Every node, those inside others too. */
export function allOf(nodes: readonly Node[]): readonly Node[] {
  return nodes.flatMap((node) => [node, ...allOf(node.children ?? [])]);
}

/** The text of a node, with a line break where HTML has one. */
export function textOf(node: Node): string {
  if (node.type === 'html' && node.value === '<br>') return '\n';
  return node.value ?? (node.children ?? []).map(textOf).join('');
}

export const cellsOf = (table: Node | undefined): readonly (readonly Node[])[] =>
  (table?.children ?? []).map((row) => row.children ?? []);

/** The texts of a table's rows, its head left out. */
export const rowsOf = (table: Node | undefined): readonly (readonly string[])[] =>
  cellsOf(table)
    .slice(1)
    .map((cells) => cells.map(textOf));
