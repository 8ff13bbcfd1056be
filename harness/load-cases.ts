/** Loads case files strictly: what is broken is said with file, line, column and the fix, all of it at once. */
import type { GateId } from '../src/index.ts';
import { byCodeUnits, canonicalJson } from '../src/contract/json.ts';
import { isRecord, shapeOf } from '../src/contract/shape.ts';
import type { Report } from '../src/contract/shape.ts';
import { showName } from '../src/contract/show.ts';
import { Broken } from './broken.ts';
import type { Problem } from './broken.ts';
import type { CaseSource } from './case-folder.ts';
import { schemas } from './case-shape.gen.ts';
import { parseJson, readBytes } from './json-file.ts';
import type { Flaw, JsonDocument } from './json-file.ts';
import { checkStore } from './simulated-store.ts';
import type { Expectation } from './verdict.ts';

/** A case as it runs: its input is all that a gate is shown of it. */
export type Case = {
  readonly id: string;
  readonly suite: string;
  readonly gate: GateId;
  readonly description: string;
  readonly input: unknown;
  readonly expect: Expectation;
};

type CaseFile = {
  readonly gate: GateId;
  readonly description: string;
  readonly cases: readonly (Pick<Case, 'description' | 'input' | 'expect'> & { readonly name: string })[];
};
/** A case, and where it stands. */
type Placed = { readonly one: Case; readonly document: JsonDocument; readonly pointer: string };

const fileShape = shapeOf(schemas.caseFile);

/** How the bytes of a source are come by. Throws `Broken`. */
type Read = (source: CaseSource) => Uint8Array | Promise<Uint8Array>;

/** Reads every file, in the order of the paths' code units. Throws `Broken` with everything that is wrong in them. */
export async function loadCases(sources: readonly CaseSource[], read: Read = readFile): Promise<readonly Case[]> {
  const problems: Problem[] = [];
  const placed: Placed[] = [];
  for (const source of [...sources].sort((a, b) => byCodeUnits(prefixOf(a), prefixOf(b)))) {
    for (const one of await loadFile(source, read, problems)) placed.push(one);
  }
  for (const problem of sharedBy(placed)) problems.push(problem);
  if (problems.length > 0) throw Broken.of(problems);
  return placed.map(({ one }) => one);
}

function readFile({ path, file }: CaseSource): Uint8Array {
  return readBytes(path, file);
}

async function loadFile(source: CaseSource, read: Read, problems: Problem[]): Promise<readonly Placed[]> {
  try {
    const document = await parseJson(await read(source), source.file);
    const flaws = flawsOf(document, prefixOf(source));
    for (const problem of document.problems(flaws)) problems.push(problem);
    return flaws.length > 0 ? [] : casesOf(document, source);
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    for (const problem of error.problems) problems.push(problem);
    return [];
  }
}

function flawsOf({ value }: JsonDocument, prefix: string): readonly Flaw[] {
  const flaws: Flaw[] = [];
  const report: Report = (pointer, message, part) => {
    const id = caseAt(value, pointer);
    const whose = id === undefined ? '' : `case ${showName(`${prefix}/${id}`)}: `;
    flaws.push([pointer, whose + message, part]);
  };
  if (!fileShape(value, report)) return flaws;
  const { gate, cases } = value as CaseFile;
  for (const [index, { input }] of gate === 'evidence' ? cases.entries() : []) {
    checkStore((input as { store: unknown }).store, (path, message, part) =>
      report(`/cases/${index}/input/store${path}`, message, part),
    );
  }
  return flaws;
}

/** The name of the case in which a pointer ends, where it has a usable one: what has an index at all is in `cases`. */
function caseAt(file: unknown, pointer: string): string | undefined {
  const [, , index] = pointer.split('/');
  if (!isRecord(file) || !Array.isArray(file['cases'])) return undefined;
  const one: unknown = file['cases'][Number(index)];
  const name = isRecord(one) ? one['name'] : undefined;
  return typeof name === 'string' ? name : undefined;
}

function casesOf(document: JsonDocument, source: CaseSource): readonly Placed[] {
  const { gate, cases } = document.value as CaseFile;
  return cases.map(({ name, description, input, expect }, index) => {
    const id = `${prefixOf(source)}/${name}`;
    return { one: { id, suite: source.suite, gate, description, input, expect }, document, pointer: `/cases/${index}` };
  });
}

/** What two cases may not share, said of the second; all flaws of a file are placed together. */
function sharedBy(placed: readonly Placed[]): readonly Problem[] {
  const ids = new Set<string>();
  const idOfInput = new Map<string, string>();
  const flawsIn = new Map<JsonDocument, Flaw[]>(placed.map(({ document }) => [document, []]));
  for (const { one, document, pointer } of placed) {
    const { id, gate, input } = one;
    const flaws = flawsIn.get(document);
    if (ids.has(id)) flaws?.push([`${pointer}/name`, `two cases have the id \`${id}\`: rename one`]);
    ids.add(id);
    const asked = `${gate} ${canonicalJson(input)}`;
    const other = idOfInput.get(asked);
    if (other === undefined) idOfInput.set(asked, id);
    else flaws?.push([`${pointer}/input`, `case \`${id}\` has the very input of \`${other}\`: drop one`]);
  }
  return [...flawsIn].flatMap(([document, flaws]) => document.problems(flaws));
}

function prefixOf({ suite, topic }: CaseSource): string {
  return topic === null ? suite : `${suite}/${topic}`;
}
