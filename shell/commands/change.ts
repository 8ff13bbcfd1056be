/** `bind`, `observe`, `admit`: from a real git change to a manifest, and from a manifest to what is there now. */
import { decide } from '../../src/index.ts';
import { Broken } from '../../harness/broken.ts';
import { globMatcher } from '../../src/contract/glob.ts';
import { show } from '../../src/contract/show.ts';
import { admitAsBound } from '../../src/gates/admission.ts';
import { look, readGoodManifest, readManifest } from '../bound-change.ts';
import type { Where } from '../bound-change.ts';
import { contractInForce } from '../corpus.ts';
import { statusOf, success } from '../exit-status.ts';
import { say, writeJson } from '../io.ts';
import type { Io } from '../io.ts';

export type BindOptions = Where & {
  readonly base: string;
  readonly generated?: readonly string[];
  readonly repository?: string;
  readonly pullRequest?: number;
  readonly contract?: string;
};

export type ObserveOptions = Where & { readonly manifest: string; readonly contract?: string };

/** Prints a manifest and returns 0. Throws `Broken` where there is no change that the contract would admit. */
export async function bind(io: Io, options: BindOptions): Promise<number> {
  const contract = await contractInForce(io, options.contract);
  const { base, sameTree, observed } = look(io, options, options.base);
  if (sameTree) throw new Broken('nothing to bind: base and head have the same files');
  const manifest = {
    base,
    ...observed,
    ...(options.repository !== undefined && { repository: options.repository }),
    ...(options.pullRequest !== undefined && { pullRequest: options.pullRequest }),
    ...(options.generated !== undefined && { generatedFiles: options.generated }),
  };
  const [violation] = admitAsBound(contract, manifest).violations;
  if (violation) throw new Broken(`the contract would deny this manifest: ${violation.message}`);
  for (const glob of options.generated ?? []) {
    if (!observed.changedFiles.some(globMatcher([glob])))
      say(io, `control-shell: the glob ${show(glob)} matches no changed file`);
  }
  await writeJson(io, manifest);
  return success;
}

/** Prints what is there now and returns 0. Throws `Broken` for a malformed manifest or a repository that cannot answer. */
export async function observe(io: Io, options: ObserveOptions): Promise<number> {
  const contract = await contractInForce(io, options.contract);
  const { base } = await readGoodManifest(io, options.manifest, contract);
  await writeJson(io, look(io, options, base).observed);
  return success;
}

/** Prints the decision and returns its status. Throws `Broken` for a repository that cannot answer. */
export async function admit(io: Io, options: ObserveOptions): Promise<number> {
  const contract = await contractInForce(io, options.contract);
  const { manifest, verdict } = await readManifest(io, options.manifest, contract);
  const decision = manifest
    ? decide.admission(contract, { manifest, observed: look(io, options, manifest.base).observed })
    : verdict;
  await writeJson(io, decision);
  return statusOf[decision.outcome];
}
