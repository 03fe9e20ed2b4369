import { dateOf } from '../dates/zone.ts';
import type { Slot } from './slot-request.ts';

/** The best slot of a resource on a day, and other possible start times. */
export interface SlotCard {
  readonly key: string;
  readonly best: Slot;
  /** Including the best one, in order of time. */
  readonly times: readonly Slot[];
}

/**
 * The best slots are often a quarter of an hour apart, for one resource on one day. They become one card, so that the planner also sees
 * other resources and days. Cards are in the order of their best slots.
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

/** The best slots to offer to a customer: one per start time. */
export function bestTimes(cards: readonly SlotCard[], count: number): Slot[] {
  const byStart = new Map<string, Slot>();
  for (const { best } of cards) if (!byStart.has(best.start)) byStart.set(best.start, best);
  return [...byStart.values()].slice(0, count);
}
