import { AFTER, BEFORE, DUE, FROM, GAP, type Gaps, LEAVES, TILL } from '../availability/gaps.ts';
import { nowhere, roadKm } from '../travel/estimate.ts';
import { UNKNOWN_PLACE } from '../travel/places.ts';
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
  /** Straight ways in km, from the stop before or home. Infinite where it is not known from where. */
  #thereKms = new Float64Array(64);
  /** Free minutes of all gaps within the window. */
  freeMinutes = 0;
  /** Of the gaps without room, the best that can be said. */
  closest = CLOSENESS.notWorking;
  km = 0;
  addedMinutes = 0;
  usable = 0;
  readonly #question: Question;

  constructor(question: Question) {
    this.#question = question;
  }

  /** Finds the rooms of somebody who may work until a minute. */
  enter(gaps: Gaps, end: number): void {
    const { from: opens, till: closes, minutes, place, fromHome, maxKm = Number.POSITIVE_INFINITY } = this.#question;
    const hasStops = place !== undefined && !fromHome;
    const legs = gaps.places.legsTo(place ?? nowhere);
    const { wholeMinutes, straightKm } = legs;
    const { home } = gaps;
    if (place !== undefined && (wholeMinutes[home] as number) < 0) legs.measure(home);
    // From the column, and not as the result of a call: what is no number for certain makes the kilometres of every gap an object on the heap.
    const homeKm = place === undefined ? 0 : (straightKm[home] as number);
    const most = gaps.count;
    if (most > this.gaps.length) this.#grow(most);
    const { gaps: ids, froms, lasts } = this;
    const thereKms = this.#thereKms;
    let count = 0;
    let freeMinutes = 0;
    let closest = CLOSENESS.notWorking;
    const { records } = gaps;
    for (let gap = gaps.firstAfter(opens); gap < most; gap++) {
      const at = GAP * gap;
      const begins = records[at + FROM] as number;
      if (begins >= closes) break;
      const ends = records[at + TILL] as number;
      freeMinutes += Math.min(ends, closes) - Math.max(begins, opens);
      let from = begins;
      let till = ends;
      let thereKm = homeKm;
      // The way from home is before the work begins and the way home is after it: only stops take time from the gap.
      if (hasStops) {
        const before = records[at + BEFORE] as number;
        const after = records[at + AFTER] as number;
        let there = wholeMinutes[before] as number;
        if (there < 0) there = legs.measure(before);
        let onward = wholeMinutes[after] as number;
        if (onward < 0) onward = legs.measure(after);
        from = Math.max(from, (records[at + LEAVES] as number) + there);
        till = Math.min(till, (records[at + DUE] as number) - onward);
        thereKm = straightKm[before] as number;
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
    const { minutes: onRoad } = gaps.places.legsTo(place);
    const gap = this.gaps[room] as number;
    const before = fromHome ? gaps.home : gaps.before(gap);
    const after = fromHome ? gaps.home : gaps.after(gap);
    const direct = fromHome ? 0 : gaps.directMinutes(gap);
    const toRoom = before === UNKNOWN_PLACE ? Number.POSITIVE_INFINITY : (onRoad[before] as number);
    const added = toRoom + (onRoad[after] as number) - direct;
    this.addedMinutes = Math.max(0, added);
  }

  #grow(count: number): void {
    this.gaps = new Int32Array(count);
    this.froms = new Int32Array(count);
    this.lasts = new Int32Array(count);
    this.#thereKms = new Float64Array(count);
  }
}
