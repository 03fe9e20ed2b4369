import { type Chance, chanceFrom } from '../src/domain/random.ts';
import type { Problem } from '../src/engine/routing/model.ts';
import { type Customer, problemOf } from './routing-solomon.ts';

/**
 * Instances laid out as those of Gehring and Homberger: Solomon's classes with more customers on a larger map. R customers are anywhere, C
 * customers in clusters, RC customers half in each way; class 1 has short days and small vehicles, class 2 long days and large ones.
 */
export interface LargeSet {
  readonly name: string;
  readonly layout: 'R' | 'C' | 'RC';
  readonly type: 1 | 2;
  readonly customers: number;
  /** How many customers have a window, and how long it is. */
  readonly density: number;
  readonly width: readonly [number, number];
  readonly seed: number;
}

export const LARGE_SETS: readonly LargeSet[] = [
  { name: 'R1-400', layout: 'R', type: 1, customers: 400, density: 1, width: [20, 60], seed: 401 },
  { name: 'RC1-400', layout: 'RC', type: 1, customers: 400, density: 0.75, width: [30, 30], seed: 402 },
  { name: 'C1-400', layout: 'C', type: 1, customers: 400, density: 0.75, width: [40, 120], seed: 403 },
  { name: 'R2-400', layout: 'R', type: 2, customers: 400, density: 1, width: [120, 240], seed: 404 },
  { name: 'RC2-400', layout: 'RC', type: 2, customers: 400, density: 0.75, width: [120, 120], seed: 405 },
  { name: 'C2-400', layout: 'C', type: 2, customers: 400, density: 0.75, width: [160, 320], seed: 406 },
];

const HORIZON = { R: [700, 2800], RC: [720, 2800], C: [1350, 3800] } as const;
const CAPACITY = { R: [200, 1000], RC: [200, 1000], C: [200, 700] } as const;

type Spot = readonly [x: number, y: number];

export function largeProblem({ layout, type, customers, density, width, seed }: LargeSet): Problem {
  const chance = chanceFrom(seed);
  const side = Math.round(10 * Math.sqrt(customers));
  const middle = side / 2;
  const horizon = HORIZON[layout][type - 1] ?? 0;
  const service = layout === 'C' ? 90 : 10;
  const spots = spotsOf(chance, layout, customers, side);
  const rows = spots.map(([x, y], at): Customer => {
    const away = Math.ceil(Math.hypot(x - middle, y - middle));
    const load = layout === 'C' ? 10 * chance.whole(1, 3) : chance.whole(1, 35);
    const last = horizon - away - service;
    const length = chance.whole(width[0], width[1]);
    const from = chance.whole(away, Math.max(away, last - length));
    const isOpen = chance.next() >= density;
    return {
      no: at + 1,
      x,
      y,
      load,
      ready: isOpen ? 0 : from,
      due: isOpen ? last : Math.min(last, from + length),
      service,
    };
  });
  const depot = { no: 0, x: middle, y: middle, load: 0, ready: 0, due: horizon, service: 0 };
  return problemOf(Math.ceil(customers / 4), CAPACITY[layout][type - 1] ?? 0, [depot, ...rows]);
}

function spotsOf(chance: Chance, layout: LargeSet['layout'], count: number, side: number): Spot[] {
  const anywhere = (): Spot => [chance.whole(0, side), chance.whole(0, side)];
  const centres = Array.from({ length: Math.ceil(count / 25) }, anywhere);
  const within = (value: number): number => Math.max(0, Math.min(side, Math.round(value)));
  const clustered = (at: number): Spot => {
    const [x, y] = centres[at % centres.length] ?? [0, 0];
    // The sum of two throws: most are near the centre of their cluster.
    const off = (): number => (chance.next() + chance.next() - 1) * 12;
    return [within(x + off()), within(y + off())];
  };
  return Array.from({ length: count }, (_, at) =>
    layout === 'C' || (layout === 'RC' && at % 2 === 0) ? clustered(at) : anywhere(),
  );
}
