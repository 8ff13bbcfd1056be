import { expect, test } from 'vitest';
import { decide } from '../index.ts';
import type { PureGateId } from '../index.ts';
import { shipped } from '../testing/contracts.ts';
import { nested } from '../testing/json.ts';
import { assignment, findingOf, manifest, packetOf, roles } from '../testing/sample-review.ts';

const { head, diffSha256 } = manifest;
const observed = { head, diffSha256 };
const [other, otherHead] = ['e'.repeat(64), 'c'.repeat(40)];

const admission = (edit: object, now: object = {}) => ({
  manifest: { ...manifest, ...edit },
  observed: { ...observed, ...now },
});
const workers = assignment?.workers ?? [];
/** The assignment with one worker changed, and with `rest`. */
const worker = (index: number, edit: object, rest: object = {}) => ({
  ...assignment,
  workers: workers.map((one, at) => (at === index ? { ...one, ...edit } : one)),
  ...rest,
});
const announced = (edit: object) => ({ ...assignment, corroborations: [{ ...sole, ...edit }, ...others] });
const [sole, ...others] = assignment?.corroborations ?? [];
const finding = (edit: object, known: object = {}) => ({
  finding: { ...findingOf('tests'), ...edit },
  changedFiles: manifest.changedFiles,
  ...known,
});
/** A review in which the first packet differs, and `rest`. */
const review = (edit: object, rest: object = {}) => ({
  manifest,
  observed,
  assignment,
  packets: roles.map((role, index) => packetOf(manifest, role, index === 0 ? edit : {})),
  ...rest,
});
const permission = (edit: object) => ({ openThreads: 1, depth: 1, tools: [], ...edit });

const listedRoles = '"correctness", "security", "tests", "maintainability"';

test.each<readonly [gate: PureGateId, rule: string, input: unknown, message: string]>([
  [
    'admission',
    'commit-ids',
    admission({ base: 'main' }),
    '`base` is "main": give a commit id of 8 to 64 lower-case hex digits, never a name',
  ],
  [
    'admission',
    'commit-ids',
    admission({ head: 'HEAD' }),
    '`head` is "HEAD": give a commit id of 8 to 64 lower-case hex digits, never a name',
  ],
  [
    'admission',
    'diff-digest',
    admission({ diffSha256: 'D' }),
    '"D" is not a SHA-256 digest: give 64 lower-case hex digits',
  ],
  [
    'admission',
    'changed-files-present',
    admission({ changedFiles: [] }),
    '`changedFiles` is empty: a review of nothing is no review',
  ],
  [
    'admission',
    'changed-files-canonical',
    admission({ changedFiles: ['./a'] }),
    '"./a" is not canonical: give it as git lists it',
  ],
  ['admission', 'changed-files-unique', admission({ changedFiles: ['a', 'a'] }), '"a" appears twice: list it once'],
  [
    'admission',
    'head-is-current',
    admission({}, { head: otherHead }),
    `the head is "${otherHead}" now, but "${head}" was bound`,
  ],
  [
    'admission',
    'diff-is-current',
    admission({}, { diffSha256: other }),
    `the diff is "${other}" now, but "${diffSha256}" was bound`,
  ],
  [
    'admission',
    'files-as-observed',
    admission({}, { changedFiles: ['b'] }),
    'the observed files are not the manifest’s: bind the change again',
  ],
  [
    'assignment',
    'roles-known',
    worker(0, { role: 'poetry' }),
    `"poetry" is not a role of the contract: ${listedRoles}`,
  ],
  ['assignment', 'roles-unique', worker(0, { role: 'security' }), 'two workers have the role "security": keep one'],
  [
    'assignment',
    'workers-read-only',
    worker(2, { access: 'write' }),
    'the worker "tests" may write: start it read-only',
  ],
  ['assignment', 'files-in-manifest', worker(0, { files: ['c'] }), '"c" is not a changed file'],
  [
    'assignment',
    'overlap-announced',
    { ...assignment, corroborations: others },
    '"src/a.ts" has two owners: announce it, or keep one',
  ],
  ['assignment', 'corroboration-purposeful', announced({ file: 'c' }), '"c" is not a changed file'],
  [
    'assignment',
    'corroboration-purposeful',
    { ...assignment, corroborations: [sole, sole, ...others] },
    '"src/a.ts" is announced already: name all its roles in one place',
  ],
  [
    'assignment',
    'corroboration-purposeful',
    announced({ roles: ['tests'] }),
    'a corroboration takes two roles or more',
  ],
  [
    'assignment',
    'corroboration-purposeful',
    announced({ roles: ['tests', 'tests', ...roles] }),
    'the role "tests" appears twice',
  ],
  [
    'assignment',
    'corroboration-purposeful',
    announced({ roles: ['poetry', ...roles] }),
    'the role "poetry" does not own the file',
  ],
  [
    'assignment',
    'corroboration-purposeful',
    worker(1, { question: workers[0]?.question }),
    'the role "security" asks what another role of the file asks',
  ],
  [
    'assignment',
    'corroboration-purposeful',
    announced({ reason: ' ' }),
    '`reason` is blank: say why two look at one file',
  ],
  [
    'assignment',
    'roles-complete',
    { changedFiles: ['a'], workers: [{ ...workers[0], files: ['a'] }] },
    'no worker has the role "security": add one',
  ],
  [
    'assignment',
    'files-covered',
    { ...assignment, changedFiles: [...manifest.changedFiles, 'c'] },
    '"c" has no owner: give it one',
  ],
  ['finding', 'role-known', finding({ role: 'poetry' }), `"poetry" is not a role of the contract: ${listedRoles}`],
  ['finding', 'file-canonical', finding({ file: './a' }), '"./a" is not canonical: name the file as the manifest does'],
  ['finding', 'line-positive', finding({ line: 0 }), '`line` is 0: name one line, counted from 1'],
  [
    'finding',
    'severity-supported',
    finding({ severity: 'P1' }),
    '"P1" is not a severity of the contract: "critical", "high", "medium", "low"',
  ],
  ['finding', 'evidence-present', finding({ evidence: ' ' }), '`evidence` is blank: say it in words'],
  ['finding', 'action-present', finding({ action: ' ' }), '`action` is blank: say it in words'],
  ['finding', 'action-present', finding({ action: 'é'.repeat(2049) }), '`action` has 4098 bytes: shorten it to 4096'],
  ['finding', 'file-in-manifest', finding({ file: 'c' }), '"c" is not a changed file: name one as the manifest does'],
  [
    'finding',
    'line-in-file',
    finding({ line: 9 }, { lineCounts: { 'src/a.ts': 8 } }),
    '`line` is 9, but "src/a.ts" ends at line 8',
  ],
  [
    'aggregation',
    'review-shape',
    review({}, { assignment: { ...assignment, changedFiles: ['src/b.ts', 'src/a.ts', 'c'], generatedFiles: ['c'] } }),
    'the assigned files are not the manifest’s: assign the manifest that was bound',
  ],
  [
    'aggregation',
    'review-shape',
    review({}, { assignment: { ...assignment, generatedFiles: ['c'] } }),
    'the globs are not the manifest’s: assign the manifest that was bound',
  ],
  [
    'aggregation',
    'packets-current',
    review({ head: otherHead }),
    `the packet is about "${otherHead}", but "${head}" was bound: ask for it again`,
  ],
  [
    'aggregation',
    'packets-assigned',
    review({ role: 'poetry' }),
    'the role "poetry" was not assigned: take the packet out',
  ],
  [
    'aggregation',
    'packets-assigned',
    review({ role: 'security' }),
    'a second packet has the role "security": keep one',
  ],
  [
    'aggregation',
    'packets-assigned',
    review({ findings: [findingOf('security')] }),
    'the finding names another role than its packet, which speaks for "correctness" alone',
  ],
  [
    'aggregation',
    'packets-complete',
    review({ limitations: nested(100) }),
    'the packet is nested deeper than 100 levels',
  ],
  ['aggregation', 'packets-complete', review({}, { packets: [] }), 'the packet of "correctness" is missing'],
  ['aggregation', 'files-reviewed', review({ filesReviewed: ['src/a.ts'] }), '"correctness" did not read "src/b.ts"'],
  ['aggregation', 'files-reviewed', review({ filesReviewed: [] }), '"correctness" did not read "src/a.ts" and 1 more'],
  [
    'aggregation',
    'findings-accepted',
    review({ findings: [findingOf('correctness', { line: 0 })] }),
    'refused by `line-positive`: `line` is 0: name one line, counted from 1',
  ],
  [
    'aggregation',
    'findings-accepted',
    review({ findings: Array.from({ length: 101 }, () => findingOf('correctness')) }),
    '101 findings stand in one packet, the contract allows 100',
  ],
  [
    'permission',
    'threads-within-limit',
    permission({ openThreads: 7 }),
    '7 worker threads would be open, the contract allows 4',
  ],
  ['permission', 'depth-within-limit', permission({ depth: 2 }), 'the depth is 2, the contract allows 1'],
  ['permission', 'tools-known', permission({ tools: ['rm'] }), '"rm" is not a tool of the contract'],
  [
    'permission',
    'approval-can-surface',
    permission({ tools: ['git_push'], interactive: false }),
    '"git_push" needs an approval that nobody here can be asked for',
  ],
  ['permission', 'tools-read-only', permission({ tools: ['git_push'] }), '"git_push" needs an approval'],
])('%s, %s: the message says what offends and what to do', (gate, rule, input, message) => {
  const said = decide[gate](shipped, input).violations.filter((one) => one.rule === rule);
  expect(said.map((one) => one.message)).toContain(message);
});
