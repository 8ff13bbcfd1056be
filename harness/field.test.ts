/** Each field case against the wrong gate that its public report was about: there it differs, at the real one it matches. */
import { describe, expect, test } from 'vitest';
import { shippedCorpus } from '../shell/testing/command.ts';
import { decideAny } from './decide-any.ts';
import type { Case } from './load-cases.ts';
import { faults } from './testing/field-faults.ts';
import type { Gate } from './testing/wrong-gates.ts';
import { differencesOf } from './verdict.ts';

const { cases, contract } = await shippedCorpus();
const fieldCases = new Map(cases.filter(({ suite }) => suite === 'field').map((one) => [one.id, one]));
const caught = Object.entries(faults).flatMap(([name, { gate, caughtBy }]) =>
  caughtBy.map((id) => [name, `field/${id}`, gate] as const),
);

/** In what a case differs at some gate. */
async function differencesAt(gate: Gate, { gate: id, input, expect: expected }: Case): Promise<readonly string[]> {
  return differencesOf(expected, await gate(id, contract, input));
}

function caseOf(id: string): Case {
  const found = fieldCases.get(id);
  if (!found) throw new Error(`there is no case ${id}`);
  return found;
}

test('each field case is there to catch a named fault', () => {
  expect([...new Set(caught.map(([, id]) => id))].toSorted()).toEqual([...fieldCases.keys()].toSorted());
});

describe('a wrong gate differs in the case of its report, and the real one matches', () => {
  test.each(caught)('%s: %s', async (_, id, wrong) => {
    expect(await differencesAt(decideAny, caseOf(id))).toEqual([]);
    expect(await differencesAt(wrong, caseOf(id))).not.toEqual([]);
  });
});

describe('a wrong gate is wrong in a fault, and not in all that it decides: another case it decides as it ought to', () => {
  test.each(Object.entries(faults))('%s', async (_, { gate, caughtBy }) => {
    for (const id of new Set(caughtBy.map((one) => caseOf(`field/${one}`).gate))) {
      const ofGate = [...fieldCases.values()].filter((one) => one.gate === id);
      const differences = await Promise.all(ofGate.map((one) => differencesAt(gate, one)));
      expect(differences).toContainEqual([]);
    }
  });
});
