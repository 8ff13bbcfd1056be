/** The public reports about git, on real repositories; what gates alone can show is in `cases/field/`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { findingOf, fullSet, packetOf } from '../src/testing/sample-review.ts';
import { run, writeFiles } from './testing/command.ts';
import type { Files, Json } from './testing/command.ts';
import { file, importCommit, makeRepository, plainGit, run as program, temporaryFolder } from './testing/repository.ts';
import type { Entry } from './testing/repository.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const composed = 'caf\u00e9.txt';
const decomposed = 'cafe\u0301.txt';
const quoted = '"caf\\303\\251.txt"';

/** A repository with the branch `base`, and on top of it `main`. */
function change(before: readonly Entry[], after: readonly Entry[]): string {
  const folder = makeRepository();
  const base = importCommit(folder, { ref: 'refs/heads/base', entries: before });
  importCommit(folder, { ref: 'refs/heads/main', parents: [base], entries: after });
  return folder;
}

async function bind(folder: string, ...more: readonly string[]): Promise<Json> {
  const { status, out, err } = await run(['bind', '--base', 'base', ...more], { folder });
  expect([status, err]).toEqual([0, '']);
  return JSON.parse(out);
}

/** What `admit` says of a manifest: status, code and what is violated where. */
async function admit(folder: string, manifest: Json, ...more: readonly string[]): Promise<readonly Json[]> {
  writeFiles(folder, { 'manifest.json': manifest });
  const { status, out } = await run(['admit', '--manifest', 'manifest.json', ...more], { folder });
  const { code, violations } = JSON.parse(out);
  return [status, code, ...violations.map(({ path }: Json) => path)];
}

/** What `aggregate` says of packets; who is not named read everything and found nothing. */
async function aggregate(folder: string, manifest: Json, packets: Files, ...more: readonly string[]): Promise<Json> {
  writeFiles(folder, { 'manifest.json': manifest });
  const { out: assignment } = await run(['assign', '--manifest', 'manifest.json'], { folder });
  mkdirSync(join(folder, 'packets'), { recursive: true });
  writeFiles(folder, { 'assignment.json': assignment });
  writeFiles(join(folder, 'packets'), { ...fullSet(manifest), ...packets });
  const named = ['--manifest', 'manifest.json', '--assignment', 'assignment.json', '--packets', 'packets'];
  const { status, out } = await run(['aggregate', ...named, ...more], { folder });
  return { status, ...JSON.parse(out) };
}

/** The packet of `tests` with a finding at each of these places. */
function citing(manifest: Json, places: readonly (readonly [path: string, line: Json])[]): Files {
  const findings = places.map(([path, line]) => findingOf('tests', { file: path, line }));
  return { 'tests.json': packetOf(manifest, 'tests', { findings }) };
}

const placesOf = (findings: readonly Json[]): Json[] => findings.map((one) => [one.file, one.line]);
const rejectedOf = ({ review }: Json): Json[] =>
  review.rejected.map(({ finding, violations }: Json) => [finding.file, finding.line, violations[0].rule]);
const lines = (count: number, text = 'line'): string => `${text}\n`.repeat(count);

describe('officefloor/ImpactGate#9; aspect-build/aspect-cli#1346: no list of files is not an empty one', () => {
  test('equal trees are not bound, one changed byte is', async () => {
    const same = change([file('a', 'x')], [file('a', 'x')]);
    const { status, out, err } = await run(['bind', '--base', 'base'], { folder: same });
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain('nothing to bind');
    expect((await bind(change([file('a', 'x')], [file('a', 'y')]))).changedFiles).toEqual(['a']);
  });

  test.each(['diff.noprefix', 'diff.mnemonicPrefix'])('%s of the caller changes nothing', async (setting) => {
    const folder = change([file('a', 'x')], [file('a', 'y')]);
    const manifest = await bind(folder);
    plainGit(folder, 'config', setting, 'true');
    expect(await bind(folder)).toEqual(manifest);
  });

  test('a shallow clone that lacks the merge base is not bound, a deeper one is', async () => {
    const origin = change([file('a', 'x')], [file('a', 'y')]);
    importCommit(origin, {
      ref: 'refs/heads/base',
      parents: [plainGit(origin, 'rev-parse', 'base')],
      entries: [file('a', 'x'), file('later')],
    });
    const folder = temporaryFolder();
    const clone = ['clone', '-q', '--bare', '--no-single-branch', '--template='];
    plainGit(folder, ...clone, '--depth=1', `file://${origin}`, 'shallow');
    plainGit(folder, ...clone, `file://${origin}`, 'whole');
    const { status, out, err } = await run(['bind', '--base', 'base'], { folder: join(folder, 'shallow') });
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain('shallow clone');
    expect((await bind(join(folder, 'whole'))).changedFiles).toEqual(['a']);
  });
});

describe('wkentaro/git-hunk#10; agavra/tuicr#608: the name that git holds is the name', () => {
  test('names with an accent, a space and b/ are bound raw, and cited raw', async () => {
    const names = ['x b/y', 'sp ace.txt', composed];
    const folder = change(
      [],
      names.map((name) => file(name)),
    );
    const manifest = await bind(folder);
    expect(manifest.changedFiles.toSorted()).toEqual(names.toSorted());
    const cited = [...names, quoted].map((name) => [name, 1] as const);
    const decided = await aggregate(folder, manifest, citing(manifest, cited));
    expect([decided.status, decided.code]).toEqual([4, 'INCOMPLETE_REVIEW']);
    expect(placesOf(decided.review.findings)).toEqual(names.toSorted().map((name) => [name, 1]));
    expect(rejectedOf(decided)).toEqual([[quoted, 1, 'file-in-manifest']]);
  });
});

describe('knobiknows/all-the-bufo#82; doublecmd/doublecmd#2747; git-for-windows/git#131: look-alikes are not one file', () => {
  test('accent twins and case twins are four names, each cited alone', async () => {
    const folder = change(
      [file('File.ts', lines(9))],
      [file(composed, lines(3)), file(decomposed, lines(7)), file('file.ts')],
    );
    const manifest = await bind(folder);
    expect(manifest.changedFiles).toEqual(['File.ts', decomposed, composed, 'file.ts']);
    const good = [
      [composed, 3],
      [decomposed, 7],
      ['File.ts', 9],
      ['file.ts', 1],
    ] as const;
    const bad = [
      [composed, 7],
      ['file.ts', 9],
      ['FILE.ts', 1],
    ] as const;
    const decided = await aggregate(folder, manifest, citing(manifest, [...good, ...bad]));
    expect(decided.review.findings).toHaveLength(4);
    expect(placesOf(decided.review.findings)).toEqual(expect.arrayContaining([...good]));
    expect(rejectedOf(decided)).toEqual(
      expect.arrayContaining([
        [composed, 7, 'line-in-file'],
        ['file.ts', 9, 'line-in-file'],
        ['FILE.ts', 1, 'file-in-manifest'],
      ]),
    );
  });
});

describe('WingedGuardian/GENesis-AGI#2182; mergewatch/mergewatch.ai#308; dandavison/delta#583: a change without hunks is a change', () => {
  const attributes = file('.gitattributes', '*.py binary\n');
  const before = [attributes, file('a.py', lines(10)), file('run.sh')];
  const after: readonly Entry[] = [attributes, file('a.py', lines(200)), { ...file('run.sh'), mode: '100755' }];

  test('a file called binary and a mode alone are bound, owned and counted', async () => {
    const folder = change(before, after);
    const manifest = await bind(folder);
    expect(manifest.changedFiles).toEqual(['a.py', 'run.sh']);
    const cited = [
      ['a.py', 200],
      ['a.py', 201],
      ['run.sh', 1],
      ['run.sh', 2],
    ] as const;
    const decided = await aggregate(folder, manifest, citing(manifest, cited));
    expect(placesOf(decided.review.findings)).toEqual([
      ['a.py', 200],
      ['run.sh', 1],
    ]);
    expect(rejectedOf(decided)).toEqual([
      ['a.py', 201, 'line-in-file'],
      ['run.sh', 2, 'line-in-file'],
    ]);
  });

  test('a file that nobody read, whatever it shows, leaves the review incomplete', async () => {
    const folder = change(before, after);
    const manifest = await bind(folder);
    const packet = packetOf(manifest, 'tests', { filesReviewed: ['a.py'] });
    const decided = await aggregate(folder, manifest, { 'tests.json': packet });
    expect([decided.status, decided.rule]).toEqual([4, 'files-reviewed']);
    expect(decided.violations[0].message).toContain('run.sh');
  });

  test('one NUL takes the lines away, not the file', async () => {
    const folder = change([file('a.py', lines(9))], [file('a.py', `\0${lines(9)}`)]);
    const manifest = await bind(folder);
    expect(await aggregate(folder, manifest, citing(manifest, [['a.py', 999]]))).toMatchObject({ status: 0 });
  });
});

describe('jitterbit/get-changed-files#49; Aletheore/Aletheore#688; OpenHands/extensions#233: a prefix is not the list', () => {
  const names = Array.from({ length: 305 }, (_, at) => `${String.fromCodePoint(97 + (at % 26))}/${1000 + at}.ts`);
  const many = (): string =>
    change(
      [],
      names.map((name) => file(name)),
    );

  test('305 files are bound; a list of 300 of them is denied', async () => {
    const folder = many();
    const manifest = await bind(folder);
    expect(manifest.changedFiles).toEqual(names.toSorted());
    expect(await admit(folder, manifest)).toEqual([0, 'ADMIT']);
    const cut = { ...manifest, changedFiles: manifest.changedFiles.slice(0, 300) };
    expect(await admit(folder, cut)).toEqual([1, 'DENY_MANIFEST', '/observed/changedFiles']);
  });

  test('a reading that stops at m names what was not seen', async () => {
    const folder = many();
    const manifest = await bind(folder);
    const seen = manifest.changedFiles.filter((name: string) => name < 'm');
    const decided = await aggregate(folder, manifest, {
      'tests.json': packetOf(manifest, 'tests', { filesReviewed: seen }),
    });
    expect([decided.status, decided.code]).toEqual([4, 'INCOMPLETE_REVIEW']);
    const first = manifest.changedFiles.find((name: string) => name > 'm');
    const unseen = 305 - seen.length;
    expect(decided.violations).toEqual([
      expect.objectContaining({
        rule: 'files-reviewed',
        message: expect.stringMatching(new RegExp(`${first}.* ${unseen - 1} more`)),
      }),
    ]);
  });
});

describe('onemen/firefox-scripts#208; mmnto-ai/totem#1843: no locale orders the list', () => {
  test.each(['C', 'C.UTF-8', 'en_US.UTF-8', 'tr_TR.UTF-8'])('%s', async (locale) => {
    const folder = change([], [file('governing.md'), file('Home.md'), file('\u00fcber.md')]);
    const manifest = await bind(folder);
    for (const name of ['LANG', 'LC_ALL', 'LC_COLLATE']) vi.stubEnv(name, locale);
    expect(await bind(folder)).toEqual(manifest);
    expect(manifest.changedFiles).toEqual(['Home.md', 'governing.md', '\u00fcber.md']);
    const reordered = { ...manifest, changedFiles: ['governing.md', 'Home.md', '\u00fcber.md'] };
    expect(await admit(folder, reordered)).toEqual([0, 'ADMIT']);
  });
});

describe('Team-Commonly/commonly#1401; DollhouseMCP/mcp-server#2557: a stamp copied at submission proves nothing', () => {
  test('a push stales the review, and the packet that names the new head too', async () => {
    const folder = change([file('a', 'x')], [file('a', 'y')]);
    const manifest = await bind(folder);
    const pushed = importCommit(folder, {
      ref: 'refs/heads/pushed',
      parents: [manifest.head],
      entries: [file('a', 'z')],
    });
    const stamped = { 'tests.json': packetOf(manifest, 'tests', { head: pushed }) };
    const pathsOf = ({ violations }: Json): Json[] => violations.map(({ path }: Json) => path);
    expect((await aggregate(folder, manifest, {})).code).toBe('COMPLETE_REVIEW');
    const unseen = await aggregate(folder, manifest, stamped);
    expect([unseen.status, unseen.code, ...pathsOf(unseen)]).toEqual([3, 'STALE_REVIEW', '/packets/3/head']);
    const seen = await aggregate(folder, manifest, stamped, '--head', 'pushed');
    expect([seen.code, ...pathsOf(seen)]).toEqual([
      'STALE_REVIEW',
      '/observed/head',
      '/observed/diffSha256',
      '/packets/3/head',
    ]);
    expect(await admit(folder, manifest, '--head', 'pushed')).toEqual([
      3,
      'STALE_HEAD',
      '/observed/head',
      '/observed/diffSha256',
    ]);
  });
});

describe('JSONbored/loopover#9055; PostHog/posthog#104432; anthropics/claude-code-action agent-approval-check README: a head is not a change', () => {
  /** `base` has one file, `release` stands behind it with none: from there `main` has one change more. */
  function retargeted(): string {
    const folder = makeRepository();
    const release = importCommit(folder, { ref: 'refs/heads/release', entries: [] });
    const base = importCommit(folder, { ref: 'refs/heads/base', parents: [release], entries: [file('a'), file('b')] });
    const entries = [file('a'), file('b'), file('c'), file('d'), file('e')];
    importCommit(folder, { ref: 'refs/heads/main', parents: [base], entries });
    return folder;
  }

  test('another target is another diff of the same head', async () => {
    const folder = retargeted();
    const manifest = await bind(folder);
    expect(manifest.changedFiles).toEqual(['c', 'd', 'e']);
    expect(await admit(folder, manifest)).toEqual([0, 'ADMIT']);
    expect(await admit(folder, manifest, '--base', 'release')).toEqual([
      3,
      'STALE_DIFF',
      '/observed/diffSha256',
      '/observed/changedFiles',
    ]);
  });

  test('a parent branch that advances on its own moves no merge base; one that is merged does', async () => {
    const folder = retargeted();
    const manifest = await bind(folder);
    const base = plainGit(folder, 'rev-parse', 'base');
    importCommit(folder, { ref: 'refs/heads/base', parents: [base], entries: [file('later')] });
    expect(await admit(folder, manifest, '--base', 'base')).toEqual([0, 'ADMIT']);
    importCommit(folder, { ref: 'refs/heads/base', parents: [manifest.head], entries: [file('later')] });
    expect((await admit(folder, manifest, '--base', 'base'))[1]).toBe('STALE_DIFF');
  });

  test('packets of one request do not review another with the same head', async () => {
    const folder = retargeted();
    const first = await bind(folder, '--pull-request', '1');
    const other = { ...first, ...(await bind(folder, '--pull-request', '2', '--base', 'release')) };
    expect(other.head).toBe(first.head);
    expect((await aggregate(folder, other, {}, '--base', 'release')).code).toBe('COMPLETE_REVIEW');
    const replayed = await aggregate(folder, other, fullSet(first), '--base', 'release');
    expect([replayed.status, replayed.code, replayed.rule]).toEqual([3, 'STALE_REVIEW', 'packets-current']);
  });
});

describe('kamp-us/phoenix#3769; kamp-us/phoenix#4511: the same patch on another base is another head', () => {
  test('a rebase stales the manifest by its head alone, and binding again is the way on', async () => {
    const folder = change([file('a', 'x')], [file('a', 'y')]);
    const manifest = await bind(folder);
    const base = plainGit(folder, 'rev-parse', 'base');
    const moved = importCommit(folder, {
      ref: 'refs/heads/base',
      parents: [base],
      entries: [file('a', 'x'), file('other')],
    });
    importCommit(folder, { ref: 'refs/heads/main', parents: [moved], entries: [file('a', 'y'), file('other')] });
    expect(await admit(folder, manifest, '--base', 'base')).toEqual([3, 'STALE_HEAD', '/observed/head']);
    const again = await bind(folder);
    expect(again).toMatchObject({ diffSha256: manifest.diffSha256, changedFiles: manifest.changedFiles });
    expect(await admit(folder, again)).toEqual([0, 'ADMIT']);
    expect((await aggregate(folder, again, fullSet(manifest))).rule).toBe('packets-current');
  });
});

describe('openai/codex-plugin-cc#583; steph-dove/klaussy-desktop#28: a wrapper never becomes an empty review', () => {
  const fence = '```ts\nreturn;\n```';

  test.each<readonly [title: string, wrap: (json: string) => string, code: string, findings: number]>([
    ['one fence around the whole', (json) => `\`\`\`json\n${json}\n\`\`\`\n`, 'COMPLETE_REVIEW', 1],
    ['no fence but inside a text', (json) => json, 'COMPLETE_REVIEW', 1],
    ['prose before the fence', (json) => `Here:\n\`\`\`json\n${json}\n\`\`\`\n`, 'INCOMPLETE_REVIEW', 0],
    ['a fence that is not closed', (json) => `\`\`\`json\n${json}\n`, 'INCOMPLETE_REVIEW', 0],
    ['a fence without a packet', () => '```json\n```\n', 'INCOMPLETE_REVIEW', 0],
  ])('%s', async (_, wrap, code, findings) => {
    const folder = change([file('src/a.ts', 'x')], [file('src/a.ts', lines(9))]);
    const manifest = await bind(folder);
    const packet = packetOf(manifest, 'tests', { findings: [findingOf('tests', { evidence: fence })] });
    const decided = await aggregate(folder, manifest, { 'tests.json': wrap(JSON.stringify(packet)) });
    expect([decided.code, decided.review.findings.length]).toEqual([code, findings]);
    expect(decided.review.refusedPackets).toHaveLength(code === 'COMPLETE_REVIEW' ? 0 : 1);
  });
});

describe('Azure/azure-sdk-tools#10316; Nano-Collective/sentinel#13; cloudflare/security-audit-skill#9; Esposter/Esposter#1044: what is no number is no line', () => {
  test.each<readonly [written: string, rejected: number, refused: number]>([
    ['2', 0, 0],
    ['2e0', 0, 0],
    ['NaN', 0, 1],
    ['Infinity', 0, 1],
    ['1e400', 1, 0],
    ['02', 0, 1],
    ['"2"', 1, 0],
  ])('a line written %s', async (written, rejected, refused) => {
    const folder = change([file('src/a.ts', 'x')], [file('src/a.ts', lines(9))]);
    const manifest = await bind(folder);
    const findings = [findingOf('tests'), findingOf('tests', { line: 1234567 })];
    const text = JSON.stringify(packetOf(manifest, 'tests', { findings })).replace('1234567', written);
    const { code, review } = await aggregate(folder, manifest, { 'tests.json': text });
    expect([review.rejected.length, review.refusedPackets.length]).toEqual([rejected, refused]);
    expect(code).toBe(rejected + refused === 0 ? 'COMPLETE_REVIEW' : 'INCOMPLETE_REVIEW');
    expect(review.findings).toHaveLength(2 - rejected - 2 * refused);
  });
});

describe('alibaba/open-code-review#1486; tensor4all/tenferro-rs#1604: lines of the head, and of the base where the file is gone', () => {
  test('a line that the head lost is refused, a line of a deleted file is not', async () => {
    const folder = change([file('b.ts', lines(100)), file('gone.ts', lines(5))], [file('b.ts', lines(40))]);
    const manifest = await bind(folder);
    const cited = [
      ['b.ts', 40],
      ['b.ts', 90],
      ['gone.ts', 5],
      ['gone.ts', 6],
      ['/dev/null', 5],
    ] as const;
    const decided = await aggregate(folder, manifest, citing(manifest, cited));
    expect(placesOf(decided.review.findings)).toEqual([
      ['b.ts', 40],
      ['gone.ts', 5],
    ]);
    expect(rejectedOf(decided)).toEqual(
      expect.arrayContaining([
        ['b.ts', 90, 'line-in-file'],
        ['gone.ts', 6, 'line-in-file'],
        ['/dev/null', 5, 'file-canonical'],
      ]),
    );
  });
});

describe('anthropics/claude-code#33472; webjsdev/webjs#1159: what a moved checkout shows is stale', () => {
  test('until it is moved back', async () => {
    const folder = change([file('a', 'x')], [file('a', 'y')]);
    const manifest = await bind(folder);
    plainGit(folder, 'symbolic-ref', 'HEAD', 'refs/heads/base');
    expect((await admit(folder, manifest)).slice(0, 2)).toEqual([3, 'STALE_HEAD']);
    plainGit(folder, 'symbolic-ref', 'HEAD', 'refs/heads/main');
    expect(await admit(folder, manifest)).toEqual([0, 'ADMIT']);
  });
});

describe('arcobaleno64/agy-plugin-cc#42; anomalyco/opencode#43336: a link is its own text, two dots may begin a name', () => {
  test('both are bound and reviewed, and nothing is read through the link', async () => {
    const folder = change([], [file('..env'), { path: 'notes.txt', mode: '120000', content: '../secret' }]);
    const manifest = await bind(folder);
    expect(manifest.changedFiles).toEqual(['..env', 'notes.txt']);
    const cited = [
      ['..env', 1],
      ['..env', 2],
      ['notes.txt', 999],
    ] as const;
    const decided = await aggregate(folder, manifest, citing(manifest, cited));
    expect(placesOf(decided.review.findings)).toEqual([
      ['..env', 1],
      ['notes.txt', 999],
    ]);
    expect(rejectedOf(decided)).toEqual([['..env', 2, 'line-in-file']]);
  });
});

describe('a list that is made as in the reports', () => {
  type Listing = (folder: string, names: readonly string[]) => readonly string[];

  const diff = (folder: string, ...more: readonly string[]): string =>
    program(folder, 'git', ['-c', 'core.quotePath=false', 'diff', '--no-renames', ...more, 'base', 'main']).toString();
  const headers = (folder: string): readonly string[] => diff(folder).match(/^diff --git .*$/gm) ?? [];
  const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];

  const plain = ['a.ts', 'b.ts', 'c.ts'];
  const odd = ['file.ts', 'x b/y', 'sp ace.txt', composed, decomposed];
  const mode = (name: string): Entry => ({ ...file(name), mode: '100755' });

  test.each<readonly [name: string, list: Listing]>([
    ['quotesNames', (folder) => plainGit(folder, 'diff', '--no-renames', '--name-only', 'base', 'main').split('\n')],
    ['splitsHeaders', (folder) => headers(folder).map((line) => line.split(' b/').at(-1) ?? line)],
    ['cutsAtSpaces', (folder) => headers(folder).map((line) => line.split(' ')[2]?.slice('a/'.length) ?? line)],
    [
      'listsHunksOnly',
      (folder) => unique([...diff(folder).matchAll(/^(?:---|\+\+\+) [ab]\/(.*?)\t?$/gm)].map(([, name = '']) => name)),
    ],
    ['dropsDeletedFiles', (folder) => diff(folder, '--diff-filter=d', '--name-only', '-z').split('\0').slice(0, -1)],
    ['normalisesUnicode', (_, names) => unique(names.map((name) => name.normalize('NFC')))],
    ['foldsCase', (_, names) => unique(names.map((name) => name.toLowerCase()))],
    ['stopsAtAPage', (_, names) => names.slice(0, 5)],
    ['takesFailureForEmpty', (_, names) => (names.every((name) => /^[ -~]*$/.test(name)) ? names : [])],
  ])('by %s is right of plain files, and denied where the report had it', async (_, list) => {
    const harmless = change(
      plain.map((name) => file(name, 'x')),
      plain.map((name) => file(name, 'y')),
    );
    const bound = await bind(harmless);
    expect(list(harmless, bound.changedFiles)).toEqual(plain);
    expect(bound.changedFiles).toEqual(plain);

    const folder = change(
      [file('File.ts'), file('run.sh'), file('image', '\0a')],
      [...odd.map((name) => file(name)), mode('run.sh'), file('image', '\0b')],
    );
    const manifest = await bind(folder);
    expect(await admit(folder, manifest)).toEqual([0, 'ADMIT']);
    const planted = { ...manifest, changedFiles: list(folder, manifest.changedFiles) };
    expect((await admit(folder, planted)).slice(0, 2)).toEqual([1, 'DENY_MANIFEST']);
  });
});
