import type { Interval } from '../../domain/time/interval.ts';

export const MINUTE_MS = 60_000;

/** One stretch is three numbers side by side: when it begins and ends, and the minutes in those before it. */
const STRETCH = 3;
const [FROM, TILL, SUM] = [0, 1, 2];

/** Stretches of time in order and in whole minutes: a part of a minute is not enough for anything. */
export class Stretches {
  readonly #records: Int32Array;
  readonly #count: number;
  /** Of all stretches. */
  readonly minutes: number;
  #asked = { from: 0, till: 0, minutes: 0 };

  constructor(intervals: readonly Interval[]) {
    this.#count = intervals.length;
    this.#records = new Int32Array(STRETCH * intervals.length);
    let [at, sum] = [0, 0];
    for (const { start, end } of intervals) {
      const from = Math.ceil(start / MINUTE_MS);
      const till = Math.max(from, Math.floor(end / MINUTE_MS));
      this.#records.set([from, till, sum], at);
      sum += till - from;
      at += STRETCH;
    }
    this.minutes = sum;
  }

  get count(): number {
    return this.#count;
  }

  from(stretch: number): number {
    return this.#records[STRETCH * stretch + FROM] as number;
  }

  till(stretch: number): number {
    return this.#records[STRETCH * stretch + TILL] as number;
  }

  equals(other: Stretches): boolean {
    if (other.#count !== this.#count) return false;
    for (let at = 0; at < this.#records.length; at++) if (other.#records[at] !== this.#records[at]) return false;
    return true;
  }

  /** Minutes of the stretches from one minute to another. Kept for the next who asks: those with the same working time share it. */
  minutesBetween(from: number, till: number): number {
    if (this.#asked.from !== from || this.#asked.till !== till)
      this.#asked = { from, till, minutes: this.#minutesBefore(till) - this.#minutesBefore(from) };
    return this.#asked.minutes;
  }

  #minutesBefore(minute: number): number {
    const last = firstReaching(minute, this.#count, STRETCH, this.#records, FROM) - 1;
    if (last < 0) return 0;
    const sum = this.#records[STRETCH * last + SUM] as number;
    return sum + Math.min(this.till(last), minute) - this.from(last);
  }
}

/**
 * The first of some records, in order, whose number at a place has reached a minute. Working weeks are much alike: where it is, is guessed from the
 * share of the time that has gone, and from there it is a few steps within a line or two of the cache. Halving would look at seven places
 * far apart, and a question does this for everybody.
 */
export function firstReaching(minute: number, count: number, size: number, records: Int32Array, place: number): number {
  if (count === 0) return 0;
  const begins = records[place] as number;
  const ends = records[(count - 1) * size + place] as number;
  if (minute <= begins) return 0;
  if (minute > ends) return count;
  let at = Math.floor(((minute - begins) / (ends - begins)) * (count - 1));
  while (at > 0 && (records[(at - 1) * size + place] as number) >= minute) at--;
  while ((records[at * size + place] as number) < minute) at++;
  return at;
}
