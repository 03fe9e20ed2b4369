import type { Gaps } from '../availability/gaps.ts';
import { isKnown, nowhere, type Place, Ruler, roadKm, roadMinutes, straightKm } from '../travel/estimate.ts';
import type { Question } from './question.ts';
import type { GapFacts } from './scorers/scorer.ts';

/**
 * Where in a gap a slot may lie when somebody has to come from the stop before and go on to the next. One object is moved from gap to gap: a
 * question looks at a hundred thousand of them, and of most it needs only the half of what can be told.
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
  readonly #ruler: Ruler;
  readonly #isPlaced: boolean;
  readonly #fromHome: boolean;
  readonly #maxKm: number;
  readonly #minutes: number;
  readonly #opens: number;
  readonly #closes: number;
  #home: Place = nowhere;
  #hasHome = false;
  /** Straight ways in km. */
  #homeKm = 0;
  #thereKm = 0;
  #onwardKm = 0;

  constructor({ place, fromHome, maxKm, minutes, from, till }: Question) {
    this.#ruler = new Ruler(place ?? nowhere);
    this.#isPlaced = place !== undefined;
    this.#fromHome = fromHome;
    this.#maxKm = maxKm ?? Number.POSITIVE_INFINITY;
    this.#minutes = minutes;
    this.#opens = from;
    this.#closes = till;
  }

  /** The gaps to come are those of somebody who lives there. */
  of(home: Place): void {
    this.#home = home;
    this.#hasHome = isKnown(home);
    this.#homeKm = this.#isPlaced && this.#hasHome ? this.#ruler.straightKm(home.lat, home.lon) : 0;
  }

  /** Moves on to a gap: whether it is near enough, and what is left of it. */
  enter(gaps: Gaps, gap: number): void {
    const from = gaps.from[gap] as number;
    const till = gaps.till[gap] as number;
    this.from = from;
    this.till = till;
    this.isCut = false;
    if (!this.#isPlaced) return;
    this.#thereKm = this.#homeKm;
    this.#onwardKm = this.#homeKm;
    let isFromSomewhere = this.#hasHome;
    // The way from home is before the work begins and the way home is after it: only stops take time from the gap.
    if (!this.#fromHome) {
      const ruler = this.#ruler;
      const { before, after } = gaps;
      const latBefore = before.lat[gap] as number;
      const latAfter = after.lat[gap] as number;
      if (!Number.isNaN(latBefore)) {
        isFromSomewhere = true;
        this.#thereKm = ruler.straightKm(latBefore, before.lon[gap] as number);
        this.from = Math.max(from, (before.minute[gap] as number) + Math.ceil(roadMinutes(this.#thereKm)));
      }
      if (!Number.isNaN(latAfter)) {
        this.#onwardKm = ruler.straightKm(latAfter, after.lon[gap] as number);
        this.till = Math.min(till, (after.minute[gap] as number) - Math.ceil(roadMinutes(this.#onwardKm)));
      }
      this.isCut = this.from > from || this.till < till;
    }
    // Nobody is near for not being known to be anywhere.
    this.km = isFromSomewhere ? roadKm(this.#thereKm) : Number.POSITIVE_INFINITY;
    this.tooFar = this.km > this.#maxKm;
  }

  /** The rest of what scorers ask of the gap that was entered. */
  measure({ before, after }: Gaps, gap: number): void {
    // Within the window: how far beyond it gaps are laid out depends on what was asked before.
    const usable = Math.min(this.till, this.#closes) - Math.max(this.from, this.#opens);
    this.usable = Math.max(this.#minutes, usable);
    if (!this.#isPlaced) return;
    const stop = { lat: before.lat[gap] as number, lon: before.lon[gap] as number };
    const next = { lat: after.lat[gap] as number, lon: after.lon[gap] as number };
    const origin = !this.#fromHome && isKnown(stop) ? stop : this.#home;
    const target = !this.#fromHome && isKnown(next) ? next : this.#home;
    const added =
      roadMinutes(this.#thereKm) + roadMinutes(this.#onwardKm) - roadMinutes(straightBetween(origin, target));
    this.addedMinutes = isKnown(origin) ? Math.max(0, added) : Number.POSITIVE_INFINITY;
  }
}

/** A way of which one end is not known takes no time that anybody could tell. */
const straightBetween = (a: Place, b: Place): number =>
  isKnown(a) && isKnown(b) ? straightKm(a.lat, a.lon, b.lat, b.lon) : 0;
