/** Where a law that does not hold leaves cases, each with its contract, for a contract author to look at and to add. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printedJson } from '../../src/contract/json.ts';
import type { Keep } from '../../src/testing/check-law.ts';

/** Keeps them in a folder, `counterexamples` where the tests run: each a cases folder that `drill` takes. */
export function keepIn(folder = 'counterexamples'): Keep {
  return (name, { contract, caseFile }) => {
    const path = join(folder, name.replaceAll(/[^a-z0-9]+/g, '-'));
    mkdirSync(join(path, 'found'), { recursive: true });
    writeFileSync(join(path, 'contract.json'), `${printedJson(contract)}\n`);
    writeFileSync(join(path, 'found/by-a-law.json'), `${printedJson(caseFile)}\n`);
    return path;
  };
}
