import { addDays, dateOf, instantOf, localOf } from '../../dates/zone.ts';

const SECOND = 1000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const MOST_DAYS = 30;
/** Frames from the chosen moment to the present. */
const FRAMES = 30;
/** Positions of the slider. */
const POSITIONS = 720;

/** The moments that the slider can choose. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** From the oldest moment that is kept, at most 30 days back, to the present. */
export function boundsOf(oldest: number, now: number): Bounds {
  const max = Math.floor(now / SECOND) * SECOND;
  // The oldest may be of this second.
  const min = Math.min(Math.max(oldest, max - MOST_DAYS * 24 * HOUR), max);
  return { min, max, step: stepOf(max - min, POSITIONS) };
}

/** What divides a time into at most so many parts: whole minutes, or seconds where it is short. */
function stepOf(length: number, parts: number): number {
  const unit = length > parts * MINUTE ? MINUTE : SECOND;
  return Math.max(Math.ceil(length / parts / unit), 1) * unit;
}

export const within = ({ min, max }: Pick<Bounds, 'min' | 'max'>, at: number): number =>
  Math.min(Math.max(at, min), max);

/** Where the view of the past opens: an hour ago. */
export const firstMoment = (oldest: number, now: number): number =>
  within(boundsOf(oldest, now), Math.floor((now - HOUR) / MINUTE) * MINUTE);

/** The same time some days and hours earlier or later; a day has 23 or 25 hours where the clock changes. */
export function stepped(zone: string, at: number, by: { readonly days?: number; readonly hours?: number }): number {
  const { days = 0, hours = 0 } = by;
  if (days === 0) return at + hours * HOUR;
  const timeOfDay = localOf(zone, at) - Date.parse(dateOf(zone, at));
  return instantOf(zone, Date.parse(addDays(dateOf(zone, at), days)) + timeOfDay) + hours * HOUR;
}

/** How a play goes on: to the present of its start, in steps of the same length. */
export interface Play {
  readonly step: number;
  readonly end: number;
}

export function playFrom(at: number, now: number): Play {
  const end = Math.floor(now / SECOND) * SECOND;
  return { step: stepOf(Math.max(end - at, 0), FRAMES), end };
}

/** The moment after this one; undefined at the end. */
export const nextFrame = (at: number, { step, end }: Play): number | undefined =>
  at >= end ? undefined : Math.min(at + step, end);

/** The moment in an address: 2026-11-17T09:00:00Z. */
export const asOfText = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z');

/** yyyy-mm-ddThh:mm in the zone. */
export const typedMoment = (zone: string, at: number): string => new Date(localOf(zone, at)).toISOString().slice(0, 16);
