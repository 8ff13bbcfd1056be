/** The files that are generated from the zod shapes: the schemas that the gates run on, and those that editors read. */
import { z } from 'zod';
import { harnessShapes } from './case-shape.ts';
import { shapes } from '../src/contract/shapes.ts';
import type { Contract } from '../src/index.ts';
import { publishedSchema } from './published.ts';
import type { SchemaName } from './schema-names.ts';

/** Path from the root of the checkout to the file's text, for the shipped contract. */
export function generated(contract: Contract): Readonly<Record<string, string>> {
  return {
    'src/contract/shapes.gen.ts': schemaModule(shapes, './schema.ts'),
    'harness/case-shape.gen.ts': schemaModule(harnessShapes, '../src/contract/schema.ts'),
    'cases/case.schema.json': schemaFile('case', contract),
    'cases/contract.schema.json': schemaFile('contract', contract),
  };
}

function schemaFile(name: SchemaName, contract: Contract): string {
  return `${JSON.stringify(publishedSchema(name, contract), null, 2)}\n`;
}

function schemaModule(sources: Readonly<Record<string, z.ZodType>>, schemaType: string): string {
  const schemas = Object.entries(sources).map(([name, shape]) => {
    const { $schema: _, ...schema } = z.toJSONSchema(shape);
    return `  ${name}: ${JSON.stringify(schema, null, 2)},`;
  });
  return [
    '// Generated from the zod shapes by `npm run generate`; do not edit.',
    `import type { Schema } from '${schemaType}';`,
    '',
    'export const schemas = {',
    ...schemas,
    '} as const satisfies Record<string, Schema>;',
    '',
  ].join('\n');
}
