import { refuse } from '../../domain/errors.ts';
import { resourceInReach } from '../../domain/own-time.ts';
import { dayOfZone, formatInstant } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import { clocksOf } from '../calendars/resource-clocks.ts';
import { missingTime } from './missing-time.ts';
import { entriesIn, sessionsIn } from './registered-time.ts';
import { sessionsShown } from './show-time.ts';
import { resourcesAfter } from './time-missing-store.ts';
import type { TasksQuery, TimesheetQuery } from './timesheet-contract.ts';
import {
  appointmentsOfResource,
  runningSession,
  type TimesheetTask,
  tasksFound,
  tasksOfTimesheet,
} from './timesheet-store.ts';

/**
 * GET /timesheet: all that a field worker's page shows of some days, in one answer and a fixed number of statements, so that a phone
 * can keep it. Days are those of the resource.
 */
export async function timesheetOf(
  deps: HasDatabase,
  caller: Caller,
  query: TimesheetQuery,
): Promise<Record<string, unknown>> {
  const dates = { start: query.start, end: query.end };
  const resource = await resourceOf(deps, caller, query.resourceNo);
  const zone = (await clocksOf(deps.db, caller, [resource.id])).get(resource.id)?.zone ?? caller.timeZone;
  const moment = (instant: number): string => formatInstant(zone, instant);
  const [start, end] = [dayOfZone(zone, dates.start).start, dayOfZone(zone, dates.end).start];
  const window = { resourceId: resource.id, key: resource.key, dates, start, end };
  const own = { resourceNo: resource.resourceNo };
  const [entries, sessions, days, appointments, running] = await Promise.all([
    entriesIn(deps, caller, { ...dates, ...own }).then(({ portions }) => gathered(portions)),
    sessionsIn(deps, caller, { start, end, ...own }).then(({ portions }) => gathered(portions)),
    missingTime(deps, caller, { ...dates, ...own }).then(gathered),
    appointmentsOfResource(deps.db, caller, window),
    runningSession(deps.db, caller, resource.id),
  ]);
  const planned = [...new Set(appointments.map(({ taskId }) => taskId))];
  const [tasks, [runs]] = await Promise.all([
    tasksOfTimesheet(deps.db, caller, window, planned),
    sessionsShown(
      deps.db,
      caller,
      running.map(({ id }) => id),
    ),
  ]);
  return {
    ...own,
    timeZone: zone,
    entries,
    sessions,
    running: runs ?? null,
    days,
    appointments: appointments.map(({ taskId, ...each }) => ({
      ...each,
      start: moment(each.start),
      end: moment(each.end),
    })),
    tasks,
  };
}

/** GET /timesheet/tasks: what time can be registered on, by a word of it. */
export const tasksToRegisterOn = (
  deps: HasDatabase,
  caller: Caller,
  { search = '', limit }: TasksQuery,
): Promise<TimesheetTask[]> => tasksFound(deps.db, caller, { search, limit });

async function resourceOf(
  deps: HasDatabase,
  caller: Caller,
  asked: string,
): Promise<{ id: number; key: string; resourceNo: string }> {
  const resourceNo = resourceInReach(caller, asked) ?? asked;
  const wanted = { after: '', key: recordKey([resourceNo]), limit: 1 };
  const [resource] = await resourcesAfter(deps.db, caller, wanted);
  if (!resource) throw refuse('REQ005', `There is no Resource ${resourceNo}.`, 'resourceNo');
  return resource;
}

async function gathered<T>(portions: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const portion of portions) all.push(...portion);
  return all;
}
