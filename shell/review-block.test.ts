import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  agents,
  begin,
  end,
  findings,
  findingSchema,
  initialized,
  packetSchema,
  read,
} from './testing/agents-folder.ts';
import { folderOf, run } from './testing/command.ts';

describe('the block in a file of others', () => {
  test.each([
    ['a file without a final newline', '# Agents', '# Agents\n', '\n'],
    ['a file with one', '# Agents\n', '# Agents\n', '\n'],
    ['a file whose lines end in CRLF', '# Agents\r\n\r\ntext\r\n', '# Agents\r\n\r\ntext\r\n', '\r\n'],
    ['such a file without a final newline', '# Agents\r\ntext', '# Agents\r\ntext\r\n', '\r\n'],
    ['a file whose first line ends otherwise than the rest', 'a\nb\r\nc\r\n', 'a\nb\r\nc\r\n', '\n'],
    ['a file of one line and a carriage return', 'a\r', 'a\r\n', '\r\n'],
    ['a file that begins with a byte order mark', '\u00ef\u00bb\u00bf# A\n', '\u00ef\u00bb\u00bf# A\n', '\n'],
    ['a file that is no UTF-8', '\u00ff\u0000\u0080\n', '\u00ff\u0000\u0080\n', '\n'],
    [
      'a file with the markers of another tool',
      '<!-- x:begin -->\nx\n<!-- x:end -->\n',
      '<!-- x:begin -->\nx\n<!-- x:end -->\n',
      '\n',
    ],
    ['an empty file', '', '', '\n'],
  ])('puts the block at the end of %s', async (_, before, head, lineEnd) => {
    const folder = await initialized({ [agents]: Buffer.from(before, 'latin1') });
    const block = read(await initialized()).replaceAll('\n', lineEnd);
    expect(read(folder)).toBe(head + (head === '' ? '' : lineEnd) + block);
  });

  test('puts the block back where it stood, at the end of a file without a final newline too', async () => {
    const folder = await initialized();
    const block = read(folder).slice(0, -1);
    for (const [before, after] of [
      ['above\n', '\nbelow'],
      ['above\n\n', ''],
      ['', '\n<!-- other:begin -->\n'],
      ['\u00ef\u00bb\u00bf', '\n'],
    ] as const) {
      writeFileSync(join(folder, agents), `${before}${begin}\nold\n${end}${after}`, 'latin1');
      expect(await run(['init'], { folder })).toMatchObject({ status: 0 });
      expect(read(folder)).toBe(before + block + after);
    }
  });

  test('takes words that hold a marker for words', async () => {
    const before = `The block begins with \`${begin}\`.\n ${end}\n${begin} \n`;
    const folder = await initialized({ [agents]: before });
    expect(read(folder).startsWith(`${before}\n${begin}\n`)).toBe(true);
  });
});

describe('markers out of place: `init` writes nothing, `doctor` names the line', () => {
  test.each([
    ['a begin without an end', `x\n${begin}\ny\n`, 2],
    ['an end without a begin', `x\n${end}\ny\n`, 2],
    ['an end before a begin', `${end}\n${begin}\n`, 1],
    ['two blocks', `${begin}\n${end}\n${begin}\n${end}\n`, 3],
    ['a begin inside the block', `${begin}\n\n${begin}\n${end}\n`, 3],
    ['a second end', `${begin}\r\n${end}\r\n${end}`, 3],
  ])('%s', async (_, text, line) => {
    const folder = folderOf({ [agents]: text });
    const { status, out, err } = await run(['init'], { folder });
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(new RegExp(`^AGENTS\\.md:${line}:1: [^\\n]+: [^\\n]+\\n$`));
    expect(readdirSync(folder)).toEqual([agents]);
    expect(read(folder)).toBe(text);
    expect(await findings(folder)).toMatchObject({
      status: 1,
      places: [`${agents}:${line}`, findingSchema, packetSchema],
    });
  });
});
