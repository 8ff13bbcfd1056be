/** Inputs for both opinions, valid, nearly valid and hostile, each with the contract under which it is judged. */
import * as fc from 'fast-check';
import type { GateId } from '../../../src/index.ts';
import { someContract } from '../../../src/testing/contracts.ts';
import { anyJson } from '../../../src/testing/json.ts';
import { calls, tight } from './calls.ts';
import { admissions, assignments, findings, moved, requests } from './claims.ts';
import { nearlyOrDeep, type Subjects } from './few.ts';
import { reviews } from './reviews.ts';

const spoilt = (subjects: Subjects): Subjects =>
  fc.oneof(
    { weight: 8, arbitrary: subjects },
    {
      weight: 4,
      arbitrary: subjects.chain(({ contract, input }) =>
        nearlyOrDeep(input, 20_000).map((edited) => ({ contract, input: edited })),
      ),
    },
    { weight: 1, arbitrary: fc.record({ contract: someContract, input: anyJson }) },
  );

export const subjects: Readonly<Record<GateId, Subjects>> = {
  admission: spoilt(fc.oneof({ weight: 3, arbitrary: admissions }, { weight: 1, arbitrary: moved })),
  assignment: spoilt(assignments),
  finding: spoilt(findings),
  aggregation: spoilt(reviews),
  permission: spoilt(requests),
  evidence: spoilt(fc.oneof({ weight: 3, arbitrary: calls }, { weight: 1, arbitrary: tight })),
};
