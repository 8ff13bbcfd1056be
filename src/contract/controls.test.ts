import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyJson } from '../testing/json.ts';
import { anyText } from '../testing/texts.ts';
import { escapeControls, escapedCharacter, escapedUnits, escapeJson } from './controls.ts';

const runs = { numRuns: 2000, verbose: fc.VerbosityLevel.Verbose };

/** C0, DEL and C1, the separators of lines and paragraphs, and every bidirectional control of Unicode. */
const controls = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0x061c, 0x061c],
  [0x200e, 0x200f],
  [0x2028, 0x202e],
  [0x2066, 0x2069],
] as const;
const isControl = (unit: number): boolean => controls.some(([first, last]) => unit >= first && unit <= last);

describe('controls', () => {
  test('every one is written as `\\uXXXX`, and no other character is touched', () => {
    const wrong = Array.from({ length: 0x1_0000 }, (_, unit) => unit).filter((unit) => {
      const character = String.fromCharCode(unit);
      const expected = isControl(unit) ? `\\u${unit.toString(16).padStart(4, '0')}` : character;
      return escapeControls(character) !== expected;
    });
    expect(wrong).toStrictEqual([]);
  });

  test('none is left in a text, however often it stands there', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const escaped = escapeControls(`${text}\n${text}\u202e`);
        expect([...escaped].filter((one) => isControl(one.charCodeAt(0)))).toStrictEqual([]);
      }),
      runs,
    );
  });

  test('escaped JSON is JSON of the same value, without a control but its line breaks', () => {
    fc.assert(
      fc.property(anyJson, anyText, (value, text) => {
        const json = escapeJson(JSON.stringify([value, text, '\u007f\u2028\u202e'], null, 2));
        expect(JSON.stringify(JSON.parse(json))).toBe(JSON.stringify([value, text, '\u007f\u2028\u202e']));
        expect([...json].filter((one) => one !== '\n' && isControl(one.charCodeAt(0)))).toStrictEqual([]);
      }),
      runs,
    );
  });
});

test('a character beyond four hex digits is written in braces, or unit by unit as JSON has it', () => {
  expect([escapedCharacter('\u{e0041}'), escapedCharacter('\uffff')]).toStrictEqual(['\\u{e0041}', '\\uffff']);
  expect(escapedUnits('\u{e0041}a')).toBe('\\udb40\\udc41\\u0061');
});
