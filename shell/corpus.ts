/** The cases and the contract that a command works on. */
import { join, resolve } from 'node:path';
import type { Contract } from '../src/index.ts';
import { showName } from '../src/contract/show.ts';
import { canonicalJson } from '../src/contract/json.ts';
import { Broken } from '../harness/broken.ts';
import { findCases } from '../harness/case-folder.ts';
import type { CaseSource } from '../harness/case-folder.ts';
import { readBytes, stands } from '../harness/json-file.ts';
import { loadCases } from '../harness/load-cases.ts';
import { contractPath, loadContract } from '../harness/load-contract.ts';
import type { Corpus } from '../harness/load-folder.ts';
import { inputName, readInput, say } from './io.ts';
import type { Io } from './io.ts';

/** Loads the named paths; without any `./cases`, else the shipped ones. Throws `Broken`. */
export async function loadCorpus(io: Io, paths: readonly string[], contractFile?: string): Promise<Corpus> {
  const named = paths.length > 0 ? paths : [defaultCases(io)];
  const sources = named.flatMap((path) => findCases(path, io.folder));
  const contract = contractFile === undefined ? await ownContract(io, sources) : await namedContract(io, contractFile);
  const cases = await loadCases(sources, ({ path, file }) => readInput(io, path, file));
  if (cases.length === 0) throw new Broken(`no case is selected: there is none in ${named.map(showName).join(', ')}`);
  if (named[0] === io.shippedCases) say(io, 'control-shell: there is no `./cases` here: these are the shipped cases');
  return { cases, contract };
}

/**
 * The contract in force where no cases are at hand: the named one, else `cases/contract.json` in a folder, else the
 * shipped one.
 */
export async function contractInForce(io: Io, contractFile?: string, folder = '.'): Promise<Contract> {
  if (contractFile !== undefined) return namedContract(io, contractFile);
  return readContract(io, contractPath([resolve(io.folder, folder, 'cases')]) ?? shippedContractPath(io));
}

function defaultCases(io: Io): string {
  return stands(join(io.folder, 'cases')) ? 'cases' : io.shippedCases;
}

/** One run has one contract: sources that bring different ones are refused. */
async function ownContract(io: Io, sources: readonly CaseSource[]): Promise<Contract> {
  const paths = new Set(sources.map(({ contractFolders }) => contractPath(contractFolders) ?? shippedContractPath(io)));
  const [first = shippedContractPath(io), ...others] = paths;
  const contract = await readContract(io, first);
  for (const other of others) {
    if (canonicalJson(await readContract(io, other)) !== canonicalJson(contract)) {
      const file = nameOf(io, other);
      throw new Broken('differs from the contract of other cases: name one with `--contract`', { file });
    }
  }
  return contract;
}

async function namedContract(io: Io, name: string): Promise<Contract> {
  return loadContract(await readInput(io, name), inputName(name));
}

async function readContract(io: Io, path: string): Promise<Contract> {
  const name = nameOf(io, path);
  return loadContract(readBytes(path, name), name);
}

/** A path as whoever called would write it. */
function nameOf(io: Io, path: string): string {
  return path.startsWith(`${io.folder}/`) ? path.slice(io.folder.length + 1) : path;
}

function shippedContractPath(io: Io): string {
  return join(io.shippedCases, 'contract.json');
}
