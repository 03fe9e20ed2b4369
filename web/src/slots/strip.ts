import { clockText } from '../dates/clock-text.ts';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The content of a day strip, in percent of its width. */
export interface Strip {
  readonly working: readonly Placed[];
  readonly booked: readonly (Placed & { readonly index: number })[];
  readonly slot: Placed;
  readonly ticks: readonly { readonly left: number; readonly label: string }[];
}
interface Placed {
  readonly left: number;
  readonly width: number;
}

const HOUR = 3_600_000;
const LEAST_HOURS = 8;
const MOST_TICKS = 7;

/** The part of the day with working time or appointments, in whole hours. The axis uses instants, so a day of 25 hours is complete. */
export function stripOf(
  zone: string,
  day: Span,
  { working, booked, slot }: { working: readonly Span[]; booked: readonly Span[]; slot: Span },
): Strip {
  const all = [...working, ...booked, slot].map((span) => clipped(span, day));
  const hours = (instant: number, round: (value: number) => number): number =>
    day.start + round((instant - day.start) / HOUR) * HOUR;
  // An hour of margin shows where the working day begins and ends.
  let from = Math.max(day.start, hours(Math.min(...all.map(({ start }) => start)), Math.floor) - HOUR);
  let till = Math.min(day.end, hours(Math.max(...all.map(({ end }) => end)), Math.ceil) + HOUR);
  while (till - from < LEAST_HOURS * HOUR && (from > day.start || till < day.end)) {
    from = Math.max(day.start, from - HOUR);
    till = Math.min(day.end, till + HOUR);
  }
  const left = (instant: number): number => (100 * (instant - from)) / (till - from);
  const placed = (span: Span): Placed => {
    const { start, end } = clipped(span, { start: from, end: till });
    return { left: left(start), width: left(end) - left(start) };
  };
  const step = [1, 2, 3, 4, 6].find((each) => (till - from) / HOUR / each <= MOST_TICKS) ?? 6;
  const ticks: { left: number; label: string }[] = [];
  for (let at = from; at < till; at += step * HOUR) ticks.push({ left: left(at), label: clockText(zone, at) });
  return {
    working: working.map(placed).filter(({ width }) => width > 0),
    booked: booked.map((span, index) => ({ ...placed(span), index })).filter(({ width }) => width > 0),
    slot: placed(slot),
    ticks,
  };
}

const clipped = ({ start, end }: Span, to: Span): Span => ({
  start: Math.min(Math.max(start, to.start), to.end),
  end: Math.max(Math.min(end, to.end), to.start),
});
