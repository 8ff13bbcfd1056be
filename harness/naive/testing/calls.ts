/** Calls for evidence, and the stores that answer them. */
import * as fc from 'fast-check';
import type { Contract } from '../../../src/index.ts';
import { shipped } from '../../../src/testing/contracts.ts';
import { anyJson } from '../../../src/testing/json.ts';
import { anyText } from '../../../src/testing/texts.ts';
import { evidence } from '../evidence.ts';
import { mostly, type Subjects } from './few.ts';

const faults = [
  'ignores-turn-filter',
  'repeats-cursor',
  'empty-pages',
  'endless-pages',
  'over-long-page',
  'marks-gap',
  'throws',
  'never-answers',
];
const foreign = ['ignores-turn-filter', 'ignores-turn-filter', 'ignores-turn-filter'];
const fewThreads = mostly(fc.constantFrom('root', 'child', 'other'), anyText, 12);
const fewTurns = mostly(fc.constantFrom('turn-1', 'turn-2', 't/3'), anyText, 12);
/** An id that leaves little room for anything else in a small answer, or none. */
const longId = fc.integer({ min: 3800, max: 4200 }).map((length) => 't'.repeat(length));
const spawnOf = fc.record({ threadId: fewThreads, turnId: fewTurns });
const itemText = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: fc.nat({ max: 40 }) },
      { weight: 3, arbitrary: fc.integer({ min: 300, max: 1500 }) },
      { weight: 2, arbitrary: fc.integer({ min: 3700, max: 4300 }) },
    ),
    fc.constantFrom('x', '\u00e9', '\u20ac', '\u{1f600}', '"', '\n', '\ud800'),
  )
  .map(([bytes, unit]) => unit.repeat(Math.ceil(bytes / new TextEncoder().encode(unit).length)));
const plainItem = fc.record({ id: anyText, type: anyText, text: itemText });
const someItem = fc.oneof(
  { weight: 8, arbitrary: plainItem },
  { weight: 1, arbitrary: fc.tuple(plainItem, anyJson).map(([item, more]) => ({ ...item, more })) },
  { weight: 1, arbitrary: fc.record({ id: itemText, type: anyText }) },
  {
    weight: 3,
    arbitrary: fc
      .record({
        count: fc.oneof(
          { weight: 8, arbitrary: fc.nat({ max: 9 }) },
          { weight: 1, arbitrary: fc.integer({ min: 60, max: 210 }) },
        ),
        type: anyText,
        char: fc.constantFrom('x', '\u00e9', '\u20ac', '\u{1f600}', '"'),
        times: mostly(fc.nat({ max: 60 }), fc.integer({ min: 900, max: 4200 }), 4),
      })
      .map(({ count, type, char, times }) => ({
        generate: { count, type, textBytes: times * new TextEncoder().encode(char).length, char },
      })),
  },
);
const turnsOf = fc.uniqueArray(fc.record({ id: fewTurns, items: fc.array(someItem, { maxLength: 7 }) }), {
  maxLength: 3,
  selector: ({ id }) => id,
});
const evidenceContract: fc.Arbitrary<Contract> = fc
  .oneof(
    { weight: 1, arbitrary: fc.constant(shipped.evidence) },
    {
      weight: 5,
      arbitrary: fc.record({
        threadRoles: mostly(fc.constantFrom(['reviewer'], ['reviewer', 'auditor']), fc.constant(['constructor']), 20),
        maxItems: mostly(fc.integer({ min: 1, max: 8 }), fc.constantFrom(64, 99, 100, 101, 150), 5),
        maxBytes: mostly(fc.integer({ min: 4096, max: 9000 }), fc.constant(4096), 3),
      }),
    },
  )
  .map((bounds) => ({ ...shipped, evidence: bounds }));
export const calls: Subjects = fc.record({
  contract: evidenceContract,
  input: fc.record({
    caller: mostly(fc.constant('child'), fc.oneof(fewThreads, anyJson), 25),
    arguments: mostly(fc.constant({}), fc.oneof(anyJson, fc.constantFrom([], null, { turnId: 'turn-2' })), 15),
    store: fc
      .record({
        pageSize: mostly(fc.integer({ min: 1, max: 6 }), fc.constantFrom(64, 100, 101, 1000), 3),
        fault: mostly(fc.constant(null), fc.constantFrom(...faults, ...foreign), 2),
        root: turnsOf,
        more: fc.array(someItem, { maxLength: 7 }),
        child: fc.record({
          threadRole: mostly(fc.constantFrom('reviewer', 'reviewer', 'reviewer', 'auditor'), anyText, 20),
          spawnedBy: fc.oneof(
            { weight: 10, arbitrary: fc.constant({ threadId: 'root', turnId: 'turn-1' }) },
            { weight: 2, arbitrary: fc.constant(null) },
            { weight: 2, arbitrary: spawnOf },
            {
              weight: 2,
              arbitrary: fc.array(mostly(fc.constant({ threadId: 'root', turnId: 'turn-1' }), spawnOf, 3), {
                maxLength: 3,
              }),
            },
          ),
          turns: turnsOf,
        }),
        long: mostly(fc.constant(null), longId, 15),
        others: fc.array(
          fc.record({
            id: mostly(fc.constant('other'), fewThreads),
            threadRole: anyText,
            spawnedBy: fc.constant(null),
            turns: turnsOf,
          }),
          {
            maxLength: 1,
          },
        ),
      })
      .map(({ pageSize, fault, root, more, child, long, others }) => ({
        pageSize,
        fault,
        threads: [
          {
            id: 'root',
            threadRole: 'root',
            spawnedBy: null,
            turns: [...root.filter(({ id }) => id !== 'turn-1'), { id: long ?? 'turn-1', items: more }],
          },
          { id: 'child', ...child, ...(long !== null && { spawnedBy: { threadId: 'root', turnId: long } }) },
          ...others,
        ],
      })),
  }),
});

/** Calls whose answer ends within a few bytes of the bound, on either side. */
export const tight: Subjects = fc.tuple(calls, fc.integer({ min: -2, max: 60 })).map(([{ contract, input }, over]) => {
  const roomy = { ...contract, evidence: { ...contract.evidence, maxBytes: Number.MAX_SAFE_INTEGER } };
  const { bytes } = evidence(roomy, input).facts;
  const maxBytes = Math.max(4096, Number(bytes ?? 0) + over);
  return { contract: { ...contract, evidence: { ...contract.evidence, maxBytes } }, input };
});
