import { type EntityModel, model as modelNamed } from '../../derive/model.ts';
import { refuse } from '../../domain/errors.ts';
import { foldKey } from '../../domain/natural-key.ts';
import { storable } from '../../domain/values/parse.ts';
import { appointmentIdsIn, assignmentsOf, taskAndJobOf } from '../../storage/appointment-store.ts';
import { historyOf } from '../../storage/change-log.ts';
import {
  type Condition,
  listRecords,
  recordsByIds,
  recordsByKeys,
  type StoredRecord,
} from '../../storage/record-reads.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { type RawQuery, withinSourceApps } from './list-query.ts';
import { present } from './present.ts';
import { presentChange, type ShownChange } from './read-changes.ts';
import { instantIn, listIn } from './window.ts';

type Shown = Record<string, unknown>;

const LONGEST_WINDOW_MS = 366 * 86_400_000;

/** GET /appointment: everything that overlaps the window, with what it belongs to. */
export async function appointmentsIn(deps: Deps, caller: Caller, query: RawQuery): Promise<Shown[]> {
  const start = Date.parse(instantIn(query, 'startDate', caller.timeZone));
  const end = Date.parse(instantIn(query, 'endDate', caller.timeZone));
  if (end <= start) throw refuse('REQ008', 'endDate: must be after startDate.', 'endDate');
  if (end - start > LONGEST_WINDOW_MS)
    throw refuse('REQ008', 'endDate: a window of 366 days at most can be read.', 'endDate');
  const resources = listIn(query, 'resources');
  const found = await appointmentIdsIn(deps.db, caller.tenantId, {
    start,
    end,
    resources: resources.length === 0 ? null : resources.map((no) => foldKey([no])),
    sourceApps: caller.sourceApps,
  });
  return whole(
    deps,
    caller,
    found.map(({ id }) => id),
  );
}

export async function showAppointment(
  deps: Deps,
  caller: Caller,
  name: string,
): Promise<{ record: Shown; version: number }> {
  const stored = await findAppointment(deps, caller, name);
  const [record = {}] = await whole(deps, caller, [stored.id]);
  return { record, version: stored.version };
}

export async function appointmentHistory(deps: Deps, caller: Caller, name: string): Promise<ShownChange[]> {
  const { id } = await findAppointment(deps, caller, name);
  const changes = await historyOf(deps.db, caller.tenantId, 'Appointment', id);
  return changes.map((change) => presentChange(change, caller.timeZone));
}

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** By id, GUID or number. A number of eight digits is possible: what looks like an id is tried as a number as well. */
async function findAppointment(deps: Deps, caller: Caller, name: string): Promise<StoredRecord> {
  if (storable(name)) throw refuse('APP001', 'There is no such appointment.');
  const model = modelNamed('Appointment');
  const ways: Condition[] = GUID.test(name)
    ? [{ property: 'appointmentGuid', operator: '==', value: name }]
    : [{ property: 'appointmentNo', operator: '==', value: name }];
  if (/^\d{1,15}$/.test(name)) ways.push({ property: 'id', operator: '==', value: Number(name) });
  for (const way of ways) {
    const conditions = [way, ...withinSourceApps(model, caller)];
    const [found] = await listRecords(deps.db, caller.tenantId, model, { conditions, orders: [] }, 1, 0);
    if (found) return found;
  }
  throw refuse('APP001', `There is no appointment ${name.slice(0, 60)}.`);
}

/** Appointments with task, job, category, time marker and resources: a fixed number of statements for any number of them. */
async function whole(deps: Deps, caller: Caller, ids: readonly number[]): Promise<Shown[]> {
  if (ids.length === 0) return [];
  const { db } = deps;
  const { tenantId, timeZone } = caller;
  const [links, staff, appointments] = await Promise.all([
    taskAndJobOf(db, tenantId, ids),
    assignmentsOf(db, tenantId, ids),
    recordsByIds(db, tenantId, modelNamed('Appointment'), ids),
  ]);
  const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];
  const shownBy = <K>(model: EntityModel, records: ReadonlyMap<K, StoredRecord>): Map<K, Shown> =>
    new Map([...records].map(([key, record]) => [key, present(model, record, timeZone)]));
  const byIds = async (name: string, of: readonly number[]) =>
    shownBy(modelNamed(name), await recordsByIds(db, tenantId, modelNamed(name), distinct(of)));
  const byNames = async (name: string, property: string) => {
    const names = [...appointments.values()].flatMap((record) =>
      typeof record[property] === 'string' ? [foldKey([record[property]])] : [],
    );
    return shownBy(modelNamed(name), await recordsByKeys(db, tenantId, modelNamed(name), distinct(names)));
  };
  const [tasks, jobs, categories, timeMarkers, resources] = await Promise.all([
    byIds(
      'Task',
      links.map(({ taskId }) => taskId),
    ),
    byIds(
      'Job',
      links.map(({ jobId }) => jobId),
    ),
    byNames('Category', 'category'),
    byNames('TimeMarker', 'timeMarker'),
    (async () =>
      shownBy(
        modelNamed('Resource'),
        await recordsByKeys(
          db,
          tenantId,
          modelNamed('Resource'),
          distinct(staff.map(({ resourceNo }) => foldKey([resourceNo]))),
        ),
      ))(),
  ]);
  const linkOf = new Map(links.map((link) => [link.id, link]));
  const staffOf = new Map<number, typeof staff>(ids.map((id) => [id, []]));
  for (const each of staff) staffOf.get(each.appointmentId)?.push(each);
  const named = (records: ReadonlyMap<string, Shown>, name: unknown): Shown | null =>
    typeof name === 'string' ? (records.get(foldKey([name])) ?? { name }) : null;
  return ids.flatMap((id) => {
    const stored = appointments.get(id);
    const link = linkOf.get(id);
    if (!stored || !link) return [];
    return [
      {
        ...present(modelNamed('Appointment'), stored, timeZone),
        category: named(categories, stored['category']),
        timeMarker: named(timeMarkers, stored['timeMarker']),
        task: { ...tasks.get(link.taskId), job: jobs.get(link.jobId) ?? null },
        resources: (staffOf.get(id) ?? []).flatMap(({ resourceNo }) => resources.get(foldKey([resourceNo])) ?? []),
      },
    ];
  });
}
