import { addDays, hourOf, midnightOf } from '../dates/zone.ts';
import type { Interval } from './types.ts';

const HOUR = 3_600_000;

/** A local hour of a day: a day with a clock change has 23 or 25 of them. */
export interface AxisHour extends Interval {
  /** The local hour at its start. */
  readonly hour: number;
}

export interface Segment extends Interval {
  readonly x: number;
  readonly width: number;
  readonly folded: boolean;
}

export interface AxisDay extends Interval {
  readonly date: string;
  readonly x: number;
  readonly width: number;
  readonly hours: readonly AxisHour[];
}

export interface DayHours extends Interval {
  readonly date: string;
  readonly hours: readonly AxisHour[];
}

/** The days from a date on, each from one local midnight to the next, never n times 24 hours. */
export function daysFrom(zone: string, from: string, count: number): DayHours[] {
  return Array.from({ length: count }, (_, i) => {
    const date = addDays(from, i);
    const [start, end] = [midnightOf(zone, date), midnightOf(zone, addDays(date, 1))];
    const hours: AxisHour[] = [];
    for (let at = start; at < end; at += HOUR)
      hours.push({ start: at, end: Math.min(at + HOUR, end), hour: hourOf(zone, at) });
    return { date, start, end, hours };
  });
}

export interface AxisShape {
  /** Width of all days together, in px. */
  readonly width: number;
  /** Minimum width of an open hour, in px; the axis may become wider than `width`. */
  readonly hourWidth: number;
  /** Width of a folded stretch, in px. */
  readonly foldedWidth: number;
  /** Width of a folded day, in px. */
  readonly foldedDayWidth: number;
  readonly isOpen: (day: number, hour: AxisHour) => boolean;
}

/** Maps instants to x: open hours in proportion to their length, folded ones as narrow strips. */
export class Axis {
  readonly days: readonly AxisDay[];
  readonly segments: readonly Segment[];
  readonly width: number;

  constructor(days: readonly DayHours[], shape: AxisShape) {
    const stretches = days.flatMap((day, index) => stretchesOf(day, (hour) => shape.isOpen(index, hour)));
    const foldedPx = (whole: boolean): number => (whole ? shape.foldedDayWidth : shape.foldedWidth);
    const folded = stretches.reduce((sum, stretch) => sum + (stretch.folded ? foldedPx(stretch.whole) : 0), 0);
    const open = stretches.reduce((sum, { start, end, folded: isFolded }) => sum + (isFolded ? 0 : end - start), 0);
    const perMs = open === 0 ? 0 : Math.max((shape.width - folded) / open, shape.hourWidth / HOUR);
    let x = 0;
    this.segments = stretches.map(({ start, end, whole, folded: isFolded }) => {
      const width = isFolded ? foldedPx(whole) : (end - start) * perMs;
      const segment = { start, end, x, width, folded: isFolded };
      x += width;
      return segment;
    });
    this.width = x;
    this.days = days.map((day) => {
      const left = this.xOf(day.start);
      return { ...day, x: left, width: this.xOf(day.end) - left };
    });
  }

  get start(): number {
    return this.segments[0]?.start ?? 0;
  }

  get end(): number {
    return this.segments.at(-1)?.end ?? 0;
  }

  xOf(instant: number): number {
    const segment = this.segments[lastAt(this.segments, instant, 'start')];
    if (!segment) return 0;
    const share = (instant - segment.start) / (segment.end - segment.start);
    return segment.x + Math.min(1, Math.max(0, share)) * segment.width;
  }

  msAt(x: number): number {
    const segment = this.segments[lastAt(this.segments, x, 'x')];
    if (!segment) return 0;
    const share = segment.width === 0 ? 0 : (x - segment.x) / segment.width;
    return segment.start + Math.min(1, Math.max(0, share)) * (segment.end - segment.start);
  }

  /** Index of the day of an instant, clamped to the first and last day. */
  dayAt(instant: number): number {
    return lastAt(this.days, instant, 'start');
  }
}

/** The last of ascending items whose property is not above a value, or the first. */
function lastAt<K extends string>(items: readonly Readonly<Record<K, number>>[], value: number, property: K): number {
  let [low, high] = [0, items.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((items[middle] as Record<K, number>)[property] <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

function stretchesOf({ hours }: DayHours, isOpen: (hour: AxisHour) => boolean) {
  const stretches: { start: number; end: number; folded: boolean; whole: boolean }[] = [];
  for (const hour of hours) {
    const folded = !isOpen(hour);
    const last = stretches.at(-1);
    if (last && last.folded === folded) last.end = hour.end;
    else stretches.push({ start: hour.start, end: hour.end, folded, whole: false });
  }
  const [only, second] = stretches;
  if (only && !second) only.whole = true;
  return stretches;
}
