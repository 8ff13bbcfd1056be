/** `bind`, `observe`, `admit`: from a real git change to a manifest, and from a manifest to what is there now. */
import { resolve } from 'node:path';
import type { Contract, Decision } from '../../src/index.ts';
import { decide } from '../../src/index.ts';
import { isRecord } from '../../src/contract/shape.ts';
import { Broken } from '../../harness/broken.ts';
import { parseJson } from '../../harness/json-file.ts';
import { readChange } from '../change.ts';
import { contractInForce } from '../corpus.ts';
import { statusOf, success } from '../exit-status.ts';
import { inputName, readInput, say, writeJson } from '../io.ts';
import type { Io } from '../io.ts';

type ChangeOptions = { readonly head: string; readonly repo: string; readonly contract?: string };

export type BindOptions = ChangeOptions & {
  readonly base: string;
  readonly generated?: readonly string[];
  readonly repository?: string;
  readonly pullRequest?: number;
};

export type ObserveOptions = ChangeOptions & { readonly manifest: string; readonly base?: string };

type Observed = { readonly head: string; readonly diffSha256: string; readonly changedFiles: readonly string[] };
type Bound = { readonly value: unknown; readonly base: string; readonly verdict: Decision };

/** Prints a manifest and returns 0. Throws `Broken` where there is no change that the contract would admit. */
export async function bind(io: Io, options: BindOptions): Promise<number> {
  const contract = await contractInForce(io, options.contract);
  const { base, head, sameTree, diffSha256, changedFiles } = change(io, options, options.base);
  if (sameTree) throw new Broken('nothing to bind: base and head have the same files');
  const manifest = {
    base,
    head,
    diffSha256,
    changedFiles,
    ...(options.repository !== undefined && { repository: options.repository }),
    ...(options.pullRequest !== undefined && { pullRequest: options.pullRequest }),
    ...(options.generated !== undefined && { generatedFiles: options.generated }),
  };
  const [violation] = admitAsBound(contract, manifest).violations;
  if (violation) throw new Broken(`the contract would deny this manifest: ${violation.message}`);
  await writeJson(io, manifest);
  return success;
}

/** Prints what is there now and returns 0. Throws `Broken` for a malformed manifest or a repository that cannot answer. */
export async function observe(io: Io, options: ObserveOptions): Promise<number> {
  const contract = await contractInForce(io, options.contract);
  const { base, verdict } = await readManifest(io, options.manifest, contract);
  const [violation] = verdict.violations;
  if (violation) throw new Broken(violation.message, { file: inputName(options.manifest) });
  await writeJson(io, observeChange(io, options, base));
  return success;
}

/** Prints the decision and returns its status. Throws `Broken` for a repository that cannot answer. */
export async function admit(io: Io, options: ObserveOptions): Promise<number> {
  const contract = await contractInForce(io, options.contract);
  const { value, base, verdict } = await readManifest(io, options.manifest, contract);
  const decision =
    verdict.outcome === 'pass'
      ? decide.admission(contract, { manifest: value, observed: observeChange(io, options, base) })
      : verdict;
  await writeJson(io, decision);
  return statusOf[decision.outcome];
}

/** Reads a manifest and judges it by itself, so that git is asked only about one that is well-formed. */
async function readManifest(io: Io, name: string, contract: Contract): Promise<Bound> {
  const { value } = await parseJson(await readInput(io, name), inputName(name));
  const base = isRecord(value) && typeof value['base'] === 'string' ? value['base'] : '';
  return { value, base, verdict: admitAsBound(contract, value) };
}

/** What the gate says of a manifest when the repository shows exactly what was bound. */
function admitAsBound(contract: Contract, manifest: unknown): Decision {
  const named = (key: string): unknown =>
    isRecord(manifest) && typeof manifest[key] === 'string' ? manifest[key] : '';
  const observed = { head: named('head'), diffSha256: named('diffSha256') };
  return decide.admission(contract, { manifest, observed });
}

function observeChange(io: Io, options: ObserveOptions, bound: string): Observed {
  const { head, diffSha256, changedFiles } = change(io, options, options.base ?? bound);
  return { head, diffSha256, changedFiles };
}

function change(io: Io, { repo, head }: ChangeOptions, base: string) {
  return readChange({ repo: resolve(io.folder, repo), base, head, warn: (line) => say(io, `control-shell: ${line}`) });
}
