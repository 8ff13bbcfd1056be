/** `init`, `doctor`: the contract in a repository's own files, written and checked. */
import { join, resolve } from 'node:path';
import { agentsBlock, schemaPaths, textsInBlock } from '../../src/brief/agents-block.ts';
import { volatileIdentifier } from '../../src/brief/volatile.ts';
import { escapeControls } from '../../src/contract/controls.ts';
import { printedJson } from '../../src/contract/json.ts';
import { showName } from '../../src/contract/show.ts';
import type { Contract } from '../../src/index.ts';
import { Broken } from '../../harness/broken.ts';
import { publishedSchema } from '../../harness/published.ts';
import { contractInForce } from '../corpus.ts';
import { differs, success } from '../exit-status.ts';
import { say } from '../io.ts';
import type { Io } from '../io.ts';
import { lineDrifts } from '../line-drift.ts';
import { findFile, replaceFiles } from '../repository-file.ts';
import type { RepositoryFile } from '../repository-file.ts';
import { appendBlock, findBlock, lineEndOf, replaceRegion } from '../review-block.ts';
import type { Misplaced, Region } from '../review-block.ts';

export type DoctorOptions = { readonly repo: string; readonly contract?: string };
export type InitOptions = DoctorOptions & { readonly dryRun?: true };

/** A generated text, the file that it goes into, and the part of that file that it takes. */
type Kept = {
  readonly file: RepositoryFile;
  readonly generated: string;
  readonly regionIn: (text: string) => Region | Misplaced | undefined;
};

const mostDrifts = 20;

const words = {
  run: { written: 'written', changed: 'changed', same: 'up to date' },
  dryRun: { written: 'would be written', changed: 'would change', same: 'is up to date' },
} as const;

/** Writes the block and the schemas, or says what would be written, and returns 0. Throws `Broken`, and then wrote nothing. */
export async function init(io: Io, { repo, contract, dryRun }: InitOptions): Promise<number> {
  const replacements = (await keptFiles(io, repo, contract)).map((kept) => ({
    file: kept.file,
    bytes: Buffer.from(brought(kept), 'latin1'),
  }));
  const changed = replacements.filter(({ file, bytes }) => file.before?.bytes.equals(bytes) !== true);
  if (!dryRun) replaceFiles(changed);
  const said = words[dryRun ? 'dryRun' : 'run'];
  for (const one of replacements) {
    const { shown, before } = one.file;
    const happened = !changed.includes(one) ? said.same : before === undefined ? said.written : said.changed;
    await tell(io, `${shown}: ${happened}`);
  }
  return success;
}

/** Names each drift and returns 1, or 0 where there is none. Throws `Broken` for what cannot be read or may not be followed. */
export async function doctor(io: Io, { repo, contract }: DoctorOptions): Promise<number> {
  const drifts = (await keptFiles(io, repo, contract)).flatMap(complaintsOf);
  for (const drift of drifts) await tell(io, drift);
  if (drifts.length === 0) {
    await tell(io, 'the review block and the schemas are those of the contract in force');
    return success;
  }
  say(io, 'control-shell: these files are not what the contract says: run `control-shell init`');
  return differs;
}

async function keptFiles(io: Io, repo: string, contractFile: string | undefined): Promise<readonly Kept[]> {
  const contract = await contractInForce(io, contractFile, repo);
  refuseVolatile(contract);
  const find = (name: string, linkTo?: RegExp): RepositoryFile =>
    findFile(resolve(io.folder, repo), name, join(repo, name), linkTo);
  // One text for several agents is common, as `CLAUDE.md`; a schema takes its whole file, and so no other's.
  const block = { file: find('AGENTS.md', /\.md$/), generated: agentsBlock(contract), regionIn: findBlock };
  const schemas = (['finding', 'packet'] as const).map((name) => ({
    file: find(schemaPaths[name]),
    generated: `${printedJson(publishedSchema(name, contract))}\n`,
    regionIn: (text: string) => ({ start: 0, end: text.length, line: 1 }),
  }));
  return [block, ...schemas];
}

/** The block may hold no volatile identifier, so a contract that brings one in is not written down at all. */
function refuseVolatile(contract: Contract): void {
  for (const [what, text] of textsInBlock(contract)) {
    const id = volatileIdentifier(text);
    if (id !== undefined) {
      throw new Broken(
        `${what} holds ${showName(id)}, taken for a commit id or a digest: it would outlive what it names: take it out`,
      );
    }
  }
}

/** The file's text as it is to be. */
function brought({ file, generated, regionIn }: Kept): string {
  const text = file.before?.bytes.toString('latin1') ?? '';
  const region = regionIn(text);
  if (region === undefined) return appendBlock(text, generated);
  if ('message' in region) throw new Broken(region.message, { file: file.shown, line: region.line, column: 1 });
  return replaceRegion(text, region, generated);
}

function complaintsOf({ file: { shown, before }, generated, regionIn }: Kept): readonly string[] {
  if (before === undefined) return [`${shown}: is missing`];
  const text = before.bytes.toString('latin1');
  const region = regionIn(text);
  if (region === undefined) return [`${shown}: holds no review block`];
  if ('message' in region) return [`${shown}:${region.line}: ${region.message}`];
  const drifts = lineDrifts(text.slice(region.start, region.end), generated, region.line, lineEndOf(text));
  const more = drifts.length - mostDrifts;
  return [
    ...drifts.slice(0, mostDrifts).map(({ line, message }) => `${shown}:${line}: ${message}`),
    ...(more > 0 ? [`${shown}: and ${more} more`] : []),
  ];
}

async function tell(io: Io, line: string): Promise<void> {
  await io.out(`${escapeControls(line)}\n`);
}
