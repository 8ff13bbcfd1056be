/** The command line in a checkout: a file named there is relative to the folder that npm was called from. */
process.chdir(process.env['INIT_CWD'] ?? '.');
await import('./main.ts');

export {};
