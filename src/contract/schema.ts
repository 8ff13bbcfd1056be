/** The JSON Schemas that shapes are, and how a complaint speaks of what they ask for. */
import { show, showName } from './show.ts';

export type Kind = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'object' | 'array';

/** The part of JSON Schema that the shapes use; the generated schemas are held against it by their type. */
export type Schema = {
  readonly type?: Kind | readonly Kind[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly minProperties?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: 1;
};

/** A member's name, an item's index, or nothing for the value as a whole. */
export type Key = string | number | undefined;

/** How a complaint names a value. */
export function nameOf(key: Key): string {
  if (key === undefined) return 'the input';
  return typeof key === 'number' ? `item ${key + 1}` : showName(key);
}

/** What a schema asks for, in words. */
export function wanted(schema: Schema): string {
  if (schema.description !== undefined) return schema.description;
  switch (schema.type) {
    case 'array':
      return 'a list';
    case 'boolean':
      return '`true` or `false`';
    case 'null':
      return '`null`';
    case 'integer':
      return `an integer from ${schema.minimum} to ${schema.maximum}`;
    case 'object':
      return 'an object';
    default:
      return `a ${String(schema.type)}`;
  }
}

/** The choices that there are, in words. */
export function listed(choices: readonly unknown[]): string {
  return choices.length === 1 ? show(choices[0]) : `one of ${choices.map(show).join(', ')}`;
}
