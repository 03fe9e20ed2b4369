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

/** The ends can be dragged where the bar is wide enough. */
export function gripAt({ x, width }: Span, position: number): Grip {
  const reach = width < 24 ? 0 : Math.min(7, width / 4);
  if (position < x + reach) return 'start';
  return position > x + width - reach ? 'end' : 'body';
}

export const SNAP_MS = 15 * 60_000;

/** The nearest quarter of an hour in local time, which may differ from UTC quarters. */
export function snapped(zone: string, instant: number, step = SNAP_MS): number {
  const local = Math.round(localOf(zone, instant) / step) * step;
  const offset = localOf(zone, instant) - instant;
  // In the hour that occurs twice, the offset decides.
  return localOf(zone, local - offset) === local ? local - offset : instantOf(zone, local);
}

/** Pixels to scroll while the pointer is beyond an edge; 0 inside. */
export const scrollStep = (position: number, from: number, till: number): number =>
  position < from ? -14 : position > till ? 14 : 0;
