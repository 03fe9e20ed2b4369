import type { Pin } from './types.ts';

/** A cluster: pins that are too close to be distinguished. */
export interface Cluster {
  readonly id: string;
  readonly pins: readonly Pin[];
}

export interface Clusters {
  readonly alone: readonly Pin[];
  readonly clusters: readonly Cluster[];
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Pins of this number at one location are spread around it; more of them stay a cluster until it is opened. */
const MOST_SPREAD = 8;

/**
 * Groups pins that are closer than `radius`: the first of them takes those around it, as it lies. `at` must be in pixels of the whole world at one zoom
 * level, so that the groups are the same wherever the map is moved to. Pins with `isKept` never join a cluster; `radius` 0 groups only those with
 * the same location.
 */
export function clustersOf(
  pins: readonly Pin[],
  at: (pin: Pin) => Point,
  radius: number,
  isKept: (pin: Pin) => boolean,
): Clusters {
  const cell = Math.max(1, radius);
  const points = new Map(pins.map((pin) => [pin, at(pin)]));
  const cells = new Map<string, Pin[]>();
  const nameOf = (x: number, y: number): string => `${x} ${y}`;
  const cellOf = ({ x, y }: Point): [number, number] => [Math.floor(x / cell), Math.floor(y / cell)];
  const free = pins.filter((pin) => !isKept(pin));
  for (const pin of free) {
    const name = nameOf(...cellOf(points.get(pin) as Point));
    const members = cells.get(name);
    if (members) members.push(pin);
    else cells.set(name, [pin]);
  }
  const taken = new Set<Pin>();
  const near = (pin: Pin): Pin[] => {
    const own = points.get(pin) as Point;
    const [column, row] = cellOf(own);
    const around = [-1, 0, 1].flatMap((dx) =>
      [-1, 0, 1].flatMap((dy) => cells.get(nameOf(column + dx, row + dy)) ?? []),
    );
    return around.filter((other) => {
      const { x, y } = points.get(other) as Point;
      return !taken.has(other) && Math.hypot(x - own.x, y - own.y) <= Math.max(radius, 0.01);
    });
  };
  const alone = pins.filter(isKept);
  const clusters: Cluster[] = [];
  for (const pin of free) {
    if (taken.has(pin)) continue;
    const members = near(pin);
    for (const each of members) taken.add(each);
    const isSpread = members.length <= MOST_SPREAD && members.every((each) => isSameSpot(each, pin));
    if (members.length === 1 || isSpread) alone.push(...members);
    else clusters.push({ id: `cluster ${pin.id}`, pins: members });
  }
  return { alone, clusters };
}

/** A ten-thousandth of a degree is about ten metres: no zoom separates them. */
export const isSameSpot = (a: Pin, b: Pin): boolean =>
  a.latitude.toFixed(4) === b.latitude.toFixed(4) && a.longitude.toFixed(4) === b.longitude.toFixed(4);

/** The pin of a cluster, at its centre. */
export function signOf({ id, pins }: Cluster, label: string): Pin {
  const mean = (of: (pin: Pin) => number): number => pins.reduce((sum, pin) => sum + of(pin), 0) / pins.length;
  return {
    id,
    kind: 'cluster',
    latitude: mean(({ latitude }) => latitude),
    longitude: mean(({ longitude }) => longitude),
    // Of the style sheet: it stands for pins of several colours.
    color: '',
    text: String(pins.length),
    label,
    isFaint: pins.every(({ isFaint }) => isFaint),
  };
}
