import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { getLanguageService, TextDocument } from 'vscode-json-languageservice';
import { decisionCodes, gateIds, registry, ruleTables } from '../src/index.ts';
import { shippedCases } from '../shell/testing/command.ts';

/** An editor that finds the schema of a file by what the file itself names, as an author's editor does. */
const service = getLanguageService({
  schemaRequestService: async (uri) => readFileSync(fileURLToPath(uri), 'utf8'),
  workspaceContext: { resolveRelativePath: (path, resource) => new URL(path, resource).href },
});

/** Stands in a text where the cursor is. */
const cursor = '‸';

function open(text: string, name = 'drill/new.json') {
  const content = text.replace(cursor, '');
  const document = TextDocument.create(pathToFileURL(join(shippedCases, name)).href, 'json', 1, content);
  return { document, json: service.parseJSONDocument(document), position: document.positionAt(text.indexOf(cursor)) };
}

/** What the editor offers at the cursor, without the quotes. */
async function offered(text: string): Promise<readonly string[]> {
  const { document, json, position } = open(text);
  const list = await service.doComplete(document, position, json);
  return (list?.items ?? []).map(({ label }) => label.replaceAll('"', '')).toSorted();
}

/** The texts that the editor marks. */
async function marked(text: string, name?: string): Promise<readonly string[]> {
  const { document, json } = open(text, name);
  const diagnostics = await service.doValidation(document, json);
  return diagnostics.map(({ range }) => document.getText(range));
}

const caseFile = (gate: string, expected: string, input = '{}'): string =>
  `{ "$schema": "../case.schema.json", "gate": "${gate}", "description": "d", "cases": [
    { "name": "one", "description": "d", "input": ${input}, "expect": ${expected} } ] }`;

describe('an editor completes', () => {
  test.each(gateIds)('exactly the codes of %s at `expect.code`', async (gate) => {
    const own = decisionCodes.filter((code) => registry[code].gate === gate).toSorted();
    expect(await offered(caseFile(gate, `{ "code": "${cursor}" }`))).toEqual(own);
  });

  test.each(gateIds)('exactly the rules of %s at `expect.rule` of a refusal', async (gate) => {
    const refusal = decisionCodes.find((code) => registry[code].gate === gate && registry[code].outcome !== 'pass');
    const own = ruleTables[gate].map(({ id }) => id).toSorted();
    expect(await offered(caseFile(gate, `{ "code": "${refusal}", "rule": "${cursor}" }`))).toEqual(own);
  });

  test('the gates', async () => {
    expect(await offered(`{ "$schema": "../case.schema.json", "gate": "${cursor}" }`)).toEqual([...gateIds].toSorted());
  });

  test('the keys of a case that are still missing', async () => {
    const text = caseFile('permission', '{ "code": "ALLOW" }').replace('"input"', `${cursor}"input"`);
    expect(await offered(text.replace('"description": "d", ‸', '‸'))).toEqual(
      expect.arrayContaining(['description', 'note', 'source']),
    );
  });
});

describe('an editor marks', () => {
  const refusal = '{ "code": "DENY_DEPTH", "rule": "depth-within-limit" }';

  test('nothing in a good file', async () => {
    expect(await marked(caseFile('permission', refusal))).toEqual([]);
  });

  test.each<readonly [title: string, text: string, under: string]>([
    [
      'an unknown key of the file',
      caseFile('permission', refusal).replace('"gate"', '"colour": 1, "gate"'),
      '"colour"',
    ],
    [
      'an unknown key of a case',
      caseFile('permission', refusal).replace('"input"', '"inputs": 1, "input"'),
      '"inputs"',
    ],
    ['an unknown key of an expectation', caseFile('permission', refusal.replace(' }', ', "reason": 1 }')), '"reason"'],
    ['a code of another gate', caseFile('permission', '{ "code": "ADMIT" }'), '"ADMIT"'],
    ['an unknown gate', caseFile('permissions', refusal), '"permissions"'],
    ['an unknown rule', caseFile('permission', '{ "code": "DENY_DEPTH", "rule": "too-deep" }'), '"too-deep"'],
    ['a name with a space', caseFile('permission', refusal).replace('"one"', '"one two"'), '"one two"'],
  ])('%s', async (_, text, under) => {
    expect(await marked(text)).toContain(under);
  });

  test('an unknown key of a contract, and a limit below its floor', async () => {
    const shipped = readFileSync(join(shippedCases, 'contract.json'), 'utf8');
    const text = shipped.replace('"version"', '"owner": "me", "version"').replace('"depth": 1', '"depth": 0');
    expect(await marked(shipped, 'contract.json')).toEqual([]);
    expect((await marked(text, 'contract.json')).toSorted()).toEqual(['"owner"', '0']);
  });
});
