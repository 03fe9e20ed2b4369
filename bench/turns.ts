import { median, round } from './figures.ts';

/** Two ways to do the same, in turns: what disturbs the machine hits both. */

/** Calls in one request. */
export const BATCH = 1000;
export const IN_FLIGHT = 4;
/** How often each side has its turn with so many. */
const TURNS_AT_ONCE = 5;
/** Requests of each side before the first that counts: until then V8 compiles the service beside them, and caches fill. */
export const WARM_UP = 30;

/** Milliseconds of every request of one side, in one phase of one round. */
export type Times = number[];

/** Both sides in turns; which one begins changes with every batch. */
export async function inTurns(
  batches: number,
  left: (batch: number) => Promise<number>,
  right: (batch: number) => Promise<number>,
): Promise<[Times, Times]> {
  const times: [Times, Times] = [[], []];
  const sides = [left, right] as const;
  for (let batch = 0; batch < batches; batch++)
    for (const at of batch % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) times[at].push(await sides[at](batch));
  return times;
}

/** Several requests at once; answers rows a second. */
async function atOnce(batches: number, send: (batch: number, lane: number) => Promise<number>): Promise<number> {
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async (_, lane) => {
      while (next < batches) await send(next++, lane);
    }),
  );
  return (batches * BATCH * 1000) / (performance.now() - began);
}

const sum = (times: Times): number => times.reduce((total, time) => total + time, 0);
export const rate = (times: Times): number => (times.length * BATCH * 1000) / sum(times);

/** Each request against its neighbour of the other side: what disturbs the machine for longer than a moment cancels out. */
export const pairedRatio = (raw: Times, service: Times): number =>
  median(raw.map((took, at) => took / (service[at] ?? Number.NaN)));

interface Side {
  readonly bestRowsPerSecond: number;
  readonly medianRowsPerSecond: number;
  readonly medianRequestMs: number;
}

const sideOf = (byRound: readonly Times[]): Side => ({
  bestRowsPerSecond: round(Math.max(...byRound.map(rate))),
  medianRowsPerSecond: round(median(byRound.map(rate))),
  medianRequestMs: round(median(byRound.flat()), 1),
});

/** One thing that was measured, over all rounds. */
export interface Phase {
  readonly raw: Side;
  readonly import: Side;
  readonly ratio: number;
  readonly medianRatio: number;
  readonly pairedRatio: number;
}

/** Collects the rounds of one phase. */
export class Rounds {
  readonly #raw: Times[] = [];
  readonly #import: Times[] = [];

  keep([raw, viaImport]: [Times, Times]): void {
    this.#raw.push(raw);
    this.#import.push(viaImport);
    console.log(`  raw ${round(rate(raw))}/s, import ${round(rate(viaImport))}/s`);
  }

  phase(): Phase {
    const sides = { raw: sideOf(this.#raw), import: sideOf(this.#import) };
    return {
      ...sides,
      ratio: round(sides.import.bestRowsPerSecond / sides.raw.bestRowsPerSecond, 2),
      medianRatio: round(sides.import.medianRowsPerSecond / sides.raw.medianRowsPerSecond, 2),
      pairedRatio: round(pairedRatio(this.#raw.flat(), this.#import.flat()), 2),
    };
  }
}

export const verdict = (passed: boolean): string => (passed ? 'pass' : 'MISS');

export const SPEED_HEAD = [
  `rows/s, ${BATCH} a request`,
  'raw',
  'import',
  'raw ms',
  'import ms',
  'ratio',
  'median',
  'paired',
  'target',
  '',
] as const;

/** A line under SPEED_HEAD. Which of the ratios is held against the target is the benchmark's to say. */
export const speedLine = (name: string, phase: Phase, least?: number, judged = phase.ratio): string[] => [
  name,
  String(phase.raw.bestRowsPerSecond),
  String(phase.import.bestRowsPerSecond),
  String(phase.raw.medianRequestMs),
  String(phase.import.medianRequestMs),
  phase.ratio.toFixed(2),
  phase.medianRatio.toFixed(2),
  phase.pairedRatio.toFixed(2),
  least === undefined ? '' : `>= ${least}`,
  least === undefined ? '' : verdict(judged >= least),
];

export interface InFlight {
  readonly requests: number;
  readonly raw: number;
  readonly import: number;
  readonly ratio: number;
}

type Send = (turn: number, batch: number, lane: number) => Promise<number>;

/**
 * Both sides with several requests at once, in turns: once each says little, since PostgreSQL is often still busy with what came before. The ratio is
 * the median of all turns.
 */
export async function inFlight(batches: number, raw: Send, viaImport: Send): Promise<InFlight> {
  const rates: [number[], number[]] = [[], []];
  const sides = [raw, viaImport] as const;
  for (let turn = 0; turn < TURNS_AT_ONCE; turn++)
    for (const side of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
      rates[side].push(await atOnce(batches, (batch, lane) => sides[side](turn, batch, lane)));
  const [bare, service] = rates;
  return {
    requests: IN_FLIGHT,
    raw: round(median(bare)),
    import: round(median(service)),
    ratio: round(median(service.map((own, turn) => own / (bare[turn] ?? Number.NaN))), 2),
  };
}

/** The same for requests at once, which have a rate but no times of their own. */
export const inFlightLine = (name: string, figures: InFlight): string[] => [
  `${name}, ${figures.requests} in flight`,
  String(figures.raw),
  String(figures.import),
  '',
  '',
  figures.ratio.toFixed(2),
  '',
  '',
  '',
  '',
];
