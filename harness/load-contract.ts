/** Loads the contract in force, or says with file, line and column why it is none. */
import { join } from 'node:path';
import { checkContract } from '../src/index.ts';
import type { Contract } from '../src/index.ts';
import { Broken } from './broken.ts';
import { parseJson, stands } from './json-file.ts';
import type { Flaw } from './json-file.ts';

/** Throws `Broken` with every complaint. `file` is the name under which complaints speak of it. */
export async function loadContract(bytes: Uint8Array, file: string): Promise<Contract> {
  const document = await parseJson(bytes, file);
  const flaws: Flaw[] = [];
  const { value } = document;
  if (!checkContract(value, (...flaw) => flaws.push(flaw))) throw Broken.of(document.problems(flaws));
  const { $schema: _, ...contract } = value as Contract & { readonly $schema?: string };
  return contract;
}

/** The first `contract.json` that stands in one of the folders, readable or not. */
export function contractPath(folders: readonly string[]): string | undefined {
  return folders.map((folder) => join(folder, 'contract.json')).find(stands);
}
