/** A manifest in a file, and the change that it binds as a repository shows it. */
import { resolve } from 'node:path';
import { decide } from '../src/index.ts';
import type { Contract, Decision, Manifest } from '../src/index.ts';
import { isRecord } from '../src/contract/shape.ts';
import { Broken } from '../harness/broken.ts';
import { readChange } from './change.ts';
import { inputName, readJson, say } from './io.ts';
import type { Io } from './io.ts';

/** `verdict` is what the gate says of the manifest by itself; it is a `Manifest` when that is a pass. */
type Bound = { readonly value: unknown; readonly base: string; readonly verdict: Decision };

/** What the admission gate is shown of a repository. */
type Observed = { readonly head: string; readonly diffSha256: string; readonly changedFiles: readonly string[] };

/** A change as a repository shows it now. */
type Seen = { readonly base: string; readonly sameTree: boolean; readonly observed: Observed };

/** Where a change is looked for: a folder in the repository and two revisions; without a base the manifest's own. */
export type Where = { readonly repo: string; readonly base?: string; readonly head: string };

/** Reads a manifest and judges it by itself, so that git is asked only about one that is well-formed. Throws `Broken`. */
export async function readManifest(io: Io, name: string, contract: Contract): Promise<Bound> {
  const value = await readJson(io, name);
  const base = isRecord(value) && typeof value['base'] === 'string' ? value['base'] : '';
  return { value, base, verdict: admitAsBound(contract, value) };
}

/** Reads a manifest that the contract would admit. Throws `Broken` for any other. */
export async function readGoodManifest(io: Io, name: string, contract: Contract): Promise<Manifest> {
  const { value, verdict } = await readManifest(io, name, contract);
  const [violation] = verdict.violations;
  if (violation) throw new Broken(violation.message, { file: inputName(name) });
  return value as Manifest;
}

/** What the gate says of a manifest when the repository shows exactly what was bound. */
export function admitAsBound(contract: Contract, manifest: unknown): Decision {
  return decide.admission(contract, { manifest, observed: asBound(manifest) });
}

/** What a repository would show that is exactly as it was bound. */
export function asBound(manifest: unknown): { readonly head: string; readonly diffSha256: string } {
  const named = (key: string): string => {
    const value = isRecord(manifest) ? manifest[key] : undefined;
    return typeof value === 'string' ? value : '';
  };
  return { head: named('head'), diffSha256: named('diffSha256') };
}

/** Asks the repository; `base` is the merge base. Throws `Broken` where it cannot answer. */
export function look(io: Io, { repo, base, head }: Where, bound: string): Seen {
  const seen = readChange({
    repo: resolve(io.folder, repo),
    base: base ?? bound,
    head,
    warn: (line) => say(io, `control-shell: ${line}`),
  });
  const { head: id, diffSha256, changedFiles } = seen;
  return { base: seen.base, sameTree: seen.sameTree, observed: { head: id, diffSha256, changedFiles } };
}
