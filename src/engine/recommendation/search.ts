import { firstGapAfter, type Gaps, type Stop } from '../availability/gaps.ts';
import { isKnown, type Place, roadKm, roadMinutes, straightKm } from '../travel/estimate.ts';
import { Best, type Found } from './best.ts';
import { coveredTill, type Reason, unfit } from './fitness.ts';
import { onGrid } from './grid.ts';
import type { Candidate, Question } from './question.ts';
import type { GapFacts } from './scorers/scorer.ts';
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
  readonly parts: readonly { readonly key: string; readonly value: number; readonly weight: number }[];
}

export interface Answer {
  readonly slots: readonly Slot[];
  /** All that fit, not only those given. */
  readonly total: number;
  readonly resources: number;
  readonly rejected: readonly { readonly candidate: Candidate; readonly reason: Reason }[];
}

/**
 * Everything that fits, and the best of it. One pass over the gaps of those who might do it: slots are counted by arithmetic, and looked
 * at one by one only where the first of a gap is good enough.
 */
export function search(
  contenders: readonly Contender[],
  question: Question,
  weights: readonly Weighed[],
  limit: number,
): Answer {
  const best = new Best(limit);
  const rejected: { candidate: Candidate; reason: Reason }[] = [];
  let total = 0;
  let resources = 0;
  for (let rank = 0; rank < contenders.length; rank++) {
    const contender = contenders[rank] as Contender;
    const reason = unfit(contender.candidate, question);
    const found = reason ?? lookAt(contender, rank, question, weights, best);
    if (typeof found !== 'number') rejected.push({ candidate: contender.candidate, reason: found });
    else {
      total += found;
      resources++;
    }
  }
  const slots = best.inOrder().map((found) => shown(contenders[found.rank] as Contender, found, question, weights));
  return { slots, total, resources, rejected };
}

/** How many slots a resource has, or why it has none. */
function lookAt(
  { candidate, gaps: gapsOf, bookedOn }: Contender,
  rank: number,
  question: Question,
  weights: readonly Weighed[],
  best: Best,
): number | Reason {
  const gaps = gapsOf();
  const first = firstGapAfter(gaps, question.from);
  const covered = coveredTill(candidate, question);
  const constant = scoreOfResource(candidate, question, weights, gaps, first);
  let count = 0;
  let furthest: Reason['rule'] = 'notWorking';
  for (let gap = first; gap < gaps.count && (gaps.from[gap] as number) < question.till; gap++) {
    const room = roomIn(candidate, gaps, gap, question);
    if (room.tooFar) {
      furthest = worse(furthest, 'tooFar');
      continue;
    }
    const last = Math.min(room.till, question.till, covered) - question.minutes;
    const from = Math.max(room.from, question.from);
    if (last < from) {
      furthest = worse(furthest, room.isCut ? 'travel' : 'tooShort');
      continue;
    }
    const limit = candidate.capacity.get(gaps.day[gap] as number);
    if (limit !== undefined && bookedOn(gaps.day[gap] as number) + question.minutes > limit) {
      furthest = worse(furthest, 'capacity');
      continue;
    }
    const base = constant + scoreOfGap(room, question, weights);
    onGrid(question, from, last, (begin, end) => {
      count += Math.floor((end - begin) / question.grid) + 1;
      for (let start = begin; start <= end; start += question.grid) {
        const found: Found = { score: base + scoreOfStart(start, question, weights), start, rank, gap };
        // The others of the run are later, and no better.
        if (!best.admits(found)) return;
        best.offer(found);
      }
    });
    if (count === 0) furthest = worse(furthest, 'tooShort');
  }
  return count > 0 ? count : { rule: furthest, detail: DETAILS[furthest] ?? '' };
}

/** Of several gaps that fail, the one that came closest tells the reason. */
const CLOSENESS: readonly Reason['rule'][] = ['notWorking', 'tooFar', 'tooShort', 'capacity', 'travel'];
const worse = (a: Reason['rule'], b: Reason['rule']): Reason['rule'] =>
  CLOSENESS.indexOf(b) > CLOSENESS.indexOf(a) ? b : a;
const DETAILS: Readonly<Partial<Record<Reason['rule'], string>>> = {
  notWorking: 'The resource does not work in the window, or is booked all the time.',
  tooFar: 'The resource is too far away.',
  tooShort: 'No free stretch of the resource is long enough.',
  capacity: 'The capacity of the resource is used up on the days on which it is free.',
  travel: 'The way from the stop before, or to the one after, leaves too little time.',
};

interface Room extends GapFacts {
  readonly from: number;
  readonly till: number;
  readonly tooFar: boolean;
  /** Whether travel made it smaller. */
  readonly isCut: boolean;
}

/** Where in a gap a slot may lie when somebody has to come from the stop before and go on to the next. */
function roomIn({ home }: Candidate, gaps: Gaps, gap: number, question: Question): Room {
  const [from, till] = [gaps.from[gap] as number, gaps.till[gap] as number];
  const { place } = question;
  if (!place) return { from, till, km: 0, addedMinutes: 0, usable: till - from, tooFar: false, isCut: false };
  const before = question.fromHome ? undefined : stopAt(gaps, gaps.before[gap] as number);
  const after = question.fromHome ? undefined : stopAt(gaps, gaps.after[gap] as number);
  const origin: Place = before ?? home;
  const target: Place = after ?? home;
  const there = legOf(origin, place);
  const onward = legOf(place, target);
  const direct = legOf(origin, target);
  // The way from home is before the work begins and the way home is after it: only stops take time from the gap.
  const begins = before ? Math.max(from, before.till + Math.ceil(there.minutes)) : from;
  const ends = after ? Math.min(till, after.from - Math.ceil(onward.minutes)) : till;
  return {
    from: begins,
    till: ends,
    km: there.km,
    addedMinutes: Math.max(0, there.minutes + onward.minutes - direct.minutes),
    usable: Math.max(question.minutes, ends - begins),
    tooFar: question.maxKm !== undefined && there.km > question.maxKm,
    isCut: begins > from || ends < till,
  };
}

const stopAt = ({ stops }: Gaps, at: number): Stop | undefined => {
  const stop = at < 0 ? undefined : stops[at];
  return stop && isKnown(stop) ? stop : undefined;
};

const NO_WAY = { km: 0, minutes: 0 };

/** A way of which one end is not known takes no time that anybody could tell. */
function legOf(a: Place, b: Place): { km: number; minutes: number } {
  if (!isKnown(a) || !isKnown(b)) return NO_WAY;
  const straight = straightKm(a.lat, a.lon, b.lat, b.lon);
  return { km: roadKm(straight), minutes: roadMinutes(straight) };
}

function scoreOfResource(
  candidate: Candidate,
  question: Question,
  weights: readonly Weighed[],
  gaps: Gaps,
  first: number,
): number {
  let sum = 0;
  for (const { scorer, weight } of weights)
    if (scorer.ofResource) sum += weight * scorer.ofResource(candidate, question, loadOf(gaps, first, question));
  return sum;
}

/** Free and working minutes from the first gap of the window to its end. */
function loadOf({ count, from, freeBefore, workBefore }: Gaps, first: number, { till }: Question) {
  let [low, high] = [first, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((from[middle] as number) < till) low = middle + 1;
    else high = middle;
  }
  return {
    freeMinutes: (freeBefore[low] as number) - (freeBefore[first] as number),
    workingMinutes: (workBefore[low] as number) - (workBefore[first] as number),
  };
}

function scoreOfGap(room: Room, question: Question, weights: readonly Weighed[]): number {
  let sum = 0;
  for (const { scorer, weight } of weights) if (scorer.ofGap) sum += weight * scorer.ofGap(room, question);
  return sum;
}

function scoreOfStart(minute: number, question: Question, weights: readonly Weighed[]): number {
  let sum = 0;
  for (const { scorer, weight } of weights) if (scorer.ofStart) sum += weight * scorer.ofStart(minute, question);
  return sum;
}

/** A slot with its score taken apart. */
function shown(
  { candidate, gaps: gapsOf }: Contender,
  found: Found,
  question: Question,
  weights: readonly Weighed[],
): Slot {
  const gaps = gapsOf();
  const room = roomIn(candidate, gaps, found.gap, question);
  const load = loadOf(gaps, firstGapAfter(gaps, question.from), question);
  return {
    candidate,
    start: found.start,
    score: found.score,
    km: room.km,
    addedMinutes: room.addedMinutes,
    parts: weights.map(({ scorer, weight }) => ({
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
