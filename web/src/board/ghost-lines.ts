import { clockText } from '../dates/clock-text.ts';
import { worded } from '../dates/worded.ts';
import { dateOf } from '../dates/zone.ts';
import type { Cell } from './cell-steps.ts';
import { isOutsideHours, missingValues, overlapsAny } from './checks.ts';
import type { Ghost, Surface } from './surface.ts';
import { legsOfDragged, type Stop } from './travel.ts';
import type { Interval } from './types.ts';

const dayText = (language: string, zone: string, instant: number): string =>
  worded('shortDay', language, instant, zone);

/** Mon 30 Mar, 09:00 – 11:30; the second day is shown when it differs. */
export function timesText({ language, zone }: { language: string; zone: string }, { start, end }: Interval): string {
  const sameDay = dateOf(zone, start) === dateOf(zone, end - 1);
  const till = sameDay ? clockText(zone, end) : `${dayText(language, zone, end)}, ${clockText(zone, end)}`;
  return `${dayText(language, zone, start)}, ${clockText(zone, start)} – ${till}`;
}

/** The accessible name of an empty cell: resource, time, and whether the resource works then. */
export function cellLabel({ rows, view, texts }: Surface, { row, at }: Cell): string {
  const found = rows[row];
  if (!found) return '';
  const moment = { start: at, end: at + 1 };
  return [
    found.resource.name.slice(0, 80),
    dayText(view.language, view.zone, at),
    clockText(view.zone, at),
    ...(isOutsideHours({ ...moment, resource: found.resource, others: [] }) ? [texts.outsideWorkingHours] : []),
    ...(found.bars.some((bar) => bar.isBusy && bar.start <= at && at < bar.end) ? [texts.busyBar] : []),
  ].join(', ');
}

/** The tooltip while something is dragged: resource, times, and what is wrong with them. */
export function ghostLines(
  surface: Surface,
  row: number,
  time: Interval,
  work: { readonly ids: ReadonlySet<number>; readonly requires: readonly number[]; readonly stops?: readonly Stop[] },
): Pick<Ghost, 'lines' | 'notes' | 'isBad' | 'legs'> {
  const found = surface.rows[row];
  if (!found) return { lines: [], isBad: false };
  const { texts, view, values } = surface;
  const target = { ...time, resource: found.resource, others: found.bars };
  const missing = missingValues(work.requires, found.resource).map((value) => values[value] ?? '');
  const legs = legsOfDragged(work.stops ?? [], work.ids, found.bars);
  const travel = (isShort: boolean): string[] =>
    legs
      .filter((leg) => leg.isShort === isShort)
      .map(({ minutes, free = 0 }) => texts.travelAndFree(Math.round(minutes), Math.round(free)));
  const wrong = [
    ...(overlapsAny(target, work.ids) ? [texts.overlaps] : []),
    ...(isOutsideHours(target) ? [texts.outsideWorkingHours] : []),
    ...(missing.length > 0 ? [texts.skillMissing(missing.join(', '))] : []),
    ...travel(true),
  ];
  return {
    lines: [found.resource.name, timesText(view, time), ...wrong],
    notes: travel(false),
    isBad: wrong.length > 0,
    legs: legs.filter(({ isShort }) => isShort || view.travel).map((leg) => ({ ...leg, row })),
  };
}
