import { clockText, dateOf } from '../dates/zone.ts';
import { isOutsideHours, missingValues, overlapsAny } from './checks.ts';
import type { Surface } from './surface.ts';
import type { Interval } from './types.ts';

const dayNames = new Map<string, Intl.DateTimeFormat>();

function dayText(language: string, zone: string, instant: number): string {
  const key = `${language} ${zone}`;
  const format =
    dayNames.get(key) ??
    new Intl.DateTimeFormat(language, { timeZone: zone, weekday: 'short', day: 'numeric', month: 'short' });
  dayNames.set(key, format);
  return format.format(instant);
}

/** Mon 30 Mar, 09:00 – 11:30; the second day is shown when it differs. */
export function timesText({ language, zone }: { language: string; zone: string }, { start, end }: Interval): string {
  const sameDay = dateOf(zone, start) === dateOf(zone, end - 1);
  const till = sameDay ? clockText(zone, end) : `${dayText(language, zone, end)}, ${clockText(zone, end)}`;
  return `${dayText(language, zone, start)}, ${clockText(zone, start)} – ${till}`;
}

/** The tooltip while something is dragged: resource, times, and what is wrong with them. */
export function ghostLines(
  surface: Surface,
  row: number,
  time: Interval,
  work: { readonly ids: ReadonlySet<number>; readonly requires: readonly number[] },
): { lines: string[]; isBad: boolean } {
  const found = surface.rows[row];
  if (!found) return { lines: [], isBad: false };
  const { texts, view, values } = surface;
  const target = { ...time, resource: found.resource, others: found.bars };
  const missing = missingValues(work.requires, found.resource).map((value) => values[value] ?? '');
  const wrong = [
    ...(overlapsAny(target, work.ids) ? [texts.overlaps] : []),
    ...(isOutsideHours(target) ? [texts.outsideWorkingHours] : []),
    ...(missing.length > 0 ? [texts.skillMissing(missing.join(', '))] : []),
  ];
  return { lines: [found.resource.name, timesText(view, time), ...wrong], isBad: wrong.length > 0 };
}
