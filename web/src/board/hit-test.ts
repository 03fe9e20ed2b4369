import { instantOf, localOf } from '../dates/zone.ts';
import type { Span } from './packing.ts';

/** `edges` are ascending positions from 0 where one item ends and the next begins. Returns the index of the item at a position. */
export function indexAt(edges: readonly number[], position: number): number {
  let [low, high] = [0, edges.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((edges[middle] as number) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

export type Grip = 'start' | 'end' | 'body';

/** Ends can be gripped where the bar is wide enough to leave a middle. */
export function gripAt({ x, width }: Span, place: number): Grip {
  const reach = width < 24 ? 0 : Math.min(7, width / 4);
  if (place < x + reach) return 'start';
  return place > x + width - reach ? 'end' : 'body';
}

export const SNAP_MS = 15 * 60_000;

/** The nearest quarter of an hour on the wall clock, which is not always one of UTC. */
export function snapped(zone: string, instant: number, step = SNAP_MS): number {
  const local = Math.round(localOf(zone, instant) / step) * step;
  const offset = localOf(zone, instant) - instant;
  // In the hour that occurs twice, the offset decides which one is meant.
  return localOf(zone, local - offset) === local ? local - offset : instantOf(zone, local);
}

/** Px to scroll while a pointer is dragged beyond an edge: back, on, or not at all. */
export const scrollStep = (position: number, from: number, till: number): number =>
  position < from ? -14 : position > till ? 14 : 0;
