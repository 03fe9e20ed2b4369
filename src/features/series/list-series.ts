import { formatInstant } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import { rowsOf } from '../../platform/contract/paging.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { SeriesListQuery } from './contract.ts';
import { type ListedSeries, seriesOf } from './series-list-store.ts';

/** GET /appointmentRecurring: series that have appointments, with the rule that they were made by. */
export async function listSeries(
  deps: HasDatabase,
  caller: Caller,
  page: SeriesListQuery,
): Promise<{ total: number; series: unknown[] }> {
  const { total, series } = await seriesOf(deps.db, caller, rowsOf(page));
  return { total, series: series.map((each) => shown(each, caller.timeZone)) };
}

/** Times of a series are in its own time zone; without a recorded rule, in that of the tenant. */
function shown({ seriesId, made, first, last, ...rest }: ListedSeries, ofTenant: string) {
  const zone = made?.zone ?? ofTenant;
  const at = (instant: number): string => formatInstant(zone, instant);
  return {
    seriesId,
    recurrenceRule: made?.rule ?? null,
    startDate: made && at(made.start),
    endDate: made && at(made.end),
    durationInSeconds: made && Math.round(made.lengthMs / 1000),
    exceptDates: made?.except.map((day) => (typeof day === 'string' ? day : at(day))) ?? [],
    skipNonWorking: made?.skipNonWorking ?? false,
    timeZone: zone,
    ...rest,
    first: at(first),
    last: at(last),
  };
}
