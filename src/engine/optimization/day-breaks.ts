import { secondsOfClock } from '../../domain/floating-break.ts';
import { instantOfLocal } from '../../domain/time/zone.ts';
import type { ResourceDay, Span } from '../routing/model.ts';
import { seconds, upToSeconds } from '../routing/seconds.ts';
import type { ResourceToPlan } from '../routing/work.ts';
import type { FloatingBreak } from './crew.ts';

type Breaks = NonNullable<ResourceDay['breaks']>;

/** A break by the seconds of the wall clock between which it lies. */
interface ClockBreak {
  readonly name: string;
  readonly duration: number;
  readonly from: number;
  readonly till: number;
}

/**
 * The breaks of a resource, in order. The engine has no windows that overlap: the later one begins where the earlier one ends, and a break that does
 * not fit any more is left out.
 */
export function breaksOf(
  { id, resourceNo }: ResourceToPlan,
  rows: readonly FloatingBreak[],
): { breaks: readonly ClockBreak[]; warnings: string[] } {
  const breaks: ClockBreak[] = [];
  const warnings: string[] = [];
  const own = rows
    .filter(({ resourceId }) => resourceId === id)
    .map(({ name, durationInSeconds, earliestStart, latestEnd }) => ({
      name,
      duration: durationInSeconds,
      from: secondsOfClock(earliestStart),
      till: secondsOfClock(latestEnd),
    }))
    .sort((a, b) => a.till - b.till || a.from - b.from);
  for (const each of own) {
    const before = breaks.at(-1);
    const from = Math.max(each.from, before?.till ?? 0);
    if (each.till - from >= each.duration) breaks.push({ ...each, from });
    else
      warnings.push(
        `Break ${each.name} of resource ${resourceNo} is left out: its window overlaps that of ${before?.name} and leaves too little time.`,
      );
  }
  return { breaks, warnings };
}

/** The breaks of a date as the engine sees them: those whose window touches working time. */
export function breaksOn(breaks: readonly ClockBreak[], zone: string, date: string, working: readonly Span[]): Breaks {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const [opens, closes] = [working[0]?.start ?? 0, working.at(-1)?.end ?? 0];
  return breaks.flatMap(({ name, duration, from, till }) => {
    const window = {
      start: upToSeconds(instantOfLocal(zone, midnight + from * 1000)),
      end: seconds(instantOfLocal(zone, midnight + till * 1000)),
    };
    // The clock may have been put forward in between.
    const isLongEnough = window.end - window.start >= duration;
    return isLongEnough && window.start < closes && window.end > opens ? [{ name, duration, window }] : [];
  });
}

const MOST_NAMES = 10;

/** The engine passes times of teams and links between routes, and has neither breaks nor refills there. */
export function leftOutWith(what: string, resources: readonly ResourceToPlan[]): readonly string[] {
  if (resources.length === 0) return [];
  const names = resources.map(({ resourceNo }) => resourceNo);
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} others` : '';
  return [
    `${what} are left out for ${names.slice(0, MOST_NAMES).join(', ')}${more}: they are not supported in a run with teams or with tasks that must start at a distance from each other.`,
  ];
}
