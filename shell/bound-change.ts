/** What a review starts from, in files: a manifest and its assignment; and the change as a repository shows it now. */
import { resolve } from 'node:path';
import { decide } from '../src/index.ts';
import type { Assignment, Contract, Decision, Manifest } from '../src/index.ts';
import { admitAsBound } from '../src/gates/admission.ts';
import { Broken } from '../harness/broken.ts';
import { readChange } from './change.ts';
import { inputName, readJson, say } from './io.ts';
import type { Io } from './io.ts';

/** `verdict` is what the gate says of the value by itself; only what it admits is a manifest. */
type Read = { readonly value: unknown; readonly manifest: Manifest | undefined; readonly verdict: Decision };

/** What the admission gate is shown of a repository. */
type Observed = { readonly head: string; readonly diffSha256: string; readonly changedFiles: readonly string[] };

/** A change as a repository shows it now. */
type Seen = { readonly base: string; readonly sameTree: boolean; readonly observed: Observed };

/** Where a change is looked for: a folder in the repository and two revisions; without a base the manifest's own. */
export type Where = { readonly repo: string; readonly base?: string; readonly head: string };

/** Reads a manifest and judges it by itself, so that git is asked only about one that is well-formed. Throws `Broken`. */
export async function readManifest(io: Io, name: string, contract: Contract): Promise<Read> {
  const value = await readJson(io, name);
  const verdict = admitAsBound(contract, value);
  return { value, manifest: verdict.outcome === 'pass' ? (value as Manifest) : undefined, verdict };
}

/** Reads a manifest that the contract would admit. Throws `Broken` for any other. */
export async function readGoodManifest(io: Io, name: string, contract: Contract): Promise<Manifest> {
  const { manifest, verdict } = await readManifest(io, name, contract);
  if (!manifest) throw new Broken(verdict.violations[0]?.message ?? verdict.code, { file: inputName(name) });
  return manifest;
}

/** Reads an assignment that a review of this manifest could start from. Throws `Broken` for any other. */
export async function readGoodAssignment(
  io: Io,
  name: string,
  contract: Contract,
  manifest: Manifest,
): Promise<Assignment> {
  const assignment = await readJson(io, name);
  // A review that nobody has answered yet is denied for what it is made of alone.
  const { code, violations } = decide.aggregation(contract, {
    manifest,
    observed: { head: manifest.head, diffSha256: manifest.diffSha256 },
    assignment,
    packets: [],
  });
  if (code === 'DENY_REVIEW') throw new Broken(violations[0]?.message ?? code, { file: inputName(name) });
  return assignment as Assignment;
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
