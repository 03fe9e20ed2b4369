import type { Gaps } from '../availability/gaps.ts';
import { nowhere, Ruler, roadKm, roadMinutes } from '../travel/estimate.ts';
import type { Question } from './question.ts';
import type { GapFacts } from './scorers/scorer.ts';

/** How close a gap that fails came: of several the closest gives the reason. */
export const CLOSENESS = { notWorking: 0, tooFar: 1, tooShort: 2, capacity: 3, travel: 4 };

/**
 * Where in the gaps of one resource a slot may start, when somebody has to come from the stop before and go on to the next.
 *
 * This is where a question spends its time: the loop in `enter` sees every gap of everybody who might do it, a hundred thousand in a quarter, and
 * most of them will only be counted. So it does one thing, with numbers that stay in registers, and leaves what it finds in columns that
 * are used again for the next resource. Run `npm run bench:slots` before and after a change.
 */
export class Rooms implements GapFacts {
  /** Rooms found; their columns follow. */
  count = 0;
  gaps = new Int32Array(64);
  /** The first and the last minute at which a slot may start. */
  froms = new Int32Array(64);
  lasts = new Int32Array(64);
  /** Straight ways in km, from the stop before or home, and to the stop after or home. Infinite where it is not known from where. */
  #thereKms = new Float64Array(64);
  #onwardKms = new Float64Array(64);
  /** Free minutes of all gaps within the window. */
  freeMinutes = 0;
  /** Of the gaps without room, the best that can be said. */
  closest = CLOSENESS.notWorking;
  km = 0;
  addedMinutes = 0;
  usable = 0;
  readonly #question: Question;
  readonly #ruler: Ruler;

  constructor(question: Question) {
    this.#question = question;
    this.#ruler = new Ruler(question.place ?? nowhere);
  }

  /** Finds the rooms of somebody who lives at a place and may work until a minute. */
  enter(gaps: Gaps, homeLat: number, homeLon: number, end: number): void {
    const { from: opens, till: closes, minutes, place, fromHome, maxKm = Number.POSITIVE_INFINITY } = this.#question;
    const ruler = this.#ruler;
    const isPlaced = place !== undefined;
    const hasStops = isPlaced && !fromHome;
    const hasHome = !(Number.isNaN(homeLat) || Number.isNaN(homeLon));
    const homeKm = isPlaced && hasHome ? ruler.straightKm(homeLat, homeLon) : 0;
    // Nobody is near for not being known to be anywhere.
    const fromHomeKm = isPlaced && !hasHome ? Number.POSITIVE_INFINITY : homeKm;
    const most = gaps.count;
    if (most > this.gaps.length) this.#grow(most);
    const { gaps: ids, froms, lasts } = this;
    const thereKms = this.#thereKms;
    const onwardKms = this.#onwardKms;
    let count = 0;
    let freeMinutes = 0;
    let closest = CLOSENESS.notWorking;
    // The stop before a gap is nearly always the one after the last gap: its way is measured once.
    let lat = Number.NaN;
    let lon = Number.NaN;
    let legKm = 0;
    let legMinutes = 0;
    for (let gap = gaps.firstAfter(opens); gap < most; gap++) {
      const begins = gaps.from(gap);
      if (begins >= closes) break;
      const ends = gaps.till(gap);
      freeMinutes += Math.min(ends, closes) - Math.max(begins, opens);
      let from = begins;
      let till = ends;
      let thereKm = fromHomeKm;
      let onwardKm = homeKm;
      // The way from home is before the work begins and the way home is after it: only stops take time from the gap.
      if (hasStops) {
        const latBefore = gaps.latBefore(gap);
        if (!Number.isNaN(latBefore)) {
          const lonBefore = gaps.lonBefore(gap);
          if (latBefore !== lat || lonBefore !== lon) {
            legKm = ruler.straightKm(latBefore, lonBefore);
            legMinutes = Math.ceil(roadMinutes(legKm));
          }
          thereKm = legKm;
          from = Math.max(from, gaps.leaves(gap) + legMinutes);
        }
        const latAfter = gaps.latAfter(gap);
        if (!Number.isNaN(latAfter)) {
          lat = latAfter;
          lon = gaps.lonAfter(gap);
          legKm = ruler.straightKm(lat, lon);
          legMinutes = Math.ceil(roadMinutes(legKm));
          onwardKm = legKm;
          till = Math.min(till, gaps.due(gap) - legMinutes);
        } else lat = Number.NaN;
      }
      if (thereKm > maxKm) {
        closest = Math.max(closest, CLOSENESS.tooFar);
        continue;
      }
      const first = Math.max(from, opens);
      const last = Math.min(till, end) - minutes;
      if (last < first) {
        closest = Math.max(closest, from > begins || till < ends ? CLOSENESS.travel : CLOSENESS.tooShort);
        continue;
      }
      ids[count] = gap;
      froms[count] = first;
      lasts[count] = last;
      thereKms[count] = thereKm;
      onwardKms[count] = onwardKm;
      count++;
    }
    this.count = count;
    this.freeMinutes = freeMinutes;
    this.closest = closest;
  }

  /** From the stop before or home to a room; infinite where it is not known from where. */
  straightKm(room: number): number {
    return this.#thereKms[room] as number;
  }

  /** What scorers ask of a room, returned by `km`, `addedMinutes` and `usable` until the next is measured. */
  measure(gaps: Gaps, room: number): void {
    const { minutes, place, fromHome } = this.#question;
    const there = this.#thereKms[room] as number;
    this.usable = (this.lasts[room] as number) + minutes - (this.froms[room] as number);
    this.km = roadKm(there);
    if (place === undefined) return;
    const direct = fromHome ? 0 : gaps.directMinutes(this.gaps[room] as number);
    const added = roadMinutes(there) + roadMinutes(this.#onwardKms[room] as number) - direct;
    this.addedMinutes = Math.max(0, added);
  }

  #grow(count: number): void {
    this.gaps = new Int32Array(count);
    this.froms = new Int32Array(count);
    this.lasts = new Int32Array(count);
    this.#thereKms = new Float64Array(count);
    this.#onwardKms = new Float64Array(count);
  }
}
