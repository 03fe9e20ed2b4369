import { MINUTE_MS } from '../availability/stretches.ts';
import type { Candidate } from './question.ts';
import type { Reason } from './reason.ts';
import type { Answer, Slot } from './search.ts';
import { distanceOf, type FoundSlots, momentSpeller, shareOf } from './shown-slot.ts';

export interface Recommendation {
  readonly found: FoundSlots;
  readonly totalSlots: number;
  readonly resourceCount: number;
  /** For `options.cursor` of the next page; null where there is none. */
  readonly nextCursor: string | null;
  readonly rejected: Rejected;
  readonly relaxations: readonly { change: string; detail: string; value: string | number; slots: number }[];
  readonly warnings: readonly string[];
  readonly timeZone: string;
  readonly location: { latitude: number; longitude: number; source: string } | null;
}

/** Candidates in the order of their numbers, and why each of them has no slot. */
interface Rejected extends Pick<Answer, 'reasons'> {
  readonly candidates: readonly Candidate[];
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
export function spellAnswer({ found, rejected, ...rest }: Recommendation, most: number): string {
  const spelled = [...groupsOf(rejected, most)].sort(([, a], [, b]) => b.count - a.count).map(spellGroup);
  return `{"slots":[${spellSlots(found)}],${JSON.stringify(rest).slice(1, -1)},"rejected":[${spelled.join(',')}]}`;
}

/** Of most resources the reason is that of the one before: it need not be looked up. */
function groupsOf({ candidates, reasons }: Rejected, most: number): ReadonlyMap<Reason, Group> {
  const groups = new Map<Reason, Group>();
  let before: Reason | undefined;
  let group: Group = { count: 0, resources: '' };
  for (let rank = 0; rank < reasons.length; rank++) {
    const reason = reasons[rank];
    if (!reason) continue;
    if (reason !== before) {
      before = reason;
      group = groups.get(reason) ?? { count: 0, resources: '' };
      groups.set(reason, group);
    }
    if (group.count < most)
      group.resources += `${group.count === 0 ? '' : ','}${entryOf(candidates[rank] as Candidate)}`;
    group.count++;
  }
  return groups;
}

/** 000 to 999, and the same without zeros at the end. */
const THREE_DIGITS = Array.from({ length: 1000 }, (_, n) => String(n).padStart(3, '0'));
const LAST_DIGITS = THREE_DIGITS.map((digits) => digits.replace(/0+$/, ''));

/** A share, rounded to millionths. An answer has some six hundred: finding the shortest text of a number took longer than finding the slots. */
export function millionths(share: number): string {
  const count = Math.round(share * 1e6);
  if (count <= 0 || count >= 1e6) return String(count / 1e6);
  const high = Math.floor(count / 1000);
  const low = count - high * 1000;
  return low === 0 ? `0.${LAST_DIGITS[high]}` : `0.${THREE_DIGITS[high]}${LAST_DIGITS[low]}`;
}

/** Moments, keys of scorers and tokens have no character that JSON escapes, and all numbers are finite. The JSON of `showSlots`. */
function spellSlots({ slots, tokens, timeZone, lengthMs, place }: FoundSlots): string {
  const moment = momentSpeller(timeZone);
  const scorers = scorersOf(slots);
  let all = '';
  for (const [i, slot] of slots.entries()) {
    const { candidate, start, score, parts } = slot;
    const { distance, distanceKnown, estimated, travelMinutes } = distanceOf(slot, place);
    const begin = start * MINUTE_MS;
    all += `${i === 0 ? '' : ','}{"start":"${moment(begin)}","end":"${moment(begin + lengthMs)}",${entryOf(candidate).slice(1, -1)},"distance":${distance},"distanceKnown":${distanceKnown},"estimated":${estimated},"travelMinutes":${travelMinutes},"score":${millionths(score)},"scores":{`;
    for (let at = 0; at < parts.length; at++) {
      const { value, weight } = parts[at] as Slot['parts'][number];
      const { head, middle } = scorers[at] as SpelledScorer;
      all += `${head}${millionths(value)}${middle}${millionths(shareOf(value, weight, score))}}`;
    }
    all += `},"token":"${tokens[i]}"}`;
  }
  return all;
}

/** What the parts of all scores have in common: all slots of an answer have the same scorers in the same order, with the same weights. */
interface SpelledScorer {
  readonly head: string;
  readonly middle: string;
}

const scorersOf = ([first]: readonly Slot[]): readonly SpelledScorer[] =>
  (first?.parts ?? []).map(({ key, weight }, at) => ({
    head: `${at === 0 ? '' : ','}"${key}":{"value":`,
    middle: `,"weight":${millionths(weight)},"share":`,
  }));

const spellGroup = ([{ rule, detail, value, estimated }, { count, resources }]: [Reason, Group]): string =>
  `${JSON.stringify({ rule, detail, value, estimated, count }).slice(0, -1)},"resources":[${resources}]}`;
