/** A review of a real change in a temporary repository, as files: manifest, assignment, packets. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { run, writeFiles } from './command.ts';
import type { Answer, Files, Json } from './command.ts';
import { file, importCommits, makeRepository } from './repository.ts';
import type { Entry } from './repository.ts';

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

/** A change on `main`, bound against `base` and assigned; nobody has answered yet. */
export async function reviewFolder(): Promise<ReviewFolder> {
  const folder = makeRepository();
  importCommits(folder, [
    { ref: 'refs/heads/base', entries: before },
    { ref: 'refs/heads/main', parents: [':1'], entries: after },
  ]);
  const bound = await run(['bind', '--base', 'base'], { folder });
  writeFiles(folder, { 'manifest.json': bound.out });
  writeFiles(folder, { 'assignment.json': (await run(['assign', '--manifest', 'manifest.json'], { folder })).out });
  mkdirSync(join(folder, 'packets'));
  const named = ['--manifest', 'manifest.json', '--assignment', 'assignment.json', '--packets', 'packets'];
  return {
    folder,
    manifest: JSON.parse(bound.out),
    on: (command, ...more) => run([command, ...named, ...more], { folder }),
    answer: (packets) => void writeFiles(join(folder, 'packets'), packets),
  };
}
