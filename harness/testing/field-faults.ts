/** The faults that public reports were about, each as a wrong gate, and field cases that catch it. */
import { posix } from 'node:path';
import type { Json } from '../../shell/testing/command.ts';
import {
  seeing,
  under,
  without,
  refusing,
  reviewing,
  readingTexts,
  listing,
  naming,
  findingsOf,
  readingFindings,
  readingPackets,
  isPacket,
  rereadingPackets,
  isGood,
  seatsLeft,
  silence,
  counting,
  callerOf,
  latestTurnOf,
  readingSpawn,
  bounded,
  unbounded,
  holdsErrors,
  withoutHunks,
  quoted,
  unquoted,
  placeOf,
  claimOf,
} from './wrong-gates.ts';
import type { Fault } from './wrong-gates.ts';

export const faults: Readonly<Record<string, Fault>> = {
  // Lists and names.
  takesEmptyForNoChange: {
    gate: without('changed-files-present', 'files-as-observed'),
    caughtBy: ['admission/no-file-of-a-changed-tree'],
  },
  wantsTwoFiles: {
    gate: refusing('DENY_MANIFEST', ({ manifest }) => manifest.changedFiles.length === 1),
    caughtBy: ['admission/one-file-of-a-changed-tree'],
  },
  quotesNames: { gate: naming(quoted), caughtBy: ['admission/raw-names', 'finding/name-with-an-accent'] },
  readsQuotedNames: {
    gate: readingFindings((finding) => {
      finding.file = unquoted(finding.file);
    }),
    caughtBy: ['finding/quoted-name-cited'],
  },
  splitsHeaders: {
    gate: naming((name) => name.split(' b/').at(-1) ?? name),
    caughtBy: ['admission/raw-names', 'admission/header-split-in-the-name', 'finding/name-with-a-header-in-it'],
  },
  cutsAtSpaces: {
    gate: naming((name) => name.replace(/ .*/, '')),
    caughtBy: ['admission/raw-names', 'finding/name-with-a-space'],
  },
  normalisesUnicode: {
    gate: readingTexts((text) => text.normalize('NFC')),
    caughtBy: ['admission/accent-twins', 'admission/accent-twin-for-the-other', 'finding/decomposed-twin'],
  },
  foldsCase: {
    gate: readingTexts((text) => text.replace(/^file\.ts$/i, 'file.ts')),
    caughtBy: ['admission/case-twins', 'finding/lower-case-twin', 'finding/third-spelling'],
  },
  dropsRepetitions: { gate: listing((files) => [...new Set(files)]), caughtBy: ['admission/composed-name-twice'] },
  comparesListsInOrder: {
    gate: refusing(
      'DENY_MANIFEST',
      ({ manifest, observed }) =>
        observed.changedFiles && manifest.changedFiles.join('\0') !== observed.changedFiles.join('\0'),
    ),
    caughtBy: [
      'admission/whole-list',
      'admission/locale-order',
      'admission/as-bound',
      'admission/bound-again-after-a-rebase',
    ],
  },
  believesACutList: {
    gate: seeing(({ manifest, observed }) => {
      observed.changedFiles = observed.changedFiles?.slice(0, manifest.changedFiles.length);
    }),
    caughtBy: ['admission/list-cut-at-a-page'],
  },
  refusesDotDotNames: {
    gate: refusing('DENY_MANIFEST', ({ manifest }) =>
      manifest.changedFiles.some((name: string) => name.includes('..')),
    ),
    caughtBy: ['admission/dotted-names'],
  },
  looksForRootsOnly: {
    gate: without('changed-files-canonical'),
    caughtBy: ['admission/name-that-leaves-and-returns'],
  },
  resolvesPaths: {
    gate: naming((name) => posix.normalize(name)),
    caughtBy: ['admission/name-that-leaves-and-returns'],
  },

  // Freshness.
  rebindsSilently: {
    gate: seeing((input) => Object.assign(input.manifest, input.observed)),
    caughtBy: ['admission/push-before-submission', 'admission/checkout-moved'],
  },
  comparesHeadsByPrefix: {
    gate: seeing(({ manifest, observed }) => {
      if (manifest.head.startsWith(observed.head)) observed.head = manifest.head;
    }),
    caughtBy: ['admission/shortened-head'],
  },
  keysOnHead: {
    gate: seeing(({ manifest, observed, packets = [] }) => {
      delete observed.changedFiles;
      for (const one of [observed, ...packets]) {
        if (one.head === manifest.head) one.diffSha256 = manifest.diffSha256;
      }
    }),
    caughtBy: [
      'admission/retargeted',
      'admission/retargeted-with-the-same-files',
      'aggregation/packets-of-another-request',
    ],
  },
  keysOnPatch: {
    gate: seeing(({ manifest, observed, packets = [] }) => {
      for (const one of [observed, ...packets]) {
        if (one.diffSha256 === manifest.diffSha256) one.head = manifest.head;
      }
    }),
    caughtBy: ['admission/rebased', 'aggregation/packets-from-before-a-rebase'],
  },
  believesEitherStamp: {
    gate: seeing(({ manifest: { head, diffSha256 }, packets }) => {
      for (const one of packets) {
        if (one.head === head || one.diffSha256 === diffSha256) Object.assign(one, { head, diffSha256 });
      }
    }),
    caughtBy: ['aggregation/packet-stamped-at-submission', 'aggregation/push-seen-by-all'],
  },
  believesTheSender: {
    gate: seeing(({ manifest: { head, diffSha256 }, packets }) => {
      for (const one of packets) Object.assign(one, { head, diffSha256 });
    }),
    caughtBy: ['aggregation/packet-of-another-assignment'],
  },

  // Owners and readers.
  listsHunksOnly: {
    gate: listing((files) => files.filter((name) => !withoutHunks.has(name))),
    caughtBy: [
      'assignment/mode-only-file-owned',
      'assignment/mode-only-file-unowned',
      'assignment/binary-file-unowned',
      'aggregation/mode-only-file-read',
      'aggregation/mode-only-file-not-assigned',
    ],
  },
  ignoresGlobs: {
    gate: seeing((input) => {
      delete input.generatedFiles;
    }),
    caughtBy: ['assignment/binary-file-excused'],
  },
  seatsStrangers: {
    gate: seeing((input, { roles }) => {
      const seated: readonly Json[] = input.workers ?? input.packets;
      const free = Object.keys(roles).filter((role) => !seated.some((one) => one?.role === role));
      for (const one of seated)
        if (typeof one?.role === 'string' && !Object.hasOwn(roles, one.role)) one.role = free.pop();
    }),
    caughtBy: ['assignment/worker-known-by-its-type', 'aggregation/packet-known-by-its-type'],
  },
  seatsByTypeAlone: {
    gate: refusing('DENY_ASSIGNMENT', ({ workers }) => !workers.some(({ role }: Json) => role === 'general-purpose')),
    caughtBy: ['assignment/workers-known-by-their-lanes'],
  },
  believesACutReading: {
    gate: without('files-reviewed'),
    caughtBy: ['aggregation/mode-only-file-not-read', 'aggregation/coverage-stops-early'],
  },
  comparesReadingInOrder: {
    gate: refusing('INCOMPLETE_REVIEW', ({ assignment, packets }) =>
      packets.some(
        ({ role, filesReviewed }: Json) =>
          filesReviewed.join('\0') !== assignment.workers.find((one: Json) => one.role === role).files.join('\0'),
      ),
    ),
    caughtBy: ['aggregation/coverage-to-the-end'],
  },

  // Lines, severities and fences.
  guessesALine: {
    gate: readingFindings((finding, _, { lineCounts }) => {
      const guess = Number(/\d+/.exec(String(finding.line))?.[0] ?? 1);
      finding.line = Math.min(Math.max(guess, 1), lineCounts?.[finding.file] ?? guess);
    }),
    caughtBy: [
      'finding/range-of-lines',
      'finding/list-of-lines',
      'finding/line-in-quotes',
      'finding/null-for-a-line',
      'finding/no-line-at-all',
      'finding/line-zero-of-a-list',
      'finding/line-before-the-first',
      'finding/line-and-a-half',
      'finding/absurd-line',
      'aggregation/lines-missing-twice',
    ],
  },
  countsLinesFromZero: {
    gate: readingFindings((finding) => {
      finding.line += 1;
    }),
    caughtBy: [
      'finding/one-line',
      'finding/last-line-of-the-head',
      'finding/last-line-of-a-file-that-is-gone',
      'aggregation/sibling-alone',
    ],
  },
  countsAtTheBase: {
    gate: seeing(({ lineCounts }) => {
      if (lineCounts?.['b.ts']) lineCounts['b.ts'] = 100;
    }),
    caughtBy: ['finding/line-of-the-base'],
  },
  countsTheHeadOnly: {
    gate: seeing(({ lineCounts }) => {
      delete lineCounts?.['gone.ts'];
    }),
    caughtBy: ['finding/past-a-file-that-is-gone'],
  },
  dropsDeletedFiles: {
    gate: listing((files) => files.filter((name) => name !== 'gone.ts')),
    caughtBy: ['finding/line-of-a-file-that-is-gone', 'finding/last-line-of-a-file-that-is-gone'],
  },
  takesTheNullDeviceForDeleted: {
    gate: readingFindings((finding) => {
      if (finding.file === '/dev/null') finding.file = 'gone.ts';
    }),
    caughtBy: ['finding/null-device-for-a-file'],
  },
  mapsSeverityDown: {
    gate: readingFindings((finding, { severities }) => {
      if (!severities.includes(finding.severity)) finding.severity = 'medium';
    }),
    caughtBy: [
      'finding/severity-capitalised',
      'finding/severity-in-capitals',
      'finding/severity-as-a-priority',
      'finding/severity-from-another-list',
      'finding/severity-with-a-cyrillic-letter',
      'aggregation/severity-outside-the-list',
    ],
  },
  foldsSeverityCase: {
    gate: readingFindings((finding) => {
      finding.severity = finding.severity.toLowerCase();
    }),
    caughtBy: ['finding/severity-capitalised', 'finding/severity-in-capitals', 'aggregation/severity-outside-the-list'],
  },
  foldsLookAlikes: {
    gate: readingFindings((finding) => {
      finding.severity = finding.severity.replaceAll('\u0441', 'c');
    }),
    caughtBy: ['finding/severity-with-a-cyrillic-letter'],
  },
  wantsCapitals: {
    gate: readingFindings((finding) => {
      if (finding.severity === 'critical' || finding.severity === 'high') finding.severity = 'High';
    }),
    caughtBy: ['finding/severity-of-the-list', 'aggregation/severity-inside-the-list'],
  },
  stripsFences: {
    gate: readingFindings((finding) => {
      finding.evidence = finding.evidence.replaceAll(/```[\s\S]*```/g, '');
    }),
    caughtBy: ['finding/fence-in-the-evidence'],
  },

  // Packets that say nothing, and findings that cannot be read.
  takesSilenceForConsent: {
    gate: readingPackets((packets, input) => [...packets, ...seatsLeft(input).map((seat) => silence(input, seat))]),
    caughtBy: ['aggregation/silent-worker'],
  },
  takesUnreadableForEmpty: {
    gate: readingPackets((packets, input) => {
      const free = seatsLeft(input);
      return packets.map((one) => (isPacket(one) ? one : silence(input, free.shift())));
    }),
    caughtBy: ['aggregation/fenced-text-for-a-packet', 'aggregation/status-for-a-packet'],
  },
  takesNoFindingsForNoPacket: {
    gate: readingPackets((packets) => packets.filter((one) => one?.findings?.length !== 0)),
    caughtBy: [
      'aggregation/packets-of-the-bound-head',
      'aggregation/packets-renewed-after-a-rebase',
      'aggregation/worker-with-nothing-to-say',
    ],
  },
  dropsBadFindings: {
    gate: rereadingPackets((findings, _, contract) => findings.filter((one) => isGood(contract, one))),
    caughtBy: ['aggregation/lines-missing-twice', 'aggregation/severity-outside-the-list'],
  },
  refusesWholePackets: {
    gate: readingPackets((packets, _, contract) =>
      packets.filter((one) => one?.findings?.every((each: Json) => isGood(contract, each))),
    ),
    caughtBy: ['aggregation/lines-missing-twice'],
  },
  lastPacketWins: {
    gate: readingPackets((packets) => [...new Map(packets.map((one) => [one.role, one])).values()]),
    caughtBy: ['aggregation/two-packets-of-one-lane'],
  },
  firstPacketWins: {
    gate: readingPackets((packets) =>
      packets.filter(({ role }, at) => packets.findIndex((one) => one.role === role) === at),
    ),
    caughtBy: ['aggregation/two-packets-of-one-lane'],
  },
  readsTheRoleOfThePacket: {
    gate: rereadingPackets((findings, { role }) => findings.map((one) => ({ ...one, role }))),
    caughtBy: ['aggregation/finding-under-another-name'],
  },

  // One finding or two, one voice or two.
  mergesByLocation: {
    gate: seeing((input) => {
      const first = new Map<string, Json>();
      for (const one of findingsOf(input)) {
        const { evidence, action } = first.get(placeOf(one)) ?? one;
        first.set(placeOf(one), Object.assign(one, { evidence, action }));
      }
    }),
    caughtBy: ['aggregation/one-defect-in-two-wordings', 'aggregation/two-defects-at-one-line'],
  },
  keysOnTheLane: {
    gate: readingFindings((finding) => {
      finding.evidence = `${finding.role}: ${finding.evidence}`;
    }),
    caughtBy: ['aggregation/one-wording-by-two-lanes'],
  },
  countsRecords: {
    gate: reviewing((review, input) => {
      for (const one of review.findings) {
        one.corroboratedBy = findingsOf(input).filter((raw) => claimOf(raw) === claimOf(one)).length;
      }
    }),
    caughtBy: [
      'aggregation/repeated-and-corroborated',
      'aggregation/repeated-in-another-order',
      'aggregation/repeated-by-one-lane',
      'aggregation/remark-of-a-bystander',
    ],
  },
  keepsTheOrderOfArrival: {
    gate: reviewing((review, { packets }) => {
      const arrival = ({ role }: Json): number => packets.findIndex((one: Json) => one.role === role);
      for (const { assessments } of review.findings) assessments.sort((a: Json, b: Json) => arrival(a) - arrival(b));
    }),
    caughtBy: ['aggregation/repeated-in-another-order'],
  },
  sortsByLocale: {
    gate: reviewing(({ findings }) => findings.sort((a: Json, b: Json) => a.file.localeCompare(b.file, 'en'))),
    caughtBy: ['aggregation/order-of-code-units'],
  },

  // Depth, slots and tools.
  deniesTheFirstChild: {
    gate: counting('depth', 1),
    caughtBy: ['permission/first-child'],
  },
  allowsOneMoreLevel: {
    gate: counting('depth', -1),
    caughtBy: ['permission/grandchild'],
  },
  skipsTheDepthOfSpawning: {
    gate: seeing((request) => {
      if (request.tools.some((tool: string) => tool.startsWith('spawn'))) request.depth = 0;
    }),
    caughtBy: ['permission/grandchild-through-the-former-tool', 'permission/grandchild-through-the-newer-tool'],
  },
  countsFinishedThreads: {
    gate: counting('openThreads', 2),
    caughtBy: ['permission/slots-of-finished-threads', 'permission/last-free-slot'],
  },
  countsTheRoot: {
    gate: counting('openThreads', 1),
    caughtBy: ['permission/last-free-slot'],
  },
  freesLostSlots: {
    gate: counting('openThreads', -1),
    caughtBy: ['permission/no-free-slot'],
  },
  inheritsTools: {
    gate: without('tools-known'),
    caughtBy: [
      'permission/child-that-would-spawn',
      'permission/posting-tool-among-readers',
      'permission/checkout-tool',
    ],
  },
  matchesByPattern: {
    gate: refusing('DENY_TOOL', ({ tools }) => tools.some((tool: string) => /[-_]f/.test(tool))),
    caughtBy: ['permission/readers-alone', 'permission/history-read', 'permission/search-and-read'],
  },
  comparesToolsByPrefix: {
    gate: under((contract, { tools }) => {
      const { approval } = contract.tools;
      const like = tools.filter((tool: string) => approval.some((listed) => tool.startsWith(`${listed}_`)));
      return { ...contract, tools: { ...contract.tools, approval: [...approval, ...like] } };
    }),
    caughtBy: ['permission/name-that-begins-like-push'],
  },
  deniesWhatNeedsAnApproval: {
    gate: under((contract) => ({ ...contract, tools: { ...contract.tools, approval: [] } })),
    caughtBy: ['permission/push-itself'],
  },

  // The turn that spawned, and its bounds.
  latestTurn: {
    gate: readingSpawn((input) => ({ threadId: 'root', turnId: latestTurnOf(input, 'root') })),
    caughtBy: ['evidence/turn-that-spawned', 'evidence/spawned-by-nothing'],
  },
  previousTurn: {
    gate: readingSpawn((input) => ({ threadId: 'root', turnId: latestTurnOf(input, 'root', -2) })),
    caughtBy: ['evidence/turn-that-spawned-is-the-latest'],
  },
  ownTurn: {
    gate: readingSpawn((input) => ({ threadId: input.caller, turnId: latestTurnOf(input, input.caller) })),
    caughtBy: ['evidence/turn-that-spawned'],
  },
  filtersForeignItems: {
    gate: seeing(({ store }) => {
      store.fault = null;
    }),
    caughtBy: ['evidence/store-that-lists-later-turns'],
  },
  lastRecordWins: {
    gate: readingSpawn((input) => [callerOf(input).spawnedBy].flat().at(-1)),
    caughtBy: ['evidence/two-records-that-disagree'],
  },
  wantsOneRecord: {
    gate: refusing('NO_PARENT_TURN', (input) => Array.isArray(callerOf(input).spawnedBy)),
    caughtBy: ['evidence/two-records-that-agree'],
  },
  letsTheCallerChoose: {
    gate: seeing((input) => {
      Object.assign(callerOf(input).spawnedBy ?? {}, input.arguments);
      input.arguments = {};
    }),
    caughtBy: ['evidence/caller-that-names-a-turn'],
  },
  boundsErrorsOnly: {
    gate: bounded((_, input) => (holdsErrors(input) ? {} : unbounded)),
    caughtBy: ['evidence/sixty-five-results', 'evidence/giant-among-the-results', 'evidence/history-without-an-end'],
  },
  boundsSuccessesOnly: {
    gate: bounded((_, input) => (holdsErrors(input) ? unbounded : {})),
    caughtBy: ['evidence/sixty-five-errors', 'evidence/giant-among-the-errors'],
  },
  stopsAtSixtyThree: {
    gate: bounded(({ maxItems }) => ({ maxItems: maxItems - 1 })),
    caughtBy: ['evidence/sixty-four-results', 'evidence/sixty-four-errors'],
  },
  boundsInCharacters: {
    gate: seeing(({ store }) => {
      for (const { generate } of store.threads[0].turns[0].items) {
        if (generate?.char !== '\u20ac') continue;
        generate.textBytes /= 3;
        generate.char = 'x';
      }
    }),
    caughtBy: ['evidence/characters-of-three-bytes-over-the-edge'],
  },
  keepsAReserve: {
    gate: bounded(({ maxBytes }) => ({ maxBytes: maxBytes - 1024 })),
    caughtBy: ['evidence/characters-of-three-bytes-that-fit'],
  },
};
