import type { Interval } from '../../domain/time/interval.ts';
import type { Stretches } from '../availability/stretches.ts';
import { Places } from '../travel/places.ts';

/**
 * The time for which gaps are laid out. Most resources work the same hours: those share one list of them, which then stays in the cache while
 * a question goes from one to the next. They share their locations as well.
 */
export class Span implements Interval {
  readonly start: number;
  readonly end: number;
  /** Of all stops and homes within it. */
  readonly places = new Places();
  readonly #known = new Map<number, Stretches[]>();

  constructor(start: number, end: number) {
    this.start = start;
    this.end = end;
  }

  covers({ start, end }: Interval): boolean {
    return this.start <= start && end <= this.end;
  }

  shared(stretches: Stretches): Stretches {
    // Those of another length are others; of the rest few are like each other and not the same.
    const alike = this.#known.get(stretches.minutes) ?? [];
    const same = alike.find((each) => each.equals(stretches));
    if (!same) this.#known.set(stretches.minutes, [...alike.slice(-MOST_ALIKE), stretches]);
    return same ?? stretches;
  }
}

/** A tenant where everybody works other hours has nothing to share, and should not search for it. */
const MOST_ALIKE = 20;
