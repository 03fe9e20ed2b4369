import type { Leg, Trip } from '../../domain/travel.ts';
import { isKnown, type Place, roadKm, roadMinutes, straightKm } from '../travel/estimate.ts';
import type { Question } from './question.ts';
import type { Slot } from './search.ts';
import type { Weighed } from './weights.ts';

/** The ways that decide about some slots. */
export function tripsOf(slots: readonly Slot[], place: Place): Trip[] {
  return slots
    .flatMap(({ surroundings: { origin, target } }) => [
      { from: origin, to: place },
      { from: place, to: target },
      { from: origin, to: target },
    ])
    .filter(({ from, to }) => isKnown(from) && isKnown(to));
}

/**
 * Slots that the estimate found, held against real roads: what cannot be reached in time or is too far leaves, and the rest is scored and put in
 * order again. Roads are longer than the estimate here and shorter there; a slot that only the roads would allow is not found this way, so the
 * search hands over more slots than are asked for.
 */
export function byRoad(
  slots: readonly Slot[],
  question: Question,
  weights: readonly Weighed[],
  legOf: (from: Place, to: Place) => Leg | undefined,
): Slot[] {
  const { place, maxKm, minutes } = question;
  if (!place) return [...slots];
  const leg = (from: Place, to: Place): Leg => legOf(from, to) ?? estimated(from, to);
  const kept = slots.flatMap((slot): Slot[] => {
    const { origin, target, leaves, due, usable } = slot.surroundings;
    // Roads tell nothing new of somebody who is not known to be anywhere.
    if (!isKnown(origin)) return [slot];
    const [there, onward] = [leg(origin, place), leg(place, target)];
    if (maxKm !== undefined && there.km > maxKm) return [];
    if (leaves !== undefined && slot.start < leaves + Math.ceil(there.minutes)) return [];
    if (due !== undefined && slot.start + minutes > due - Math.ceil(onward.minutes)) return [];
    const addedMinutes = Math.max(0, there.minutes + onward.minutes - leg(origin, target).minutes);
    const facts = { km: there.km, addedMinutes, usable };
    const parts = slot.parts.map((part, i) => {
      const ofGap = weights[i]?.scorer.ofGap;
      return ofGap ? { ...part, value: ofGap(facts, question) } : part;
    });
    const score = parts.reduce((sum, { value, weight }) => sum + value * weight, 0);
    return [{ ...slot, km: there.km, addedMinutes, parts, score }];
  });
  return kept.sort((a, b) => b.score - a.score || a.start - b.start || (a.candidate.no < b.candidate.no ? -1 : 1));
}

function estimated(from: Place, to: Place): Leg {
  if (!isKnown(from) || !isKnown(to)) return { km: 0, minutes: 0 };
  const straight = straightKm(from.lat, from.lon, to.lat, to.lon);
  return { km: roadKm(straight), minutes: roadMinutes(straight) };
}
