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
import { appointmentText, jobText, listText } from './board-text.ts';
import type { BoardQuery, OpenTaskQuery } from './contract.ts';
import { indexedJobs, jobTextsOf } from './job-texts.ts';

/**
 * GET /board: all that the planning board shows of a window, as JSON in parts and by a fixed number of statements. With `appointments` only those, and
 * no resources: what somebody who has the rest asks for after a change. Resources come first, and everything that can be refused with them: a board
 * can draw its rows while the bars are read.
 */
export async function* boardIn(
  deps: HasClock & HasDatabase & HasStatistics,
  caller: Caller,
  query: BoardQuery,
): AsyncGenerator<string> {
  const { start, end, appointments: ids = null } = query;
  const window = { start, end };
  const moment = (instant: number): string => formatInstant(caller.timeZone, instant);
  // First of all: a client that continues from here gets changes made during this read again.
  const change = await lastChange(deps.db, caller.tenantId);
  await bringUpToDate(deps, caller);
  const { resources, workingTimes, has } = ids === null ? await resourcesOf(deps, caller, query, window) : NO_RESOURCES;
  const values = new ValueList();
  const hasOf = values.indexes(has);
  const head = {
    start: moment(start),
    end: moment(end),
    timeZone: caller.timeZone,
    change,
    resources: resources.map((resource) => ({ has: hasOf.get(resource.id) ?? [], ...resource })),
    workingTimes: workingTimes.map((times) =>
      times.map(({ start, end }) => ({ start: moment(start), end: moment(end) })),
    ),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"appointments":`;
  yield* barTexts(caller, await barsOf(deps, caller, window, ids), values, moment);
}

const NO_RESOURCES = { resources: [], workingTimes: [], has: [] };

/** The second part of the board: bars, their jobs and what is shown beside them. */
function* barTexts(
  caller: Caller,
  { all, shown, staff, containers, notifications, requires, jobs, dependencies, further }: Bars,
  values: ValueList,
  moment: (instant: number) => string,
): Generator<string> {
  const { list, indexOf } = indexedJobs(jobs);
  const resourcesBy = grouped(staff, ({ appointmentId, resourceNo }) => [appointmentId, resourceNo]);
  const parts = {
    moment,
    jobs: indexOf,
    resources: resourcesBy,
    containers: grouped(containers, ({ owner, name }) => [owner, String(name)]),
    notifications: worstOf(notifications),
    requires: values.indexes(requires),
  };
  yield* listText(shown, (bar) => appointmentText(bar, parts));
  yield ',"jobs":';
  yield* listText(list, jobText);
  const tail = {
    dependencies: dependencyLines(dependencies, shown),
    busy: all.flatMap((each) => {
      const taken = each.hidden ? resourcesBy.get(each.id) : undefined;
      if (!taken) return [];
      return [
        { key: keyOfHidden(each.appointmentGuid), start: moment(each.start), end: moment(each.end), resources: taken },
      ];
    }),
    limited: caller.visibility !== null,
    filterValues: values.list,
    ...further,
  };
  yield `,${JSON.stringify(tail).slice(1)}`;
}

type Bars = Awaited<ReturnType<typeof barsOf>>;

/** The bars of a window with what hangs on them, and what is shown beside them. */
async function barsOf(deps: HasClock & HasDatabase, caller: Caller, window: Interval, ids: readonly number[] | null) {
  const { db } = deps;
  const { tenantId } = caller;
  const [all, violations, categories, timeMarkers] = await Promise.all([
    boardAppointments(db, caller, { ...window, ids }),
    violationsOf(deps, caller, window),
    ids === null ? categoriesOf(db, tenantId) : [],
    ids === null ? timeMarkersOf(db, tenantId) : [],
  ]);
  const shown = all.filter(({ hidden }) => !hidden);
  const found = shown.map(({ id }) => id);
  const tasks = [...new Set(shown.flatMap(({ taskId }) => taskId ?? []))];
  const [staff, containers, notifications, requires, jobs, dependencies] = await Promise.all([
    visibleAssignmentsOf(
      db,
      caller,
      all.map(({ id }) => id),
    ),
    containersOf(db, tenantId, found),
    notificationsOf(db, tenantId, found),
    valuesOfTasks(db, tenantId, tasks),
    jobTextsOf(db, tenantId, [...new Set(shown.flatMap(({ jobId }) => jobId ?? []))]),
    dependenciesOf(db, tenantId, found, tasks),
  ]);
  const further = { violations, categories, timeMarkers };
  return { all, shown, staff, containers, notifications, requires, jobs, dependencies, further };
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
