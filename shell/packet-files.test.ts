import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { manifest, packetOf } from '../src/testing/sample-review.ts';
import { readPackets } from './packet-files.ts';
import { folderOf, writeFiles } from './testing/command.ts';
import { run } from './testing/repository.ts';

type Content = string | Uint8Array;

const largest = 8 * 1024 * 1024;
const packet = packetOf(manifest, 'tests', { limitations: ['a fence: ```json\n{}\n```'] });
const oneLine = JSON.stringify(packet);
const json = JSON.stringify(packet, null, 2);
/** A packet with a byte in it that is no UTF-8. */
const latin1 = json.replace('fence', 'f\u00ffnce');

const withFindings = (count: number): string =>
  JSON.stringify({ ...packet, findings: Array.from({ length: count }, () => 0) });
/** The packet itself, its six members and one limitation are eight values. */
const withValues = (count: number): string =>
  JSON.stringify({ ...packet, filesReviewed: Array.from({ length: count - 8 }, () => 'a') });

const packetsIn = (files: Readonly<Record<string, Content>>) => readPackets(folderOf(files), 'packets');

describe('a packet file', () => {
  test.each<readonly [title: string, content: Content]>([
    ['one JSON object', json],
    ['white space around it', `\n \t${json}\r\n\n`],
    ['a fence around it', `\`\`\`\n${json}\n\`\`\``],
    ['a fence that says `json`', `\`\`\`json\n${json}\n\`\`\`\n`],
    ['a fence with white space around', `\n  \`\`\`json\n\n${json}\n\n\`\`\` \t\n`],
    ['a fence with line ends of Windows', `\`\`\`json\r\n${json}\r\n\`\`\`\r\n`],
    ['8 MiB of it', json.padEnd(largest, ' ')],
    ['10,000 findings', withFindings(10_000)],
    ['200,000 values', withValues(200_000)],
  ])('%s is a packet', async (_, content) => {
    const { packets, ...rest } = await packetsIn({ 'tests.json': content });
    expect(rest).toEqual({ files: ['tests.json'], broken: [], leftOut: [] });
    expect(packets).toEqual([expect.objectContaining({ role: 'tests', limitations: packet.limitations })]);
  });

  test.each<readonly [title: string, content: Content, error: string]>([
    ['nothing', '', 'line 1, column 1: is empty'],
    ['prose', 'I found no problems.', 'line 1, column 1: '],
    ['prose before it', `Here it is:\n${json}`, 'line 1, column 1: '],
    ['prose after it', `${oneLine}\nThat is all.`, 'line 2, column 1: '],
    ['prose around a fence', `Here:\n\`\`\`json\n${json}\n\`\`\``, 'line 1, column 1: '],
    ['two values', `${oneLine}\n{}`, 'line 2, column 1: '],
    ['two fences', `\`\`\`\n${oneLine}\n\`\`\`\n\`\`\`\n{}\n\`\`\``, 'line 3, column 1: '],
    ['a fence that is not closed', `\`\`\`json\n${json}\n`, 'line 1, column 1: '],
    ['a fence that is not opened', `${oneLine}\n\`\`\``, 'line 2, column 1: '],
    ['a longer fence', `\`\`\`\`json\n${json}\n\`\`\`\``, 'line 1, column 1: '],
    ['a fence of another language', `\`\`\`js\n${json}\n\`\`\``, 'line 1, column 1: '],
    ['a fence of tildes', `~~~\n${json}\n~~~`, 'line 1, column 1: '],
    ['an empty fence', '```\n```', 'line 1, column 1: is empty'],
    ['a list', `[${json}]`, 'is not one JSON object'],
    ['null', 'null', 'is not one JSON object'],
    ['a member twice', `{"role":"tests",\n${oneLine.slice(1)}`, 'line 2, column 1: member "role" appears twice'],
    ['a byte order mark', `\ufeff${json}`, 'line 1, column 1: begins with a byte order mark'],
    ['bytes that are not UTF-8', Buffer.from(latin1, 'latin1'), 'is not UTF-8'],
    ['bytes that are not UTF-8 in a fence', Buffer.from(`\`\`\`\n${latin1}\n\`\`\``, 'latin1'), 'is not UTF-8'],
    ['one finding over 10,000', withFindings(10_001), 'holds 10001 findings, more than 10000'],
    ['one value over 200,000', withValues(200_001), 'holds more than 200000 values'],
    ['one byte over 8 MiB', json.padEnd(largest + 1, ' '), 'is larger than 8388608 bytes'],
  ])('%s is a broken one', async (_, content, error) => {
    const { packets, broken } = await packetsIn({ 'tests.json': content });
    expect(packets).toEqual(broken);
    expect(broken).toEqual([{ file: 'tests.json', error: expect.stringContaining(error), text: expect.any(String) }]);
    expect(broken[0]?.text.length).toBeLessThan(1100);
  });

  test('that is a link, a folder or a pipe is a broken one, and nothing is read through it', async () => {
    const folder = folderOf({ 'elsewhere/tests.json': json });
    symlinkSync('elsewhere/tests.json', join(folder, 'link.json'));
    mkdirSync(join(folder, 'folder.json'));
    run(folder, 'mkfifo', ['pipe.json']);
    const { packets, broken } = await readPackets(folder, 'packets');
    expect(packets).toEqual(broken);
    expect(broken).toEqual([
      { file: 'folder.json', error: expect.stringContaining('not a regular file'), text: '' },
      { file: 'link.json', error: expect.stringContaining('is a link'), text: '' },
      { file: 'pipe.json', error: expect.stringContaining('not a regular file'), text: '' },
    ]);
  });
});

describe('a folder of packets', () => {
  test('is read in the order of the names’ code units, and what is no packet is left out', async () => {
    const folder = folderOf({ 'a10.json': json, 'notes.md': json, '.hidden.json': json });
    writeFiles(folder, { 'a9.json': json, 'Z.json': 'prose' });
    expect(await readPackets(folder, 'packets')).toEqual({
      files: ['Z.json', 'a10.json', 'a9.json'],
      packets: [expect.objectContaining({ file: 'Z.json' }), packet, packet],
      broken: [expect.objectContaining({ file: 'Z.json' })],
      leftOut: ['.hidden.json', 'notes.md'],
    });
  });

  test('that cannot be read is said under the name that it was given', async () => {
    const folder = folderOf({});
    rmSync(folder, { recursive: true });
    await expect(readPackets(folder, 'packets')).rejects.toThrow(/^packets: .*there is no such/);
  });
});

test('what is past 64 MiB of packets is not read', async () => {
  const names = Array.from({ length: 10 }, (_, index) => `${index}.json`);
  const { broken } = await packetsIn(Object.fromEntries(names.map((name) => [name, json.padEnd(largest, ' ')])));
  expect(broken.map(({ file, error }) => [file, error])).toEqual(
    ['8.json', '9.json'].map((file) => [file, expect.stringContaining('past the 67108864 bytes')]),
  );
});
