#!/usr/bin/env node
/** The process around the command line: its streams, its folder, its exit status. */
import { fileURLToPath } from 'node:url';
import { main } from './cli.ts';
import { broken } from './exit-status.ts';
import type { Io } from './io.ts';

let closed = false;
let reading = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  closed = true;
  // A reader that has seen enough is no fault; a disk that is full is one.
  if (error.code !== 'EPIPE') stop(`standard output cannot be written: ${error.code}`);
});
process.stderr.on('error', () => {});

const io: Io = {
  folder: workingFolder(),
  shippedCases: fileURLToPath(new URL('../cases', import.meta.url)),
  colors: process.stdout.isTTY && !process.env['NO_COLOR'],
  get input() {
    reading = true;
    return process.stdin;
  },
  out: (text) =>
    new Promise((resolve) => {
      if (closed) resolve(false);
      else process.stdout.write(text, (error) => resolve(!error));
    }),
  err: (text) => {
    process.stderr.write(text);
  },
};

process.exitCode = await main(process.argv.slice(2), io);
// A stream that was left in the middle would keep the process waiting for the rest of it.
if (reading) process.stdin.destroy();

function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    return stop('the folder that this runs in is gone: change to another one');
  }
}

function stop(message: string): never {
  process.stderr.write(`control-shell: ${message}\n`);
  process.exit(broken);
}
