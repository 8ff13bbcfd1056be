/** The laws of admission: a manifest binds one change, whole, or it binds nothing. Only tests import this file. */
import * as fc from 'fast-check';
import type { Contract } from '../contract/contract.ts';
import { bound, boundManifest, commitId } from '../testing/admissions.ts';
import type { AdmissionInput } from '../testing/admissions.ts';
import { someContract } from '../testing/contracts.ts';
import { closedGateLaws } from '../testing/gate-laws.ts';
import { agree, hold, placed, violatedRules } from '../testing/laws.ts';
import type { Decide, Law, Laws } from '../testing/laws.ts';
import { brokenPath, canonicalPath, canonicalPaths } from '../testing/paths.ts';
import { hexText, textUnlike } from '../testing/texts.ts';

type IdKey = 'base' | 'head';

const idKey = fc.constantFrom<IdKey>('base', 'head');

/** Full ids that begin alike, as a short id and its full form do. */
const idWithPrefix = someContract.chain((contract) =>
  fc.tuple(commitId(contract), hexText(1, 64)).map(([prefix, more]) => ({ contract, prefix, whole: prefix + more })),
);

export const laws: Laws = {
  ...closedGateLaws('admission', bound),

  'a manifest bound to what is observed is admitted': (decide) =>
    fc.property(bound, ({ contract, input }) => {
      const { code, violations, facts } = decide(contract, input);
      agree({ code, violations, facts }, { code: 'ADMIT', violations: [], facts: { changedFiles: countOf(input) } });
    }),

  'any other observed head is STALE_HEAD': otherObserved('head', 'STALE_HEAD', 'head-is-current /observed/head'),

  'any other observed digest is STALE_DIFF': otherObserved(
    'diffSha256',
    'STALE_DIFF',
    'diff-is-current /observed/diffSha256',
  ),

  'a prefix of the head never passes for the head': (decide) =>
    fc.property(bound, fc.nat(), ({ contract, input }, cut) => {
      const { head } = input.manifest;
      staleHead(decide, contract, observe(input, { head: head.slice(0, cut % head.length) }));
    }),

  'a head never passes for one that it is a prefix of': (decide) =>
    fc.property(bound, hexText(1, 64), ({ contract, input }, more) =>
      staleHead(decide, contract, observe(input, { head: input.manifest.head + more })),
    ),

  'a short head never passes for the full id that it abbreviates, nor the full id for it': (decide) =>
    fc.property(
      idWithPrefix.chain((ids) => boundManifest(ids.contract, canonicalPaths(1, 3)).map((input) => ({ ids, input }))),
      ({ ids: { contract, prefix, whole }, input }) => {
        for (const [manifestHead, head] of [
          [prefix, whole],
          [whole.slice(0, 64), prefix.slice(0, -1)],
        ] as const) {
          staleHead(decide, contract, observe(bind(input, { head: manifestHead }), { head }));
        }
      },
    ),

  'the head in upper case is another text': (decide) =>
    fc.property(bound, ({ contract, input }) => {
      const head = `${input.manifest.head.slice(0, -1)}f`;
      staleHead(decide, contract, observe(bind(input, { head }), { head: head.toUpperCase() }));
    }),

  'a commit id has at least as many digits as the contract says, and at most 64': (decide) =>
    fc.property(
      bound,
      idKey,
      fc.oneof(fc.constantFrom(-2, -1, 0, 1), fc.integer({ min: -64, max: 70 })),
      fc.boolean(),
      ({ contract, input }, key, offset, fromTop) => {
        const { minCommitIdLength: least } = contract.manifest;
        const length = Math.max(0, (fromTop ? 64 : least) + offset);
        const id = input.manifest.base.repeat(Math.ceil(length / 4) || 1).slice(0, length);
        const malformed = length < least || length > 64;
        agree(placed(decide(contract, withId(input, key, id))), malformed ? [`commit-ids /manifest/${key}`] : []);
      },
    ),

  'a commit id with anything else in it than lower-case hex digits is malformed': (decide) =>
    fc.property(
      bound,
      idKey,
      fc.nat(),
      fc.constantFrom('A', 'F', 'g', 'HEAD', '-', ' ', '\n', '\u0000', '٣', 'ａ', '~', '^', '{', '\ud800'),
      ({ contract, input }, key, place, foreign) => {
        const id = input.manifest[key];
        const at = place % (id.length + 1);
        const odd = withId(input, key, id.slice(0, at) + foreign + id.slice(at));
        agree(placed(decide(contract, odd)), [`commit-ids /manifest/${key}`]);
      },
    ),

  'a digest is 64 lower-case hex digits and nothing else': (decide) =>
    fc.property(
      bound.chain(({ contract, input }) =>
        textUnlike(input.manifest.diffSha256).map((digest) => ({ contract, input, digest })),
      ),
      ({ contract, input, digest }) => {
        const wellFormed = digest.length === 64 && [...digest].every((digit) => '0123456789abcdef'.includes(digit));
        const both = observe(bind(input, { diffSha256: digest }), { diffSha256: digest });
        agree(placed(decide(contract, both)), wellFormed ? [] : ['diff-digest /manifest/diffSha256']);
      },
    ),

  'an empty list of files is denied for that alone': (decide) =>
    fc.property(bound, ({ contract, input }) => {
      const none = observe(bind(input, { changedFiles: [] }), { changedFiles: [] });
      agree(placed(decide(contract, none)), ['changed-files-present /manifest/changedFiles']);
    }),

  'a path that appears twice is denied where it stands the second time': (decide) =>
    fc.property(bound, fc.nat(), fc.nat(), ({ contract, input }, which, where) => {
      const { changedFiles } = input.manifest;
      const first = which % changedFiles.length;
      const second = first + 1 + (where % (changedFiles.length - first));
      const doubled = changedFiles.toSpliced(second, 0, changedFiles[first] ?? '');
      const decision = decide(contract, bind(input, { changedFiles: doubled }));
      agree(placed(decision), [`changed-files-unique /manifest/changedFiles/${second}`]);
    }),

  'a path that is not canonical is denied wherever it stands': (decide) =>
    fc.property(bound, brokenPath, fc.nat(), ({ contract, input }, path, where) => {
      const at = where % (input.manifest.changedFiles.length + 1);
      const changedFiles = input.manifest.changedFiles.toSpliced(at, 0, path);
      const decision = decide(contract, observe(bind(input, { changedFiles }), { changedFiles }));
      agree(placed(decision), [`changed-files-canonical /manifest/changedFiles/${at}`]);
    }),

  'twins in case or in normal form are different files': (decide) =>
    fc.property(bound, canonicalPath, ({ contract, input }, path) => {
      const changedFiles = [`${path}/\u00e9`, `${path}/e\u0301`, `${path}/a`, `${path}/A`];
      const decision = decide(contract, observe(bind(input, { changedFiles }), { changedFiles }));
      agree(decision.code, 'ADMIT', 'the code');
    }),

  'the observed files are a set: their order and a repetition change nothing': (decide) =>
    fc.property(
      bound.chain((subject) => {
        const { changedFiles } = subject.input.manifest;
        const shuffled = fc.shuffledSubarray(changedFiles, { minLength: changedFiles.length });
        return fc.tuple(fc.constant(subject), shuffled, fc.subarray(changedFiles));
      }),
      ([{ contract, input }, shuffled, again]) =>
        agree(decide(contract, observe(input, { changedFiles: [...shuffled, ...again] })).code, 'ADMIT', 'the code'),
    ),

  'an observed list with another file, or with one fewer, does not belong to the manifest': (decide) =>
    fc.property(bound, canonicalPath, fc.nat(), ({ contract, input }, path, which) => {
      const { changedFiles } = input.manifest;
      const at = which % changedFiles.length;
      const other = changedFiles.includes(path) ? `${path}+` : path;
      fc.pre(!changedFiles.includes(other));
      for (const seen of [changedFiles.toSpliced(at, 1), [...changedFiles, other], changedFiles.with(at, other)]) {
        const decision = decide(contract, observe(input, { changedFiles: seen }));
        agree(placed(decision), ['files-as-observed /observed/changedFiles']);
      }
    }),

  'each rule speaks for itself and in its turn, whatever else is wrong': (decide) =>
    fc.property(bound, anyFaults, brokenPath, ({ contract, input }, faults, path) => {
      const present = faultOrder.filter((fault) => faults[fault]);
      const faulty = present.reduce((changed, fault) => faultsOf(path)[fault](changed), input);
      agree(violatedRules(decide(contract, faulty)), present);
    }),

  'the first twenty paths that offend are listed in their order, the rest are counted': (decide) =>
    fc.property(bound, fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }), ({ contract, input }, marks) => {
      const changedFiles = marks.map((bad, index) => (bad ? `/${index}` : `${index}`));
      const { head, diffSha256 } = input.observed;
      const { manifest } = bind(input, { changedFiles });
      const decision = decide(contract, { manifest, observed: { head, diffSha256 } });
      const bad = [...marks.keys()].filter((index) => marks[index]);
      const listed = bad.slice(0, 20).map((index) => `changed-files-canonical /manifest/changedFiles/${index}`);
      agree([placed(decision), decision.more], [listed, bad.length - listed.length]);
    }),

  'what else a manifest may say does not decide': (decide) =>
    fc.property(bound, ({ contract, input }) => {
      const { repository: _, pullRequest: __, generatedFiles: ___, ...plain } = input.manifest;
      hold(decide(contract, { ...input, manifest: plain }).code === 'ADMIT', 'the plain manifest is admitted', plain);
    }),
};

type Fault = (typeof faultOrder)[number];

/** The rules that can be violated side by side, in the order in which they speak. */
const faultOrder = [
  'commit-ids',
  'diff-digest',
  'changed-files-canonical',
  'changed-files-unique',
  'head-is-current',
  'diff-is-current',
  'files-as-observed',
] as const;

const anyFaults: fc.Arbitrary<Record<Fault, boolean>> = fc
  .tuple(...faultOrder.map(() => fc.boolean()))
  .map((on) => Object.fromEntries(faultOrder.map((fault, index) => [fault, on[index]])) as Record<Fault, boolean>);

/** One way to violate each rule and no other one; the observed side follows the manifest unless it is what is wrong. */
function faultsOf(path: string): Record<Fault, (input: AdmissionInput) => AdmissionInput> {
  const addFiles = (input: AdmissionInput, ...more: string[]): AdmissionInput => {
    const changedFiles = [...input.manifest.changedFiles, ...more];
    return observe(bind(input, { changedFiles }), { changedFiles });
  };
  return {
    'commit-ids': (input) => bind(input, { base: 'main' }),
    'diff-digest': (input) => observe(bind(input, { diffSha256: 'none' }), { diffSha256: 'none' }),
    'changed-files-canonical': (input) => addFiles(input, path),
    'changed-files-unique': (input) => addFiles(input, input.manifest.changedFiles[0] ?? ''),
    'head-is-current': (input) => observe(input, { head: `${input.manifest.head}0` }),
    'diff-is-current': (input) => observe(input, { diffSha256: `${input.manifest.diffSha256}0` }),
    'files-as-observed': (input) => observe(input, { changedFiles: [...input.manifest.changedFiles, 'one more'] }),
  };
}

function otherObserved(key: 'head' | 'diffSha256', code: string, violation: string): Law {
  return (decide) =>
    fc.property(
      bound.chain(({ contract, input }) =>
        textUnlike(input.manifest[key]).map((other) => ({ contract, input, seen: observe(input, { [key]: other }) })),
      ),
      ({ contract, input, seen }) => {
        const decision = decide(contract, seen);
        agree([decision.code, ...placed(decision)], [code, violation]);
        agree(decision.facts, { changedFiles: countOf(input) }, 'the facts');
      },
    );
}

function staleHead(decide: Decide, contract: Contract, input: AdmissionInput): void {
  const decision = decide(contract, input);
  agree([decision.code, ...placed(decision)], ['STALE_HEAD', 'head-is-current /observed/head']);
}

function bind(input: AdmissionInput, manifest: Partial<AdmissionInput['manifest']>): AdmissionInput {
  return { ...input, manifest: { ...input.manifest, ...manifest } };
}

function observe(input: AdmissionInput, observed: Partial<AdmissionInput['observed']>): AdmissionInput {
  return { ...input, observed: { ...input.observed, ...observed } };
}

/** The input with a commit id in the manifest and, for the head, the same one observed. */
function withId(input: AdmissionInput, key: IdKey, id: string): AdmissionInput {
  const changed = bind(input, { [key]: id });
  return key === 'head' ? observe(changed, { head: id }) : changed;
}

function countOf({ manifest }: AdmissionInput): number {
  return manifest.changedFiles.length;
}
