/** A review of a real change in a temporary repository, as files: manifest, assignment, packets. */
import { join } from 'node:path';
import { editJson, run, writeFiles } from './command.ts';
import type { Answer, Files, Json } from './command.ts';
import { file, importCommits, makeRepository } from './repository.ts';
import type { Entry } from './repository.ts';

export const roles = ['correctness', 'security', 'tests', 'maintainability'] as const;

export type ReviewFolder = {
  readonly folder: string;
  readonly manifest: Json;
  /** Runs a command on the review's files. */
  readonly on: (command: string, ...more: readonly string[]) => Promise<Answer>;
  /** Writes packets, one file each; text and bytes as they are. */
  readonly answer: (packets: Files) => void;
};

const before: readonly Entry[] = [file('src/a.ts', '1\n2\n'), file('gone.ts', '1\n2\n3\n'), file('same.ts', '1\n')];
const after: readonly Entry[] = [file('src/a.ts', '1\n2\n3'), file('same.ts', '1\n')];

/** A change on `main`, bound against `base` and assigned; nobody has answered yet. `edit` may alter both documents. */
export async function reviewFolder(
  head: readonly Entry[] = after,
  edit: (manifest: Json, assignment: Json) => void = () => {},
): Promise<ReviewFolder> {
  const folder = makeRepository();
  importCommits(folder, [
    { ref: 'refs/heads/base', entries: before },
    { ref: 'refs/heads/main', parents: [':1'], entries: head },
  ]);
  const bound = await run(['bind', '--base', 'base'], { folder });
  writeFiles(folder, { 'manifest.json': bound.out, 'packets/.keep': '' });
  writeFiles(folder, { 'assignment.json': (await run(['assign', '--manifest', 'manifest.json'], { folder })).out });
  const manifest = JSON.parse(bound.out);
  editJson(join(folder, 'assignment.json'), (assignment) => edit(manifest, assignment));
  writeFiles(folder, { 'manifest.json': manifest });
  const named = ['--manifest', 'manifest.json', '--assignment', 'assignment.json', '--packets', 'packets'];
  return {
    folder,
    manifest,
    on: (command, ...more) => run([command, ...named, ...more], { folder }),
    answer: (packets) =>
      void writeFiles(
        folder,
        Object.fromEntries(Object.entries(packets).map(([name, packet]) => [`packets/${name}`, packet])),
      ),
  };
}

/** The packet of a worker who read every file of the change and has nothing to say, but for `rest`. */
export function packetOf({ head, diffSha256, changedFiles }: Json, role: string, rest: object = {}): Json {
  return { role, head, diffSha256, filesReviewed: changedFiles, findings: [], limitations: [], ...rest };
}

/** One such packet of every role, by file name. */
export function fullSet(manifest: Json): Record<string, Json> {
  return Object.fromEntries(roles.map((role) => [`${role}.json`, packetOf(manifest, role)]));
}

export function findingOf(role: string, rest: object = {}): Json {
  return { role, file: 'src/a.ts', line: 1, severity: 'low', evidence: 'what is there', action: 'what to do', ...rest };
}
