import type { Pin } from './types.ts';

/** A ten-thousandth of a degree is about ten metres. */
const nameOf = ({ latitude, longitude }: Pin): string => `${latitude.toFixed(4)} ${longitude.toFixed(4)}`;

export const APART = 17;
/** The golden angle, which spreads points evenly. */
const GOLDEN = Math.PI * (3 - Math.sqrt(5));
const ORDER: Readonly<Record<Pin['kind'], number>> = { planned: 0, open: 1, resource: 2, cluster: 3 };

/**
 * Offsets in px that spread pins with the same location: jobs of one customer share an address, and an address that is known only by its
 * town shares its location with the whole town. Pins on the route do not move.
 */
export function offsetsOf(pins: readonly Pin[]): ReadonlyMap<string, readonly [x: number, y: number]> {
  const groups = new Map<string, Pin[]>();
  for (const pin of pins) {
    const group = groups.get(nameOf(pin));
    if (group) group.push(pin);
    else groups.set(nameOf(pin), [pin]);
  }
  const offsets = new Map<string, readonly [number, number]>();
  for (const group of groups.values()) {
    const rank = ({ kind, text }: Pin): number => (kind === 'planned' && text !== '' ? -1 : ORDER[kind]);
    for (const [i, { id }] of [...group].sort((a, b) => rank(a) - rank(b)).entries()) {
      const [away, angle] = [APART * Math.sqrt(i), i * GOLDEN];
      offsets.set(id, [Math.round(away * Math.cos(angle)), Math.round(away * Math.sin(angle))]);
    }
  }
  return offsets;
}
