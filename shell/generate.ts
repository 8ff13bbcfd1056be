/** Writes what is generated from the zod shapes, or with `--check` says which file is no longer what they give. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generated } from '../harness/generated.ts';
import { loadContract } from '../harness/load-contract.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const contract = await loadContract(readFileSync(`${root}cases/contract.json`), 'cases/contract.json');
const check = process.argv.includes('--check');

for (const [file, text] of Object.entries(generated(contract))) {
  if (!check) writeFileSync(root + file, text);
  else if (readFileSync(root + file, 'utf8') !== text) {
    console.error(`${file} is out of date: run \`npm run generate\``);
    process.exitCode = 1;
  }
}
