import { refuse } from '../../domain/errors.ts';
import { DAY_MS } from '../../domain/time/day.ts';
import { dayOfZone } from '../../domain/time/zone.ts';
import { storable } from '../../domain/values/parse.ts';
import type { Caller } from '../../platform/caller.ts';
import type { RawQuery } from '../../platform/http/raw-query.ts';
import { dayWindow, queryText, type Window } from '../../platform/http/time-window.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { resourceInReach } from './own-time.ts';
import { zonesOfResources } from './time-store.ts';
import { type SummaryKey, type SummaryRow, summariseTime, type ZoneSpan } from './time-summary-store.ts';

const KEYS: readonly SummaryKey[] = ['resource', 'task', 'day', 'status'];

/** GET /timeEntry/summary: planned against registered hours. */
export async function summaryOf(
  deps: HasDatabase,
  caller: Caller,
  query: RawQuery,
): Promise<{ readonly by: SummaryKey; readonly rows: Partial<SummaryRow>[] }> {
  const window = dayWindow(caller, query);
  const by = keyOf(query);
  const text = (name: string): string | null => filterText(query, name) ?? null;
  const own = await zonesOfResources(deps.db, caller.tenantId);
  const zones = [...new Set([caller.timeZone, ...own.map(({ timeZone }) => timeZone)])];
  const rows = await summariseTime(deps.db, caller.tenantId, by, {
    ...window,
    spans: zones.flatMap((zone) => (by === 'day' ? daysOf(zone, window) : [wholeOf(zone, window)])),
    tenantZone: caller.timeZone,
    resourceNo: resourceInReach(caller, filterText(query, 'resourceNo')) ?? null,
    jobNo: text('jobNo'),
    taskNo: text('taskNo'),
    sourceApps: caller.sourceApps,
  });
  return { by, rows };
}

function keyOf(query: RawQuery): SummaryKey {
  const asked = queryText(query, 'by') ?? 'resource';
  const key = KEYS.find((each) => each === asked.toLowerCase());
  if (!key) throw refuse('REQ008', `by: must be one of ${KEYS.join(', ')}.`, 'by');
  return key;
}

/** A filter that can be handed to the database. */
export function filterText(query: RawQuery, name: string): string | undefined {
  const text = queryText(query, name);
  if (text !== undefined && storable(text)) throw refuse('REQ008', `${name}: is not a valid ${name}.`, name);
  return text;
}

/** Days begin where the clock of the resource says so; the database is given the moments. */
export const daysOf = (zone: string, { start, end }: Window): ZoneSpan[] =>
  Array.from({ length: (Date.parse(end) - Date.parse(start)) / DAY_MS }, (_, i) => {
    const date = new Date(Date.parse(start) + i * DAY_MS).toISOString().slice(0, 10);
    return { zone, date, ...dayOfZone(zone, date) };
  });

const wholeOf = (zone: string, { start, end }: Window): ZoneSpan => ({
  zone,
  date: start,
  start: dayOfZone(zone, start).start,
  end: dayOfZone(zone, end).start,
});
