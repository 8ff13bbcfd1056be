/** `schema`: prints a published JSON Schema. The only command that loads zod. */
import { Broken } from '../../harness/broken.ts';
import { publishedSchema, schemaNames } from '../../harness/published.ts';
import type { SchemaName } from '../../harness/published.ts';
import { show } from '../../src/contract/show.ts';
import { contractInForce } from '../corpus.ts';
import { success } from '../exit-status.ts';
import { writeJson } from '../io.ts';
import type { Io } from '../io.ts';

export async function schema(io: Io, name: string, options: { readonly contract?: string }): Promise<number> {
  if (!isSchemaName(name)) throw new Broken(`there is no schema ${show(name)}: name one of ${schemaNames.join(', ')}`);
  await writeJson(io, publishedSchema(name, await contractInForce(io, options.contract)));
  return success;
}

function isSchemaName(name: string): name is SchemaName {
  return schemaNames.some((known) => known === name);
}
