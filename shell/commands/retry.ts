/** `retry`: what to ask again, of whom and why. */
import { askAgain, decide, registry, strangersIn } from '../../src/index.ts';
import type { Ask, Why } from '../../src/index.ts';
import { Broken } from '../../harness/broken.ts';
import { statusOf } from '../exit-status.ts';
import { say, writeJson } from '../io.ts';
import type { Io } from '../io.ts';
import { readReview } from '../review-files.ts';
import type { ReviewOptions } from '../review-files.ts';

/**
 * Prints a list with one entry for each role to ask again, empty when the review is complete, and returns the status of
 * the review's outcome. What no worker can mend is said on standard error. Throws `Broken` for what cannot be read.
 */
export async function retry(io: Io, options: ReviewOptions): Promise<number> {
  const { contract, input, folder, now } = await readReview(io, options);
  const { code, outcome, violations } = decide.aggregation(contract, input);
  const asks = now ? askAgain(contract, input, now) : [];
  if (outcome === 'stale' && asks.length === 0) {
    throw new Broken('nothing to ask: the change has moved, and leaves no file to review: bind it again');
  }
  await writeJson(io, withFiles(asks, folder.files));
  for (const index of strangersIn(contract, input)) {
    say(
      io,
      `${options.packets}/${folder.files[index]}: is the packet of no worker: take it out, or have one of theirs in it`,
    );
  }
  if (outcome === 'deny') for (const { path, message } of violations) say(io, `${path}: ${message}`);
  if (outcome !== 'pass') say(io, `control-shell: ${code}: ${registry[code].recovery}`);
  return statusOf[outcome];
}

/** Packets by the names of their files, since that is how whoever asks again knows them. */
function withFiles(asks: readonly Ask[], files: readonly string[]): readonly object[] {
  const named = ({ reason, packet, ...rest }: Why & { readonly packet?: number }): object => ({
    reason,
    ...(packet !== undefined && { file: files[packet] }),
    ...rest,
  });
  return asks.map(({ role, why, assignment }) => ({ role, why: why.map(named), assignment }));
}
