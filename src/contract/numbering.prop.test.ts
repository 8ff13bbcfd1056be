import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../testing/texts.ts';
import { numbering } from './numbering.ts';

const text = fc.oneof(fc.constantFrom('a', 'b', 'c', 'd', '__proto__'), anyText);
const first = fc
  .tuple(fc.array(text, { maxLength: 6 }), fc.boolean())
  .map(([texts, sorted]) => (sorted ? [...new Set(texts)].sort() : texts));
const steps = fc.array(fc.record({ text, naming: fc.boolean() }), { maxLength: 12 });

test('texts are numbered from 0 in the order in which they are first named, whatever was asked before', () => {
  fc.assert(
    fc.property(first, steps, (named, asked) => {
      const numbers = numbering(named);
      const order = [...new Set(named)];
      expect(named.map((one) => numbers.find(one))).toStrictEqual(named.map((one) => order.indexOf(one)));
      for (const { text: one, naming } of asked) {
        const known = order.indexOf(one);
        if (naming && known === -1) order.push(one);
        const expected = naming || known !== -1 ? order.indexOf(one) : undefined;
        expect(naming ? numbers.name(one) : numbers.find(one)).toBe(expected);
        expect(numbers.size()).toBe(order.length);
      }
    }),
    { numRuns: 5000, verbose: fc.VerbosityLevel.Verbose },
  );
});
