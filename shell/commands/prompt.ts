/** `prompt`: prints the text for one worker. */
import { decide, promptFor } from '../../src/index.ts';
import type { Plan } from '../../src/index.ts';
import { show } from '../../src/contract/show.ts';
import { Broken } from '../../harness/broken.ts';
import { publishedSchema } from '../../harness/published.ts';
import { asBound, readGoodManifest } from '../bound-change.ts';
import { contractInForce } from '../corpus.ts';
import { success } from '../exit-status.ts';
import { inputName, readJson } from '../io.ts';
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
  const assignment = await readJson(io, options.assignment);
  const review = { manifest, observed: asBound(manifest), assignment, packets: [] };
  const file = inputName(options.assignment);
  const [violation] = decide.aggregation(contract, review).violations;
  if (violation?.code === 'DENY_REVIEW') throw new Broken(violation.message, { file });
  const { workers } = assignment as Plan;
  const worker = workers.find(({ role }) => role === options.role);
  if (!worker) {
    const roles = workers.map(({ role }) => show(role)).join(', ');
    throw new Broken(`no worker has the role ${show(options.role)}: name one of ${roles}`, { file });
  }
  await io.out(promptFor(contract, manifest, worker, publishedSchema('packet', contract)));
  return success;
}
