/** The command line: how an answer becomes an exit status, and what goes wrong becomes a line. */
import { CommanderError } from 'commander';
import { Broken, lineOf } from '../harness/broken.ts';
import { broken, success } from './exit-status.ts';
import { say } from './io.ts';
import type { Io } from './io.ts';
import { programOf } from './program.ts';

/** Runs one command line and returns its exit status. Never rejects: a crash is status 2 and one line. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let status: number = success;
  const program = programOf(io, (result) => {
    status = result;
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return status;
  } catch (error) {
    return explain(io, error);
  }
}

function explain(io: Io, error: unknown): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return success;
    say(io, `control-shell: ${wordsFor(error)}`);
  } else if (error instanceof Broken) {
    for (const problem of error.problems)
      say(io, problem.place ? lineOf(problem) : `control-shell: ${problem.message}`);
  } else say(io, `control-shell: this is a fault in control-shell itself: ${String(error)}`);
  return broken;
}

function wordsFor({ code, message }: CommanderError): string {
  const help = 'see `control-shell --help`';
  // Commander's word for "nothing was asked" is its own: (outputHelp).
  if (code === 'commander.help') return `name a command: ${help}`;
  // It puts its suggestion on a line of its own.
  const words = message.replace(/^error: /, '').replace(/\n\(/, ' (');
  return code === 'commander.unknownCommand' ? `${words}: ${help}` : words;
}
