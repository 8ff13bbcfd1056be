import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { gateIds, registry, ruleTables } from '../src/index.ts';
import type { DecisionCode, GateId } from '../src/index.ts';
import { checkout, chunks, folderOf, run, shippedCorpus, start } from './testing/command.ts';
import type { Json, Surroundings } from './testing/command.ts';

const { cases } = await shippedCorpus();

function inputOf(id: string): unknown {
  const found = cases.find((one) => one.id === id);
  if (!found) throw new Error(`there is no case ${id}`);
  return found.input;
}

const allowed = '{"openThreads":1,"depth":1,"tools":[]}';
const tooMany = '{"openThreads":9,"depth":1,"tools":[]}';
const call = {
  caller: 'child',
  arguments: {},
  store: {
    pageSize: 16,
    fault: null,
    threads: [
      {
        id: 'root',
        threadRole: 'root',
        spawnedBy: null,
        turns: [{ id: 'turn-1', items: [{ id: 'item-1', type: 'userMessage', text: 'review me' }] }],
      },
      { id: 'child', threadRole: 'reviewer', spawnedBy: { threadId: 'root', turnId: 'turn-1' }, turns: [] },
    ],
  },
};

describe('the exit status says the outcome', () => {
  test.each<readonly [gate: GateId, code: DecisionCode, status: number, input: unknown]>([
    ['admission', 'ADMIT', 0, inputOf('drill/admission/valid')],
    ['admission', 'DENY_MANIFEST', 1, inputOf('drill/admission/symbolic-base')],
    ['admission', 'STALE_HEAD', 3, inputOf('drill/admission/changed-head')],
    ['admission', 'STALE_DIFF', 3, inputOf('drill/admission/mismatched-diff')],
    ['assignment', 'ACCEPT_ASSIGNMENT', 0, inputOf('drill/assignment/complete-partition')],
    ['assignment', 'DENY_ASSIGNMENT', 1, inputOf('drill/assignment/duplicate-role')],
    ['assignment', 'INCOMPLETE_ASSIGNMENT', 4, inputOf('drill/assignment/three-workers')],
    ['finding', 'ACCEPT_FINDING', 0, inputOf('drill/finding/complete-record')],
    ['finding', 'REJECT_FINDING', 1, inputOf('drill/finding/line-zero')],
    ['aggregation', 'COMPLETE_REVIEW', 0, inputOf('drill/aggregation/complete-review')],
    ['aggregation', 'DENY_REVIEW', 1, {}],
    ['aggregation', 'STALE_REVIEW', 3, inputOf('drill/aggregation/new-head')],
    ['aggregation', 'INCOMPLETE_REVIEW', 4, inputOf('drill/aggregation/missing-worker')],
    ['permission', 'ALLOW', 0, inputOf('drill/permission/four-threads')],
    ['permission', 'DENY_THREADS', 1, inputOf('drill/permission/seven-threads')],
    ['permission', 'APPROVAL_REQUIRED', 5, inputOf('drill/permission/git-push')],
    ['permission', 'APPROVAL_UNAVAILABLE', 1, { openThreads: 1, depth: 1, tools: ['git_push'], interactive: false }],
    ['evidence', 'PROVIDE_EVIDENCE', 0, call],
    ['evidence', 'DENY_LOCATOR', 1, { ...call, arguments: { turnId: 'turn-1' } }],
    ['evidence', 'EVIDENCE_UNAVAILABLE', 4, { ...call, store: { ...call.store, fault: 'throws' } }],
  ])('%s: %s is status %d', async (gate, code, status, input) => {
    const answer = await run(['decide', gate], { input: JSON.stringify(input) });
    expect({ ...answer, out: '' }).toEqual({ status, out: '', err: '' });
    expect(JSON.parse(answer.out)).toMatchObject({
      gate,
      code,
      outcome: registry[code].outcome,
    });
  });

  test('evidence that is cut passes, and says so', async () => {
    const store: Json = structuredClone(call.store);
    store.threads[0].turns[0].items = [{ generate: { count: 65, type: 'agentMessage', textBytes: 1, char: 'x' } }];
    const { status, out } = await run(['decide', 'evidence'], { input: JSON.stringify({ ...call, store }) });
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ code: 'TRUNCATE_EVIDENCE', recovery: registry.TRUNCATE_EVIDENCE.recovery });
  });

  test.each<readonly [title: string, input: string | Uint8Array, place: string, telling: string]>([
    ['no JSON', '{"openThreads" 1}', 'standard input:1:16', 'is not JSON'],
    ['nothing', '', 'standard input:1:1', 'is empty'],
    ['two values', '{}\n{}', 'standard input:2:1', 'is not JSON'],
    ['a byte order mark', `\ufeff${allowed}`, 'standard input:1:1', 'byte order mark'],
    ['a byte that is not UTF-8', Buffer.from([0x22, 0xe9, 0x22]), 'standard input:1:2', 'UTF-8'],
    ['a member twice', '{"openThreads":1,\n "openThreads":2}', 'standard input:2:2', '"openThreads" appears twice'],
    ['a member twice, deep inside', '{"tools":[[[{"a":1,"a":1}]]]}', 'standard input:1:20', '"a" appears twice'],
  ])('%s is broken: status 2, and no decision', async (_, input, place, telling) => {
    const { status, out, err } = await run(['decide', 'permission'], { input });
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(/^[^\n]+\n$/);
    expect(err.startsWith(`${place}: `)).toBe(true);
    expect(err).toContain(telling);
  });
});

describe('where the input comes from', () => {
  const files = { 'sub/request.json': allowed, 'request.json': tooMany };

  test.each<readonly [argv: readonly string[], code: string]>([
    [[], 'ALLOW'],
    [['-'], 'ALLOW'],
    [['request.json'], 'DENY_THREADS'],
    [['sub/request.json'], 'ALLOW'],
  ])('%j', async (argv, code) => {
    const { out } = await run(['decide', 'permission', ...argv], { folder: folderOf(files), input: allowed });
    expect(JSON.parse(out)).toMatchObject({ code });
  });

  test('pieces of standard input are one input', async () => {
    const bytes = Buffer.from('{"openThreads":1,"depth":1,"tools":["é😀"]}');
    const pieces = [...bytes].map((byte) => Buffer.from([byte]));
    const { out } = await run(['decide', 'permission'], { input: chunks(...pieces) });
    expect(JSON.parse(out)).toMatchObject({ code: 'DENY_TOOL' });
    expect(out).toContain('é😀');
  });

  test('the contract may come from standard input, and the request from a file', async () => {
    const contract = await shippedCorpus().then((corpus): Json => structuredClone(corpus.contract));
    contract.limits.openThreads = 9;
    const argv = ['decide', 'permission', 'request.json', '--contract', '-'];
    const { out } = await run(argv, { folder: folderOf(files), input: JSON.stringify(contract) });
    expect(JSON.parse(out)).toMatchObject({ code: 'ALLOW' });
  });
});

describe('a broken store is a broken call', () => {
  test.each<readonly [title: string, input: unknown, path: string]>([
    ['no store', { caller: 'child', arguments: {} }, '/store'],
    ['null for a store', { ...call, store: null }, '/store'],
    ['an unknown fault', { ...call, store: { ...call.store, fault: 'forgets' } }, '/store/fault'],
    ['an unknown key', { ...call, store: { ...call.store, pages: 1 } }, '/store/pages'],
    ['a page of no item', { ...call, store: { ...call.store, pageSize: 0 } }, '/store/pageSize'],
  ])('%s is DENY_CALL, status 1', async (_, input, path) => {
    const { status, out } = await run(['decide', 'evidence'], { input: JSON.stringify(input) });
    expect(status).toBe(1);
    const decided: Json = JSON.parse(out);
    expect(decided).toMatchObject({ code: 'DENY_CALL', rule: 'call-shape', facts: {} });
    expect(decided.violations).toEqual([expect.objectContaining({ rule: 'call-shape', path })]);
  });

  test('a character that does not divide the bytes of a text', async () => {
    const store: Json = structuredClone(call.store);
    store.threads[0].turns[0].items = [{ generate: { count: 1, type: 'agentMessage', textBytes: 3, char: 'é' } }];
    const { status, out } = await run(['decide', 'evidence'], { input: JSON.stringify({ ...call, store }) });
    expect(status).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ code: 'DENY_CALL' });
  });

  test('an expectation beside the call is an unknown key', async () => {
    const input = JSON.stringify({ ...call, expect: { code: 'PROVIDE_EVIDENCE' } });
    const { status, out } = await run(['decide', 'evidence'], { input });
    expect(status).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ code: 'DENY_CALL' });
  });
});

describe('an input of 100,000 levels is a decision', () => {
  const levels = 100_000;
  const lists = '['.repeat(levels) + ']'.repeat(levels);
  const objects = '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
  const within = (member: string) => `{"${member}":${lists}}`;

  test.each(
    gateIds.flatMap((gate) => [
      [gate, 'lists', lists] as const,
      [gate, 'objects', objects] as const,
      [
        gate,
        'a known member',
        within(gate === 'aggregation' ? 'assignment' : gate === 'permission' ? 'tools' : 'finding'),
      ] as const,
    ]),
  )('%s of %s violates its first rule', async (gate, _, input) => {
    const { status, out, err } = await run(['decide', gate], { input });
    const decided: Json = JSON.parse(out);
    expect({ status, err }).toEqual({ status: 1, err: '' });
    expect(decided).toMatchObject({ gate, outcome: 'deny', rule: ruleTables[gate][0]?.id, facts: {} });
  });

  test('a case that has it as its input is loaded, judged and shown', async () => {
    const file = {
      gate: 'permission',
      description: 'd',
      cases: [
        {
          name: 'deep',
          description: 'd',
          input: 'deep',
          expect: { code: 'DENY_REQUEST', rule: 'request-shape', violations: [{ rule: 'request-shape', path: '' }] },
        },
      ],
    };
    const folder = folderOf({ 'cases/a/b.json': JSON.stringify(file).replace('"input":"deep"', `"input":${lists}`) });
    for (const looks of [[], ['--json'], ['--explain']]) {
      const { status, err } = await run(['drill', ...looks], { folder });
      expect({ status, err }).toEqual({ status: 0, err: '' });
    }
  });

  test('a packet of 100,000 levels is a broken packet, given back whole', async () => {
    const input = structuredClone(inputOf('drill/aggregation/complete-review')) as Json;
    input.packets.push('deep');
    const text = JSON.stringify(input).replace('"deep"', lists);
    const { status, out } = await run(['decide', 'aggregation'], { input: text });
    expect(status).toBe(4);
    expect(out).toContain('"code":"INCOMPLETE_REVIEW"');
    expect(out).toContain(`{"role":null,"reason":"broken","packet":${lists}}`);
  });
});

/** What `--jsonl` answers: the exit status, and each line of output as a value. */
async function decideLines(gate: GateId, input: Surroundings['input'] & {}) {
  const { status, out, err } = await run(['decide', gate, '--jsonl'], { input });
  const lines = out.split('\n');
  expect({ err, last: lines.pop() }).toEqual({ err: '', last: '' });
  return { status, lines: lines.map((line): Json => JSON.parse(line)) };
}

/** Of each line the code, or the number of the line that could not be read. */
function told(lines: readonly Json[]): readonly unknown[] {
  return lines.map((line) => line.code ?? line.line);
}

describe('--jsonl', () => {
  test('answers in the order of the lines', async () => {
    const manifest = (inputOf('drill/admission/valid') as Json).manifest;
    const inputs = Array.from({ length: 500 }, (_, index) => ({
      manifest: { ...manifest, changedFiles: Array.from({ length: index }, (__, file) => `f${file}`) },
      observed: { head: manifest.head, diffSha256: manifest.diffSha256 },
    }));
    const { status, lines } = await decideLines(
      'admission',
      inputs.map((input) => `${JSON.stringify(input)}\n`).join(''),
    );
    expect(lines.map(({ facts }) => facts.changedFiles)).toEqual(inputs.map((_, index) => index));
    expect(status).toBe(1);
  });

  test('gives each line the decision that it gets alone', async () => {
    const own = cases.filter(({ suite, gate }) => suite === 'drill' && gate === 'aggregation');
    const { lines } = await decideLines('aggregation', own.map(({ input }) => `${JSON.stringify(input)}\n`).join(''));
    const alone: Json[] = [];
    for (const { input } of own) {
      alone.push(JSON.parse((await run(['decide', 'aggregation'], { input: JSON.stringify(input) })).out));
    }
    expect(alone).toHaveLength(3);
    expect(lines).toEqual(alone);
  });

  test.each<readonly [gate: GateId, code: DecisionCode, input: unknown]>([
    ['admission', 'ADMIT', inputOf('drill/admission/valid')],
    ['assignment', 'ACCEPT_ASSIGNMENT', inputOf('drill/assignment/complete-partition')],
    ['finding', 'ACCEPT_FINDING', inputOf('drill/finding/complete-record')],
    ['aggregation', 'COMPLETE_REVIEW', inputOf('drill/aggregation/complete-review')],
    ['permission', 'ALLOW', inputOf('drill/permission/four-threads')],
    ['evidence', 'PROVIDE_EVIDENCE', call],
  ])('%s gives %s between two that are denied', async (gate, code, input) => {
    const { status, lines } = await decideLines(gate, `0\n${JSON.stringify(input)}\nnull\n`);
    expect(status).toBe(1);
    expect(told(lines).map((one) => one === code)).toEqual([false, true, false]);
  });

  test.each<readonly [title: string, input: string | Uint8Array, status: number, told: readonly unknown[]]>([
    ['all pass', `${allowed}\n${allowed}\n`, 0, ['ALLOW', 'ALLOW']],
    ['one is denied', `${allowed}\n${tooMany}\n`, 1, ['ALLOW', 'DENY_THREADS']],
    ['one asks for approval', '{"openThreads":1,"depth":1,"tools":["git_push"]}\n', 1, ['APPROVAL_REQUIRED']],
    ['one is not JSON', `${allowed}\n{\n${allowed}\n`, 2, ['ALLOW', 2, 'ALLOW']],
    ['one is denied and one is not JSON', `${tooMany}\nx\n`, 2, ['DENY_THREADS', 2]],
    ['blank lines between, which count', `\n${allowed}\n\n \t \nx\n\ny\n`, 2, ['ALLOW', 5, 7]],
    ['lines that end in CRLF', `${allowed}\r\n\r\nx\r\n${allowed}\r\n`, 2, ['ALLOW', 3, 'ALLOW']],
    ['a last line without a newline', `${allowed}\n${tooMany}`, 1, ['ALLOW', 'DENY_THREADS']],
    ['a last line without a newline that is not JSON', `${allowed}\n{"openThreads"`, 2, ['ALLOW', 2]],
    ['a line of white space around a value', `  ${allowed}\t \n`, 0, ['ALLOW']],
    ['a byte order mark', `\ufeff${allowed}\n${allowed}\n`, 2, [1, 'ALLOW']],
    ['two values on a line', `${allowed} ${allowed}\n`, 2, [1]],
    ['a member twice', '{"openThreads":9,"openThreads":1,"depth":1,"tools":[]}\n', 0, ['ALLOW']],
    ['scalars', '1\ntrue\nnull\n"x"\n[]\n', 1, Array.from({ length: 5 }, () => 'DENY_REQUEST')],
    [
      'a line that is not UTF-8',
      Buffer.concat([Buffer.from(`${allowed}\n\n"`), Buffer.from([0xe9]), Buffer.from(`"\n${allowed}\n`)]),
      2,
      ['ALLOW', 3, 'ALLOW'],
    ],
    [
      'a last line that is not UTF-8',
      Buffer.concat([Buffer.from(`${allowed}\n"`), Buffer.from([0xe2, 0x82])]),
      2,
      ['ALLOW', 2],
    ],
  ])('%s', async (_, input, status, expected) => {
    const answer = await decideLines('permission', input);
    expect(answer.status).toBe(status);
    expect(told(answer.lines)).toEqual(expected);
  });

  test.each([
    ['no line', ''],
    ['a newline alone', '\n'],
    ['blank lines alone', '\n \t\r\n\n'],
  ])('%s is nothing to decide: exit 2, and said', async (_, input) => {
    expect(await run(['decide', 'permission', '--jsonl'], { input })).toEqual({
      status: 2,
      out: '',
      err: 'standard input: holds no line to decide\n',
    });
  });

  test('a line that is not JSON is answered with its number and why', async () => {
    const { lines } = await decideLines('permission', `\n{"a" 1}\n`);
    expect(lines).toEqual([{ line: 2, error: expect.stringMatching(/^is not JSON: .+ \(column 6\)$/) }]);
  });

  test('a line that is not UTF-8 is answered with its number and why', async () => {
    const { lines } = await decideLines('permission', Buffer.from([0xff, 0x0a]));
    expect(lines).toEqual([{ line: 1, error: 'is not UTF-8' }]);
  });

  test.each([1, 2, 3, 7, 64])('lines split into chunks of %d bytes are the same lines', async (size) => {
    const text = `${allowed}\n\n{"openThreads":1,"depth":1,"tools":["é😀\u2028"]}\r\nx\n${tooMany}`;
    const bytes = Buffer.from(text);
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, at * size + size),
    );
    const whole = await decideLines('permission', text);
    expect(told(whole.lines)).toEqual(['ALLOW', 'DENY_TOOL', 4, 'DENY_THREADS']);
    expect(await decideLines('permission', chunks(...pieces))).toEqual(whole);
  });

  test('a line of 100,000 levels is a decision, and the next line follows', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const { status, lines } = await decideLines(
      'admission',
      `${deep}\n${deep.slice(1)}\n${JSON.stringify(inputOf('drill/admission/valid'))}\n`,
    );
    expect(status).toBe(2);
    expect(told(lines)).toEqual(['DENY_MANIFEST', 2, 'ADMIT']);
  });

  test('a decision is one line, whatever its input holds', async () => {
    const tools = JSON.stringify(['a\nb\u2028\u2029\r\u0085']);
    const { out } = await run(['decide', 'permission', '--jsonl'], {
      input: `{"openThreads":1,"depth":1,"tools":${tools}}\n`,
    });
    expect(out.split(/[\n\r\u0085\u2028\u2029]/)).toHaveLength(2);
  });

  test('reads a file', async () => {
    const folder = folderOf({ 'requests.jsonl': `${allowed}\n${tooMany}\n` });
    const { status, out } = await run(['decide', 'permission', 'requests.jsonl', '--jsonl'], { folder });
    expect(status).toBe(1);
    expect(out.split('\n')).toHaveLength(3);
  });

  test('a missing file is broken', async () => {
    const { status, out, err } = await run(['decide', 'permission', 'nowhere.jsonl', '--jsonl']);
    expect({ status, out, err }).toEqual({
      status: 2,
      out: '',
      err: 'nowhere.jsonl: cannot be read: there is no such file\n',
    });
  });
});

test('what is nested deep is not printed indented, which would take the square of its size', async () => {
  const input = `{"packets":[${`${'['.repeat(3000)}${']'.repeat(3000)},`.repeat(10)}1]}`;
  const aggregation = inputOf('drill/aggregation/complete-review') as object;
  const whole = JSON.stringify({ ...aggregation, packets: 0 }).replace('"packets":0', input.slice(1, -1));
  const { status, out } = await run(['decide', 'aggregation'], { input: whole });
  expect(status).toBe(4);
  expect(out.length).toBeLessThan(2 * whole.length + 10_000);
});

describe('in a process of its own', () => {
  const argv = ['decide', 'permission', '--jsonl'];

  test('line 1 is answered before line 2 is written', async () => {
    const { process: child, ended } = start(argv);
    child.stdin?.write(`${allowed}\n`);
    const [first] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    expect(JSON.parse(first.toString())).toMatchObject({ code: 'ALLOW' });
    child.stdin?.end(`${tooMany}\n`);
    const { status, out, err } = await ended;
    expect({ status, err }).toEqual({ status: 1, err: '' });
    expect(out.toString().split('\n')).toHaveLength(3);
  });

  test('a reader that goes away ends it quietly, with a producer that never ends', async () => {
    const { process: child, ended } = start(argv);
    const { stdin, stdout } = child;
    if (!stdin || !stdout) throw new Error('a pipe is missing');
    const produce = (): void => {
      while (stdin.writable && stdin.write(`${allowed}\n`.repeat(1000)));
    };
    stdin.on('drain', produce);
    stdin.on('error', () => stdin.destroy());
    produce();
    await once(stdout, 'data');
    stdout.destroy();
    const { status, err } = await ended;
    // Every line that was answered passed; of the others nothing is known.
    expect({ status, err }).toEqual({ status: 2, err: '' });
  });

  test('a disk that is full is no success', async () => {
    const command = `"${process.execPath}" --import tsx shell/main.ts drill --suite drill > /dev/full`;
    const ended = promisify(execFile)('sh', ['-c', command], { cwd: checkout });
    await expect(ended).rejects.toMatchObject({
      code: 2,
      stderr: 'control-shell: standard output cannot be written: ENOSPC\n',
    });
  });

  test('a shell pipeline whose last program has read enough ends at once', async () => {
    const command = `yes '${allowed}' | "${process.execPath}" --import tsx shell/main.ts ${argv.join(' ')} | head -n 2`;
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', command], { cwd: checkout, timeout: 60_000 });
    expect(stdout.split('\n')).toHaveLength(3);
    expect(stderr).toBe('');
  });

  test.each([
    [['drill', '--suite', 'drill']],
    [['drill', '--suite', 'rules', '--json']],
    [['schema', 'case']],
    [['--help']],
  ])('%j into a closed pipe ends without a word', async (command) => {
    const { process: child, ended } = start(command);
    child.stdout?.destroy();
    child.stdin?.end();
    const { status, err } = await ended;
    expect({ ended: typeof status, err }).toEqual({ ended: 'number', err: '' });
  });

  test('words for a closed standard error are lost without a word', async () => {
    const { process: child, ended } = start(['drill', 'nowhere']);
    child.stderr?.destroy();
    child.stdin?.end();
    const { status, out } = await ended;
    expect({ status, out: out.toString() }).toEqual({ status: 2, out: '' });
  });

  test('an input that stays open does not keep a command that has its answer', async () => {
    const { ended } = start(['schema', 'finding']);
    const { status } = await ended;
    expect(status).toBe(0);
  });
});
