import { describe, expect, test } from 'vitest';
import { shipped } from '../testing/contracts.ts';
import { nested } from '../testing/json.ts';
import { evidenceRules, violatedAt } from './gate.ts';
import { transcriptOf } from './transcript.ts';
import type { Transcript } from './transcript.ts';

const turn = { threadId: 'root', turnId: 'turn-1' };
const entry = { turnId: 'turn-1', item: { id: 'item-1', type: 'userMessage' } };
const page = { data: [entry], nextCursor: null };

/** A call that was answered in full, on which every rule holds. */
const answered: Transcript = {
  ...transcriptOf({ caller: 'child', arguments: {} }),
  record: { threadRole: 'reviewer', spawnedBy: [turn] },
  pagesRead: 1,
  page,
  listed: true,
};

test.each(evidenceRules.map(({ id, step }) => [id, step] as const))(
  '%s holds on a call that was answered',
  (_, step) => {
    expect(violatedAt(step, answered, shipped)).toBeUndefined();
  },
);

describe('the message says what offends and what to do', () => {
  const bound = 'it must be `{}`, the runtime chooses the turn';
  const mayCall = 'the roles that may call are "reviewer"';

  test.each<readonly [rule: string, edit: Partial<Transcript>, path: string, message: string]>([
    ['call-shape', { call: nested(101) }, '', 'the call is nested deeper than 100 levels'],
    ['call-shape', { call: [] }, '', 'the input must be an object, not an empty list'],
    ['call-shape', { call: { caller: 1 } }, '/caller', '`caller` must be a string, not 1'],
    ['no-locators', { call: { arguments: [] } }, '/arguments', `\`arguments\` is an empty list: ${bound}`],
    ['no-locators', { call: { arguments: turn } }, '/arguments', `\`arguments\` is an object: ${bound}`],
    ['no-locators', { call: null }, '/arguments', `\`arguments\` is nothing: ${bound}`],
    ['caller-is-reviewer', { record: null }, '/caller', `the caller "child" is not a known thread: ${mayCall}`],
    [
      'caller-is-reviewer',
      { record: { threadRole: 'root', spawnedBy: [turn] } },
      '/caller',
      `the caller "child" has the thread role "root": ${mayCall}`,
    ],
    [
      'caller-is-reviewer',
      { call: null, record: null },
      '/caller',
      `the caller nothing is not a known thread: ${mayCall}`,
    ],
    [
      'spawn-recorded',
      { record: { threadRole: 'reviewer', spawnedBy: [] } },
      '/caller',
      'the caller "child" has no spawn record',
    ],
    [
      'spawn-recorded',
      { record: { threadRole: 'reviewer', spawnedBy: [turn, { ...turn, turnId: 'turn-2' }] } },
      '/caller',
      'the caller "child" has spawn records that disagree',
    ],
    ['spawn-recorded', { record: null }, '/caller', 'the caller "child" has no spawn record'],
    ['turn-readable', { failure: 'the store failed' }, '', 'the store failed'],
    ['turn-readable', { page: { ...page, gap: true } }, '', 'the store says that items of the turn are missing'],
    ['turn-readable', { listed: false }, '', 'the store lists no item for the turn'],
    [
      'exact-turn',
      { page: { ...page, data: [entry, { ...entry, turnId: 'turn-2' }] } },
      '',
      'the store returned an item of turn "turn-2", not of "turn-1"',
    ],
    ['exact-turn', { record: null }, '', 'the store returned an item of turn "turn-1", not of nothing'],
    [
      'paging-advances',
      { page: { ...page, nextCursor: 'next' }, cursorsUsed: new Set(['next']) },
      '',
      'the store repeats the cursor "next"',
    ],
    [
      'paging-advances',
      { page: { data: [], nextCursor: 'next' } },
      '',
      'the store returned an empty page and says that there is more',
    ],
    ['within-bounds', { truncated: true }, '', 'the turn does not fit: at most 64 items and 262144 bytes are given'],
  ])('%s', (id, edit, path, message) => {
    const rule = evidenceRules.find((one) => one.id === id);
    expect(rule?.check({ ...answered, ...edit }, shipped)).toStrictEqual([path, message]);
  });

  test('the roles that may call are listed, or it is said that there are none', () => {
    const said = (...threadRoles: string[]): string | undefined =>
      violatedAt(
        'record',
        { ...answered, record: null },
        { ...shipped, evidence: { ...shipped.evidence, threadRoles } },
      )?.message;
    expect(said()).toMatch(/: the roles that may call are none$/);
    expect(said('a', 'b')).toMatch(/: the roles that may call are "a", "b"$/);
  });
});

test.each<readonly [title: string, edit: Partial<Transcript>]>([
  ['before a page was read', { page: null, listed: false }],
  ['on a page that is not the last and holds an item', { page: { ...page, nextCursor: 'next' } }],
  ['on an empty last page behind others', { page: { data: [], nextCursor: null } }],
  ['on a first page that another follows', { page: { ...page, nextCursor: 'next' }, listed: false }],
])('no rule of a page is violated %s', (_, edit) => {
  expect(violatedAt('page', { ...answered, ...edit }, shipped)).toBeUndefined();
});
