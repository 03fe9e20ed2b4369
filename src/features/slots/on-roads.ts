import type { Roads } from '../../domain/travel.ts';
import { byRoad, tripsOf } from '../../engine/recommendation/by-road.ts';
import type { Question } from '../../engine/recommendation/question.ts';
import type { Slot } from '../../engine/recommendation/search.ts';
import type { SlotRequest } from '../../engine/recommendation/slot-request.ts';
import type { Weighed } from '../../engine/recommendation/weights.ts';
import type { Place } from '../../engine/travel/estimate.ts';

const TIMES_AS_MANY = 4;

/** Some of those that the estimate found fall away on real roads, and their order changes: more are looked at than are asked for. */
export const moreOf = (request: SlotRequest): SlotRequest => ({
  ...request,
  limit: request.limit === 0 ? 0 : Math.min(1000, Math.max(200, TIMES_AS_MANY * request.limit)),
  perResource: TIMES_AS_MANY * request.perResource,
});

/** Slots held against real roads. */
export async function onRoads(
  roads: Roads,
  slots: readonly Slot[],
  question: Question,
  weights: readonly Weighed[],
  signal: AbortSignal,
): Promise<readonly Slot[]> {
  if (!question.place) return slots;
  const trips = tripsOf(slots, question.place);
  const legs = await roads.legs(trips, signal);
  const known = new Map(trips.map((trip, i) => [nameOf(trip.from, trip.to), legs[i]]));
  return byRoad(slots, question, weights, (from, to) => known.get(nameOf(from, to)));
}

const nameOf = (from: Place, to: Place): string => `${from.lat},${from.lon}>${to.lat},${to.lon}`;
