import { totalLength } from './time/interval.ts';
import type { ResourceClock } from './time/planned-time.ts';
import type { ZoneSpan } from './time/zone-days.ts';

/** What is known of a resource's day, in seconds. */
export interface TimeOfDay {
  readonly work: number;
  readonly travel: number;
  readonly waiting: number;
  readonly unclaimed: number;
  readonly registered: number;
}

/** A day of a resource: what its calendar asks for, what was observed, what was entered. */
export type MissingRow = {
  readonly resourceNo: string;
  readonly date: string;
  readonly workingInSeconds: number;
  readonly workInSeconds: number;
  readonly travelInSeconds: number;
  readonly waitingInSeconds: number;
  readonly registeredInSeconds: number;
  readonly unclaimedInSeconds: number;
  readonly missingInSeconds: number;
};

/** Undefined for a day on which nothing is asked for and nothing was done. */
export function missingOfDay(
  { resourceNo, doNotShow }: { readonly resourceNo: string; readonly doNotShow: boolean },
  clock: ResourceClock,
  day: ZoneSpan,
  time: TimeOfDay | undefined,
): MissingRow | undefined {
  // Nothing is asked of those who are hidden from planning.
  const working = doNotShow ? 0 : Math.round(totalLength(clock.workingIn(day)) / 1000);
  if (working === 0 && !time) return undefined;
  const registered = time?.registered ?? 0;
  return {
    resourceNo,
    date: day.date,
    workingInSeconds: working,
    workInSeconds: time?.work ?? 0,
    travelInSeconds: time?.travel ?? 0,
    waitingInSeconds: time?.waiting ?? 0,
    registeredInSeconds: registered,
    unclaimedInSeconds: time?.unclaimed ?? 0,
    missingInSeconds: Math.max(0, working - registered),
  };
}
