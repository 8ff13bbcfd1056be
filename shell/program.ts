/** What can be asked on the command line. Each command is loaded when it is called. */
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { gateIds } from '../src/contract/decision.ts';
import type { GateId } from '../src/contract/decision.ts';
import { schemaNames } from '../harness/schema-names.ts';
import type { SchemaName } from '../harness/schema-names.ts';
import type { DoctorOptions, InitOptions } from './commands/agents.ts';
import type { BindOptions, ObserveOptions } from './commands/change.ts';
import type { AggregateOptions } from './commands/aggregate.ts';
import type { AssignOptions } from './commands/assign.ts';
import type { DecideOptions } from './commands/decide.ts';
import type { DrillOptions } from './commands/drill.ts';
import type { PromptOptions } from './commands/prompt.ts';
import type { ProveOptions } from './commands/prove.ts';
import type { ReportOptions } from './commands/report.ts';
import type { Io } from './io.ts';
import type { ReviewOptions } from './review-files.ts';

/** The program; `done` takes the exit status of the command that ran. */
export function programOf(io: Io, done: (status: number) => void): Command {
  const program = new Command('control-shell')
    .description('The contract that stands before any AI review is believed, and the harness that proves it.')
    .version(packageJson.version, '--version', 'print the version')
    .configureHelp({ optionDescription: described })
    .exitOverride()
    .configureOutput({ writeOut: (text) => void io.out(text), writeErr: () => {} });
  const manifest = (): Option =>
    new Option('--manifest <file>', 'the manifest, `-` for standard input').makeOptionMandatory();
  const assignment = (): Option =>
    new Option('--assignment <file>', 'the assignment, `-` for standard input').makeOptionMandatory();
  const change = (command: Command): Command =>
    command
      .option('--base <rev>', 'where the change began; else the manifest’s base')
      .option('--head <rev>', 'the head of the change', 'HEAD')
      .option('--repo <folder>', 'the repository', '.');

  program
    .command('drill')
    .description('run cases and print the decision table')
    .argument('[paths...]', 'cases folders or case files; else `./cases`, else the shipped cases')
    .option('--suite <name>', 'only the cases of this suite')
    .addOption(new Option('--gate <name>', 'only the cases of this gate').choices(gateIds))
    .option('--case <glob>', 'only the cases whose id matches')
    .option('--json', 'print the results as JSON')
    .option('--explain', 'print for each case what it is, what violated which rule, and what to do')
    .action(async (paths: string[], options: DrillOptions) => {
      const { drill } = await import('./commands/drill.ts');
      done(await drill(io, paths, options));
    });

  program
    .command('prove')
    .description('show that the cases prove the contract, or which case is missing')
    .argument('[paths...]', 'cases folders or case files; else `./cases`, else the shipped cases')
    .option('--json', 'print the proof as JSON')
    .action(async (paths: string[], options: ProveOptions) => {
      const { prove } = await import('./commands/prove.ts');
      done(await prove(io, paths, options));
    });

  program
    .command('report')
    .description('write the decision tables')
    .option('--check', 'write nothing, and fail when the tables are not those of the cases')
    .option('--out <folder>', 'where the tables are', 'reports')
    .action(async (options: ReportOptions) => {
      const { report } = await import('./commands/report.ts');
      done(await report(io, options));
    });

  program
    .command('decide')
    .description('decide one input, or one on each line')
    .addArgument(new Argument('<gate>', 'the gate').choices(gateIds))
    .argument('[file]', 'the input, `-` for standard input', '-')
    .option('--jsonl', 'one input on each line, one decision on each line')
    .action(async (gate: GateId, file: string, options: DecideOptions) => {
      const { decide } = await import('./commands/decide.ts');
      done(await decide(io, gate, file, options));
    });

  program
    .command('bind')
    .description('print the manifest of a real git change')
    .requiredOption('--base <rev>', 'where the change began: the merge base with the head is bound')
    .option('--head <rev>', 'the head of the change', 'HEAD')
    .option('--repo <folder>', 'the repository', '.')
    .option('--generated <glob...>', 'files that need no owner')
    .option('--repository <name>', 'the repository’s name, for the record')
    .option('--pull-request <number>', 'the pull request’s number, for the record', positiveInteger)
    .action(async (options: BindOptions) => {
      const { bind } = await import('./commands/change.ts');
      done(await bind(io, options));
    });

  const onManifest = (name: string, description: string, run: 'observe' | 'admit'): Command =>
    change(program.command(name).description(description).addOption(manifest())).action(
      async (options: ObserveOptions) => {
        const commands = await import('./commands/change.ts');
        done(await commands[run](io, options));
      },
    );
  onManifest('observe', 'print what the repository shows now', 'observe');
  onManifest('admit', 'observe, and decide whether the manifest still holds', 'admit');

  program
    .command('assign')
    .description('print an assignment in which every role reads every file')
    .addOption(manifest())
    .action(async (options: AssignOptions) => {
      const { assign } = await import('./commands/assign.ts');
      done(await assign(io, options));
    });

  program
    .command('prompt')
    .description('print the text for one worker')
    .addOption(manifest())
    .addOption(assignment())
    .requiredOption('--role <name>', 'the worker’s role')
    .action(async (options: PromptOptions) => {
      const { prompt } = await import('./commands/prompt.ts');
      done(await prompt(io, options));
    });

  const onReview = (name: string, description: string): Command =>
    change(program.command(name).description(description).addOption(manifest()).addOption(assignment())).requiredOption(
      '--packets <folder>',
      'the folder of the packets, `*.json`',
    );
  onReview('aggregate', 'observe, and make one review of the packets')
    .addOption(new Option('--format <name>', 'how it is printed').choices(['json', 'markdown']).default('json'))
    .action(async (options: AggregateOptions) => {
      const { aggregate } = await import('./commands/aggregate.ts');
      done(await aggregate(io, options));
    });
  onReview('retry', 'print what to ask again of whom, and why').action(async (options: ReviewOptions) => {
    const { retry } = await import('./commands/retry.ts');
    done(await retry(io, options));
  });

  program
    .command('schema')
    .description('print a published JSON Schema, for the contract in force')
    .addArgument(new Argument('<name>', 'what is described').choices(schemaNames))
    .action(async (name: SchemaName, options: { contract?: string }) => {
      const { schema } = await import('./commands/schema.ts');
      done(await schema(io, name, options.contract));
    });

  program
    .command('init')
    .description('write the review block of `AGENTS.md`, and the schemas that it refers to')
    .option('--repo <folder>', 'the repository, whose own `cases/contract.json` is in force', '.')
    .option('--dry-run', 'write nothing, and say what would be written')
    .action(async (options: InitOptions) => {
      const { init } = await import('./commands/agents.ts');
      done(await init(io, options));
    });

  program
    .command('doctor')
    .description('check that block and those schemas, and name what drifted from the contract')
    .option('--repo <folder>', 'the repository, whose own `cases/contract.json` is in force', '.')
    .action(async (options: DoctorOptions) => {
      const { doctor } = await import('./commands/agents.ts');
      done(await doctor(io, options));
    });

  for (const command of program.commands) {
    command.option(
      '--contract <file>',
      'the contract; else the `contract.json` in the cases folder, else the shipped one',
    );
  }
  return program;
}

/** What an option is for, and what it has to be told. */
function described({ description, mandatory, argChoices, defaultValue }: Option): string {
  const notes = [
    ...(mandatory && defaultValue === undefined ? ['required'] : []),
    ...(argChoices ? [argChoices.join(' | ')] : []),
    ...(typeof defaultValue === 'string' ? [`else ${defaultValue}`] : []),
  ];
  return notes.length === 0 ? description : `${description} (${notes.join(', ')})`;
}

function positiveInteger(text: string): number {
  const number = Number(text);
  if (!/^[1-9]\d*$/.test(text) || !Number.isSafeInteger(number)) {
    throw new InvalidArgumentError('give an integer from 1');
  }
  return number;
}
