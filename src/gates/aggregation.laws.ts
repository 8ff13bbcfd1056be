/** The laws of aggregation: nothing is lost, nothing is merged that differs, nobody vouches for himself. Only tests import this file. */
import * as fc from 'fast-check';
import type { Contract } from '../contract/contract.ts';
import { canonicalJson } from '../contract/json.ts';
import { judge } from '../contract/rule-table.ts';
import { everyGateLaws } from '../testing/gate-laws.ts';
import { anyJson, nearly, nested, reordered } from '../testing/json.ts';
import { agree, hold, placed, violatedRules } from '../testing/laws.ts';
import type { Decide, Laws } from '../testing/laws.ts';
import { canonicalPath } from '../testing/paths.ts';
import { modelOf } from '../testing/review-model.ts';
import type { Refuse, ReviewModel } from '../testing/review-model.ts';
import { complete, current, messy } from '../testing/reviews.ts';
import type { CompleteInput, Packet, ReviewInput } from '../testing/reviews.ts';
import { anyText, textUnlike } from '../testing/texts.ts';
import { admission } from './admission.ts';
import type { AggregationDecision } from './aggregation.ts';
import { assignment } from './assignment.ts';
import { finding } from './finding.ts';
import type { Finding } from './finding.ts';
import type { Review } from './review.ts';

const pick = fc.nat();

/** Depths around the deepest that a finding in a packet can have, which is 98. */
const levels = fc.oneof(
  { weight: 50, arbitrary: fc.integer({ min: 90, max: 110 }) },
  { weight: 1, arbitrary: fc.constant(100_000) },
);

/** Separators with which a key may be joined, and any other text. */
const separator = fc.oneof(
  fc.constantFrom('|', ':', ',', ' ', '\n', '\t', '\u0000', '\u001f', '', '/', '","', '\\'),
  anyText,
);

export const laws: Laws<AggregationDecision> = {
  ...everyGateLaws('aggregation', fc.oneof(complete, messy)),

  'one sound packet from each worker is a complete review': (decide) =>
    fc.property(complete, ({ contract, input }) => {
      const { code, violations, facts } = decide(contract, input);
      const raw = input.packets.flatMap(({ findings }) => findings).length;
      agree({ code, violations }, { code: 'COMPLETE_REVIEW', violations: [] });
      agree([facts['packets'], facts['rawFindings'], facts['rejectedFindings']], [input.packets.length, raw, 0]);
    }),

  'the violated rules and the facts are exactly those of the contract’s page': (decide) =>
    fc.property(messy, ({ contract, input }) => {
      const { rules, facts } = model(contract, input);
      const decision = decide(contract, input);
      agree({ rules: violatedRules(decision), facts: decision.facts }, { rules, facts });
    }),

  'the review is what the contract’s page makes of the packets': (decide) =>
    fc.property(current, ({ contract, input }) =>
      agree(reviewOf(decide, contract, input), model(contract, input).review),
    ),

  'the order of packets does not matter: code, rule, facts and review are the same, byte for byte': (decide) =>
    fc.property(
      fc
        .oneof(complete, messy)
        .chain(({ contract, input }) =>
          shuffled(input.packets).map((packets) => ({ contract, input, other: { ...input, packets } })),
        ),
      ({ contract, input, other }) => {
        const textOf = ({ code, rule, facts, review }: AggregationDecision): string =>
          JSON.stringify({ code, rule, facts, review });
        const [one, two] = [textOf(decide(contract, input)), textOf(decide(contract, other))];
        hold(one === two, 'both orders give the same text', [one, two]);
      },
    ),

  'an accepted finding repeated inside its packet changes the number of raw findings and nothing else': (decide) =>
    fc.property(current, pick, pick, pick, ({ contract, input }, which, where, salt) => {
      const accepted = model(contract, input).accepted;
      fc.pre(accepted.length > 0);
      const again = accepted[which % accepted.length] as Finding;
      const repeated = withFinding(input, again.role, where, reordered(again, salt));
      const roomy = { ...contract, findings: { ...contract.findings, perPacket: 1000 } };
      const [before, after] = [decide(roomy, input), decide(roomy, repeated)];
      const { code, rule, review, facts } = before;
      const raw = Number(facts['rawFindings']) + 1;
      agree(
        { code: after.code, rule: after.rule, review: after.review, facts: after.facts },
        { code, rule, review, facts: { ...facts, rawFindings: raw } },
      );
    }),

  'every finding of an admitted packet stands in exactly one of `findings` and `rejected`': (decide) =>
    fc.property(current, ({ contract, input }) => {
      const { findings, rejected } = reviewOf(decide, contract, input);
      const refused = rejected.map((one) => canonicalJson([one.role, one.finding]));
      const given = findings.flatMap(({ file, line, evidence, action, assessments }) =>
        assessments.map(({ role, severity }) =>
          canonicalJson([role, { file, line, evidence, action, role, severity }]),
        ),
      );
      agree(given.length, new Set(given).size, 'the number of different assessments');
      const made = model(contract, input).admitted.flatMap(({ role, findings: claims }) =>
        claims.map((claim) => canonicalJson([role, claim])),
      );
      for (const claim of made) {
        const times = refused.filter((one) => one === claim).length;
        const expected = given.includes(claim) ? 0 : made.filter((one) => one === claim).length;
        agree(times, expected, `the times that ${claim} is rejected`);
      }
      for (const claim of [...given, ...refused]) hold(made.includes(claim), 'a packet made the claim', claim);
    }),

  'every refused packet stands whole in `refusedPackets`': (decide) =>
    fc.property(current, ({ contract, input }) => {
      const refused = reviewOf(decide, contract, input).refusedPackets.map((one) => canonicalJson(one));
      agree(
        refused.sort(),
        model(contract, input)
          .refused.map((one) => canonicalJson(one))
          .sort(),
      );
    }),

  'the counts add up': (decide) =>
    fc.property(current, ({ contract, input }) => {
      const { facts } = decide(contract, input);
      const { findings, rejected, refusedPackets } = reviewOf(decide, contract, input);
      const assessed = findings.reduce((sum, { assessments }) => sum + assessments.length, 0);
      agree(Number(facts['packets']) + refusedPackets.length, input.packets.length, 'packets and refused packets');
      agree(facts['distinctFindings'], findings.length, '`distinctFindings`');
      agree(facts['rejectedFindings'], rejected.length, '`rejectedFindings`');
      hold(assessed <= Number(facts['rawFindings']) - rejected.length, 'no assessment comes from nowhere', facts);
      const corroborated = findings.filter(({ corroboratedBy }) => corroboratedBy >= 2);
      agree(facts['corroboratedFindings'], corroborated.length, '`corroboratedFindings`');
      const disputed = findings.filter(({ severityDisagreement }) => severityDisagreement);
      agree(facts['severityDisagreements'], disputed.length, '`severityDisagreements`');
    }),

  'no text that a packet brings is lost: findings, limitations, and all of what is refused': (decide) =>
    fc.property(current, ({ contract, input }) => {
      const { admitted, refused } = model(contract, input);
      const brought = [
        admitted.map(({ findings, limitations }) => [findings, limitations]),
        refused.map((one) => one.packet),
      ];
      const told = new Set(textsIn(reviewOf(decide, contract, input)));
      agree(
        textsIn(brought).filter((text) => !told.has(text)),
        [],
        'the lost texts',
      );
    }),

  'no limitation that an admitted packet states is lost': (decide) =>
    fc.property(current, ({ contract, input }) => {
      const stated = model(contract, input).admitted.flatMap(({ role, limitations }) =>
        limitations.map((text) => canonicalJson({ role, text })),
      );
      const told = reviewOf(decide, contract, input).limitations.map((one) => canonicalJson(one));
      agree(told.sort(), stated.sort());
    }),

  'only roles that own the file corroborate, each once': (decide) =>
    fc.property(current, ({ contract, input }) => {
      for (const { file, assessments, corroboratedBy } of reviewOf(decide, contract, input).findings) {
        const owners = input.assignment.workers.filter(({ files }) => files.includes(file)).map(({ role }) => role);
        const owning = owners.filter((role) => assessments.some((one) => one.role === role));
        agree(corroboratedBy, owning.length, `the corroboration of a finding in ${file}`);
      }
    }),

  'findings whose texts join to one text are two findings': (decide) =>
    fc.property(complete, separator, pick, pick, fc.boolean(), ({ contract, input }, by, first, second, inWords) => {
      // A line and a text join to one text with nothing between them alone.
      const pair =
        inWords || by !== ''
          ? [
              { evidence: 'a', action: `b${by}c` },
              { evidence: `a${by}b`, action: 'c' },
            ]
          : [
              { line: 1, evidence: '2x' },
              { line: 12, evidence: 'x' },
            ];
      const { packets, ...rest } = withoutFindings(input);
      const roles = packets.map(({ role }) => role);
      const claims = [first, second].map((which, index): Finding => ({
        role: roles[which % roles.length] ?? '',
        file: input.manifest.changedFiles[0] ?? '',
        line: 1,
        severity: contract.severities[0] ?? '',
        evidence: 'x',
        action: 'y',
        ...pair[index],
      }));
      const filled = claims.reduce<ReviewInput>((one, claim) => withFinding(one, claim.role, 0, claim), {
        ...rest,
        packets,
      });
      const { lineCounts: _, ...uncounted } = filled;
      agree(pairOf(decide, contract, uncounted), { distinctFindings: 2, corroboratedFindings: 0 });
    }),

  'findings whose file and line join to one text are two findings': (decide) =>
    fc.property(complete, separator, canonicalPath, pick, ({ contract, input }, by, file, which) => {
      const other = `${file}${by}1`;
      fc.pre(by !== '' && !by.includes('\u0000') && !`/${other}/`.includes('//'));
      fc.pre(!`/${other}/`.includes('/./') && !`/${other}/`.includes('/../'));
      const { packets, ...rest } = withoutFindings(withFiles(input, [file, other]));
      const { role } = packets[which % packets.length] as Packet;
      const claim = { role, severity: contract.severities[0] ?? '', action: 'y' };
      const claims = [
        { ...claim, file, line: 1, evidence: `2${by}x` },
        { ...claim, file: other, line: 2, evidence: 'x' },
      ];
      const filled = claims.reduce<ReviewInput>((one, made) => withFinding(one, role, 0, made), { ...rest, packets });
      agree(pairOf(decide, contract, filled), { distinctFindings: 2, corroboratedFindings: 0 });
    }),

  'a bad finding takes none of its siblings along': (decide) =>
    fc.property(current, anyJson, pick, pick, ({ contract, input }, bad, which, where) => {
      const { admitted } = model(contract, input);
      fc.pre(admitted.length > 0);
      const { role } = admitted[which % admitted.length] as Packet;
      const { rejected, ...others } = reviewOf(decide, contract, input);
      const after = reviewOf(decide, contract, withFinding(input, role, where, bad));
      agree({ ...after, rejected: after.rejected.length }, { ...others, rejected: rejected.length + 1 });
      const kept = after.rejected.map((one) => canonicalJson([one.role, one.finding]));
      hold(kept.includes(canonicalJson([role, bad])), 'it is kept whole', kept);
    }),

  'an entry that is not a packet takes none of the others along, and is kept whole': (decide) =>
    fc.property(current, anyJson, pick, ({ contract, input }, prose, where) => {
      const entry = typeof prose === 'object' && prose !== null && 'role' in prose ? [prose] : prose;
      const { refusedPackets, ...others } = reviewOf(decide, contract, input);
      const packets = input.packets.toSpliced(where % (input.packets.length + 1), 0, entry);
      const after = reviewOf(decide, contract, { ...input, packets });
      agree(
        { ...after, refusedPackets: after.refusedPackets.length },
        { ...others, refusedPackets: refusedPackets.length + 1 },
      );
      const kept = after.refusedPackets.map((one) => canonicalJson(one));
      hold(kept.includes(canonicalJson({ role: null, reason: 'broken', packet: entry })), 'it is kept whole', kept);
    }),

  'what a packet says that it could not establish decides nothing': (decide) =>
    fc.property(current, pick, fc.array(anyText, { maxLength: 3 }), ({ contract, input }, which, limitations) => {
      const { admitted } = model(contract, input);
      fc.pre(admitted.length > 0);
      const packet = admitted[which % admitted.length] as Packet;
      const packets = input.packets.map((one) => (one === packet ? { ...packet, limitations } : one));
      const [before, after] = [decide(contract, input), decide(contract, { ...input, packets })];
      const { code, rule, facts } = after;
      agree({ code, rule, facts }, { code: before.code, rule: before.rule, facts: before.facts });
    }),

  'without any one of its packets a review is incomplete': (decide) =>
    fc.property(complete, pick, ({ contract, input }, which) => {
      const packets = input.packets.toSpliced(which % input.packets.length, 1);
      const decision = decide(contract, { ...input, packets });
      agree([decision.code, ...placed(decision)], ['INCOMPLETE_REVIEW', 'packets-complete /packets']);
    }),

  'a second packet of one role is denied where it stands, and every copy is refused whole': (decide) =>
    fc.property(complete, pick, pick, ({ contract, input }, which, salt) => {
      const copied = input.packets[which % input.packets.length] as Packet;
      const packets = [...input.packets, reordered(copied, salt)];
      const decision = decide(contract, { ...input, packets });
      agree([decision.code, decision.rule], ['DENY_PACKET', 'packets-assigned']);
      hold(placed(decision).includes(`packets-assigned /packets/${packets.length - 1}/role`), 'the second is named');
      const { refusedPackets, findings } = reviewOf(decide, contract, { ...input, packets });
      const doubled = { role: copied.role, reason: 'doubled', packet: copied };
      agree(refusedPackets, [doubled, doubled]);
      const counted = findings.some(({ assessments }) => assessments.some(({ role }) => role === copied.role));
      hold(!counted, 'its findings count nowhere', findings);
    }),

  'a packet of a role that was not assigned is denied and refused whole': (decide) =>
    fc.property(complete, anyText, pick, ({ contract, input }, role, which) => {
      fc.pre(input.assignment.workers.every((worker) => worker.role !== role));
      const stranger = { ...(input.packets[which % input.packets.length] as Packet), role, findings: [] };
      const packets = [stranger, ...input.packets];
      const decision = decide(contract, { ...input, packets });
      agree([decision.code, ...placed(decision)], ['DENY_PACKET', 'packets-assigned /packets/0/role']);
      const refused = reviewOf(decide, contract, { ...input, packets }).refusedPackets;
      agree(refused, [{ role, reason: 'unassigned', packet: stranger }]);
    }),

  'a finding under another role is forged: denied, rejected under its packet’s role, corroborating nothing': (decide) =>
    fc.property(complete, textUnlike('correctness'), pick, ({ contract, input }, name, which) => {
      const at = which % input.packets.length;
      const { role, findings } = input.packets[at] as Packet;
      const roles = input.packets.map((packet) => packet.role).filter((other) => other !== role);
      const other = roles[which % (roles.length || 1)] ?? `${role}+${name}`;
      const forged = { ...claimOf(contract, input, role), role: other };
      const { packets, ...rest } = input;
      const forging = {
        ...rest,
        packets: packets.map((one, index) => (index === at ? { ...one, findings: [...findings, forged] } : one)),
      };
      const decision = decide(contract, forging);
      const place = `/packets/${at}/findings/${findings.length}/role`;
      agree([decision.code, ...placed(decision)], ['DENY_PACKET', `packets-assigned ${place}`]);
      const after = reviewOf(decide, contract, forging);
      agree(after.rejected, [{ role, finding: forged, violations: [{ rule: 'packets-assigned', path: '/role' }] }]);
      agree(after.findings, reviewOf(decide, contract, input).findings);
    }),

  'a head or diff that has moved makes the review stale, and no prose is shown': (decide) =>
    fc.property(
      messy,
      fc.constantFrom('head' as const, 'diffSha256' as const),
      anyText,
      ({ contract, input }, key, seen) => {
        fc.pre(seen !== input.observed[key]);
        const { code, rule, review } = decide(contract, { ...input, observed: { ...input.observed, [key]: seen } });
        agree(
          { code, rule, shown: review !== undefined },
          { code: 'STALE_REVIEW', rule: 'review-current', shown: false },
        );
      },
    ),

  'a packet of another head or diff makes the review stale, and no prose is shown': (decide) =>
    fc.property(
      complete,
      fc.constantFrom('head' as const, 'diffSha256' as const),
      pick,
      anyText,
      ({ contract, input }, key, which, named) => {
        const at = which % input.packets.length;
        fc.pre(named !== input.manifest[key]);
        const packets = input.packets.map((one, index) => (index === at ? { ...one, [key]: named } : one));
        const decision = decide(contract, { ...input, packets });
        agree([decision.code, ...placed(decision)], ['STALE_REVIEW', `packets-current /packets/${at}/${key}`]);
        hold(decision.review === undefined, 'no review is shown');
      },
    ),

  'what the admission or the assignment gate refuses denies the review, with their own violations': (decide) =>
    fc.property(
      messy.chain(({ contract, input }) =>
        fc
          .record({
            manifest: changed(input.manifest),
            observed: changed(input.observed),
            assignment: changed(input.assignment),
          })
          .map((parts) => ({ contract, input: { ...input, ...parts } })),
      ),
      ({ contract, input }) => {
        const { manifest, observed } = input;
        const admitted = judge(admission, contract, { manifest, observed }).decision;
        const assigned = judge(assignment, contract, input.assignment).decision;
        fc.pre(admitted.more === 0 && assigned.more === 0);
        const ofManifest = admitted.code === 'DENY_MANIFEST' ? admitted.violations.map(({ path }) => path) : [];
        const ofAssignment =
          assigned.outcome === 'pass' ? [] : assigned.violations.map(({ path }) => `/assignment${path}`);
        const own = [...ofManifest, ...ofAssignment];
        fc.pre(own.length > 0 && own.length <= 15);
        const { code, violations, review } = decide(contract, input);
        agree({ code, shown: review !== undefined }, { code: 'DENY_REVIEW', shown: false });
        agree(
          violations.slice(0, own.length).map(({ path }) => path),
          own,
        );
      },
    ),

  'an assignment of other files, or with other globs, than the manifest’s denies the review': (decide) =>
    fc.property(complete, canonicalPath, ({ contract, input }, path) => {
      fc.pre(!input.manifest.changedFiles.includes(path));
      const { observed, manifest } = input;
      const { head, diffSha256 } = observed;
      const more = { ...manifest, changedFiles: [...manifest.changedFiles, path] };
      const other = decide(contract, { ...input, manifest: more, observed: { head, diffSha256 } });
      agree([other.code, ...placed(other)], ['DENY_REVIEW', 'review-shape /assignment/changedFiles']);
      const globs = { ...manifest, generatedFiles: [...(manifest.generatedFiles ?? []), `${path}/**/new`] };
      const globbed = decide(contract, { ...input, manifest: globs });
      agree([globbed.code, ...placed(globbed)], ['DENY_REVIEW', 'review-shape /assignment/generatedFiles']);
    }),

  'a packet nested 100 deep is one, nested deeper it is broken, and its siblings stay': (decide) =>
    fc.property(complete, pick, levels, ({ contract, input }, which, depth) => {
      const at = which % input.packets.length;
      const packet = input.packets[at] as Packet;
      const packets = input.packets.with(at, { ...packet, findings: [nested(depth)] });
      const decision = decide(contract, { ...input, packets });
      // The packet and its list of findings are two containers themselves.
      const broken = depth + 2 > 100;
      const place = broken ? `packets-complete /packets/${at}` : `findings-accepted /packets/${at}/findings/0`;
      agree([decision.code, ...placed(decision)], ['INCOMPLETE_REVIEW', place]);
      agree(decision.facts['packets'], packets.length - Number(broken), 'the number of packets');
      agree(
        decision.review?.refusedPackets.map(({ role, reason }) => [role, reason]),
        broken ? [[packet.role, 'broken']] : [],
      );
    }),

  'as many findings as the contract allows a packet are accepted, one more is not, and none is lost': (decide) =>
    fc.property(complete, pick, fc.integer({ min: 1, max: 5 }), ({ contract, input }, which, perPacket) => {
      const at = which % input.packets.length;
      const { role } = input.packets[at] as Packet;
      const strict = { ...contract, findings: { ...contract.findings, perPacket } };
      const { packets, ...rest } = withoutFindings(input);
      const holding = (count: number): ReviewInput => {
        const findings = Array.from({ length: count }, (_, index) => ({
          ...claimOf(contract, input, role),
          evidence: `${index}`,
        }));
        return { ...rest, packets: packets.map((one, index) => (index === at ? { ...one, findings } : one)) };
      };
      agree(decide(strict, holding(perPacket)).code, 'COMPLETE_REVIEW', 'the code at the limit');
      const above = decide(strict, holding(perPacket + 1));
      agree([above.code, ...placed(above)], ['INCOMPLETE_REVIEW', `findings-accepted /packets/${at}/findings`]);
      agree(above.review?.findings.length, perPacket + 1, 'the number of findings shown');
    }),

  'a packet that does not claim to have read all that its worker owns is named once': (decide) =>
    fc.property(complete, pick, ({ contract, input }, which) => {
      const at = which % input.packets.length;
      const packets = input.packets.map((one, index) => (index === at ? { ...one, filesReviewed: [] } : one));
      const decision = decide(contract, { ...input, packets });
      agree([decision.code, ...placed(decision)], ['INCOMPLETE_REVIEW', `files-reviewed /packets/${at}/filesReviewed`]);
    }),
};

function model(contract: Contract, input: ReviewInput): ReviewModel {
  const { lineCounts } = input;
  const known = { changedFiles: input.manifest.changedFiles, ...(lineCounts && { lineCounts }) };
  const refuse: Refuse = (claim) =>
    judge(finding, contract, { finding: claim, ...known }, Infinity).decision.violations.map(({ rule, path }) => ({
      rule,
      path: path.slice('/finding'.length),
    }));
  return modelOf(input, contract, refuse);
}

/** The review of a decision that has one. */
function reviewOf(decide: Decide<AggregationDecision>, contract: Contract, input: ReviewInput): Review {
  const { code, review } = decide(contract, input);
  if (!review) throw new Error(`${code} came without a review`);
  return review;
}

/** Every text that stands somewhere in a value, names of members included. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => [...(Array.isArray(value) ? [] : [name]), ...textsIn(one)]);
}

function pairOf(decide: Decide<AggregationDecision>, contract: Contract, input: ReviewInput) {
  const { facts } = decide(contract, input);
  return { distinctFindings: facts['distinctFindings'], corroboratedFindings: facts['corroboratedFindings'] };
}

function shuffled<T>(list: readonly T[]): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray([...list], { minLength: list.length });
}

/** Mostly the part as it is, sometimes nearly it, sometimes anything. */
function changed(part: unknown): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 4, arbitrary: fc.constant(part) }, { weight: 4, arbitrary: nearly(part) }, anyJson);
}

function claimOf(contract: Contract, { manifest }: ReviewInput, role: string): Finding {
  const [file = ''] = manifest.changedFiles;
  return { role, file, line: 1, severity: contract.severities[0] ?? '', evidence: 'x', action: 'y' };
}

/** The input with one more finding in the packet of a role. */
function withFinding(input: ReviewInput, role: string, where: number, claim: unknown): ReviewInput {
  const packets = input.packets.map((entry) => {
    const packet = entry as Packet;
    if (typeof entry !== 'object' || entry === null || packet.role !== role) return entry;
    return { ...packet, findings: packet.findings.toSpliced(where % (packet.findings.length + 1), 0, claim) };
  });
  return { ...input, packets };
}

function withoutFindings(input: CompleteInput): CompleteInput {
  return { ...input, packets: input.packets.map((packet) => ({ ...packet, findings: [] })) };
}

/** The input about other files, all of them owned by every worker. */
function withFiles({ manifest, observed, assignment: plan, packets }: CompleteInput, files: string[]): CompleteInput {
  const { generatedFiles: _, ...bound } = manifest;
  const { head, diffSha256 } = observed;
  const workers = plan.workers.map((worker) => ({ ...worker, files }));
  const roles = workers.map(({ role }) => role);
  return {
    manifest: { ...bound, changedFiles: files },
    observed: { head, diffSha256 },
    assignment: {
      changedFiles: files,
      workers,
      ...(roles.length > 1 && { corroborations: files.map((file) => ({ file, roles, reason: 'both look' })) }),
    },
    packets: packets.map((packet) => ({ ...packet, filesReviewed: files })),
  };
}
