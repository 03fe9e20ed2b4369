import { resourceInReach } from '../../domain/own-time.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { filtersBy, withinSourceApps } from '../../records/reading/list-query.ts';
import type { RecordList } from '../../records/reading/list-records.ts';
import { withinVisibility } from '../../records/reading/visibility.ts';
import { type Condition, countRecords, type ListQuery, streamRecords } from '../../records/storage/record-reads.ts';
import type { EntriesQuery, SessionsQuery } from './contract.ts';
import { showerOf, timeRecords } from './show-time.ts';

/** A window, and what else a list of registered time asks for, if anything. */
type Asked<Q> = Pick<Q, ('start' & keyof Q) | ('end' & keyof Q)> & Partial<Q>;

/** GET /timeEntry: every resource's entries of the days from start to before end. */
export const entriesIn = (deps: HasDatabase, caller: Caller, query: Asked<EntriesQuery>): Promise<RecordList> =>
  recordsIn(deps, caller, query, 'TimeEntry', 'date', [
    { property: 'date', operator: '>=', value: query.start },
    { property: 'date', operator: '<', value: query.end },
  ]);

/** GET /timeSession: the sessions that started in the window. */
export const sessionsIn = (deps: HasDatabase, caller: Caller, query: Asked<SessionsQuery>): Promise<RecordList> =>
  recordsIn(deps, caller, query, 'TimeSession', 'startedAt', [
    { property: 'startedAt', operator: '>=', value: new Date(query.start).toISOString() },
    { property: 'startedAt', operator: '<', value: new Date(query.end).toISOString() },
  ]);

async function recordsIn(
  deps: HasDatabase,
  caller: Caller,
  { resourceNo, jobNo, taskNo, status }: Partial<EntriesQuery | SessionsQuery>,
  name: keyof typeof timeRecords,
  orderedBy: string,
  window: readonly Condition[],
): Promise<RecordList> {
  const model = modelNamed(name);
  const filters = { resourceNo: resourceInReach(caller, resourceNo), jobNo, taskNo, status };
  const listing: ListQuery = {
    conditions: [...window, ...filtersBy(model, filters, caller.timeZone), ...withinSourceApps(model, caller)],
    orders: [
      { property: orderedBy, direction: 'asc' },
      { property: 'resourceNo', direction: 'asc' },
    ],
    ...withinVisibility(caller, name),
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
