import { expect, test } from 'vitest';
import { countLines } from './line-counts.ts';
import { file, importCommits, makeRepository } from './testing/repository.ts';
import type { Entry } from './testing/repository.ts';

const atBase: readonly Entry[] = [file('gone', '1\n2\n3\n'), file('shrunk', '1\n2\n3\n')];

/** What stands at the head, and the line at which it ends: null for what has no lines. */
const atHead: readonly (readonly [entry: Entry, last: number | null])[] = [
  [file('shrunk', '1\n2'), 2],
  [file('newline at the end', '1\n2\n'), 2],
  [file('no newline at the end', '1\n2\n3'), 3],
  [file('no newline', '1'), 1],
  [file('empty', ''), 1],
  [file('a newline alone', '\n'), 1],
  [file('crlf', '1\r\n2\r\n'), 2],
  [file('long', 'x\n'.repeat(200_000)), 200_000],
  [file('wide', 'x'.repeat(300_000)), 1],
  [file('late-nul', `${'x'.repeat(8000)}\0\n`), 1],
  [file('nul', `${'x'.repeat(7999)}\0\n`), null],
  [file('new\nline "name"', '1\n'), 1],
  [file('__proto__', '1\n'), 1],
  [file('\ufffd', '1\n2\n'), 2],
  [file('many-lines-and-nul', `${'\n'.repeat(8000)}\0`), 8001],
  [{ path: 'link', mode: '120000', content: 'shrunk' }, null],
  [{ path: 'sub', mode: '160000', content: '1'.repeat(40) }, null],
];

test('a file ends where its blob at the head does, a deleted one where that at the base does', async () => {
  const repo = makeRepository();
  const [base = '', head = ''] = importCommits(repo, [
    { ref: 'refs/heads/base', entries: atBase },
    { ref: 'refs/heads/main', parents: [':1'], entries: atHead.map(([entry]) => entry) },
  ]);
  const ends: readonly (readonly [path: string, last: number | null])[] = [
    ...atHead.map(([{ path }, last]) => [path.toString(), last] as const),
    ['gone', 3],
    ['never-there', null],
    // What is no text names no file, not even the one that its bytes would.
    ['\ud800', null],
  ];
  const counts = await countLines(
    { repo, base, head },
    ends.map(([path]) => path),
  );
  expect(new Map(Object.entries(counts))).toEqual(new Map(ends.filter(([, last]) => last !== null)));
});
