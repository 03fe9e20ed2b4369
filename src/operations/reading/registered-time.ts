import { model as modelNamed } from '../../derive/model.ts';
import { refuse } from '../../domain/errors.ts';
import { type Invalid, parseDate, parseInstant } from '../../domain/values/parse.ts';
import { type Condition, countRecords, type ListQuery, streamRecords } from '../../storage/record-reads.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { showerOf, timeRecords } from '../time/show-time.ts';
import { parseListing, type RawQuery, withinSourceApps } from './list-query.ts';
import type { RecordList } from './list-records.ts';

const LONGEST_WINDOW_DAYS = 92;

/** GET /timeEntry: every resource's entries of the days from start to before end. */
export function entriesIn(deps: Deps, caller: Caller, query: RawQuery): Promise<RecordList> {
  const start = dayOf(caller, query, 'start');
  const end = dayOf(caller, query, 'end');
  checkWindow(Date.parse(start), Date.parse(end));
  return listIn(deps, caller, query, 'TimeEntry', 'date', [
    { property: 'date', operator: '>=', value: start },
    { property: 'date', operator: '<', value: end },
  ]);
}

/** GET /timeSession: the sessions that started in the window. */
export function sessionsIn(deps: Deps, caller: Caller, query: RawQuery): Promise<RecordList> {
  const start = instantOf(caller, query, 'start');
  const end = instantOf(caller, query, 'end');
  checkWindow(Date.parse(start), Date.parse(end));
  return listIn(deps, caller, query, 'TimeSession', 'startedAt', [
    { property: 'startedAt', operator: '>=', value: start },
    { property: 'startedAt', operator: '<', value: end },
  ]);
}

function textOf(query: RawQuery, name: string): string {
  const sent = [query[name] ?? []].flat().at(-1);
  if (sent === undefined || sent === '')
    throw refuse('REQ008', `${name}: a date or a date and time is required.`, name);
  return sent;
}

function read(value: string | null | Invalid, name: string): string {
  if (typeof value === 'string') return value;
  throw refuse('REQ008', `${name}: ${value?.message ?? 'a date or a date and time is required.'}`, name);
}

const dayOf = (caller: Caller, query: RawQuery, name: string): string =>
  read(parseDate(textOf(query, name), caller.timeZone), name);
const instantOf = (caller: Caller, query: RawQuery, name: string): string =>
  read(parseInstant(textOf(query, name), caller.timeZone), name);

function checkWindow(start: number, end: number): void {
  if (end <= start) throw refuse('REQ008', 'end: must be after start.', 'end');
  // An hour more for a quarter in which the clock is put back.
  if (end - start > LONGEST_WINDOW_DAYS * 86_400_000 + 3_600_000)
    throw refuse('REQ008', `end: a window of one quarter (${LONGEST_WINDOW_DAYS} days) at most can be read.`, 'end');
}

const FILTERS = ['resourceNo', 'jobNo', 'taskNo', 'status'];

async function listIn(
  deps: Deps,
  caller: Caller,
  query: RawQuery,
  name: keyof typeof timeRecords,
  orderedBy: string,
  window: readonly Condition[],
): Promise<RecordList> {
  const model = modelNamed(name);
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
    further: timeRecords[name].further,
  };
  const total = await countRecords(deps.db, caller.tenantId, model, listing);
  return { total, portions: shown(deps, caller, name, listing) };
}

async function* shown(
  deps: Deps,
  caller: Caller,
  name: keyof typeof timeRecords,
  listing: ListQuery,
): AsyncGenerator<Record<string, unknown>[]> {
  const show = await showerOf(deps.db, caller, name);
  for await (const records of streamRecords(deps.db, caller.tenantId, modelNamed(name), listing))
    yield records.map(show);
}
