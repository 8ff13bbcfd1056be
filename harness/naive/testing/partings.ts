/** Small inputs about which the gate and the model once said different things; `README.md` says who was right. */
import type { Contract, GateId } from '../../../src/index.ts';
import { shipped } from '../../../src/testing/contracts.ts';
import { nested } from '../../../src/testing/json.ts';
import type { Subject } from '../../../src/testing/laws.ts';
import { assignment, findingOf, manifest, packetOf } from '../../../src/testing/sample-review.ts';

type Parting = readonly [gate: GateId, title: string, subject: Subject];

const worker = (role: string, question: string, files: readonly unknown[] = ['a']) => ({
  role,
  question,
  files,
  access: 'read-only',
});
const both = { file: 'a', roles: ['tests', 'security'], reason: 'both' };
const observed = { head: manifest.head, diffSha256: manifest.diffSha256 };

function parting(gate: GateId, title: string, input: unknown, contract: Contract = shipped): Parting {
  return [gate, title, { contract, input }];
}

function plan(title: string, workers: readonly unknown[], more: object = {}): Parting {
  return parting('assignment', title, { changedFiles: ['a'], workers, ...more });
}

function call(title: string, turnId: string, items: readonly unknown[]): Parting {
  const store = {
    pageSize: 4,
    fault: null,
    threads: [
      { id: 'root', threadRole: 'root', spawnedBy: null, turns: [{ id: turnId, items }] },
      { id: 'child', threadRole: 'reviewer', spawnedBy: { threadId: 'root', turnId }, turns: [] },
    ],
  };
  const contract = { ...shipped, evidence: { ...shipped.evidence, maxBytes: 4096 } };
  return parting('evidence', title, { caller: 'child', arguments: {}, store }, contract);
}

export const partings: readonly Parting[] = [
  plan('a repeated file before one that is no text', [worker('tests', 'Why?', ['a', 'a', 1])]),
  plan('two files that are no texts, and the same', [worker('tests', 'Why?', [true, true])]),
  plan(
    'the second worker of a role asks what another role asks',
    [worker('tests', 'Why?'), worker('security', 'Who?'), worker('security', 'Why?')],
    { corroborations: [both] },
  ),
  plan(
    'three roles ask the same',
    [worker('correctness', 'Why?'), worker('tests', 'Why?'), worker('security', 'Why?')],
    { corroborations: [{ ...both, roles: ['security', 'correctness', 'tests'] }] },
  ),
  plan('a role twice in a corroboration, which owns nothing', [], {
    corroborations: [{ ...both, roles: ['tests', 'tests'] }],
  }),
  plan('a file outside the change, announced twice', [], { changedFiles: [], corroborations: [both, both] }),
  parting('assignment', 'a changed file twice, which nobody owns', { changedFiles: ['a', 'a'], workers: [] }),
  parting('admission', 'a deep value where a text should be', {
    manifest: { ...manifest, base: nested(200) },
    observed,
  }),
  parting('permission', 'two approval tools and nobody to ask', {
    openThreads: 0,
    depth: 0,
    tools: ['git_push', 'git_commit'],
    interactive: false,
  }),
  parting('aggregation', 'nothing of a review', {}),
  parting('aggregation', 'two packets of one role that was not assigned', {
    manifest,
    observed,
    assignment,
    packets: [packetOf(manifest, 'nobody'), packetOf(manifest, 'nobody')],
  }),
  parting('aggregation', 'refused findings that differ in a line of `1e999`', {
    manifest,
    observed,
    assignment,
    packets: [
      packetOf(manifest, 'tests', {
        findings: [
          findingOf('tests', { line: Infinity }),
          findingOf('tests', { line: 0 }),
          findingOf('tests', { line: 2.5 }),
        ],
      }),
    ],
  }),
  call('an id that leaves no room for an answer', 't'.repeat(5000), [{ id: 'i', type: 't' }]),
  call('an item that is to be generated no times', 'turn', [
    { generate: { count: 0, type: 't', textBytes: 0, char: 'x' } },
  ]),
  call('an item that is neither an item nor to be generated', 'turn', [{ type: 't', text: 'x' }]),
];
