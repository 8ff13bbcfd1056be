/** The names of the published schemas, apart from zod, which makes them: help and completion need the names alone. */
export const schemaNames = [
  'case',
  'contract',
  'manifest',
  'observed',
  'assignment',
  'finding',
  'packet',
  'request',
  'decision',
  'review',
  'evidence',
  'results',
] as const;

export type SchemaName = (typeof schemaNames)[number];
