/**
 * Judges a value against a shape: the JSON Schema that was generated from the zod source of that shape.
 * Runs on the hot path, so zod itself is not loaded; the properties hold this walker, zod and ajv together.
 * It goes exactly as deep as the schema does, never as deep as the value, and so needs no guard against nesting.
 */
import { isAscending } from './list-set.ts';
import { listed, nameOf, wanted } from './schema.ts';
import type { Key, Kind, Schema } from './schema.ts';
import { show } from './show.ts';

/**
 * Takes one thing that offends: its JSON Pointer and a one-line message. When it is the member's name that offends and
 * not its value, `part` says so, for whoever points at the text.
 */
export type Report = (path: string, message: string, part?: 'name') => void;

/** Whether a value has the shape; everything in which it misses it is reported, to whoever wants to know. */
export type Shape = (value: unknown, report?: Report) => boolean;

/** The way to a value from outside in; it becomes a JSON Pointer only when something is reported. */
type Path = { readonly parent: Path; readonly key: Key } | undefined;
type Check = (value: unknown, parent: Path, key: Key, report: Report) => void;

/** Makes a shape of its schema, once; the shape is then called on any number of values. */
export function shapeOf(schema: Schema): Shape {
  const check = compile(schema);
  return (value, report) => {
    let fits = true;
    check(value, undefined, undefined, (...flaw) => {
      fits = false;
      report?.(...flaw);
    });
    return fits;
  };
}

/** One member name as a JSON Pointer token. */
export function token(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Whether a value is a JSON object: neither a list nor null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function compile(schema: Schema): Check {
  if (schema.oneOf) return compileTagged(schema.oneOf);
  if (schema.anyOf) return compileUnion(schema.anyOf);
  if (schema.enum ?? 'const' in schema) return compileChoice(schema.enum ?? [schema.const]);
  const { type } = schema;
  if (Array.isArray(type)) return compileUnion(type.map((kind: Kind) => ({ ...schema, type: kind })));
  switch (type) {
    case 'object':
      return compileObject(schema);
    case 'array':
      return compileList(schema);
    case undefined:
      return () => {};
    default:
      return compileScalar(schema);
  }
}

function compileScalar(schema: Schema): Check {
  const holds = scalarTest(schema);
  return (value, parent, key, report) => {
    if (!holds(value)) report(pointer(parent, key), `${nameOf(key)} must be ${wanted(schema)}, not ${show(value)}`);
  };
}

function scalarTest(schema: Schema): (value: unknown) => boolean {
  const { type, pattern, minimum = -Infinity, maximum = Infinity, multipleOf } = schema;
  if (type === 'string') {
    if (pattern === undefined) return (value) => typeof value === 'string';
    const expression = new RegExp(pattern, 'u');
    return (value) => typeof value === 'string' && expression.test(value);
  }
  if (type === 'boolean') return (value) => typeof value === 'boolean';
  if (type === 'null') return (value) => value === null;
  const whole = type === 'integer' || multipleOf !== undefined;
  return (value) =>
    typeof value === 'number' && value >= minimum && value <= maximum && (!whole || Number.isInteger(value));
}

function compileChoice(choices: readonly unknown[]): Check {
  const allowed = new Set(choices);
  return (value, parent, key, report) => {
    if (!allowed.has(value))
      report(pointer(parent, key), `${nameOf(key)} must be ${listed(choices)}, not ${show(value)}`);
  };
}

function compileList(schema: Schema): Check {
  const item = compile(schema.items ?? {});
  const { minItems = 0, uniqueItems = false } = schema;
  return (value, parent, key, report) => {
    if (!Array.isArray(value))
      return report(pointer(parent, key), `${nameOf(key)} must be ${wanted(schema)}, not ${show(value)}`);
    if (value.length < minItems) report(pointer(parent, key), `${nameOf(key)} must not be empty`);
    const at = { parent, key };
    if (!uniqueItems || isAscending(value)) {
      for (let index = 0; index < value.length; index += 1) item(value[index], at, index, report);
    } else checkDistinct(value, item, at, key, report);
  };
}

/** Items in their order: each that has its shape once, and what is no item at all only for that. */
function checkDistinct(items: readonly unknown[], item: Check, at: Path, key: Key, report: Report): void {
  const seen = new Set<unknown>();
  for (const [index, one] of items.entries()) {
    let fits = true;
    item(one, at, index, (...flaw) => {
      fits = false;
      report(...flaw);
    });
    if (fits && seen.has(one)) report(pointer(at, index), `${show(one)} appears twice in ${nameOf(key)}`);
    seen.add(one);
  }
}

function compileObject(schema: Schema): Check {
  const members = new Map(Object.entries(schema.properties ?? {}).map(([key, of]) => [key, compile(of)]));
  const required = schema.required ?? [];
  const rest = restOf(schema);
  const { minProperties = 0 } = schema;
  return (value, parent, key, report) => {
    if (!isRecord(value)) {
      return report(pointer(parent, key), `${nameOf(key)} must be ${wanted(schema)}, not ${show(value)}`);
    }
    const at = { parent, key };
    const keys = Object.keys(value);
    for (const member of keys) (members.get(member) ?? rest)(value[member], at, member, report);
    for (const member of required) {
      if (!Object.hasOwn(value, member)) report(pointer(at, member), `${nameOf(member)} is missing`);
    }
    if (keys.length < minProperties) report(pointer(parent, key), `${nameOf(key)} must not be empty`);
  };
}

function restOf({ additionalProperties, propertyNames }: Schema): Check {
  if (additionalProperties === false) {
    return (_, parent, key, report) => report(pointer(parent, key), `${nameOf(key)} is not a known key`, 'name');
  }
  const check = compile(typeof additionalProperties === 'object' ? additionalProperties : {});
  const nameTest = scalarTest({ type: 'string', ...propertyNames });
  return (value, parent, key, report) => {
    if (!nameTest(key)) report(pointer(parent, key), `${nameOf(key)} is not a usable name`, 'name');
    check(value, parent, key, report);
  };
}

/** Branches told apart by a member that is constant in each: the first such member of the first branch. */
function compileTagged(branches: readonly Schema[]): Check {
  const properties = branches[0]?.properties ?? {};
  const tag = String(Object.keys(properties).find((key) => tagsOf(properties[key] ?? {}).length > 0));
  const byTag = new Map(
    branches.flatMap((branch) => tagsOf(branch.properties?.[tag] ?? {}).map((value) => [value, compile(branch)])),
  );
  const checkTag = compileChoice([...byTag.keys()]);
  const members = new Set(branches.flatMap((branch) => Object.keys(branch.properties ?? {})));
  return (value, parent, key, report) => {
    if (!isRecord(value)) {
      return report(pointer(parent, key), `${nameOf(key)} must be an object, not ${show(value)}`);
    }
    const at = { parent, key };
    if (!Object.hasOwn(value, tag)) {
      for (const member of Object.keys(value)) {
        if (!members.has(member)) report(pointer(at, member), `${nameOf(member)} is not a known key`, 'name');
      }
      return report(pointer(at, tag), `${nameOf(tag)} is missing`);
    }
    const branch = byTag.get(value[tag]);
    if (branch) branch(value, parent, key, report);
    else checkTag(value[tag], at, tag, report);
  };
}

function tagsOf(schema: Schema): readonly unknown[] {
  return schema.enum ?? ('const' in schema ? [schema.const] : []);
}

/** Branches of different kinds: the one that the value misses least says why; one of another kind only as a last resort. */
function compileUnion(branches: readonly Schema[]): Check {
  const checks = branches.map(compile);
  return (value, parent, key, report) => {
    const misses: Parameters<Report>[][] = [];
    for (const check of checks) {
      const missed: Parameters<Report>[] = [];
      check(value, parent, key, (...flaw) => missed.push(flaw));
      if (missed.length === 0) return;
      misses.push(missed);
    }
    const at = pointer(parent, key);
    const ofItsKind = misses.filter((missed) => missed.every(([path]) => path !== at));
    const nearest = (ofItsKind.length > 0 ? ofItsKind : misses).sort((a, b) => a.length - b.length).slice(0, 1);
    for (const flaw of nearest.flat()) report(...flaw);
  };
}

function pointer(parent: Path, key: Key): string {
  return parent ? `${pointer(parent.parent, parent.key)}/${token(String(key))}` : '';
}
