import { refuse } from '../../domain/errors.ts';
import { foldKey } from '../../domain/natural-key.ts';
import { resolveCalendar } from '../../domain/time/calendar.ts';
import { type CalendarDay, calendarDay } from '../../domain/time/calendar-day.ts';
import { dayOfDate } from '../../domain/time/day.ts';
import { storable } from '../../domain/values/parse.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { listRecords } from '../../records/storage/record-reads.ts';
import type { DaysQuery } from './contract.ts';
import { calendarsNeeded } from './working-time-store.ts';

export interface CalendarDays {
  readonly code: string;
  readonly timeZone: string;
  readonly days: readonly CalendarDay[];
}

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
  const days = Array.from({ length: dayOfDate(end) - first }, (_, at) => calendarDay(calendar, first + at, timeZone));
  return { code: String(found['code']), timeZone, days };
}
