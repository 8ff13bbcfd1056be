/** What a command's exit status says; apart from all printing. */
import type { Outcome } from '../src/index.ts';

export const success = 0;
export const differs = 1;
export const broken = 2;

/** The status of a single decision. */
export const statusOf = { pass: 0, deny: 1, stale: 3, incomplete: 4, approval: 5 } as const satisfies Record<
  Outcome,
  number
>;
