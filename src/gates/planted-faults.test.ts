import * as fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { judge } from '../contract/rule-table.ts';
import type { Gate, Rule } from '../contract/rule-table.ts';
import type { GateId } from '../contract/decision.ts';
import type { Decide, Law } from '../testing/laws.ts';
import { laws as admissionLaws } from './admission.laws.ts';
import { admission } from './admission.ts';
import type { Admission } from './admission.ts';
import { laws as aggregationLaws } from './aggregation.laws.ts';
import type { AggregationDecision } from './aggregation.ts';
import type { Finding } from './finding.ts';
import { laws as permissionLaws } from './permission.laws.ts';
import { permission } from './permission.ts';
import type { PermissionRequest } from './permission.ts';
import type * as ReviewModule from './review.ts';

/** The same runs every time: a fault is caught, or it is not, whoever runs this. */
const runs = { seed: 24, numRuns: 1000 };

function catches<D extends AggregationDecision>(law: Law<D> | undefined, decide: Decide<D>): boolean {
  if (!law) throw new Error('there is no such law');
  return fc.check(law(decide), runs).failed;
}

/** The gate with the check of one row replaced. */
function planted<G extends GateId, I>(gate: Gate<G, I>, id: string, check: Rule<I>['check']): Decide {
  const rules = gate.rules.map((rule) => (rule.id === id ? { ...rule, check } : rule));
  return (contract, input) => judge({ ...gate, rules }, contract, input).decision;
}

function unplanted<G extends GateId, I>(gate: Gate<G, I>): Decide {
  return (contract, input) => judge(gate, contract, input).decision;
}

describe('a planted fault is caught by a law', () => {
  test('an off-by-one limit: as many threads as the contract allows are denied', () => {
    const faulty = planted<'permission', PermissionRequest>(
      permission,
      'threads-within-limit',
      ({ openThreads }, report, { limits }) => {
        if (openThreads >= limits.openThreads) report('/openThreads', 'one too many');
      },
    );
    const law = permissionLaws['as many threads as the limit says are allowed, one more is denied'];
    expect(catches(law, faulty)).toBe(true);
    expect(catches(law, unplanted(permission))).toBe(false);
  });

  test('heads compared by prefix: a shortened head passes for the whole one', () => {
    const faulty = planted<'admission', Admission>(admission, 'head-is-current', ({ manifest, observed }, report) => {
      if (!manifest.head.startsWith(observed.head)) report('/observed/head', 'the head has moved');
    });
    const law = admissionLaws['a prefix of the head never passes for the head'];
    expect(catches(law, faulty)).toBe(true);
    expect(catches(law, unplanted(admission))).toBe(false);
  });

  describe('a joined key', () => {
    const title = 'findings whose texts join to one text are two findings';

    afterEach(() => {
      vi.doUnmock('./review.ts');
      vi.resetModules();
    });

    test.each(['|', ':', ',', ' ', '\n', '\u0000', ''])(
      'findings merged by a key joined with %j',
      async (separator) => {
        vi.resetModules();
        vi.doMock('./review.ts', async (importOriginal) =>
          mergingBy(separator, await importOriginal<typeof ReviewModule>()),
        );
        const { aggregate } = await import('./aggregation.ts');
        expect(catches(aggregationLaws[title], aggregate)).toBe(true);
      },
    );

    test('findings merged by the tuple itself keep the law', async () => {
      vi.resetModules();
      const { aggregate } = await import('./aggregation.ts');
      expect(catches(aggregationLaws[title], aggregate)).toBe(false);
    });
  });
});

/** The module with a merge that takes findings for one when the parts of their keys join to one text. */
function mergingBy(separator: string, review: typeof ReviewModule): typeof ReviewModule {
  return {
    ...review,
    mergeFindings: (accepted, rolesOwning) => {
      const firstOf = new Map<string, Finding>();
      const joined = accepted.map((finding) => {
        const { file, line, evidence, action } = finding;
        const key = [file, line, evidence, action].join(separator);
        const first = firstOf.get(key) ?? finding;
        firstOf.set(key, first);
        return { ...first, role: finding.role, severity: finding.severity };
      });
      return review.mergeFindings(joined, rolesOwning);
    },
  };
}
