/** One way to decide for all gates: evidence, too, over a store that comes with the input. */
import type { Contract, Decision, GateId } from '../src/index.ts';
import { decide, readParentTurn } from '../src/index.ts';
import { deepestInput, isDeeperThan } from '../src/contract/json.ts';
import { isRecord } from '../src/contract/shape.ts';
import { denyCall } from '../src/evidence/gate.ts';
import { checkStore, SimulatedStore } from './simulated-store.ts';
import type { StoreData } from './simulated-store.ts';

/** Decides one input. Total: it neither throws nor rejects. */
export function decideAny(gate: GateId, contract: Contract, input: unknown): Decision | Promise<Decision> {
  return gate === 'evidence' ? decideEvidence(contract, input) : decide[gate](contract, input);
}

async function decideEvidence(contract: Contract, input: unknown): Promise<Decision> {
  if (!isRecord(input)) return denyCall('', 'the input must be an object with `caller`, `arguments` and `store`');
  if (isDeeperThan(deepestInput, input)) return denyCall('', `the input is nested deeper than ${deepestInput} levels`);
  if (!Object.hasOwn(input, 'store')) return denyCall('/store', '`store` is missing');
  const { store: data, ...call } = input;
  const flaws: [path: string, message: string][] = [];
  checkStore(data, (path, message) => flaws.push([`/store${path}`, message]));
  const [flaw] = flaws;
  if (flaw) return denyCall(...flaw);
  const store = new SimulatedStore(data as StoreData);
  return (await readParentTurn({ contract, store, clock: store }, call)).decision;
}
