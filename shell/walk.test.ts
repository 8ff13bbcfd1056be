import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkout } from './testing/command.ts';
import { blocksOf, typed } from './testing/document.ts';
import type { Block } from './testing/document.ts';

/** Commands of a document, and what it says that they print, standard error included: nothing, where it shows nothing. */
type Step = { readonly commands: string; readonly shown: string };

function stepsOf(blocks: readonly Block[]): readonly Step[] {
  return blocks.flatMap(({ language, text }, index) => {
    const next = blocks[index + 1];
    return language === 'sh' ? [{ commands: text, shown: next?.language === 'text' ? next.text : '' }] : [];
  });
}

/** Types the steps into one shell, from the root of the checkout; what each of them printed. */
function printedBy(steps: readonly Step[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'walk-'));
  try {
    const script = steps.map(({ commands }, index) => `{\n${commands}} > "$TMPDIR/step-${index}" 2>&1\n`).join('');
    typed(checkout, script, { TMPDIR: folder, NO_COLOR: '1' });
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
    const steps = stepsOf(blocksOf(file, heading));
    expect(steps.length).toBeGreaterThanOrEqual(least);
    expect(printedBy(steps)).toEqual(steps.map(({ shown }) => shown));
  });
});
