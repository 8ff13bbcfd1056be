import { createHash } from 'node:crypto';
import { canonicalJson } from '../src/contract/json.ts';

/** The SHA-256, in lower-case hex, of a value's canonical JSON: white space and the order of members do not count. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
