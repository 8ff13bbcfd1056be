/** What a review starts from, in files: a manifest and its assignment; and the change as a repository shows it now. */
import { resolve } from 'node:path';
import { decide } from '../src/index.ts';
import type { Assignment, Contract, Decision, Manifest } from '../src/index.ts';
import { shapeOf } from '../src/contract/shape.ts';
import type { Shape } from '../src/contract/shape.ts';
import { schemas } from '../src/contract/shapes.gen.ts';
import { admitAsBound } from '../src/gates/admission.ts';
import { Broken } from '../harness/broken.ts';
import { readChange } from './change.ts';
import type { Flaw, JsonDocument } from '../harness/json-file.ts';
import { readDocument, say } from './io.ts';
import type { Io } from './io.ts';

/** `verdict` is what the gate says of the value by itself; only what it admits is a manifest. */
type Read = {
  readonly document: JsonDocument;
  readonly value: unknown;
  readonly manifest: Manifest | undefined;
  readonly verdict: Decision;
};

/** What the admission gate is shown of a repository. */
type Observed = { readonly head: string; readonly diffSha256: string; readonly changedFiles: readonly string[] };

/** A change as a repository shows it now. */
type Seen = { readonly base: string; readonly sameTree: boolean; readonly observed: Observed };

/** Where a change is looked for: a folder in the repository and two revisions; without a base the manifest's own. */
export type Where = { readonly repo: string; readonly base?: string; readonly head: string };

/** Reads a manifest and judges it by itself, so that git is asked only about one that is well-formed. Throws `Broken`. */
export async function readManifest(io: Io, name: string, contract: Contract): Promise<Read> {
  const document = await readDocument(io, name);
  const { value } = document;
  const verdict = admitAsBound(contract, value);
  return { document, value, manifest: verdict.outcome === 'pass' ? (value as Manifest) : undefined, verdict };
}

/** Reads a manifest that the contract would admit. Throws `Broken` for any other. */
export async function readGoodManifest(io: Io, name: string, contract: Contract): Promise<Manifest> {
  const { document, manifest, verdict } = await readManifest(io, name, contract);
  if (!manifest) throw placed(document, '/manifest', manifestShape, verdict);
  return manifest;
}

/** Reads an assignment that a review of this manifest could start from. Throws `Broken` for any other. */
export async function readGoodAssignment(
  io: Io,
  name: string,
  contract: Contract,
  manifest: Manifest,
): Promise<Assignment> {
  const document = await readDocument(io, name);
  const { value: assignment } = document;
  // A review that nobody has answered yet is denied for what it is made of alone.
  const verdict = decide.aggregation(contract, {
    manifest,
    observed: { head: manifest.head, diffSha256: manifest.diffSha256 },
    assignment,
    packets: [],
  });
  if (verdict.code === 'DENY_REVIEW') throw placed(document, '/assignment', assignmentShape, verdict);
  return assignment as Assignment;
}

const manifestShape = shapeOf(schemas.admissionInput.properties.manifest);
const assignmentShape = shapeOf(schemas.assignment);

/** What a gate refuses of a document that stands at `prefix` in its input, each with its place. */
function placed(document: JsonDocument, prefix: string, shape: Shape, { violations }: Decision): Broken {
  // A violation says where a value offends; only the shape knows where it is a name that does.
  const misnamed = new Set<string>();
  shape(document.value, (path, _, part) => {
    if (part === 'name') misnamed.add(path);
  });
  const flaws = violations.map(({ path: full, message }): Flaw => {
    const path = full.slice(prefix.length);
    return [path, message, misnamed.has(path) ? 'name' : undefined];
  });
  return Broken.of(document.problems(flaws));
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
