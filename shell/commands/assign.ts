/** `assign`: prints the plainest assignment of a bound change. */
import { assignAll } from '../../src/index.ts';
import { Broken } from '../../harness/broken.ts';
import { readGoodManifest } from '../bound-change.ts';
import { contractInForce } from '../corpus.ts';
import { success } from '../exit-status.ts';
import { inputName, writeJson } from '../io.ts';
import type { Io } from '../io.ts';

export type AssignOptions = { readonly manifest: string; readonly contract?: string };

/** Returns 0. Throws `Broken` for a malformed manifest, or one with nothing but generated files. */
export async function assign(io: Io, { manifest: name, contract: contractFile }: AssignOptions): Promise<number> {
  const contract = await contractInForce(io, contractFile);
  const plan = assignAll(contract, await readGoodManifest(io, name, contract));
  if (!plan)
    throw new Broken(
      'nothing to assign: every changed file is a generated one: bind the change with fewer `--generated` globs',
      { file: inputName(name) },
    );
  await writeJson(io, plan);
  return success;
}
