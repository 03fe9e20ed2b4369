import { DAY_MS } from './day.ts';
import { dayOfZone } from './zone.ts';

/** The first day and the day after the last. */
export interface DayWindow {
  readonly start: string;
  readonly end: string;
}

/** A stretch of a zone's time, in epoch ms: a day, or the whole window where days do not matter. */
export interface ZoneSpan {
  readonly zone: string;
  readonly date: string;
  readonly start: number;
  readonly end: number;
}

/** The days of a window as they begin and end in a zone. */
export const daysOfZone = (zone: string, { start, end }: DayWindow): ZoneSpan[] =>
  Array.from({ length: (Date.parse(end) - Date.parse(start)) / DAY_MS }, (_, i) => {
    const date = new Date(Date.parse(start) + i * DAY_MS).toISOString().slice(0, 10);
    return { zone, date, ...dayOfZone(zone, date) };
  });

/** The whole window in a zone. */
export const wholeOfZone = (zone: string, { start, end }: DayWindow): ZoneSpan => ({
  zone,
  date: start,
  start: dayOfZone(zone, start).start,
  end: dayOfZone(zone, end).start,
});
