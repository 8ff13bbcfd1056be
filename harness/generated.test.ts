import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkout, shippedCorpus } from '../shell/testing/command.ts';
import { generated } from './generated.ts';

const { contract } = await shippedCorpus();
const files = Object.entries(generated(contract));

test.each(files)('%s is what the shapes give', (file, text) => {
  expect(readFileSync(join(checkout, file), 'utf8')).toBe(text);
});

test('the schemas that the gates run on, and those that editors read, are generated', () => {
  expect(files.map(([file]) => file).toSorted()).toEqual([
    'cases/case.schema.json',
    'cases/contract.schema.json',
    'harness/case-shape.gen.ts',
    'src/contract/shapes.gen.ts',
  ]);
});
