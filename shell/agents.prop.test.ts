import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agents, begin, end, initialized, inOrder, kept, read } from './testing/agents-folder.ts';
import { run } from './testing/command.ts';
import { temporaryFolder } from './testing/repository.ts';

/** Any bytes, often those that end lines and begin comments. */
const someBytes = fc
  .array(
    fc.oneof(
      fc.constantFrom('\n', '\r', '\r\n', '<!-- ', ' -->', 'control-shell:begin', 'text', '\u00ef\u00bb\u00bf'),
      fc.nat({ max: 255 }).map((byte) => String.fromCharCode(byte)),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''))
  .filter((text) => !text.split(/\r?\n/).some((line) => line.includes(begin) || line.includes(end)));

describe('the review block in a file of any bytes', () => {
  test.each(['\n', '\r\n'])('whatever stands around the block stays, lines ending in %j', async (lineEnd) => {
    const folder = temporaryFolder();
    const law = fc.asyncProperty(someBytes, someBytes, fc.boolean(), async (above, rest, headed) => {
      const before = headed ? `head${lineEnd}${above}` : above;
      writeFileSync(join(folder, agents), before, 'latin1');
      expect(await run(['init'], { folder })).toMatchObject({ status: 0 });
      const appended = read(folder);
      expect(appended.startsWith(before)).toBe(true);
      expect(appended.slice(before.length)).toMatch(/^(?:\r?\n){0,2}<!-- control-shell:begin -->\r?\n/);
      expect(appended).toMatch(/\n<!-- control-shell:end -->\r?\n$/);
      expect(await run(['doctor'], { folder })).toEqual(inOrder);

      const whole = appended + rest;
      const damaged = whole.replace('read-only', 'read-write');
      writeFileSync(join(folder, agents), damaged, 'latin1');
      expect(await run(['doctor'], { folder })).toMatchObject({ status: 1 });
      expect(await run(['init'], { folder })).toMatchObject({ status: 0 });
      expect(read(folder)).toBe(whole);
      expect(await run(['doctor'], { folder })).toEqual(inOrder);
      const again = await run(['init'], { folder });
      expect(again.out).toBe(kept.map((name) => `${name}: up to date\n`).join(''));
      expect(read(folder)).toBe(whole);
    });
    await fc.assert(law, { numRuns: 50 });
  });

  test('doctor finds nothing exactly where init would change nothing', async () => {
    const folder = await initialized({ [agents]: '# Agents\n' });
    const clean = read(folder);
    const law = fc.asyncProperty(
      fc.nat({ max: clean.length }),
      fc.nat({ max: 3 }),
      fc.constantFrom('', 'x', '\n', '\r', '\r\n', ' ', '\u00ff'),
      async (at, length, text) => {
        writeFileSync(join(folder, agents), clean.slice(0, at) + text + clean.slice(at + length), 'latin1');
        const { out, status } = await run(['init', '--dry-run'], { folder });
        const same = out.startsWith(`${agents}: is up to date\n`);
        expect([0, 2]).toContain(status);
        expect(await run(['doctor'], { folder })).toMatchObject({ status: same ? 0 : 1 });
      },
    );
    await fc.assert(law, { numRuns: 100 });
  });
});
