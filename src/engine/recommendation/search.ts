import { firstGapAfter, type Gaps, minutesBefore } from '../availability/gaps.ts';
import { isKnown, type Place } from '../travel/estimate.ts';
import { Best, type Found } from './best.ts';
import { Fitness, type Reason } from './fitness.ts';
import { countOnGrid, onGrid } from './grid.ts';
import type { Candidate, Question } from './question.ts';
import { Room } from './room.ts';
import type { Load } from './scorers/scorer.ts';
import { Weighing } from './weighing.ts';
import type { Weighed } from './weights.ts';

/** A resource with its free time; in the order of their numbers. */
export interface Contender {
  readonly candidate: Candidate;
  readonly gaps: () => Gaps;
  /** Booked minutes of a day of the resource's clock, for those with a capacity. */
  readonly bookedOn: (day: number) => number;
}

export interface Slot {
  readonly candidate: Candidate;
  readonly start: number;
  readonly score: number;
  readonly km: number;
  readonly addedMinutes: number;
  readonly surroundings: Surroundings;
  readonly parts: readonly { readonly key: string; readonly value: number; readonly weight: number }[];
}

/** What stands around a slot: from where and since when somebody can come, and where and when they have to be next. */
interface Surroundings {
  readonly origin: Place;
  readonly target: Place;
  /** Minutes; undefined where the day begins or ends at home. */
  readonly leaves: number | undefined;
  readonly due: number | undefined;
  /** Minutes of the gap in which the slot may lie. */
  readonly usable: number;
}

export interface Answer {
  readonly slots: readonly Slot[];
  /** All that fit, not only those given. */
  readonly total: number;
  readonly resources: number;
  readonly rejected: readonly { readonly candidate: Candidate; readonly reason: Reason }[];
}

/**
 * Everything that fits, and the best of it. One pass over the gaps of those who might do it: slots are counted by arithmetic, gaps weighed
 * only where they could be good enough, and slots looked at one by one only where the first of a gap is.
 */
export function search(
  contenders: readonly Contender[],
  question: Question,
  weights: readonly Weighed[],
  limit: number,
): Answer {
  const pass = new Pass(question, weights, limit);
  const rejected: { candidate: Candidate; reason: Reason }[] = [];
  let total = 0;
  let resources = 0;
  for (let rank = 0; rank < contenders.length; rank++) {
    const contender = contenders[rank] as Contender;
    const found = pass.fitness.failureOf(contender.candidate) ?? pass.lookAt(contender, rank);
    if (typeof found !== 'number') rejected.push({ candidate: contender.candidate, reason: found });
    else {
      total += found;
      resources++;
    }
  }
  const slots = pass.best.inOrder().map((found) => pass.shown(contenders[found.rank] as Contender, found));
  return { slots, total, resources, rejected };
}

/** Sums of the same parts in another order differ in their last digits. */
const ROUNDING = 1e-9;

class Pass {
  readonly best: Best;
  readonly fitness: Fitness;
  readonly #question: Question;
  readonly #weights: readonly Weighed[];
  readonly #weighing: Weighing;
  readonly #room: Room;

  constructor(question: Question, weights: readonly Weighed[], limit: number) {
    this.best = new Best(limit);
    this.fitness = new Fitness(question);
    this.#question = question;
    this.#weights = weights;
    this.#weighing = new Weighing(weights, question);
    this.#room = new Room(question);
  }

  /** How many slots a resource has, or why it has none. */
  lookAt({ candidate, gaps: gapsOf, bookedOn }: Contender, rank: number): number | Reason {
    const question = this.#question;
    const weighing = this.#weighing;
    const room = this.#room;
    const gaps = gapsOf();
    const first = firstGapAfter(gaps, question.from);
    const end = Math.min(question.till, this.fitness.coveredTill(candidate));
    const ofResource = weighing.ofResource(candidate, loadOf(gaps, question));
    const most = ofResource + weighing.mostOfGap + ROUNDING;
    const hasCapacity = candidate.capacity.size > 0;
    let count = 0;
    let closest = CLOSENESS.notWorking;
    // Starts get later and scores with them no better: after the first gap that could not be good enough, none can.
    let mayBeGood = true;
    room.of(candidate.home);
    for (let gap = first; gap < gaps.count && (gaps.from[gap] as number) < question.till; gap++) {
      room.enter(gaps, gap);
      if (room.tooFar) {
        closest = Math.max(closest, CLOSENESS.tooFar);
        continue;
      }
      const last = Math.min(room.till, end) - question.minutes;
      const from = Math.max(room.from, question.from);
      if (last < from) {
        closest = Math.max(closest, room.isCut ? CLOSENESS.travel : CLOSENESS.tooShort);
        continue;
      }
      if (hasCapacity) {
        const day = gaps.day[gap] as number;
        const limit = candidate.capacity.get(day);
        if (limit !== undefined && bookedOn(day) + question.minutes > limit) {
          closest = Math.max(closest, CLOSENESS.capacity);
          continue;
        }
      }
      const here = countOnGrid(question, from, last);
      if (here === 0) {
        closest = Math.max(closest, CLOSENESS.tooShort);
        continue;
      }
      count += here;
      if (mayBeGood) mayBeGood = most + weighing.ofStart(from) >= this.best.least;
      if (!mayBeGood) continue;
      room.measure(gaps, gap);
      this.#offer(ofResource + weighing.ofGap(room), from, last, rank, gap);
    }
    return count > 0 ? count : (REASONS[closest] as Reason);
  }

  /** The slots of a gap, as long as they are good enough: those of a run get later, and no better. */
  #offer(base: number, from: number, last: number, rank: number, gap: number): void {
    const { grid } = this.#question;
    onGrid(this.#question, from, last, (begin, end) => {
      for (let start = begin; start <= end; start += grid) {
        const found: Found = { score: base + this.#weighing.ofStart(start), start, rank, gap };
        if (!this.best.admits(found)) return;
        this.best.offer(found);
      }
    });
  }

  #around({ home }: Candidate, { before, after }: Gaps, gap: number): Surroundings {
    const stop = { lat: before.lat[gap] as number, lon: before.lon[gap] as number };
    const next = { lat: after.lat[gap] as number, lon: after.lon[gap] as number };
    const { fromHome } = this.#question;
    const [comes, goes] = [!fromHome && isKnown(stop), !fromHome && isKnown(next)];
    return {
      origin: comes ? stop : home,
      target: goes ? next : home,
      leaves: comes ? before.minute[gap] : undefined,
      due: goes ? after.minute[gap] : undefined,
      usable: this.#room.usable,
    };
  }

  /** A slot with its score taken apart. */
  shown({ candidate, gaps: gapsOf }: Contender, found: Found): Slot {
    const question = this.#question;
    const gaps = gapsOf();
    const room = this.#room;
    room.of(candidate.home);
    room.enter(gaps, found.gap);
    room.measure(gaps, found.gap);
    const load = loadOf(gaps, question);
    return {
      candidate,
      start: found.start,
      score: found.score,
      km: room.km,
      addedMinutes: room.addedMinutes,
      surroundings: this.#around(candidate, gaps, found.gap),
      parts: this.#weights.map(({ scorer, weight }) => ({
        key: scorer.key,
        weight,
        value:
          scorer.ofResource?.(candidate, question, load) ??
          scorer.ofGap?.(room, question) ??
          scorer.ofStart?.(found.start, question) ??
          0,
      })),
    };
  }
}

/** Of several gaps that fail, the one that came closest tells the reason. */
const REASONS: readonly Reason[] = [
  { rule: 'notWorking', detail: 'The resource does not work in the window, or is booked all the time.' },
  { rule: 'tooFar', detail: 'The resource is too far away.' },
  { rule: 'tooShort', detail: 'No free stretch of the resource is long enough.' },
  { rule: 'capacity', detail: 'The capacity of the resource is used up on the days on which it is free.' },
  { rule: 'travel', detail: 'The way from the stop before, or to the one after, leaves too little time.' },
];
const CLOSENESS = { notWorking: 0, tooFar: 1, tooShort: 2, capacity: 3, travel: 4 };

/** Free and working minutes within the window, however far beyond it the gaps were laid out. */
const loadOf = (gaps: Gaps, { from, till }: Question): Load => ({
  freeMinutes: minutesBefore(gaps, till) - minutesBefore(gaps, from),
  workingMinutes: minutesBefore(gaps.working, till) - minutesBefore(gaps.working, from),
});
