/** What is known when a review is decided, and how a section of its report is made. */
import type { AggregationDecision, Contract } from '../../src/index.ts';
import type { Shown } from './review-text.ts';

/** What takes the place of a packet whose file cannot be read; `text` is the beginning of what was there. */
export type BrokenFile = { readonly file: string; readonly error: string; readonly text: string };

/**
 * What `aggregate` knows when it has decided. `packets[i]` is the value given to the gate, `files[i]` the name of its
 * file; `broken` are those of the packets, the very same objects, that stand for files that could not be read.
 */
export type ReviewReport = {
  readonly decision: AggregationDecision;
  /** Malformed where the review is denied; so may the assignment be. */
  readonly manifest: unknown;
  readonly assignment: unknown;
  readonly packets: readonly unknown[];
  readonly files: readonly string[];
  readonly broken: readonly BrokenFile[];
  readonly contract: Contract;
};

/** Gives its blocks, none where it has nothing to say; a block never starts with what a model wrote. */
export type Section = (report: ReviewReport, shown: Shown) => readonly string[];
