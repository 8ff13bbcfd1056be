import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aggregate } from '../gates/aggregation.ts';
import { decide } from '../index.ts';
import { isRecord } from '../contract/shape.ts';
import { complete, current, messy } from '../testing/reviews.ts';
import type { ReviewInput } from '../testing/reviews.ts';
import { packetOf } from '../testing/sample-review.ts';
import { askAgain } from './retry.ts';
import type { Ask } from './retry.ts';

/** Takes back everything of the roles that are asked, and what is no packet of anybody; each asked role answers well. */
function answered(input: ReviewInput, asks: readonly Ask[]): ReviewInput {
  const asked = new Set(asks.map(({ role }) => role));
  const assigned = new Set(input.assignment.workers.map(({ role }) => role));
  const kept = input.packets.filter((packet) => {
    const role = isRecord(packet) ? packet['role'] : undefined;
    return typeof role === 'string' && assigned.has(role) && !asked.has(role);
  });
  const fresh = asks.map(({ assignment: { role, head, diffSha256, files } }) =>
    packetOf({ head, diffSha256, changedFiles: files }, role),
  );
  return { ...input, packets: [...kept, ...fresh] };
}

describe('what is asked again', () => {
  test('nothing, when the review is complete', () => {
    fc.assert(
      fc.property(complete, ({ contract, input }) => {
        expect(askAgain(contract, input, input.manifest)).toEqual([]);
      }),
    );
  });

  test('is enough: once those who are asked answer well, the review is complete', () => {
    fc.assert(
      fc.property(messy, ({ contract, input }) => {
        const asks = askAgain(contract, input, input.manifest);
        expect(decide.aggregation(contract, answered(input, asks)).code).toBe('COMPLETE_REVIEW');
      }),
      { numRuns: 300 },
    );
  });

  test('is no more than needed: who is not asked has a packet in which nothing is refused', () => {
    fc.assert(
      fc.property(current, ({ contract, input }) => {
        const { review } = aggregate(contract, input);
        const refused = new Set(
          [...(review?.rejected ?? []), ...(review?.refusedPackets ?? [])].map(({ role }) => role),
        );
        for (const { role, why } of askAgain(contract, input, input.manifest)) {
          const silent = !input.packets.some((packet) => isRecord(packet) && packet['role'] === role);
          const lesser = why.some(({ reason }) => reason === 'unread-files' || reason === 'too-many-findings');
          expect([role, silent || lesser || refused.has(role)]).toEqual([role, true]);
        }
      }),
      { numRuns: 300 },
    );
  });
});
