import { describe, expect, test } from 'vitest';
import { shipped } from '../testing/contracts.ts';
import { judge, reading, rowsOf } from './rule-table.ts';
import type { Gate } from './rule-table.ts';
import type { Report } from './shape.ts';

type Counts = { readonly broken: number; readonly heads: number; readonly diffs: number };

function report(count: number, member: string, to: Report): void {
  for (let index = 0; index < count; index += 1) to(`/${member}/${index}`, 'no');
}

/** Each rule reports as often as the input says. */
const gate: Gate<'admission', Counts> = {
  pass: 'ADMIT',
  shape: {
    id: 'shape',
    code: 'DENY_MANIFEST',
    when: 'it is broken',
    read: (value, to) => {
      const counts = value as Counts;
      report(counts.broken, 'broken', to);
      return counts.broken === 0 ? counts : undefined;
    },
  },
  rules: [
    { id: 'heads', code: 'STALE_HEAD', when: 'heads', check: ({ heads }, to) => report(heads, 'heads', to) },
    { id: 'diffs', code: 'STALE_DIFF', when: 'diffs', check: ({ diffs }, to) => report(diffs, 'diffs', to) },
  ],
  facts: ({ heads }) => ({ heads }),
};

function judged(counts: Partial<Counts>, listed?: number) {
  const { decision, input } = judge(gate, shipped, { broken: 0, heads: 0, diffs: 0, ...counts }, listed);
  const { code, rule, violations, more, facts } = decision;
  return { code, rule, paths: violations.map(({ path }) => path), more, facts, read: input !== undefined };
}

const paths = (member: string, count: number): string[] => Array.from({ length: count }, (_, at) => `/${member}/${at}`);

describe('a rule table', () => {
  test('passes when every rule holds', () => {
    expect(judged({})).toStrictEqual({
      code: 'ADMIT',
      rule: null,
      paths: [],
      more: 0,
      facts: { heads: 0 },
      read: true,
    });
  });

  test('is decided by its first violated rule, and lists those after it', () => {
    expect(judged({ heads: 1, diffs: 2 })).toMatchObject({
      code: 'STALE_HEAD',
      rule: 'heads',
      paths: ['/heads/0', '/diffs/0', '/diffs/1'],
    });
    expect(judged({ diffs: 1 })).toMatchObject({ code: 'STALE_DIFF', rule: 'diffs' });
  });

  test('ends at a violated shape rule: no facts, and no rule after it is asked', () => {
    expect(judged({ broken: 2, heads: 5 })).toStrictEqual({
      code: 'DENY_MANIFEST',
      rule: 'shape',
      paths: ['/broken/0', '/broken/1'],
      more: 0,
      facts: {},
      read: false,
    });
  });

  test('lists twenty violations of a rule and counts the rest over all rules', () => {
    expect(judged({ heads: 20 })).toMatchObject({ paths: paths('heads', 20), more: 0 });
    expect(judged({ heads: 21 })).toMatchObject({ paths: paths('heads', 20), more: 1 });
    expect(judged({ heads: 25, diffs: 30 })).toMatchObject({
      paths: [...paths('heads', 20), ...paths('diffs', 20)],
      more: 15,
    });
    expect(judged({ broken: 100_000 })).toMatchObject({ paths: paths('broken', 20), more: 99_980 });
  });

  test('lists them all for whoever asks for all', () => {
    expect(judged({ heads: 50, diffs: 1 }, Infinity)).toMatchObject({
      paths: [...paths('heads', 50), '/diffs/0'],
      more: 0,
    });
  });

  test('has the shape rule as its first row', () => {
    expect(rowsOf(gate).map(({ id }) => id)).toStrictEqual(['shape', 'heads', 'diffs']);
  });
});

describe('reading', () => {
  const read = reading(
    (value, to = () => {}) => {
      report(value === 'good' ? 0 : 2, 'flaw', to);
      return value === 'good';
    },
    (good: string) => good.length,
  );

  test('turns what has the shape into what the rules judge', () => {
    expect(read('good', () => {})).toBe(4);
  });

  test('reports every flaw and reads nothing', () => {
    const flaws: string[] = [];
    expect(read('bad', (path) => flaws.push(path))).toBeUndefined();
    expect(flaws).toStrictEqual(['/flaw/0', '/flaw/1']);
  });
});
