import values from '../cases/contract.json' with { type: 'json' };
import type { Contract } from './contract/contract.ts';

const { $schema: _, ...contract } = values;

/** The contract that is shipped, `cases/contract.json`: the one in force wherever a team has none of its own. */
export const shippedContract = contract as Contract;
