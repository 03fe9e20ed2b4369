import { DAY_MS } from '../../domain/time/day.ts';
import { dayOfZone } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { SummaryQuery } from './contract.ts';
import { resourceInReach } from './own-time.ts';
import { zonesOfResources } from './time-store.ts';
import { type SummaryRow, summariseTime, type ZoneSpan } from './time-summary-store.ts';

/** GET /timeEntry/summary: planned against registered hours. */
export async function summaryOf(
  deps: HasDatabase,
  caller: Caller,
  { by, jobNo, taskNo, resourceNo, ...window }: SummaryQuery,
): Promise<Partial<SummaryRow>[]> {
  const own = await zonesOfResources(deps.db, caller.tenantId);
  const zones = [...new Set([caller.timeZone, ...own.map(({ timeZone }) => timeZone)])];
  return summariseTime(deps.db, caller.tenantId, by, {
    ...window,
    spans: zones.flatMap((zone) => (by === 'day' ? daysOf(zone, window) : [wholeOf(zone, window)])),
    tenantZone: caller.timeZone,
    resourceNo: resourceInReach(caller, resourceNo) ?? null,
    jobNo: jobNo ?? null,
    taskNo: taskNo ?? null,
    sourceApps: caller.sourceApps,
  });
}

/** The first day and the day after the last. */
export interface DayWindow {
  readonly start: string;
  readonly end: string;
}

/** Days begin where the clock of the resource says so; the database is given the moments. */
export const daysOf = (zone: string, { start, end }: DayWindow): ZoneSpan[] =>
  Array.from({ length: (Date.parse(end) - Date.parse(start)) / DAY_MS }, (_, i) => {
    const date = new Date(Date.parse(start) + i * DAY_MS).toISOString().slice(0, 10);
    return { zone, date, ...dayOfZone(zone, date) };
  });

const wholeOf = (zone: string, { start, end }: DayWindow): ZoneSpan => ({
  zone,
  date: start,
  start: dayOfZone(zone, start).start,
  end: dayOfZone(zone, end).start,
});
