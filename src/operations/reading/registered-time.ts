import { type EntityModel, model as modelNamed } from '../../derive/model.ts';
import { refuse } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import {
  type Condition,
  countRecords,
  type ListQuery,
  type StoredRecord,
  streamRecords,
} from '../../storage/record-reads.ts';
import { zonesOfResources } from '../../storage/time-store.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { parseListing, type RawQuery, withinSourceApps } from './list-query.ts';
import type { RecordList } from './list-records.ts';
import { present } from './present.ts';
import { dateIn, instantIn } from './window.ts';

const LONGEST_WINDOW_DAYS = 92;

/** GET /timeEntry: every resource's entries of the days from start to before end. */
export function entriesIn(deps: Deps, caller: Caller, query: RawQuery): Promise<RecordList> {
  const start = dateIn(query, 'start', caller.timeZone);
  const end = dateIn(query, 'end', caller.timeZone);
  checkWindow(Date.parse(start), Date.parse(end));
  return recordsIn(deps, caller, query, modelNamed('TimeEntry'), 'timeEntryId', 'date', [
    { property: 'date', operator: '>=', value: start },
    { property: 'date', operator: '<', value: end },
  ]);
}

/** GET /timeSession: the sessions that started in the window. */
export function sessionsIn(deps: Deps, caller: Caller, query: RawQuery): Promise<RecordList> {
  const start = instantIn(query, 'start', caller.timeZone);
  const end = instantIn(query, 'end', caller.timeZone);
  checkWindow(Date.parse(start), Date.parse(end));
  return recordsIn(deps, caller, query, modelNamed('TimeSession'), 'timeSessionId', 'startedAt', [
    { property: 'startedAt', operator: '>=', value: start },
    { property: 'startedAt', operator: '<', value: end },
  ]);
}

function checkWindow(start: number, end: number): void {
  if (end <= start) throw refuse('REQ008', 'end: must be after start.', 'end');
  // An hour more for a quarter in which the clock is put back.
  if (end - start > LONGEST_WINDOW_DAYS * 86_400_000 + 3_600_000)
    throw refuse('REQ008', `end: a window of one quarter (${LONGEST_WINDOW_DAYS} days) at most can be read.`, 'end');
}

const FILTERS = ['resourceNo', 'jobNo', 'taskNo', 'status'];

async function recordsIn(
  deps: Deps,
  caller: Caller,
  query: RawQuery,
  model: EntityModel,
  idName: string,
  orderedBy: string,
  window: readonly Condition[],
): Promise<RecordList> {
  const filters = Object.fromEntries(
    Object.entries(query).filter(([name]) => FILTERS.some((each) => each.toLowerCase() === name.toLowerCase())),
  );
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
  };
  const total = await countRecords(deps.db, caller.tenantId, model, listing);
  return { total, portions: shown(deps, caller, model, listing, idName) };
}

/** Moments of a session are shown on the clock of its resource. */
async function* shown(
  deps: Deps,
  caller: Caller,
  model: EntityModel,
  listing: ListQuery,
  idName: string,
): AsyncGenerator<Record<string, unknown>[]> {
  const zones = new Map(
    (await zonesOfResources(deps.db, caller.tenantId)).map(({ resourceNo, timeZone }) => [resourceNo, timeZone]),
  );
  const show = (record: StoredRecord): Record<string, unknown> => {
    const zone = zones.get(String(record['resourceNo'])) ?? caller.timeZone;
    const own = present(model, record, zone);
    return {
      [idName]: record.id,
      ...own,
      createdAt: formatInstant(caller.timeZone, record['createdAt'] as number),
      updatedAt: formatInstant(caller.timeZone, record['updatedAt'] as number),
    };
  };
  for await (const records of streamRecords(deps.db, caller.tenantId, model, listing)) yield records.map(show);
}
