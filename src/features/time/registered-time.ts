import type { Caller } from '../../platform/caller.ts';
import type { RawQuery } from '../../platform/http/raw-query.ts';
import { dayWindow, instantWindow, queryText } from '../../platform/http/time-window.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { parseListing, withinSourceApps } from '../../records/reading/list-query.ts';
import type { RecordList } from '../../records/reading/list-records.ts';
import { type Condition, countRecords, type ListQuery, streamRecords } from '../../records/storage/record-reads.ts';
import { resourceInReach } from './own-time.ts';
import { showerOf, timeRecords } from './show-time.ts';

/** GET /timeEntry: every resource's entries of the days from start to before end. */
export function entriesIn(deps: HasDatabase, caller: Caller, query: RawQuery): Promise<RecordList> {
  const { start, end } = dayWindow(caller, query);
  return recordsIn(deps, caller, query, 'TimeEntry', 'date', [
    { property: 'date', operator: '>=', value: start },
    { property: 'date', operator: '<', value: end },
  ]);
}

/** GET /timeSession: the sessions that started in the window. */
export function sessionsIn(deps: HasDatabase, caller: Caller, query: RawQuery): Promise<RecordList> {
  const { start, end } = instantWindow(caller, query);
  return recordsIn(deps, caller, query, 'TimeSession', 'startedAt', [
    { property: 'startedAt', operator: '>=', value: start },
    { property: 'startedAt', operator: '<', value: end },
  ]);
}

const FILTERS = ['jobNo', 'taskNo', 'status'];

async function recordsIn(
  deps: HasDatabase,
  caller: Caller,
  query: RawQuery,
  name: keyof typeof timeRecords,
  orderedBy: string,
  window: readonly Condition[],
): Promise<RecordList> {
  const model = modelNamed(name);
  const resourceNo = resourceInReach(caller, queryText(query, 'resourceNo'));
  const filters: Record<string, RawQuery[string]> = Object.fromEntries(
    Object.entries(query).filter(([name]) => FILTERS.some((each) => each.toLowerCase() === name.toLowerCase())),
  );
  if (resourceNo !== undefined) filters['resourceNo'] = resourceNo;
  const listing: ListQuery = {
    conditions: [
      ...window,
      ...parseListing(model, filters, caller.timeZone).conditions,
      ...withinSourceApps(model, caller),
    ],
    orders: [
      { property: orderedBy, direction: 'asc' },
      { property: 'resourceNo', direction: 'asc' },
    ],
    further: timeRecords[name].further,
  };
  const total = await countRecords(deps.db, caller.tenantId, model, listing);
  return { total, portions: shown(deps, caller, name, listing) };
}

async function* shown(
  deps: HasDatabase,
  caller: Caller,
  name: keyof typeof timeRecords,
  listing: ListQuery,
): AsyncGenerator<Record<string, unknown>[]> {
  const show = await showerOf(deps.db, caller, name);
  for await (const records of streamRecords(deps.db, caller.tenantId, modelNamed(name), listing))
    yield records.map(show);
}
