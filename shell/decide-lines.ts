/** Decides line by line, as the lines come: what is held at any time is one chunk of input and the answers to it. */
import { setFlagsFromString } from 'node:v8';
import type { Decision } from '../src/index.ts';
import { escapeJson } from '../src/contract/controls.ts';
import { jsonText } from '../src/contract/json.ts';
import { broken, differs, success } from './exit-status.ts';
import { inputName, openInput, say } from './io.ts';
import type { Io } from './io.ts';
import { linesOf } from './lines.ts';

type Decide = (input: unknown) => Decision | Promise<Decision>;

/** Returns the exit status: 0 all pass, 1 otherwise, 2 if a line was not JSON, there was none, or the reader went away. */
export async function decideLines(io: Io, file: string, decide: Decide): Promise<number> {
  // Nothing outlives its chunk, so the space for young values need not grow with the length of the stream.
  setFlagsFromString('--semi-space-growth-factor=1');
  let line = 0;
  let decided = 0;
  let passed = 0;
  let unreadable = 0;
  let cutShort = false;
  for await (const lines of linesOf(openInput(io, file))) {
    const answers: string[] = [];
    for (const text of lines) {
      line += 1;
      if (text?.trim() === '') continue;
      const input = parsed(text);
      if (input === undefined) {
        unreadable += 1;
        answers.push(JSON.stringify({ line, error: await reasonOf(text) }));
        continue;
      }
      const pending = decide(input.value);
      // Awaiting only what is pending keeps the gates that decide at once at the speed of a plain loop.
      const decision = pending instanceof Promise ? await pending : pending;
      decided += 1;
      passed += Number(decision.outcome === 'pass');
      answers.push(jsonText(decision));
    }
    cutShort = answers.length > 0 && !(await io.out(escapeJson(`${answers.join('\n')}\n`)));
    if (cutShort) break;
  }
  if (decided + unreadable === 0) say(io, `${inputName(file)}: holds no line to decide`);
  if (cutShort || unreadable > 0 || decided === 0) return broken;
  return passed === decided ? success : differs;
}

function parsed(text: string | null): { readonly value: unknown } | undefined {
  try {
    return text === null ? undefined : { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

async function reasonOf(text: string | null): Promise<string> {
  if (text === null) return 'is not UTF-8';
  const { explainSyntax } = await import('../harness/json-syntax.ts');
  const { message, offset } = explainSyntax(text);
  return `${message} (column ${offset + 1})`;
}
