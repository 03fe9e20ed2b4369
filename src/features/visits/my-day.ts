import { foldKey } from '../../domain/natural-key.ts';
import { dateOfInstant, dayOfZone, formatInstant } from '../../domain/time/zone.ts';
import type { HasRoads } from '../../domain/travel.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase, Session } from '../../platform/postgres/database.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { visibleAmong } from '../../records/reading/visible-rows.ts';
import { recordsByIds, type StoredRecord } from '../../records/storage/record-reads.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import { fieldsOfTemplates, fieldValuesOf, notificationsOf } from '../appointments/appointment-store.ts';
import { reportedVisitsOf } from '../appointments/visit-states.ts';
import { valuesOfTasks } from '../board/board-store.ts';
import { clocksOf } from '../calendars/resource-clocks.ts';
import { locatedSql } from '../geocoding/geocode-store.ts';
import { templateOf } from '../job-card/card-fields.ts';
import { cardResources } from '../job-card/job-card-store.ts';
import { sessionsShown } from '../time/show-time.ts';
import { resourcesAfter } from '../time/time-missing-store.ts';
import { runningSession } from '../time/timesheet-store.ts';
import type { DayQuery } from './contract.ts';
import { colleaguesOf, linksOfVisits, visitsOfResource } from './my-day-store.ts';
import { noOwnResource, ownResourceNo } from './own-visit.ts';
import { type FactsOfVisits, shownVisit } from './show-visit.ts';
import { claimsVisits } from './visit-store.ts';
import { visitTravel } from './visit-travel.ts';

const DAY_MS = 86_400_000;
const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/** GET /myDay: the visits of some days of a worker, in a fixed number of statements. Days are those of the resource. */
export async function myDayOf(
  deps: HasDatabase & HasClock & HasRoads,
  caller: Caller,
  query: DayQuery,
  gone: AbortSignal,
): Promise<Record<string, unknown>> {
  const { db } = deps;
  const { tenantId } = caller;
  const own = await ownResource(db, caller);
  const zone = (await clocksOf(db, caller, [own.id])).get(own.id)?.zone ?? caller.timeZone;
  const first = query.date ?? dateOfInstant(zone, deps.now().getTime());
  const dates = Array.from({ length: query.days }, (_, day) => addDays(first, day));
  const [start, end] = [dayOfZone(zone, first).start, dayOfZone(zone, addDays(first, query.days)).start];
  const [visits, [home], claims, running] = await Promise.all([
    visitsOfResource(db, caller, { key: own.key, start, end }),
    cardResources(db, tenantId, [own.id]),
    claimsVisits(db, tenantId),
    runningSession(db, caller, own.id),
  ]);
  // One that began before goes on on the first day.
  const dateOf = (visit: { readonly start: number }): string => dateOfInstant(zone, Math.max(visit.start, start));
  const seen = visits.filter(({ hidden }) => !hidden);
  const [facts, travel, [runs]] = await Promise.all([
    factsOf(db, caller, seen, own.id),
    visitTravel(
      deps,
      home,
      dates.map((date) => visits.filter((visit) => dateOf(visit) === date)),
      gone,
    ),
    sessionsShown(
      db,
      caller,
      running.map(({ id }) => id),
    ),
  ]);
  const moment = (instant: unknown): string | null =>
    typeof instant === 'number' ? formatInstant(zone, instant) : null;
  return {
    resourceNo: own.resourceNo,
    name: home?.name ?? own.resourceNo,
    timeZone: zone,
    claimsVisits: claims,
    days: dates.map((date, day) => ({
      date,
      visits: seen
        .filter((visit) => dateOf(visit) === date)
        .flatMap((visit) => shownVisit(facts, visit, travel[day]?.to.get(visit.id) ?? null, moment) ?? []),
      back: travel[day]?.back ?? null,
    })),
    running: runs ?? null,
  };
}

async function ownResource(db: Session, caller: Caller) {
  const resourceNo = ownResourceNo(caller);
  const [own] = await resourcesAfter(db, caller, { after: '', key: recordKey([resourceNo]), limit: 1 });
  if (!own) throw noOwnResource(resourceNo);
  return own;
}

interface Seen {
  readonly id: number;
  readonly taskId: number | null;
  readonly jobId: number | null;
}

const idsOf = (ids: readonly (number | null)[]): number[] => [...new Set(ids.filter((id) => id !== null))];

async function factsOf(
  db: Session,
  caller: Caller,
  visits: readonly Seen[],
  ownResourceId: number,
): Promise<FactsOfVisits> {
  const { tenantId } = caller;
  const ids = visits.map(({ id }) => id);
  const taskIds = idsOf(visits.map(({ taskId }) => taskId));
  const jobIds = idsOf(visits.map(({ jobId }) => jobId));
  const records = async (kind: string, of: readonly number[], further = {}): Promise<Map<number, StoredRecord>> =>
    recordsByIds(db, tenantId, modelNamed(kind), [...(await visibleAmong(db, caller, kind, of))], further);
  const [appointments, tasks, jobs, values, links, fieldValues, notifications, colleagues, reports] = await Promise.all(
    [
      records('Appointment', ids),
      records('Task', taskIds),
      records('Job', jobIds, { $located: locatedSql('Job', 't') }),
      valuesOfTasks(db, tenantId, taskIds),
      linksOfVisits(db, tenantId, { appointments: ids, tasks: taskIds }),
      fieldValuesOf(db, tenantId, ids),
      notificationsOf(db, tenantId, ids),
      colleaguesOf(db, caller, ids, ownResourceId),
      reportedVisitsOf(db, tenantId, ids),
    ],
  );
  const templates = new Set([...tasks.values()].flatMap((task) => templateOf(task) ?? []));
  const fields = await fieldsOfTemplates(
    db,
    tenantId,
    [...templates].map((template) => foldKey([template])),
  );
  const ownReports = reports.filter(({ resourceId }) => resourceId === ownResourceId);
  return {
    ...{ appointments, tasks, jobs, values, links, fields, fieldValues, notifications, colleagues },
    reports: new Map(ownReports.map((report) => [report.appointmentId, report])),
  };
}
