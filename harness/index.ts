/** The public harness: what the command line does with cases, for whoever runs them from a test suite of their own. */
export { Broken } from './broken.ts';
export type { Place, Problem } from './broken.ts';
export type { Case } from './load-cases.ts';
export { loadFolder } from './load-folder.ts';
export type { Corpus } from './load-folder.ts';
export { resultsOf } from './results.ts';
export type { Results } from './results.ts';
export { runCase, runCases } from './run.ts';
export type { CaseRun } from './run.ts';
export { SimulatedStore } from './simulated-store.ts';
export type { StoreData } from './simulated-store.ts';
export type { Difference, Expectation } from './verdict.ts';
