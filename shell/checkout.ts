/** The command line in a checkout: a file named there is relative to the folder that npm was called from. */
import { existsSync } from 'node:fs';
import { chdir, env } from 'node:process';

if (env['INIT_CWD'] && existsSync(env['INIT_CWD'])) chdir(env['INIT_CWD']);
await import('./main.ts');
