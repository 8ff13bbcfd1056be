/** One folder's cases and the contract that they are judged by. */
import { relative } from 'node:path';
import type { Contract } from '../src/index.ts';
import { shippedContract } from '../src/index.ts';
import { Broken } from './broken.ts';
import { findCases } from './case-folder.ts';
import type { CaseSource } from './case-folder.ts';
import { readBytes } from './json-file.ts';
import { loadCases } from './load-cases.ts';
import type { Case } from './load-cases.ts';
import { contractPath, loadContract } from './load-contract.ts';

export type Corpus = { readonly cases: readonly Case[]; readonly contract: Contract };

/**
 * Loads a cases folder, or one case file, with the contract that stands there, else the shipped one. A relative path
 * starts from the folder that the process runs in. Throws `Broken` with everything that is wrong, and for no case at all.
 */
export async function loadFolder(path: string): Promise<Corpus> {
  const sources = findCases(path, '');
  const [source] = sources;
  if (!source) throw new Broken('holds no case: cases are `<suite>/<topic>.json` in it', { file: path });
  return { cases: await loadCases(sources), contract: await contractOf(source) };
}

async function contractOf({ contractFolders }: CaseSource): Promise<Contract> {
  const path = contractPath(contractFolders);
  if (path === undefined) return shippedContract;
  const name = relative('', path);
  return loadContract(readBytes(path, name), name);
}
