import { startsWithin } from '../availability/day-limits.ts';
import type { Gaps } from '../availability/gaps.ts';
import type { Place } from '../travel/estimate.ts';
import type { Found } from './best.ts';
import { Fitness } from './fitness.ts';
import { Grid } from './grid.ts';
import { type ClosedRun, startsOutside } from './kept-loads.ts';
import type { Candidate, Question } from './question.ts';
import type { Reason } from './reason.ts';
import { CLOSENESS, Rooms } from './rooms.ts';
import type { Roster } from './roster.ts';
import type { Load } from './scorers/scorer.ts';
import { BestOfRound, type Round, type Spread, WITHOUT_ROUNDS } from './spread.ts';
import { Weighing } from './weighing.ts';
import type { Weighed } from './weights.ts';

/** Who is asked: candidates in the order of their numbers, and the free time of each. */
export interface Field {
  readonly roster: Roster;
  readonly gapsOf: (rank: number) => Gaps;
}

export interface Slot {
  readonly candidate: Candidate;
  readonly start: number;
  readonly score: number;
  /** What it is ranked by: see `Found`. */
  readonly order: number;
  readonly rank: number;
  readonly km: number;
  readonly addedMinutes: number;
  /** Distance and travel time are those of roads, and no estimate. */
  readonly isByRoad: boolean;
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
  /** Why candidates have none, by rank; undefined for those who have. A list with an entry for each of them would be as long as the search. */
  readonly reasons: readonly (Reason | undefined)[];
  readonly round: Round;
  /** Equal where everybody has the same free time and the same preferences count for them: then pages of one ranking fit together. */
  readonly checksum: number;
}

/**
 * Everything that fits, and the best of it. One pass over the gaps of those who might do it: slots are counted by arithmetic, gaps weighed
 * only where they could be good enough, and slots looked at one by one only where the first of a gap is.
 */
export function search(
  field: Field,
  question: Question,
  weights: readonly Weighed[],
  limit: number,
  spread: Spread = WITHOUT_ROUNDS,
): Answer {
  const { candidates } = field.roster;
  const fitness = new Fitness(question, field.roster);
  const pass = new Pass(field.roster, question, weights, new BestOfRound(limit, spread));
  const reasons = new Array<Reason | undefined>(candidates.length);
  let total = 0;
  let resources = 0;
  for (let rank = 0; rank < candidates.length; rank++) {
    const found = fitness.failureOf(rank) ?? pass.lookAt(rank, field.gapsOf(rank), fitness.coveredTill(rank));
    if (typeof found !== 'number') reasons[rank] = found;
    else {
      total += found;
      resources++;
    }
  }
  const slots = pass.best
    .inOrder()
    .map((found) => pass.shown(candidates[found.rank] as Candidate, field.gapsOf(found.rank), found));
  return { slots, total, resources, reasons, round: pass.best.round, checksum: pass.checksum >>> 0 };
}

/** Sums of the same parts in another order differ in their last digits. */
const ROUNDING = 1e-9;

const NEVER_CLOSED: readonly ClosedRun[] = [];

/** Taken from the score of a slot whose distance is unknown. Scores are 0 to 1, so it ranks behind all others. */
const BEHIND_ALL = 2;

/** Adds a whole number to a checksum (FNV-1a, by words). */
const mixed = (sum: number, value: number): number => Math.imul(sum ^ (value | 0), 16_777_619);

class Pass {
  readonly best: BestOfRound;
  checksum = -2_128_831_035;
  readonly #roster: Roster;
  readonly #question: Question;
  readonly #weights: readonly Weighed[];
  readonly #weighing: Weighing;
  readonly #rooms: Rooms;
  readonly #grid: Grid;
  /** Of the resource that is looked at. */
  #closed: readonly ClosedRun[] = NEVER_CLOSED;

  constructor(roster: Roster, question: Question, weights: readonly Weighed[], best: BestOfRound) {
    this.best = best;
    this.#roster = roster;
    this.#question = question;
    this.#weights = weights;
    this.#weighing = new Weighing(weights, question);
    this.#rooms = new Rooms(question);
    this.#grid = new Grid(question);
  }

  /** How many slots a resource has, or why it has none. */
  lookAt(rank: number, gaps: Gaps, coveredTill: number): number | Reason {
    const { from: opens, till: closes, loads } = this.#question;
    const rooms = this.#rooms;
    const { candidates } = this.#roster;
    this.#closed = loads?.closed.get((candidates[rank] as Candidate).id) ?? NEVER_CLOSED;
    const isLimited = gaps.limits.length > 0 || this.#closed.length > 0;
    rooms.enter(gaps, Math.min(closes, coveredTill));
    if (rooms.count === 0) return REASONS[rooms.closest] as Reason;
    const load = { freeMinutes: rooms.freeMinutes, workingMinutes: gaps.working.minutesBetween(opens, closes) };
    const ofResource = this.#weighing.ofResource(candidates[rank] as Candidate, load);
    const most = ofResource + this.#weighing.mostOfGap + ROUNDING;
    let count = 0;
    let sum = mixed(mixed(this.checksum, (candidates[rank] as Candidate).id), ofResource * 1e9);
    // Starts get later and scores with them no better: after the first room that could not be good enough, none can.
    let mayBeGood = true;
    let least = this.best.least;
    for (let room = 0; room < rooms.count; room++) {
      const from = rooms.froms[room] as number;
      const last = rooms.lasts[room] as number;
      const here = isLimited ? this.#countWithin(gaps, from, last) : this.#grid.count(from, last);
      if (here === 0) continue;
      count += here;
      sum = mixed(mixed(sum, Math.imul(from, 8191) + last), rooms.straightKm(room) * 1000);
      if (!mayBeGood) continue;
      const ofFirst = this.#weighing.ofStart(from);
      mayBeGood = most + ofFirst >= least;
      if (!mayBeGood) continue;
      rooms.measure(gaps, room);
      const base = ofResource + this.#weighing.ofGap(rooms);
      const behind = rooms.km === Number.POSITIVE_INFINITY ? BEHIND_ALL : 0;
      if (base + ofFirst - behind < least) continue;
      this.#offer(gaps, room, rank, base, behind, load);
      least = this.best.least;
    }
    this.checksum = sum;
    this.best.close(count);
    return count > 0 ? count : this.#withoutStart(gaps);
  }

  /** Runs of starts with which no day gets more than may be booked on it, or more than the resource can carry. */
  #visitWithin({ limits }: Gaps, from: number, last: number, visit: (begin: number, end: number) => void): void {
    const { minutes } = this.#question;
    startsOutside(this.#closed, from, last, (begin, end) => startsWithin(limits, begin, end, minutes, visit));
  }

  #countWithin(gaps: Gaps, from: number, last: number): number {
    let count = 0;
    this.#visitWithin(gaps, from, last, (begin, end) => {
      count += this.#grid.count(begin, end);
    });
    return count;
  }

  /** Why there is room, and nothing starts in it. */
  #withoutStart(gaps: Gaps): Reason {
    const { count, closest, froms, lasts } = this.#rooms;
    const { loads } = this.#question;
    const isClosed = this.#closed.length > 0;
    this.#closed = NEVER_CLOSED;
    let why = Math.max(closest, CLOSENESS.tooShort);
    for (let room = 0; (isClosed || gaps.limits.length > 0) && room < count; room++) {
      const [from, last] = [froms[room] as number, lasts[room] as number];
      if (isClosed && loads && this.#countWithin(gaps, from, last) > 0) return loads.reason;
      if (this.#grid.count(from, last) > 0) why = Math.max(why, CLOSENESS.capacity);
    }
    return REASONS[why] as Reason;
  }

  /** The slots of the room that was measured, as long as they are good enough: they get later, and no better. */
  #offer(gaps: Gaps, room: number, rank: number, base: number, behind: number, load: Load): void {
    const rooms = this.#rooms;
    const from = rooms.froms[room] as number;
    const last = rooms.lasts[room] as number;
    const gap = rooms.gaps[room] as number;
    const facts = { km: rooms.km, addedMinutes: rooms.addedMinutes, usable: rooms.usable };
    const isWanted = (start: number): boolean => {
      const score = base + this.#weighing.ofStart(start);
      return this.best.offer({ score, order: score - behind, start, rank, gap, facts, load });
    };
    if (gaps.limits.length === 0 && this.#closed.length === 0) this.#grid.visit(from, last, isWanted);
    else this.#visitWithin(gaps, from, last, (begin, end) => this.#grid.visit(begin, end, isWanted));
  }

  #around({ home }: Candidate, gaps: Gaps, { gap, facts }: Found): Surroundings {
    const { fromHome } = this.#question;
    const [comes, goes] = [!fromHome && gaps.hasStopBefore(gap), !fromHome && gaps.hasStopAfter(gap)];
    return {
      origin: comes ? gaps.places.at(gaps.before(gap)) : home,
      target: goes ? gaps.places.at(gaps.after(gap)) : home,
      leaves: comes ? gaps.leaves(gap) : undefined,
      due: goes ? gaps.due(gap) : undefined,
      usable: facts.usable,
    };
  }

  /** A slot with its score taken apart. */
  shown(candidate: Candidate, gaps: Gaps, found: Found): Slot {
    const question = this.#question;
    const { start, score, order, rank, facts, load } = found;
    return {
      candidate,
      start,
      score,
      order,
      rank,
      km: facts.km,
      addedMinutes: facts.addedMinutes,
      isByRoad: false,
      surroundings: this.#around(candidate, gaps, found),
      parts: this.#weights.map(({ scorer, weight }) => ({
        key: scorer.key,
        weight,
        value:
          scorer.ofResource?.(candidate, question, load) ??
          scorer.ofGap?.(facts, question) ??
          scorer.ofStart?.(start, question) ??
          0,
      })),
    };
  }
}

/** By closeness. */
const REASONS: readonly Reason[] = [
  { rule: 'notWorking', detail: 'The resource does not work in the window, or is fully booked.' },
  { rule: 'tooFar', detail: 'The resource is too far away: the straight line is longer than maxDistanceKm.' },
  { rule: 'tooShort', detail: 'No free period of the resource is long enough.' },
  { rule: 'capacity', detail: 'The capacity of the resource is used up on the days when it is free.' },
  {
    rule: 'travel',
    detail: 'The estimated travel time from the previous stop, or to the next one, leaves too little time.',
    estimated: true,
  },
];
