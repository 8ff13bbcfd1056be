/** `aggregate`: one review of many packets, decided against the repository as it is now. */
import { decide } from '../../src/index.ts';
import { statusOf } from '../exit-status.ts';
import { writeJson } from '../io.ts';
import type { Io } from '../io.ts';
import { readReview } from '../review-files.ts';
import type { ReviewOptions } from '../review-files.ts';

export type AggregateOptions = ReviewOptions & { readonly format: 'json' | 'markdown' };

/** Prints the review and returns the status of its outcome. Throws `Broken` for what cannot be read. */
export async function aggregate(io: Io, options: AggregateOptions): Promise<number> {
  const { contract, input, folder } = await readReview(io, options);
  const decision = decide.aggregation(contract, input);
  if (options.format === 'json') await writeJson(io, decision);
  else {
    const { reviewMarkdown } = await import('../../harness/reporters/review.ts');
    await io.out(reviewMarkdown({ ...input, decision, files: folder.files, broken: folder.broken, contract }));
  }
  return statusOf[decision.outcome];
}
