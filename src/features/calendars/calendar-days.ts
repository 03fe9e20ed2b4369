import { refuse } from '../../domain/errors.ts';
import { foldKey } from '../../domain/natural-key.ts';
import { type Calendar, explainDay, resolveCalendar, type SaidBy } from '../../domain/time/calendar.ts';
import { DAY_MS, type Day, dateOfDay, dayOfDate } from '../../domain/time/day.ts';
import { workingTime } from '../../domain/time/working-time.ts';
import { dayOfZone, offsetStretches } from '../../domain/time/zone.ts';
import { storable } from '../../domain/values/parse.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { listRecords } from '../../records/storage/record-reads.ts';
import type { DaysQuery } from './contract.ts';
import { calendarsNeeded } from './working-time-store.ts';

interface ShownDay {
  readonly date: string;
  readonly by: SaidBy;
  readonly holiday: string | null;
  readonly hours: readonly { readonly start: string; readonly end: string }[];
  readonly workingInSeconds: number;
  readonly lengthInSeconds: number;
  readonly clockChange: { readonly from: string; readonly to: string } | null;
}

export interface CalendarDays {
  readonly code: string;
  readonly timeZone: string;
  readonly days: readonly ShownDay[];
}

const MINUTE = 60_000;

/** GET /calendar/{code}/workingTime: what a calendar and its parents make of each day, and why. */
export async function calendarDays(
  deps: HasDatabase,
  caller: Caller,
  code: string,
  { start, end }: DaysQuery,
): Promise<CalendarDays> {
  const { tenantId, timeZone } = caller;
  const key = foldKey([code]);
  const conditions = [{ property: 'code', operator: 'key' as const, value: key }];
  const [found] = storable(code)
    ? []
    : await listRecords(deps.db, tenantId, modelNamed('Calendar'), { conditions, orders: [] }, 1, 0);
  if (!found) throw refuse('APP001', `There is no Calendar ${code.slice(0, 60)}.`);
  const rows = await calendarsNeeded(deps.db, tenantId, [], [found.id]);
  const calendar = resolveCalendar(key, new Map(rows.map((row) => [row.code, row])));
  const first = dayOfDate(start);
  const days = Array.from({ length: dayOfDate(end) - first }, (_, at) => shownDay(calendar, first + at, timeZone));
  return { code: String(found['code']), timeZone, days };
}

function shownDay(calendar: Calendar, day: Day, zone: string): ShownDay {
  const date = dateOfDay(day);
  const { hours, by, holiday } = explainDay(calendar, day);
  const window = dayOfZone(zone, date);
  const always = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };
  const working = workingTime({ zone, assigned: [], fallback: calendar, inService: always }, window);
  const [before, after] = offsetStretches(zone, window.start, window.end);
  return {
    date,
    by,
    holiday,
    hours: hours.map(({ start, end }) => ({ start: clock(start), end: clock(end) })),
    workingInSeconds: working.reduce((sum, { start, end }) => sum + (end - start) / 1000, 0),
    lengthInSeconds: (window.end - window.start) / 1000,
    clockChange:
      before && after ? { from: clockAt(before.end + before.offset), to: clockAt(after.start + after.offset) } : null,
  };
}

const two = (number: number): string => String(number).padStart(2, '0');
const clock = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
const clockAt = (localMs: number): string => clock(Math.floor((localMs % DAY_MS) / MINUTE));
