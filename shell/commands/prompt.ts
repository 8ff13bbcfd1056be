/** `prompt`: prints the text for one worker. */
import { promptFor } from '../../src/index.ts';
import { show } from '../../src/contract/show.ts';
import { Broken } from '../../harness/broken.ts';
import { packetSchemaFor } from '../../harness/published.ts';
import { readGoodAssignment, readGoodManifest } from '../bound-change.ts';
import { contractInForce } from '../corpus.ts';
import { success } from '../exit-status.ts';
import { inputName } from '../io.ts';
import type { Io } from '../io.ts';

export type PromptOptions = {
  readonly manifest: string;
  readonly assignment: string;
  readonly role: string;
  readonly contract?: string;
};

/** Returns 0. Throws `Broken` for a manifest or an assignment that no review could start from, or a role without worker. */
export async function prompt(io: Io, options: PromptOptions): Promise<number> {
  const contract = await contractInForce(io, options.contract);
  const manifest = await readGoodManifest(io, options.manifest, contract);
  const { workers } = await readGoodAssignment(io, options.assignment, contract, manifest);
  const worker = workers.find(({ role }) => role === options.role);
  if (!worker) {
    const roles = workers.map(({ role }) => show(role)).join(', ');
    throw new Broken(`no worker has the role ${show(options.role)}: name one of ${roles}`, {
      file: inputName(options.assignment),
    });
  }
  const { head, diffSha256 } = manifest;
  const schema = packetSchemaFor({ role: worker.role, head, diffSha256 }, contract);
  await io.out(promptFor(contract, manifest, worker, schema));
  return success;
}
