/** `schema`: prints a published JSON Schema. Loads zod, as few commands do. */
import { publishedSchema } from '../../harness/published.ts';
import type { SchemaName } from '../../harness/schema-names.ts';
import { contractInForce } from '../corpus.ts';
import { success } from '../exit-status.ts';
import { writeJson } from '../io.ts';
import type { Io } from '../io.ts';

/** Returns 0. Throws `Broken` for a broken contract. */
export async function schema(io: Io, name: SchemaName, contract: string | undefined): Promise<number> {
  await writeJson(io, publishedSchema(name, await contractInForce(io, contract)));
  return success;
}
