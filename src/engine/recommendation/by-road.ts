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
  const kept = slots.flatMap((slot): Slot[] => {
    const { origin, target, leaves, due, usable } = slot.surroundings;
    // Roads tell nothing new of somebody who is not known to be anywhere.
    if (!isKnown(origin)) return [slot];
    const legs = [legOf(origin, place), legOf(place, target), legOf(origin, target)] as const;
    const [there, onward] = [legs[0] ?? estimated(origin, place), legs[1] ?? estimated(place, target)];
    const direct = legs[2] ?? estimated(origin, target);
    // Where no road is known, the search has held the limit against the straight line.
    if (maxKm !== undefined && legs[0] && there.km > maxKm) return [];
    if (leaves !== undefined && slot.start < leaves + Math.ceil(there.minutes)) return [];
    if (due !== undefined && slot.start + minutes > due - Math.ceil(onward.minutes)) return [];
    const addedMinutes = Math.max(0, there.minutes + onward.minutes - direct.minutes);
    const facts = { km: there.km, addedMinutes, usable };
    const parts = slot.parts.map((part, i) => {
      const ofGap = weights[i]?.scorer.ofGap;
      return ofGap ? { ...part, value: ofGap(facts, question) } : part;
    });
    const score = parts.reduce((sum, { value, weight }) => sum + value * weight, 0);
    const isByRoad = legs[0] !== undefined && (!isKnown(target) || (legs[1] !== undefined && legs[2] !== undefined));
    return [{ ...slot, km: there.km, addedMinutes, isByRoad, parts, score, order: score }];
  });
  return kept.sort((a, b) => b.order - a.order || a.start - b.start || (a.candidate.no < b.candidate.no ? -1 : 1));
}

function estimated(from: Place, to: Place): Leg {
  if (!isKnown(from) || !isKnown(to)) return { km: 0, minutes: 0 };
  const straight = straightKm(from.lat, from.lon, to.lat, to.lon);
  return { km: roadKm(straight), minutes: roadMinutes(straight) };
}
