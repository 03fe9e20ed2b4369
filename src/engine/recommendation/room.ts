import type { Gaps, Stop } from '../availability/gaps.ts';
import { isKnown, nowhere, type Place, roadKm, roadMinutes, straightKm } from '../travel/estimate.ts';
import type { Question } from './question.ts';
import type { GapFacts } from './scorers/scorer.ts';

/**
 * Where in a gap a slot may lie when somebody has to come from the stop before and go on to the next. One object is moved from gap to gap: a
 * question looks at a hundred thousand of them, and most need only the half of what can be told.
 */
export class Room implements GapFacts {
  from = 0;
  till = 0;
  km = 0;
  addedMinutes = 0;
  usable = 0;
  tooFar = false;
  /** Whether travel made it smaller. */
  isCut = false;
  readonly #place: Place;
  readonly #isPlaced: boolean;
  readonly #fromHome: boolean;
  readonly #maxKm: number;
  readonly #minutes: number;
  #home: Place = nowhere;
  #homeStraight = 0;
  #there = 0;
  #onward = 0;
  #before: Stop | undefined;
  #after: Stop | undefined;

  constructor({ place, fromHome, maxKm, minutes }: Question) {
    this.#place = place ?? nowhere;
    this.#isPlaced = place !== undefined;
    this.#fromHome = fromHome;
    this.#maxKm = maxKm ?? Number.POSITIVE_INFINITY;
    this.#minutes = minutes;
  }

  /** The gaps to come are those of somebody who lives there. */
  of(home: Place): void {
    this.#home = home;
    this.#homeStraight = straightBetween(home, this.#place);
  }

  /** Moves on to a gap: whether it is near enough, and what is left of it. */
  enter(gaps: Gaps, gap: number): void {
    const from = gaps.from[gap] as number;
    const till = gaps.till[gap] as number;
    this.from = from;
    this.till = till;
    this.isCut = false;
    if (!this.#isPlaced) return;
    const before = this.#fromHome ? undefined : stopAt(gaps, gaps.before[gap] as number);
    const after = this.#fromHome ? undefined : stopAt(gaps, gaps.after[gap] as number);
    this.#before = before;
    this.#after = after;
    this.#there = before ? straightBetween(before, this.#place) : this.#homeStraight;
    this.#onward = after ? straightBetween(this.#place, after) : this.#homeStraight;
    this.km = roadKm(this.#there);
    this.tooFar = this.km > this.#maxKm;
    // The way from home is before the work begins and the way home is after it: only stops take time from the gap.
    if (before) this.from = Math.max(from, before.till + Math.ceil(roadMinutes(this.#there)));
    if (after) this.till = Math.min(till, after.from - Math.ceil(roadMinutes(this.#onward)));
    this.isCut = this.from > from || this.till < till;
  }

  /** The rest of what scorers ask of the gap. */
  measure(): void {
    this.usable = Math.max(this.#minutes, this.till - this.from);
    if (!this.#isPlaced) return;
    const [before, after] = [this.#before, this.#after];
    const direct = before || after ? straightBetween(before ?? this.#home, after ?? this.#home) : 0;
    const added = roadMinutes(this.#there) + roadMinutes(this.#onward) - roadMinutes(direct);
    this.addedMinutes = Math.max(0, added);
  }
}

function stopAt({ stops }: Gaps, at: number): Stop | undefined {
  const stop = at < 0 ? undefined : stops[at];
  return stop && isKnown(stop) ? stop : undefined;
}

/** A way of which one end is not known takes no time that anybody could tell. */
const straightBetween = (a: Place, b: Place): number =>
  isKnown(a) && isKnown(b) ? straightKm(a.lat, a.lon, b.lat, b.lon) : 0;
