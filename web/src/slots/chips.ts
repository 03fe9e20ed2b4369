import type { ReasonTexts } from './reason-texts.ts';
import type { Slot } from './slot-request.ts';

const GOOD = 0.7;
const MOST_PRAISES = 3;

/** Short reasons for a slot: distance, extra travel time, and its best scores. */
export function chipsOf(slot: Slot, texts: ReasonTexts, locale: string): string[] {
  const { distanceKnown, distance, travelMinutes = 0 } = slot;
  const km = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(distance);
  const facts = distanceKnown
    ? [texts.away(km), travelMinutes > 0 ? texts.addedTravel(travelMinutes) : texts.noTravel]
    : [];
  const praises = Object.entries(slot.scores)
    // Distance and travel are shown as numbers already.
    .filter(([key, { value }]) => value >= GOOD && !(distanceKnown && (key === 'distance' || key === 'travel')))
    .sort(([, a], [, b]) => b.share - a.share)
    .flatMap(([key]) => texts.scorers[key]?.[2] ?? [])
    .slice(0, MOST_PRAISES);
  return [...facts, ...praises];
}
