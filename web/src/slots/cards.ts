import { dateOf } from '../dates/zone.ts';
import type { Slot } from './slot-request.ts';

/** The best slot of a resource on a day, and the other times at which it could begin there. */
export interface SlotCard {
  readonly key: string;
  readonly best: Slot;
  /** With the best, by time. */
  readonly times: readonly Slot[];
}

/**
 * The best slots are often neighbours, a quarter of an hour apart, of one resource on one day. They are one card, so that the planner sees
 * who else could come and when. Cards stand in the order of their best slots.
 */
export function cardsOf(slots: readonly Slot[], zone: string): SlotCard[] {
  const groups = new Map<string, Slot[]>();
  for (const slot of slots) {
    const key = `${dateOf(zone, Date.parse(slot.start))} ${slot.resourceNo}`;
    const group = groups.get(key);
    if (group) group.push(slot);
    else groups.set(key, [slot]);
  }
  return [...groups].map(([key, group]) => ({
    key,
    best: group[0] as Slot,
    times: group.toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start)),
  }));
}

/** The best slots as a customer hears them: of several people at one time the better one. */
export function bestTimes(cards: readonly SlotCard[], count: number): Slot[] {
  const byStart = new Map<string, Slot>();
  for (const { best } of cards) if (!byStart.has(best.start)) byStart.set(best.start, best);
  return [...byStart.values()].slice(0, count);
}
