import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, textOf } from '../harness/testing/parsed-markdown.ts';
import type { Node } from '../harness/testing/parsed-markdown.ts';
import { checkout } from './testing/command.ts';

/** Commands of a document, and what it says that they print, standard error included: nothing, where it shows nothing. */
type Step = { readonly commands: string; readonly shown: string };

/** The steps of a document, or of what stands below one of its headings. */
function stepsOf(file: string, heading?: string): readonly Step[] {
  const nodes = parse(readFileSync(join(checkout, file), 'utf8'));
  const isTitle = ({ type, depth }: Node): boolean => type === 'heading' && depth === 2;
  const start = nodes.findIndex((node) => isTitle(node) && textOf(node) === heading) + 1;
  const end = nodes.findIndex((node, index) => index >= start && isTitle(node));
  const blocks = nodes.slice(start, heading === undefined ? undefined : end).filter(({ type }) => type === 'code');
  return blocks.flatMap(({ lang, value = '' }, index) => {
    const next = blocks[index + 1];
    return lang === 'sh' ? [{ commands: value, shown: next?.lang === 'text' ? `${next.value}\n` : '' }] : [];
  });
}

/** Types the steps into one shell, from the root of the checkout; what each of them printed. */
function typed(steps: readonly Step[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'walk-'));
  try {
    const script = steps.map(({ commands }, index) => `{\n${commands}\n} > "$TMPDIR/step-${index}" 2>&1\n`).join('');
    spawnSync('bash', ['-c', script], { cwd: checkout, env: { ...process.env, TMPDIR: folder, NO_COLOR: '1' } });
    return steps.map((_, index) => readFileSync(join(folder, `step-${index}`), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('what a document shows of a review is what its commands print', () => {
  test.each<readonly [file: string, heading: string | undefined, steps: number]>([
    ['README.md', 'A review, by hand', 3],
    ['examples/walk/README.md', undefined, 14],
  ])('%s', (file, heading, least) => {
    const steps = stepsOf(file, heading);
    expect(steps.length).toBeGreaterThanOrEqual(least);
    expect(typed(steps)).toEqual(steps.map(({ shown }) => shown));
  });
});
