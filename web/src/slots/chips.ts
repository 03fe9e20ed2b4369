import type { ReasonTexts } from './reason-texts.ts';
import type { Slot } from './slot-request.ts';

const GOOD = 0.7;
const MOST_PRAISES = 3;

/** Short reasons for a slot: distance, extra travel time (≈ where they are estimated), and its best scores. */
export function chipsOf(slot: Slot, texts: ReasonTexts, locale: string): string[] {
  const { distanceKnown, distance, estimated, travelMinutes = 0 } = slot;
  const km = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(distance);
  const about = (text: string): string => (estimated ? `≈ ${text}` : text);
  const facts = distanceKnown
    ? [about(texts.away(km)), travelMinutes > 0 ? about(texts.addedTravel(travelMinutes)) : texts.noTravel]
    : [];
  const praises = Object.entries(slot.scores)
    // Distance and travel are shown as numbers already.
    .filter(([key, { value }]) => value >= GOOD && !(distanceKnown && (key === 'distance' || key === 'travel')))
    .sort(([, a], [, b]) => b.share - a.share)
    .flatMap(([key]) => texts.scorers[key]?.[2] ?? [])
    .slice(0, MOST_PRAISES);
  return [...facts, ...praises];
}
