/** Chance as an argument: the same seed gives the same numbers on every machine (mulberry32). */
export interface Chance {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from least to most. */
  whole(least: number, most: number): number;
  pick<T>(from: readonly T[]): T;
  /** So many different ones, in the order of the list. */
  some<T>(from: readonly T[], count: number): T[];
}

export function chanceFrom(seed: number): Chance {
  // Kept as a signed number: those that fit 32 bits with a sign are not allocated one by one.
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    whole,
    pick: (from) => from[whole(0, from.length - 1)] as (typeof from)[number],
    some: (from, count) => {
      const left = from.map((_, i) => i);
      const taken = new Set<number>();
      while (taken.size < Math.min(count, from.length))
        taken.add(left.splice(whole(0, left.length - 1), 1)[0] as number);
      return from.filter((_, i) => taken.has(i));
    },
  };
}
