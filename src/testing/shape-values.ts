/** Values that have a shape, made from its JSON Schema: what the schema asks for and nothing that it does not allow. */
import * as fc from 'fast-check';
import type { Schema } from '../contract/schema.ts';
import { anyJson } from './json.ts';
import { anyText, filledText } from './texts.ts';

/** Texts for each pattern that a shape uses; a new pattern needs a line here. */
const byPattern: Readonly<Record<string, fc.Arbitrary<string>>> = {
  '\\S': filledText,
  '^[\\s\\S]{0,256}$': fc.oneof(
    anyText,
    fc.constantFrom('x', '\u{1f600}', '\n').map((unit) => unit.repeat(256)),
  ),
};

const listLength = { maxLength: 3 };

/** Any value of the shape. */
export function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  const { type, anyOf, enum: choices } = schema;
  if (anyOf) return fc.oneof(...anyOf.map(valuesOf));
  if (choices) return fc.constantFrom(...choices);
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => valuesOf({ ...schema, type: one })));
  switch (type) {
    case 'object':
      return objectsOf(schema);
    case 'array':
      return listsOf(schema);
    case 'string':
      return textsOf(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? Number.MAX_SAFE_INTEGER });
    case 'number':
      return numbersOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return anyJson;
  }
}

function objectsOf({ properties = {}, required = [], additionalProperties, propertyNames, minProperties = 0 }: Schema) {
  const known = fc.record(Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, valuesOf(of)])), {
    requiredKeys: [...required],
  });
  if (additionalProperties === false) return known;
  const value = typeof additionalProperties === 'object' ? valuesOf(additionalProperties) : anyJson;
  const name = propertyNames ? valuesOf({ type: 'string', ...propertyNames }) : anyText;
  const more = fc.uniqueArray(fc.tuple(name as fc.Arbitrary<string>, value), {
    ...listLength,
    minLength: minProperties,
    selector: ([key]) => key,
  });
  return fc
    .tuple(known, more)
    .map(([members, others]) =>
      Object.fromEntries([...others.filter(([key]) => !Object.hasOwn(properties, key)), ...Object.entries(members)]),
    );
}

function listsOf({ items = {}, minItems = 0, uniqueItems = false }: Schema): fc.Arbitrary<unknown[]> {
  const bounds = { ...listLength, minLength: minItems };
  return uniqueItems ? fc.uniqueArray(valuesOf(items), bounds) : fc.array(valuesOf(items), bounds);
}

function textsOf({ pattern }: Schema): fc.Arbitrary<string> {
  if (pattern === undefined) return anyText;
  const texts = byPattern[pattern];
  if (!texts) throw new Error(`no texts are known for the pattern ${pattern}`);
  return texts;
}

function numbersOf({ minimum = -Infinity, multipleOf }: Schema): fc.Arbitrary<number> {
  if (multipleOf === 1) return fc.oneof(fc.integer({ min: minimum }), fc.constantFrom(2 ** 53, 1e308));
  return fc.double({ noNaN: true, noDefaultInfinity: true });
}
