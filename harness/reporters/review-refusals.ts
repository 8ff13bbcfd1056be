/** What a review did not take: rejected findings and refused packets, whole, with the reasons. */
import { byCodeUnits, canonicalJson } from '../../src/contract/json.ts';
import type { Review } from '../../src/index.ts';
import type { BrokenFile, ReviewReport } from './review-report.ts';
import type { Shown } from './review-text.ts';

type Rejected = Review['rejected'][number];
type Refused = Review['refusedPackets'][number];

/** A finding with a thousand unknown members has a thousand reasons. */
const listedReasons = 20;

export function rejectedSection({ decision }: ReviewReport, shown: Shown): readonly string[] {
  const rejected = decision.review?.rejected ?? [];
  if (rejected.length === 0) return [];
  return [
    '## Rejected findings',
    ...rejected.flatMap(({ role, finding, violations }, index) => [
      `**Rejected finding ${index + 1} of ${rejected.length}**, from the packet of ${shown.name(role)}: ${reasonsOf(violations, shown)}.`,
      shown.json(finding),
    ]),
  ];
}

function reasonsOf(violations: Rejected['violations'], { name }: Shown): string {
  const listed = violations.slice(0, listedReasons);
  const more = violations.length - listed.length;
  return [
    ...listed.map(({ rule, path }) => `${name(rule)} at ${path === '' ? 'the finding itself' : name(path)}`),
    ...(more > 0 ? [`and ${more} more reasons, all in the JSON format`] : []),
  ].join(', ');
}

export function refusedSection({ decision, packets, files, broken }: ReviewReport, shown: Shown): readonly string[] {
  const refused = decision.review?.refusedPackets ?? [];
  if (refused.length === 0) return [];
  const takeFile = fileTaker(packets, files);
  return [
    '## Refused packets',
    ...refused.flatMap((one, index) => [
      `**Refused packet ${index + 1} of ${refused.length}**, ${refusalOf(one, takeFile(one.packet), broken, shown)}`,
      shown.json(one.packet),
    ]),
  ];
}

function refusalOf(
  { role, reason, packet }: Refused,
  file: string | undefined,
  broken: readonly BrokenFile[],
  { name, prose }: Shown,
): string {
  const unread = broken.find((one) => one === packet);
  const from = [
    reason,
    role === null ? 'no role' : `role ${name(role)}`,
    ...(file === undefined ? [] : [`file ${name(file)}`]),
  ];
  return `${from.join(', ')}.${unread ? ` Error: ${prose(unread.error)}` : ''}`;
}

/** Says of each packet which file it came from; of copies each has its own, whatever order they came in. */
function fileTaker(packets: readonly unknown[], files: readonly string[]): (packet: unknown) => string | undefined {
  const texts = packets.map(canonicalJson);
  const filesOf = new Map(texts.map((text): [string, string[]] => [text, []]));
  for (const [index, text] of texts.entries()) filesOf.get(text)?.push(files[index] ?? '');
  for (const copies of filesOf.values()) copies.sort(byCodeUnits);
  return (packet) => filesOf.get(canonicalJson(packet))?.shift();
}
