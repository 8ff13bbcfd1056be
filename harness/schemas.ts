/** The published JSON Schemas as a library; apart from the rest, because it loads zod. */
export { publishedSchema } from './published.ts';
export { schemaNames } from './schema-names.ts';
export type { SchemaName } from './schema-names.ts';
