import { refuse } from '../../domain/errors.ts';
import { storable } from '../../domain/values/parse.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase, Session } from '../../platform/postgres/database.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { parseListing, withinSourceApps } from '../../records/reading/list-query.ts';
import { presentChange, type ShownChange } from '../../records/reading/present-change.ts';
import { withinVisibility } from '../../records/reading/visibility.ts';
import { withVisibleResources } from '../../records/reading/visible-resources.ts';
import { historyOf } from '../../records/storage/change-log.ts';
import {
  type Condition,
  countRecords,
  type ListQuery,
  listIds,
  listRecords,
  type StoredRecord,
} from '../../records/storage/record-reads.ts';
import { appointmentNames } from '../../records/writing/appointment-names.ts';
import { withinWindow } from './appointment-store.ts';
import type { AppointmentsQuery } from './contract.ts';
import { WholeAppointments } from './whole-appointments.ts';

/** So many appointments are put together at a time: a window may hold more than fits into memory. */
const PORTION = 500;

export interface AppointmentList {
  readonly total: number;
  /** JSON texts of appointments. */
  readonly portions: AsyncIterable<readonly string[]>;
}

/** GET /appointment: everything that overlaps the window, with what it belongs to. */
export async function appointmentsIn(
  deps: HasDatabase,
  caller: Caller,
  query: AppointmentsQuery,
): Promise<AppointmentList> {
  const { startDate: start, endDate: end, resources = null } = query;
  const model = modelNamed('Appointment');
  // The window says when; a moment to the minute is no filter.
  const { start: _start, end: _end, ...further } = query.further;
  const parsed = parseListing(model, { ...query, further }, caller);
  const listing: ListQuery = {
    conditions: [...parsed.conditions, ...withinSourceApps(model, caller)],
    orders: parsed.orders.length > 0 ? parsed.orders : [{ property: 'start', direction: 'asc' }],
    ...withinVisibility(caller, 'Appointment', withinWindow({ start, end, resources, viewer: caller })),
  };
  const ids = await listIds(deps.db, caller.tenantId, model, listing, parsed);
  const total = parsed.limit === undefined ? ids.length : await countRecords(deps.db, caller.tenantId, model, listing);
  return { total, portions: portionsOf(new WholeAppointments(deps.db, caller), ids) };
}

/** While one portion goes out the database is already at the next. */
async function* portionsOf(whole: WholeAppointments, ids: readonly number[]): AsyncGenerator<readonly string[]> {
  const portion = (at: number): Promise<readonly string[]> => {
    const texts = whole.texts(ids.slice(at, at + PORTION));
    // A reader who has gone away does not ask for it any more.
    texts.catch(() => {});
    return texts;
  };
  let next = portion(0);
  for (let at = PORTION; at - PORTION < ids.length; at += PORTION) {
    const texts = await next;
    next = portion(at);
    yield texts;
  }
}

/** One appointment as JSON text. */
export async function showAppointment(
  { db }: { readonly db: Session },
  caller: Caller,
  name: string,
): Promise<{ record: string; version: number }> {
  const stored = await findAppointment(db, caller, name);
  const [record] = await new WholeAppointments(db, caller).texts([stored.id]);
  if (record === undefined) throw refuse('APP001', `There is no appointment ${name.slice(0, 60)}.`);
  return { record, version: stored.version };
}

export async function appointmentHistory(deps: HasDatabase, caller: Caller, name: string): Promise<ShownChange[]> {
  const { id } = await findAppointment(deps.db, caller, name);
  const history = await historyOf(deps.db, caller.tenantId, 'Appointment', id);
  const changes = await withVisibleResources(deps.db, caller, history);
  return changes.map((change) => presentChange(change, caller));
}

/** By id, GUID or number. */
async function findAppointment(db: Session, caller: Caller, name: string): Promise<StoredRecord> {
  if (storable(name)) throw refuse('APP001', 'There is no such appointment.');
  const model = modelNamed('Appointment');
  const ways = appointmentNames(name).map(({ way, value }): Condition => {
    const property = way === 'appointmentId' ? 'id' : way;
    return { property, operator: '==', value: way === 'appointmentId' ? Number(value) : value };
  });
  for (const way of ways) {
    const conditions = [way, ...withinSourceApps(model, caller)];
    const listing: ListQuery = { conditions, orders: [], ...withinVisibility(caller, 'Appointment') };
    const [found] = await listRecords(db, caller.tenantId, model, listing, 1, 0);
    if (found) return found;
  }
  throw refuse('APP001', `There is no appointment ${name.slice(0, 60)}.`);
}
