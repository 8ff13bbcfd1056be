/** Writes what is generated from the zod shapes, or with `--check` says which file is no longer what they give. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generated } from '../harness/generated.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const check = process.argv.includes('--check');

for (const [file, text] of Object.entries(generated())) {
  if (!check) writeFileSync(root + file, text);
  else if (readFileSync(root + file, 'utf8') !== text) {
    console.error(`${file} is out of date: run \`npm run generate\``);
    process.exitCode = 1;
  }
}
