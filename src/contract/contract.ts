/** The contract: what a team agreed on, in JSON. Gates take it as an argument and hold no value of it themselves. */
import type { z } from 'zod';
import type { Immutable } from './immutable.ts';
import { schemas } from './shapes.gen.ts';
import type { contract } from './shapes.ts';
import { shapeOf, token } from './shape.ts';
import type { Report } from './shape.ts';
import { showName } from './show.ts';

/** Limits count threads, levels, hex digits, findings, UTF-8 bytes and items, as their names say. */
export type Contract = Immutable<Omit<z.infer<typeof contract>, '$schema'>>;

const contractShape = shapeOf(schemas.contract);

/** Whether a value is a contract; everything for which it is none is reported, each by its JSON Pointer. */
export function checkContract(value: unknown, report: Report = () => {}): value is Contract {
  let holds = true;
  const refuse: Report = (...flaw) => {
    holds = false;
    report(...flaw);
  };
  if (contractShape(value, refuse)) checkAcrossFields(value as Contract, refuse);
  return holds;
}

function checkAcrossFields(contract: Contract, report: Report): void {
  const roleOf = new Map<string, string>();
  for (const [role, { question }] of Object.entries(contract.roles)) {
    const asked = normalQuestion(question);
    const other = roleOf.get(asked);
    if (other !== undefined) {
      report(
        `/roles/${token(role)}/question`,
        `the question of ${showName(role)} is that of ${showName(other)}: ask another one`,
      );
    } else roleOf.set(asked, role);
  }
  const readable = new Set(contract.tools.read);
  for (const [index, tool] of contract.tools.approval.entries()) {
    if (readable.has(tool)) {
      report(`/tools/approval/${index}`, `the tool ${showName(tool)} stands in both lists: keep it in one`);
    }
  }
}

/** Questions are the same when they differ in case or white space only. */
export function normalQuestion(question: string): string {
  return question.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
