/** Where a law that does not hold leaves its case files, for a contract author to look at and to add. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printedJson } from '../../src/contract/json.ts';
import type { Keep } from '../../src/testing/check-law.ts';

/** Keeps files in a folder, `counterexamples` where the tests run. */
export function keepIn(folder = 'counterexamples'): Keep {
  return (name, caseFile) => {
    const path = join(folder, `${name.replaceAll(/[^a-z0-9]+/g, '-')}.json`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, `${printedJson(caseFile)}\n`);
    return path;
  };
}
