import { foldKey } from '../../domain/natural-key.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { HasRoads } from '../../domain/travel.ts';
import { scriptScheme } from '../../domain/values/script-uri.ts';
import { certificatesIn } from '../../domain/violations/certificate-invalid.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase, Session } from '../../platform/postgres/database.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import type { StoredRecord } from '../../records/storage/record-reads.ts';
import { fieldsOfTemplates, fieldValuesOf } from '../appointments/appointment-store.ts';
import { visibleAssignmentsOf } from '../appointments/visible-assignments.ts';
import { reportedVisitsOf } from '../appointments/visit-states.ts';
import { valuesOfTasks } from '../board/board-store.ts';
import { bringUpToDate } from '../planning/bring-up-to-date.ts';
import { presentPlan } from '../planning/task-plan.ts';
import { columnsOf, detailNames, freeNames } from './card-columns.ts';
import { dependenciesOfTask } from './card-dependencies.ts';
import { cardFields, templateOf } from './card-fields.ts';
import { ownLinks } from './card-links.ts';
import { loadsOfTask } from './card-loads.ts';
import { partyOf, siteOf } from './card-parties.ts';
import { type CardRecords, cardRecords } from './card-records.ts';
import { travelAround } from './card-travel.ts';
import type { JobCardQuery } from './contract.ts';
import { backOfficeStates, cardNotifications, cardResources, type Lack, lacksOf, linksOf } from './job-card-store.ts';

const taskKeyOf = (task: StoredRecord): string[] =>
  ['sourceApp', 'sourceType', 'jobNo', 'taskNo'].map((name) => String(task[name]));

/** GET /board/jobCard: everything about a job, in a fixed number of statements. */
export async function jobCardOf(
  deps: HasDatabase & HasClock & HasStatistics & HasRoads,
  caller: Caller,
  query: JobCardQuery,
  gone: AbortSignal,
): Promise<Record<string, unknown>> {
  await bringUpToDate(deps, caller);
  const { db } = deps;
  const { tenantId, timeZone: zone } = caller;
  const records = await cardRecords(db, caller, query);
  const { appointment, task, job } = records;
  const ids = appointment ? [appointment.id] : [];
  const staff = await visibleAssignmentsOf(db, caller, ids);
  const resourceIds = [...new Set(staff.map(({ resourceId }) => resourceId))];
  const [resources, lacks, values, links, fields, notifications, backOffice, visits, dependencies, loads] =
    await Promise.all([
      cardResources(db, tenantId, resourceIds),
      appointment ? lacksOf(db, tenantId, appointment.id) : [],
      valuesOfTasks(db, tenantId, task ? [task.id] : []),
      linksOf(db, tenantId, { appointment: appointment?.id ?? null, task: task?.id ?? null, resources: resourceIds }),
      fieldsOf(db, tenantId, records),
      cardNotifications(db, tenantId, {
        appointment: appointment?.id ?? null,
        guid: (appointment?.['appointmentGuid'] as string | undefined) ?? null,
        task: task ? taskKeyOf(task) : null,
      }),
      appointment ? backOfficeStates(db, tenantId, appointment.id) : [],
      reportedVisitsOf(db, tenantId, ids),
      dependenciesOfTask(db, caller, task?.id),
      loadsOfTask(db, tenantId, task?.id),
    ]);
  const travel = appointment
    ? await travelAround(deps, caller, { id: appointment.id, start: appointment['start'] as number }, resources, gone)
    : new Map();
  const moment = (instant: unknown): string | null =>
    typeof instant === 'number' ? formatInstant(zone, instant) : null;
  return {
    appointment: appointment ? shownAppointment(appointment, task, moment) : null,
    task: task ? shownTask(task, deps.now(), moment) : null,
    job: job ? pick(job, ['id', 'shortDescription', 'description', 'note']) : null,
    customer: partyOf(job, 'customer'),
    contact: partyOf(job, 'contact'),
    site: siteOf(job),
    siteFrom: partyOf(job, 'siteFrom'),
    bill: partyOf(job, 'bill'),
    requirements: [
      ...values.map(({ group, value }) => ({ kind: 'filterValue', group, value })),
      ...certificatesIn((task?.['certificateNo'] as string | null | undefined) ?? null).map((value) => ({
        kind: 'certificate',
        group: null,
        value,
      })),
    ],
    loads,
    dependencies: dependencies.map((each) => ({ ...each, start: moment(each.start), end: moment(each.end) })),
    resources: resources.map(({ id, resourceNo, name, phone, email }) => ({
      ...{ resourceNo, name, phone, email },
      lacks: lacks.filter(({ resourceId }) => resourceId === id).map((lack) => shownLack(lack, moment)),
      ...(travel.get(id) ?? { before: null, after: null }),
    })),
    people: peopleOf(records, staff.length, deps.now()),
    budget: task ? budgetOf(task, deps.now()) : null,
    links: [...ownLinks(task), ...links].filter(({ uri }) => scriptScheme(uri) === undefined),
    details: [...columnsOf('task', task, detailNames.task, zone), ...columnsOf('job', job, detailNames.job, zone)],
    freeFields: [...columnsOf('task', task, freeNames('task'), zone), ...columnsOf('job', job, freeNames('job'), zone)],
    fields,
    visits: visits.flatMap(({ resourceId, state, at }) =>
      resources
        .filter(({ id }) => id === resourceId)
        .map(({ resourceNo, name }) => ({ resourceNo, name, state, at: moment(at) })),
    ),
    notifications: notifications.map((each) => ({ ...each, date: moment(each.date) })),
    backOffice: backOffice.map((each) => ({ ...each, at: moment(each.at) })),
  };
}

const pick = (record: StoredRecord, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, record[name] ?? null]));

function shownAppointment(
  appointment: StoredRecord,
  task: StoredRecord | undefined,
  moment: (instant: unknown) => string | null,
): Record<string, unknown> {
  return {
    ...pick(appointment, ['id', 'version', 'appointmentNo', 'subject', 'body', 'isAllDay', 'importance', 'category']),
    ...pick(appointment, ['timeMarker', 'unitOfMeasure']),
    start: moment(appointment['start']),
    end: moment(appointment['end']),
    locked: appointment['locked'] === true || task?.['locked'] === true,
    quantity: Number(appointment['planningQuantity'] ?? 0),
  };
}

function shownTask(
  task: StoredRecord,
  now: Date,
  moment: (instant: unknown) => string | null,
): Record<string, unknown> {
  const due = task['deadLine'] ?? task['appointmentLatestAllowed'] ?? task['requestedEndDate'];
  return {
    ...pick(task, ['id', 'version', 'sourceApp', 'sourceType', 'jobNo', 'taskNo', 'shortDescription', 'subject']),
    ...pick(task, ['description', 'note', 'body', 'category', 'importance', 'durationInSeconds']),
    due: moment(due),
    open: presentPlan(task, now)['open'],
  };
}

function shownLack({ rule, detail }: Lack, moment: (instant: unknown) => string | null): Record<string, unknown> {
  return rule === 'missingRequirement'
    ? {
        kind: 'filterValue',
        group: detail['filterGroup'] ?? null,
        value: String(detail['filterValue']),
        validUntil: null,
      }
    : {
        kind: 'certificate',
        group: null,
        value: String(detail['certificateNo']),
        validUntil: moment(detail['validUntil']),
      };
}

function peopleOf({ appointment, task }: CardRecords, onAppointment: number, now: Date): Record<string, unknown> {
  return {
    wanted: Number(task?.['requiredNoResources'] ?? 0),
    assigned: task ? presentPlan(task, now)['plannedResources'] : onAppointment,
    onAppointment: appointment ? onAppointment : null,
  };
}

function budgetOf(task: StoredRecord, now: Date): Record<string, unknown> {
  const plan = presentPlan(task, now);
  const budgetQuantity = Number(task['bulkPlanningQty'] ?? 0) + Number(task['$entryQuantity'] ?? 0);
  const plannedQuantity = Number(task['$plannedQuantity'] ?? 0);
  return {
    budgetInSeconds: plan['budgetInSeconds'],
    plannedInSeconds: plan['plannedInSeconds'],
    remainingInSeconds: plan['remainingInSeconds'],
    budgetQuantity,
    plannedQuantity,
    remainingQuantity: budgetQuantity > 0 ? budgetQuantity - plannedQuantity : null,
    unitOfMeasure: task['planningUOM'] ?? null,
    plannedAppointments: plan['plannedAppointments'],
  };
}

async function fieldsOf(
  db: Session,
  tenantId: number,
  { appointment, task }: CardRecords,
): Promise<Record<string, unknown>[]> {
  const template = templateOf(task);
  const [defined, values] = await Promise.all([
    fieldsOfTemplates(db, tenantId, template ? [foldKey([template])] : []),
    fieldValuesOf(db, tenantId, appointment ? [appointment.id] : []),
  ]);
  return cardFields(defined, values);
}
