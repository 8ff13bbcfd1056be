import { describe, expect, test } from 'vitest';
import { markdownJson, markdownName, markdownProse, markdownText } from './escape.ts';
import { parse, textOf } from '../src/testing/parsed-markdown.ts';
import { unseen } from './testing/seen-texts.ts';

const points = unseen.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, offset) => first + offset),
);

const readBack = (markdown: string): string => parse(`x ${markdown} x`).map(textOf).join('').slice(2, -2);

describe('what cannot be seen', () => {
  test('each character of it is written out', () => {
    const wrong = points.filter((point) => {
      const hex = point.toString(16).padStart(4, '0');
      const seen = hex.length > 4 ? `\\u{${hex}}` : `\\u${hex}`;
      const text = `a${String.fromCodePoint(point)}b`;
      const inProse = `a${seen.replace('\\', '&#92;')}b`;
      const shown = [markdownText(text), markdownProse(text), markdownName(text)];
      return shown.join() !== [inProse, inProse, `\`a${seen}b\``].join();
    });
    expect(wrong).toEqual([]);
  });

  test('each is escaped in JSON, which stays JSON of the same value', () => {
    const texts = points.map((point) => String.fromCodePoint(point));
    const json = markdownJson(JSON.stringify(texts)).split('\n')[1] ?? '';
    expect(JSON.parse(json)).toEqual(texts);
    expect(json).toMatch(/^[ -~]*$/);
  });

  test.each(['\u{1f469}\u200d\u{1f4bb}', '\u2764\ufe0f\u200d\u{1f525}', '\u0645\u06cc\u200c\u062e', '\u2764\ufe0e'])(
    'the joiners and selectors of %j stay',
    (text) => {
      expect([markdownText(text), markdownName(text)]).toEqual([text, `\`${text}\``]);
    },
  );

  test.each([
    ['pass\u200dword', 'pass\\u200dword'],
    ['\u{1f600}\ufe0f\ufe0f\u{e0100}', '\u{1f600}\ufe0f\\ufe0f\\u{e0100}'],
    ['\u00e9\u200c\u200d\u200c', '\u00e9\u200c\\u200d\\u200c'],
    ['\u00a0\u200c', '\u00a0\\u200c'],
    ['z\u0301\u0301\u0301\u0301\u0301\u0301', 'z\u0301\u0301\u0301\u0301\\u0301\\u0301'],
  ])('where they serve nothing they are written out: %j', (text, seen) => {
    expect(readBack(markdownText(text))).toBe(seen);
  });
});

describe('what GitHub makes links, mentions and pictures of', () => {
  test.each([
    ['@name', '`@`name'],
    ['@org/team', '`@`org/team'],
    ['#123', '`#`123'],
    ['a/b#1', 'a/b`#`1'],
    ['GH-123', 'GH`-`123'],
    ['https://a.b', 'https`://`a.b'],
    ['WWW.a.b', 'WWW`.`a.b'],
    ['a@b.c', 'a`@`b.c'],
    [':tada:', '`:`tada:'],
    [':+1:', '`:`+1:'],
    ['$x$', '`$`x`$`'],
    ['in 1234567.', 'in `1234567`.'],
    ['a5c3785ed8d6a35868bc169f07e40e889087fd2e', '`a5c3785ed8d6a35868bc169f07e40e889087fd2e`'],
    ['@a5c3785#1://$', '`@a5c3785#`1`://$`'],
  ])('%s is kept apart by a code span', (text, markdown) => {
    expect(markdownText(text)).toBe(markdown);
  });

  test.each(['# one', 'C#', 'a-1', 'x: y', 'a.b', 'feed', '123456', 'gh-x'])('%s is left as it is', (text) => {
    expect(markdownText(text)).toBe(text);
  });
});

describe('prose', () => {
  test.each([
    ['a\nb\r\nc\rd', 'a<br>b<br>c<br>d'],
    ['a\n\nb', 'a<br><br>b'],
    ['  a\n\tb  c \n', '\u00a0\u00a0a<br>\u00a0\u00a0\u00a0\u00a0b  c\u00a0<br>'],
    ['<br>', '&#60;br&#62;'],
    ['', ''],
  ])('%j keeps its lines and their indentation', (text, markdown) => {
    expect(markdownProse(text)).toBe(markdown);
  });
});

describe('a name', () => {
  test.each([
    ['src/a.ts', '`src/a.ts`'],
    ['a|b`c', '`a`&#124;`b`&#96;`c`'],
    [' a | b ', '\u00a0`a` &#124; `b`\u00a0'],
    ['a\nb', '`a\\u000ab`'],
    ['', '`""`'],
  ])('%j stands in code spans that nothing in it can end', (name, markdown) => {
    expect(markdownName(name)).toBe(markdown);
  });
});

test.each(['```', '````\n# heading', '\n```\n', '~~~\n`````js\n`````'])('%j ends no block of JSON', (text) => {
  const [block, ...others] = parse(markdownJson(`{}\n${text}\n{}`));
  expect([block?.type, block?.lang, block?.value, others]).toEqual(['code', 'json', `{}\n${text}\n{}`, []]);
});

test.each(['@', 'deadbeef', ' '])('no text is too long to be escaped: eight mebibytes of %j', (unit) => {
  const text = `:${unit.repeat(2 ** 23 / unit.length)}x`;
  for (const show of [markdownProse, markdownName, markdownJson]) {
    expect(show(text).length).toBeGreaterThanOrEqual(text.length);
  }
});
