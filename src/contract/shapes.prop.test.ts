import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { anyJson, nearly } from '../testing/json.ts';
import { valuesOf } from '../testing/shape-values.ts';
import { zodTakes } from '../testing/zod-takes.ts';
import { shapeOf } from './shape.ts';
import { schemas } from './shapes.gen.ts';
import { shapes } from './shapes.ts';

type Name = keyof typeof shapes;
const names = Object.keys(shapes) as Name[];
const runs = { numRuns: 1000, verbose: fc.VerbosityLevel.Verbose };

/** Shapes with a record in them: zod passes over a member `__proto__` of a record, and over nothing else. */
const withRecord: ReadonlySet<Name> = new Set(['findingInput', 'aggregationInput', 'contract']);

/** Shapes with a list without repetition, and shapes with line numbers. */
const withUnique: ReadonlySet<Name> = new Set(['assignment', 'contract']);
const withLineCounts: ReadonlySet<Name> = new Set(['findingInput', 'aggregationInput']);

/** Who cannot be asked about a value. ajv looks for repeated texts in an object, which has a `__proto__` of its own. */
function unfit(name: Name, value: unknown): { readonly zod: boolean; readonly ajv: boolean } {
  const json = JSON.stringify(value);
  const named = json.split('"__proto__"').length - 1;
  return {
    zod: withRecord.has(name) && json.includes('"__proto__":'),
    ajv: (withUnique.has(name) && named > 1) || (withLineCounts.has(name) && hasHugeInteger(value)),
  };
}

/** From 1e21 on, ajv takes the digits before the exponent for the integer. */
function hasHugeInteger(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) >= 1e21;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasHugeInteger);
}

/** The three that judge a shape. */
function judgesOf(name: Name) {
  const ajv = new Ajv2020({ strict: false });
  const schema = ajv.compile(z.toJSONSchema(shapes[name]));
  const walker = shapeOf(schemas[name]);
  return {
    zod: (value: unknown) => zodTakes(shapes[name], value),
    ajv: (value: unknown) => schema(value),
    walker: (value: unknown) => walker(value),
  };
}

/** All of what was said, unless all say the same. */
function dissenters(said: readonly string[]): readonly string[] {
  return new Set(said.map((one) => one.split(' ')[1])).size > 1 ? said : [];
}

describe.each(names)('the shape %s', (name) => {
  const { zod, ajv, walker } = judgesOf(name);
  const valid = valuesOf(schemas[name]);

  /** What each says that can be asked. */
  const verdicts = (value: unknown): string[] => {
    const not = unfit(name, value);
    return [
      `walker: ${walker(value)}`,
      ...(not.zod ? [] : [`zod: ${zod(value)}`]),
      ...(not.ajv ? [] : [`ajv: ${ajv(value)}`]),
    ];
  };

  test('is generated from its zod source', () => {
    const { $schema: _, ...schema } = z.toJSONSchema(shapes[name]);
    expect(schemas[name]).toStrictEqual(schema);
  });

  test('is had by every value that is made from its schema, say all three', () => {
    fc.assert(
      fc.property(valid, (value) => {
        expect(verdicts(value).filter((said) => !said.endsWith('true'))).toStrictEqual([]);
      }),
      runs,
    );
  });

  test('is judged alike by all three for values that nearly have it', () => {
    fc.assert(
      fc.property(valid.chain(nearly), (value) => {
        expect(dissenters(verdicts(value))).toStrictEqual([]);
      }),
      runs,
    );
  });

  test('is judged alike by all three for any JSON value', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(dissenters(verdicts(value))).toStrictEqual([]);
      }),
      runs,
    );
  });
});
