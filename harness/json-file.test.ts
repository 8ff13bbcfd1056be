import { symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyJson } from '../src/testing/json.ts';
import { folderOf } from '../shell/testing/command.ts';
import { Broken } from './broken.ts';
import type { Place, Problem } from './broken.ts';
import { parseJson, readBytes, stands, tooLarge, unreadable, unwritable } from './json-file.ts';
import type { JsonDocument } from './json-file.ts';

const parse = (text: string | Uint8Array) => parseJson(Buffer.from(text as string), 'f.json');

/** Line, column and message of everything for which a text is refused. */
async function problemsOf(text: string | Uint8Array): Promise<readonly Problem[]> {
  return parse(text).then(
    () => [],
    (error: unknown) => {
      if (error instanceof Broken) return error.problems;
      throw error;
    },
  );
}

/** `line:column` of each. */
async function placesOf(text: string | Uint8Array): Promise<readonly string[]> {
  return (await problemsOf(text)).map(({ place }) => `${place?.line}:${place?.column}`);
}

function placeOf(document: JsonDocument, pointer: string, part?: 'name'): Required<Place> {
  const [problem] = document.problems([[pointer, 'anything', part]]);
  return problem?.place as Required<Place>;
}

describe('a value, and the name of a member, is found by its pointer', () => {
  const text =
    '{\n  "a": [1, {"b/c": "x", "d~e": [\n    null]}],\n  "": {"": 2},\r\n  "é": 3, "0": 4, "__proto__": {"y": 5}\n}\n';

  test.each<readonly [pointer: string, value: string, name: string]>([
    ['', '1:1', '1:1'],
    ['/a', '2:8', '2:3'],
    ['/a/0', '2:9', '2:9'],
    ['/a/1', '2:12', '2:12'],
    ['/a/1/b~1c', '2:20', '2:13'],
    ['/a/1/d~0e', '2:32', '2:25'],
    ['/a/1/d~0e/0', '3:5', '3:5'],
    ['/', '4:7', '4:3'],
    ['//', '4:12', '4:8'],
    ['/é', '5:8', '5:3'],
    ['/0', '5:16', '5:11'],
    ['/__proto__', '5:32', '5:19'],
    ['/__proto__/y', '5:38', '5:33'],
  ])('%j', async (pointer, value, name) => {
    const document = await parse(text);
    const at = (part?: 'name') => {
      const { line, column } = placeOf(document, pointer, part);
      return `${line}:${column}`;
    };
    expect([at(), at('name'), placeOf(document, pointer).file]).toEqual([value, name, 'f.json']);
  });

  test.each<readonly [pointer: string, container: string]>([
    ['/b', '1:1'],
    ['/a/2', '2:8'],
    ['/a/1/b', '2:12'],
    ['/a/1/b/c', '2:12'],
    ['/a/1/d~0e/1', '2:32'],
    ['/a/0/x', '2:9'],
    ['/~0', '1:1'],
    ['/é/é/é', '5:8'],
  ])('%j is missing: its container is found', async (pointer, container) => {
    const { line, column } = placeOf(await parse(text), pointer);
    expect(`${line}:${column}`).toBe(container);
  });

  test('a missing member with a name to be found is its container', async () => {
    const document = await parse('{ "a": { "b": 1 } }');
    expect(placeOf(document, '/a/c', 'name')).toEqual({ file: 'f.json', line: 1, column: 8 });
  });
});

type Laid = { readonly text: string; readonly places: ReadonlyMap<string, readonly [value: number, name: number]> };

/** Writes a value with these gaps between its tokens, and notes where each part begins. */
function layOut(root: unknown, gaps: readonly string[], escaped: boolean): Laid {
  const places = new Map<string, readonly [number, number]>();
  let text = '';
  let tokens = 0;
  const put = (token: string): number => {
    text += gaps[tokens % gaps.length] ?? '';
    tokens += 1;
    const offset = text.length;
    text += token;
    return offset;
  };
  const write = (value: unknown, pointer: string, name?: number): void => {
    const isContainer = typeof value === 'object' && value !== null;
    const offset = put(isContainer ? (Array.isArray(value) ? '[' : '{') : JSON.stringify(value));
    places.set(pointer, [offset, name ?? offset]);
    if (!isContainer) return;
    for (const [index, [key, member]] of Object.entries(value).entries()) {
      if (index > 0) put(',');
      const inner = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (Array.isArray(value)) write(member, inner);
      else {
        const nameOffset = put(escaped ? inEscapes(key) : JSON.stringify(key));
        put(':');
        write(member, inner, nameOffset);
      }
    }
    put(Array.isArray(value) ? ']' : '}');
  };
  write(root, '');
  return { text: text + (gaps[0] ?? ''), places };
}

function inEscapes(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0'));
  return `"${units.map((unit) => `\\u${unit}`).join('')}"`;
}

/** The place of an offset, counted character by character. */
function placeAt(text: string, offset: number) {
  let line = 1;
  let column = 1;
  for (let at = 0; at < offset; at += 1) {
    column += 1;
    if (text[at] === '\n') {
      line += 1;
      column = 1;
    }
  }
  return { file: 'f.json', line, column };
}

const gaps = fc.array(fc.constantFrom('', ' ', '\n', '\r\n', '\t ', '\n\n  '), { minLength: 1, maxLength: 7 });

test('every part of any JSON text is found where it was written', async () => {
  await fc.assert(
    fc.asyncProperty(anyJson, gaps, fc.boolean(), async (value, between, escaped) => {
      const { text, places } = layOut(value, between, escaped);
      const bytes = Buffer.from(text);
      // An unpaired surrogate has no UTF-8; in escapes it may stand.
      fc.pre(bytes.toString() === text);
      const document = await parseJson(bytes, 'f.json');
      expect(document.value).toEqual(JSON.parse(text));
      for (const [pointer, [offset, name]] of places) {
        expect(placeOf(document, pointer)).toEqual(placeAt(text, offset));
        expect(placeOf(document, pointer, 'name')).toEqual(placeAt(text, name));
      }
    }),
    { numRuns: 1000 },
  );
});

describe('a text that is refused', () => {
  test.each<readonly [title: string, text: string | Uint8Array, places: readonly string[]]>([
    ['empty', '', ['1:1']],
    ['white space', ' \r\n\t', ['1:1']],
    ['a byte order mark', '\ufeff{}', ['1:1']],
    ['a byte order mark alone', '\ufeff', ['1:1']],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), ['1:1']],
    ['a byte of Latin-1', Buffer.from('{"caf\u00e9": 1}', 'latin1'), ['1:6']],
    ['a byte of Latin-1 behind other lines', Buffer.from('{\n\n"ab\u00ff": 1}', 'latin1'), ['3:4']],
    ['a byte that begins as the replacement character does', Buffer.from([0x22, 0xef, 0x22]), ['1:2']],
    ['two bytes that begin as the replacement character does', Buffer.from([0x22, 0xef, 0xbf, 0x22]), ['1:2']],
    ['a raw newline in a text', '{"a":\n "b\nc"}', ['2:4']],
    ['a raw tab in a text', '{"a":\n "b\tc"}', ['2:4']],
    ['a list that is cut', '[1,\n 2,', ['2:4']],
    ['a text that is cut', '{"a":\n "b', ['2:4']],
    ['an object that is cut behind a colon', '{"a":', ['1:6']],
    ['a brace alone', '{', ['1:2']],
    ['a cut character', Buffer.from([0x22, 0xc3, 0xa9, 0xf0, 0x9f, 0x98]), ['1:3']],
    ['a member twice', '{"a":1,\n"a":2}', ['2:1']],
    ['a member three times', '{"a":1,\n"a":2, "a":3}', ['2:1', '2:8']],
    ['a member twice in a list in a member', '{"x":[0,{"a":1,"a":2}]}', ['1:16']],
    ['a member twice, once in escapes', String.raw`{"a":1,"\u0061":2}`, ['1:8']],
    ['a member twice, once in escapes of a pair', String.raw`{"😀":1,"\ud83d\ude00":2}`, ['1:9']],
    ['a trailing comma', '[1,\n 2,\n]', ['3:1']],
    ['a second value', '{}\n\n []', ['3:2']],
  ])('%s', async (_, text, places) => {
    expect(await placesOf(text)).toEqual(places);
  });

  test('names the member that appears twice', async () => {
    const [problem] = await problemsOf('{"a\\nb":1,"a\\nb":2}');
    expect(problem?.message).toMatch(/^member "a\\nb" appears twice/);
  });

  test('is refused before any duplicate is looked for, where it is not JSON', async () => {
    expect(await placesOf('{"a":1,"a":2,}')).toEqual(['1:14']);
  });
});

test('of many complaints twenty are placed, and the others counted', async () => {
  const members = (count: number): string => `{${Array.from({ length: count }, () => '"a":1').join()}}`;
  expect(await problemsOf(members(21))).toHaveLength(20);
  const problems = await problemsOf(members(24));
  expect(problems).toHaveLength(21);
  expect(problems.at(-1)).toEqual({ message: 'and 3 more of the kind', place: { file: 'f.json' } });
});

test('U+FEFF inside a text is a character like any other', async () => {
  expect((await parse('{"a":"\ufeff"}')).value).toEqual({ a: '\ufeff' });
});

describe('size does not matter', () => {
  const levels = 100_000;

  test('100,000 levels are read, and their outermost part is found', async () => {
    const document = await parse(`\n${'['.repeat(levels)}${']'.repeat(levels)}`);
    let depth = 0;
    for (let inner = document.value; Array.isArray(inner); inner = inner[0]) depth += 1;
    expect(depth).toBe(levels);
    expect(placeOf(document, '/0/0/0')).toEqual({ file: 'f.json', line: 2, column: 4 });
  });

  test('a member twice below 100,000 levels is found', async () => {
    const text = `${'['.repeat(levels)}{"a":1,\n"a":2}${']'.repeat(levels)}`;
    expect(await placesOf(text)).toEqual(['2:1']);
  });

  test('100,000 levels that are never closed are refused', async () => {
    expect(await problemsOf('['.repeat(levels))).toHaveLength(1);
    expect(await problemsOf('{"a":'.repeat(levels))).toHaveLength(1);
  });

  test('of 20,000 complaints about one file the first 20 are placed, and the others counted', async () => {
    const twice = await problemsOf(`{${'"a":1,\n'.repeat(20_000)}"a":1}`);
    expect(twice.map(({ place }) => place?.line)).toEqual([
      ...Array.from({ length: 20 }, (_, at) => at + 2),
      undefined,
    ]);
    expect(twice.at(-1)?.message).toBe('and 19980 more of the kind');
  });

  test('texts of 1 MiB are read', async () => {
    const text = '\\"é'.repeat(1024 * 256);
    const document = await parse(JSON.stringify({ [text]: text, end: 1 }));
    expect(document.value).toEqual({ [text]: text, end: 1 });
    expect(placeOf(document, '/end').column).toBe(2 * JSON.stringify(text).length + 10);
  });
});

describe('what the system does not give or take is said in words', () => {
  const failure = (code: string) => Object.assign(new Error('as the system says it'), { code });

  test.each([
    ['ENOENT', 'there is no such file'],
    ['EISDIR', 'it is a folder'],
    ['EACCES', 'permission denied'],
    ['EEXIST', 'there is a file of that name'],
    ['ENOTDIR', 'a part of its path is not a folder'],
    ['EMFILE', 'EMFILE'],
  ])('%s', (code, words) => {
    expect(unreadable(failure(code), 'a.json').problems).toEqual([
      { message: `cannot be read: ${words}`, place: { file: 'a.json' } },
    ]);
    expect(unwritable(failure(code), 'a.json').problems).toEqual([
      { message: `cannot be written: ${words}`, place: { file: 'a.json' } },
    ]);
  });

  test('what has no code is said as it is', () => {
    expect(unreadable('down', 'a').message).toBe('a: cannot be read: down');
    expect(unreadable(new Error('odd'), 'a').message).toBe('a: cannot be read: Error: odd');
  });

  test('a text that is too large is told the bytes that it may have', () => {
    expect(tooLarge('a.json').message).toBe('a.json: is larger than 268435456 bytes: make it shorter');
  });
});

test('a file of 256 MiB is read, one of a byte more is not', () => {
  const path = join(folderOf({ a: '' }), 'a');
  truncateSync(path, 2 ** 28);
  expect(readBytes(path, 'a')).toHaveLength(2 ** 28);
  truncateSync(path, 2 ** 28 + 1);
  expect(() => readBytes(path, 'a')).toThrow('a: is larger than 268435456 bytes: make it shorter');
});

test('a name is taken by whatever stands there, and by what cannot be looked at', () => {
  const folder = folderOf({ 'a.json': '1' });
  symlinkSync('nowhere', join(folder, 'link'));
  const taken = ['a.json', '.', 'link', 'a.json/b'].map((name) => stands(join(folder, name)));
  expect(taken).toEqual([true, true, true, true]);
  expect([stands(join(folder, 'b.json')), stands(join(folder, 'no/b.json'))]).toEqual([false, false]);
});

describe('a file', () => {
  test('is read byte for byte', () => {
    const folder = folderOf({ 'a.json': '{ "a": 1 }' });
    expect(readBytes(`${folder}/a.json`, 'a.json').toString()).toBe('{ "a": 1 }');
  });

  test.each([
    ['that is missing', 'b.json', 'no such file'],
    ['that is a folder', 'sub', 'folder'],
  ])('%s is refused by the name that it was given', (_, name, telling) => {
    const folder = folderOf({ 'sub/a.json': '{}' });
    const refused = (): Buffer => readBytes(`${folder}/${name}`, 'as it was named');
    expect(refused).toThrow(
      expect.objectContaining({
        problems: [{ message: expect.stringContaining(telling) as string, place: { file: 'as it was named' } }],
      }),
    );
  });
});
