import { grouped } from '../../domain/grouped.ts';
import type { Interval } from '../../domain/time/interval.ts';
import { IntervalLists } from '../../domain/time/interval-lists.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import { type OwnedValue, ValueList } from '../../domain/value-list.ts';
import { presentViolation } from '../../domain/violations/present-violation.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import { rowsOf } from '../../platform/contract/paging.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import { keyOfHidden } from '../../records/reading/visible-rows.ts';
import { lastChange } from '../../records/storage/change-log.ts';
import type { StoredRecord } from '../../records/storage/record-reads.ts';
import { type AppointmentPart, containersOf, notificationsOf } from '../appointments/appointment-store.ts';
import { visibleAssignmentsOf } from '../appointments/visible-assignments.ts';
import { clocksOf } from '../calendars/resource-clocks.ts';
import { bringUpToDate } from '../planning/bring-up-to-date.ts';
import { violationsIn } from '../planning/plan-reads.ts';
import { nameOf, resourcesIn } from '../planning/shown-resources.ts';
import { presentPlan } from '../planning/task-plan.ts';
import { dependenciesOf, dependencyLines } from './board-dependencies.ts';
import {
  boardAppointments,
  boardTasks,
  categoriesOf,
  timeMarkersOf,
  valuesOfResources,
  valuesOfTasks,
} from './board-store.ts';
import type { BoardQuery, OpenTaskQuery } from './contract.ts';
import { indexedJobs, jobTextsOf } from './job-texts.ts';

/**
 * GET /board: all that the planning board shows of a window, in one answer and a fixed number of statements. With `appointments` only
 * those, and no resources: what somebody who has the rest asks for after a change.
 */
export async function boardIn(
  deps: HasClock & HasDatabase & HasStatistics,
  caller: Caller,
  query: BoardQuery,
): Promise<Record<string, unknown>> {
  const { start, end, appointments: ids = null } = query;
  const window = { start, end };
  const { tenantId } = caller;
  // First of all: a client that continues from here gets changes made during this read again.
  const change = await lastChange(deps.db, tenantId);
  await bringUpToDate(deps, caller);
  const [{ resources, workingTimes, has }, all, violations, categories, timeMarkers] = await Promise.all([
    ids === null ? resourcesOf(deps, caller, query, window) : { resources: [], workingTimes: [], has: [] },
    boardAppointments(deps.db, caller, { ...window, ids }),
    violationsOf(deps, caller, window),
    ids === null ? categoriesOf(deps.db, tenantId) : [],
    ids === null ? timeMarkersOf(deps.db, tenantId) : [],
  ]);
  const appointments = all.filter(({ hidden }) => !hidden);
  const found = appointments.map(({ id }) => id);
  const [staff, containers, notifications, requires, jobTexts, dependencies] = await Promise.all([
    visibleAssignmentsOf(
      deps.db,
      caller,
      all.map(({ id }) => id),
    ),
    containersOf(deps.db, tenantId, found),
    notificationsOf(deps.db, tenantId, found),
    valuesOfTasks(deps.db, tenantId, [...new Set(appointments.flatMap(({ taskId }) => taskId ?? []))]),
    jobTextsOf(deps.db, tenantId, [...new Set(appointments.flatMap(({ jobId }) => jobId ?? []))]),
    dependenciesOf(
      deps.db,
      tenantId,
      found,
      appointments.flatMap(({ taskId }) => taskId ?? []),
    ),
  ]);
  const jobs = indexedJobs(jobTexts);
  const values = new ValueList();
  const hasOf = values.indexes(has);
  const requiresOf = values.indexes(requires);
  const staffOf = grouped(staff, ({ appointmentId, resourceNo }) => [appointmentId, resourceNo]);
  const containersBy = grouped(containers, ({ owner, name }) => [owner, String(name)]);
  const worst = worstOf(notifications);
  const moment = (instant: number): string => formatInstant(caller.timeZone, instant);
  return {
    start: moment(window.start),
    end: moment(window.end),
    timeZone: caller.timeZone,
    change,
    resources: resources.map((resource) => ({ ...resource, has: hasOf.get(resource.id) ?? [] })),
    workingTimes: workingTimes.map((times) =>
      times.map(({ start, end }) => ({ start: moment(start), end: moment(end) })),
    ),
    appointments: appointments.map(({ taskId, jobId, hidden: _hidden, ...appointment }) => ({
      ...appointment,
      job: jobs.indexOf.get(jobId ?? -1) ?? null,
      start: moment(appointment.start),
      end: moment(appointment.end),
      resources: staffOf.get(appointment.id) ?? [],
      containers: containersBy.get(appointment.id) ?? [],
      notification: worst.get(appointment.id) ?? null,
      requires: requiresOf.get(taskId ?? 0) ?? [],
    })),
    jobs: jobs.list,
    dependencies: dependencyLines(dependencies, appointments),
    busy: all.flatMap((each) => {
      const taken = each.hidden ? staffOf.get(each.id) : undefined;
      if (!taken) return [];
      return [
        {
          key: keyOfHidden(each.appointmentGuid),
          start: moment(each.start),
          end: moment(each.end),
          resources: taken,
        },
      ];
    }),
    limited: caller.visibility !== null,
    filterValues: values.list,
    violations,
    categories,
    timeMarkers,
  };
}

/** GET /board/tasks: the open tasks, soonest first, as a planner chooses from them. */
export async function openTasksIn(
  deps: HasDatabase & HasClock & HasStatistics,
  caller: Caller,
  query: OpenTaskQuery,
): Promise<{ total: number; tasks: Record<string, unknown>[] }> {
  await bringUpToDate(deps, caller);
  const now = deps.now();
  const tasks = await boardTasks(deps.db, caller, { now, search: query.search ?? null, ...rowsOf(query) });
  const requires = grouped(
    await valuesOfTasks(
      deps.db,
      caller.tenantId,
      tasks.map(({ id }) => id),
    ),
    ({ owner, group, value }) => [owner, { group, value }],
  );
  const moment = (value: unknown): string | null =>
    typeof value === 'number' ? formatInstant(caller.timeZone, value) : null;
  const text = (task: StoredRecord, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, task[name] ?? null]));
  return {
    total: tasks[0]?.total ?? 0,
    tasks: tasks.map((task) => ({
      ...text(task, ['id', 'version', 'sourceApp', 'sourceType', 'jobNo', 'taskNo', 'shortDescription', 'subject']),
      ...text(task, ['category', 'timeMarker', 'importance', 'customerName', 'address', 'city', 'durationInSeconds']),
      ...text(task, ['postcode', 'region', 'siteName', 'contactName', 'responsible', 'type', 'status']),
      ...text(task, ['latitude', 'longitude', 'container', 'containerIndex']),
      requiredResources: task['requiredNoResources'],
      earliest: moment(task['earliest']),
      due: moment(task['due']),
      created: moment(task['created']),
      remainingInSeconds: presentPlan(task, now)['remainingInSeconds'],
      plannedAppointments: presentPlan(task, now)['plannedAppointments'],
      requires: requires.get(task.id) ?? [],
    })),
  };
}

interface ShownResource {
  readonly id: number;
  readonly resourceNo: string;
  readonly name: string;
  readonly teamCode: string | null;
  readonly teamName: string | null;
  readonly resourceType: string | null;
  readonly department: string | null;
  readonly timeZone: string;
  /** Index in `workingTimes`: resources of one calendar share theirs. */
  readonly working: number;
}

async function resourcesOf(
  deps: HasDatabase,
  caller: Caller,
  query: BoardQuery,
  window: Interval,
): Promise<{ resources: ShownResource[]; workingTimes: readonly (readonly Interval[])[]; has: OwnedValue[] }> {
  const { resources: stored } = await resourcesIn(deps, caller, query);
  const ids = stored.map(({ id }) => id);
  const [clocks, has] = await Promise.all([
    clocksOf(deps.db, caller, ids),
    valuesOfResources(deps.db, caller.tenantId, ids),
  ]);
  const workingTimes = new IntervalLists();
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const resources = stored.flatMap((resource): ShownResource[] => {
    const clock = clocks.get(resource.id);
    if (!clock) return [];
    return [
      {
        id: resource.id,
        resourceNo: String(resource['resourceNo']),
        name: nameOf(resource),
        teamCode: text(resource['teamCode']),
        teamName: text(resource['teamName']),
        resourceType: text(resource['resourceType']),
        department: text(resource['department']),
        timeZone: clock.zone,
        working: workingTimes.indexOf(clock.workingIn(window)),
      },
    ];
  });
  return { resources, workingTimes: workingTimes.lists, has };
}

async function violationsOf(
  deps: HasClock & HasDatabase,
  caller: Caller,
  window: Interval,
): Promise<Record<string, unknown>[]> {
  const shown: Record<string, unknown>[] = [];
  const all = { ...window, rules: null, severity: null, resources: null, reader: caller, now: deps.now() };
  for await (const portion of violationsIn(deps.db, all, { limit: undefined, offset: 0 }))
    for (const violation of portion) {
      // An accepted conflict marks no bar.
      if (violation.waiver || (violation.appointment === null && violation.other === null)) continue;
      const { rule, severity, message, resourceNo, detail } = presentViolation(violation, caller.timeZone);
      shown.push({
        rule,
        severity,
        message,
        resourceNo,
        detail,
        appointmentId: violation.appointment?.id ?? null,
        otherId: violation.other?.id ?? null,
      });
    }
  return shown;
}

/** The most serious kind of notification of each appointment. */
function worstOf(notifications: readonly AppointmentPart[]): Map<number, number> {
  const worst = new Map<number, number>();
  for (const { owner, type } of notifications) worst.set(owner, Math.max(worst.get(owner) ?? 0, Number(type)));
  return worst;
}
