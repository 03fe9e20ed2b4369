import type { Problem, ResourceDay } from '../model.ts';
import { type Journey, legsOf } from './journeys.ts';

type Break = NonNullable<ResourceDay['breaks']>[number];

interface BreaksOfDay {
  readonly taken: readonly { readonly own: Break; readonly start: number }[];
  /** Those for which there is no time. */
  readonly missing: readonly Break[];
  /** Seconds by which the last return is later. */
  readonly onTheWayHome: number;
}

/** Free time between two stops: from a moment to another, of which travel takes a part at any time. */
interface Gap {
  at: number;
  readonly till: number;
  spare: number;
}

/**
 * Where the breaks of a day are taken: each in the first gap that has the time for it, else after the return, else on the way home. Windows do not
 * overlap, so that an earlier gap never takes the time of a later break that has no other.
 */
export function breaksIn(problem: Problem, journey: Journey): BreaksOfDay {
  const { day, stops } = journey;
  if (!day.breaks || stops.length === 0) return { taken: [], missing: [], onTheWayHome: 0 };
  const opens = day.working[0]?.start ?? day.span.start;
  const { gaps, done, home } = gapsOf(problem, journey, opens);
  const missing: Break[] = [];
  const taken: { own: Break; start: number }[] = [];
  let [leaves, onTheWayHome, free] = [done, 0, Number.NEGATIVE_INFINITY];
  for (const each of day.breaks) {
    const { duration, window } = each;
    if (window.start + duration <= opens) continue;
    const startIn = (gap: Gap): number => Math.max(gap.at, window.start);
    const gap = gaps.find((one) => one.spare >= duration && startIn(one) + duration <= Math.min(one.till, window.end));
    const returns = Math.max(free, done + home + onTheWayHome);
    if (gap) {
      taken.push({ own: each, start: startIn(gap) });
      gap.at = startIn(gap) + duration;
      gap.spare -= duration;
    } else if (Math.max(returns, window.start) + duration <= window.end) {
      taken.push({ own: each, start: Math.max(returns, window.start) });
      free = Math.max(returns, window.start) + duration;
    } else if (Math.max(leaves, window.start) + duration <= window.end) {
      taken.push({ own: each, start: Math.max(leaves, window.start) });
      leaves = Math.max(leaves, window.start) + duration;
      onTheWayHome += duration;
    } else missing.push(each);
  }
  return { taken, missing, onTheWayHome: missing.length > 0 ? 0 : onTheWayHome };
}

function gapsOf(
  problem: Problem,
  journey: Journey,
  opens: number,
): { readonly gaps: Gap[]; readonly done: number; readonly home: number } {
  const { day, stops } = journey;
  const legs = legsOf(problem, journey).map(({ seconds }, at) =>
    day.commutesFreely && (at === 0 || at === stops.length) ? 0 : seconds,
  );
  const gaps: Gap[] = [];
  let busyTill = opens;
  stops.forEach(({ start, end }, at) => {
    gaps.push({ at: busyTill, till: start, spare: start - busyTill - (legs[at] ?? 0) });
    busyTill = at === 0 ? end : Math.max(busyTill, end);
  });
  return { gaps, done: busyTill, home: legs.at(-1) ?? 0 };
}
