import type { Pin } from './types.ts';

/** A cluster: pins that are too close to be distinguished. */
export interface Cluster {
  readonly id: string;
  readonly pins: readonly Pin[];
}

/**
 * Groups pins by the cell of a grid: a single pin, or a cluster. A browser draws some hundred pins quickly and some thousand slowly, and
 * thousands are unreadable. Pins with `isKept` never join a cluster.
 */
export function clustersOf(
  pins: readonly Pin[],
  cellOf: (pin: Pin) => string,
  isKept: (pin: Pin) => boolean,
): { readonly alone: readonly Pin[]; readonly clusters: readonly Cluster[] } {
  const cells = new Map<string, Pin[]>();
  const alone: Pin[] = [];
  for (const pin of pins) {
    if (isKept(pin)) {
      alone.push(pin);
      continue;
    }
    const cell = cellOf(pin);
    const members = cells.get(cell);
    if (members) members.push(pin);
    else cells.set(cell, [pin]);
  }
  const clusters: Cluster[] = [];
  for (const [cell, members] of cells)
    if (members.length === 1) alone.push(...members);
    else clusters.push({ id: `cluster ${cell}`, pins: members });
  return { alone, clusters };
}

/** The pin of a cluster, at its centre. */
export function signOf({ id, pins }: Cluster, label: string): Pin {
  const mean = (of: (pin: Pin) => number): number => pins.reduce((sum, pin) => sum + of(pin), 0) / pins.length;
  return {
    id,
    kind: 'cluster',
    latitude: mean(({ latitude }) => latitude),
    longitude: mean(({ longitude }) => longitude),
    color: '#ffffff',
    text: String(pins.length),
    label,
    isFaint: pins.every(({ isFaint }) => isFaint),
  };
}
