import type { Candidate } from './question.ts';
import type { Reason } from './reason.ts';
import type { Answer } from './search.ts';
import type { ShownSlot } from './shown-slot.ts';

export interface Recommendation {
  readonly slots: readonly ShownSlot[];
  readonly totalSlots: number;
  readonly resourceCount: number;
  /** For `options.cursor` of the next page; null where there is none. */
  readonly nextCursor: string | null;
  readonly rejected: Answer['rejected'];
  readonly relaxations: readonly { change: string; detail: string; value: string | number; slots: number }[];
  readonly warnings: readonly string[];
  readonly timeZone: string;
  readonly location: { latitude: number; longitude: number; source: string } | null;
}

/** A resource in the list of a reason; kept as long as the resource is as it is. */
const entries = new WeakMap<Candidate, string>();

function entryOf(candidate: Candidate): string {
  const known = entries.get(candidate);
  if (known !== undefined) return known;
  const { no, name } = candidate;
  const text = `{"resourceNo":${JSON.stringify(no)},"resourceName":${JSON.stringify(name)}}`;
  entries.set(candidate, text);
  return text;
}

interface Group {
  count: number;
  resources: string;
}

/**
 * An answer as JSON. Of a thousand resources nine hundred may have no slot, and most of those for one of a few reasons: each reason is spelled
 * once, with the first `most` of its resources, and their entries are put together from pieces.
 */
export function spellAnswer({ slots, rejected, ...rest }: Recommendation, most: number): string {
  const groups = new Map<Reason, Group>();
  for (const { candidate, reason } of rejected) {
    const group = groups.get(reason);
    if (!group) groups.set(reason, { count: 1, resources: most > 0 ? entryOf(candidate) : '' });
    else if (group.count++ < most) group.resources += `,${entryOf(candidate)}`;
  }
  const spelled = [...groups].sort(([, a], [, b]) => b.count - a.count).map(spellGroup);
  const scorers = scorersOf(slots);
  return `{"slots":[${slots.map((slot) => spellSlot(slot, scorers)).join(',')}],${JSON.stringify(rest).slice(1, -1)},"rejected":[${spelled.join(',')}]}`;
}

/** What the parts of all scores have in common: all slots of an answer have the same scorers with the same weights. */
interface SpelledScorer {
  readonly key: string;
  readonly head: string;
  readonly middle: string;
}

const scorersOf = ([first]: readonly ShownSlot[]): readonly SpelledScorer[] =>
  Object.entries(first?.scores ?? {}).map(([key, { weight }], at) => ({
    key,
    head: `${at === 0 ? '' : ','}"${key}":{"value":`,
    middle: `,"weight":${weight},"share":`,
  }));

/** Moments, keys of scorers and tokens have no character that JSON escapes, and all numbers are finite. */
function spellSlot(slot: ShownSlot, scorers: readonly SpelledScorer[]): string {
  let scores = '';
  for (const { key, head, middle } of scorers) {
    const { value, share } = slot.scores[key] as ShownSlot['scores'][string];
    scores += `${head}${value}${middle}${share}}`;
  }
  return `{"start":"${slot.start}","end":"${slot.end}","resourceNo":${JSON.stringify(slot.resourceNo)},"resourceName":${JSON.stringify(slot.resourceName)},"distance":${slot.distance},"distanceKnown":${slot.distanceKnown},"estimated":${slot.estimated},"travelMinutes":${slot.travelMinutes},"score":${slot.score},"scores":{${scores}},"token":"${slot.token}"}`;
}

const spellGroup = ([{ rule, detail, value, estimated }, { count, resources }]: [Reason, Group]): string =>
  `${JSON.stringify({ rule, detail, value, estimated, count }).slice(0, -1)},"resources":[${resources}]}`;
