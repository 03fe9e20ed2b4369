import { type Refusal, refuse } from '../../domain/errors.ts';
import { foldKey } from '../../domain/natural-key.ts';
import type { HasRoads } from '../../domain/travel.ts';
import { usualOptions } from '../../engine/optimization/request.ts';
import type { TravelData } from '../../engine/routing/travel-table.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Session, Transaction } from '../../platform/postgres/database.ts';
import { taskKey } from '../../records/entities/kit.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import type { SentCall } from '../../records/writing/sent-call.ts';
import type { WriteAnswer } from '../../records/writing/write-answer.ts';
import {
  parseFor,
  type Work,
  type WriteGuard,
  type WriteOptions,
  writeWork,
} from '../../records/writing/write-calls.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { appointmentsNamed } from '../appointments/appointment-store.ts';
import { loadProblem } from '../optimization/load-problem.ts';
import { holdTasks } from '../optimization/optimization-load.ts';
import type { HasSolver } from '../optimization/solver-threads.ts';
import { bringUpToDate } from '../planning/bring-up-to-date.ts';
import { findResource } from '../planning/find-resource.ts';
import { lockSlotsOfAll } from '../planning/hold-store.ts';
import { type TravelTimes, travelData, travelTimesBetween } from '../planning/travel.ts';
import type { PlanRouteBody } from './contract.ts';
import { type Visit, visitsIn } from './map-store.ts';
import { type DayProblem, dayProblem, type PlannedDay } from './route-day.ts';
import { searchDay } from './search-day.ts';
import { presentDay } from './show-planned-route.ts';

interface Question {
  readonly resourceNo: string;
  readonly body: PlanRouteBody;
}

/**
 * POST /resource/{resourceNo}/route: the stops of a day in another order, in the best order, or with one task more. The times are computed before the
 * transaction; in it everything that they stand on is read again, and a day that changed meanwhile is refused.
 */
export async function planRoute(
  deps: WriteDeps & HasRoads & HasSolver,
  caller: Caller,
  question: Question,
  options: WriteOptions,
  guard?: WriteGuard,
): Promise<WriteAnswer> {
  const { body } = question;
  if (body.task && body.optimize) throw refuse('REQ014', 'optimize: send a task or optimize, not both.', 'optimize');
  const resource = await findResource(deps, caller, question.resourceNo);
  const now = deps.now();
  if (body.end <= now.getTime()) throw refuse('REQ014', 'end: the day is in the past.', 'end');
  await bringUpToDate(deps, caller);
  const load = (db: Session): Promise<DayProblem> =>
    loadDay(db, caller, { id: resource.id, resourceNo: String(resource['resourceNo']) }, body, now);
  const day = await load(deps.db);
  const { times, travel } = await travelOf(deps, day);
  const planned = await searchDay(deps, day, travel, body);
  const find = async (tx: Transaction): Promise<Work> => {
    await hold(tx, caller, day);
    if (fingerprint(await load(tx)) !== fingerprint(day)) throw changed('It changed while the times were computed.');
    if (!options.dryRun) refuseMisfits(planned);
    const sent = callsOf(planned, day);
    return {
      parsed: await parseFor(deps, caller, sent, 'property'),
      size: sent.length,
      finish: async () => ({ plan: presentDay(planned, day, times, caller.timeZone) }),
    };
  };
  return writeWork(deps, caller, options, find, guard);
}

async function loadDay(
  db: Session,
  caller: Caller,
  resource: { readonly id: number; readonly resourceNo: string },
  { start, end, stops, task, overtimeMinutes }: PlanRouteBody,
  now: Date,
): Promise<DayProblem> {
  const visits = await visitsIn(db, caller, { start, end, resources: [foldKey([resource.resourceNo])] });
  refuseChanged(visits, stops);
  const request = {
    ...usualOptions,
    ...{ kind: 'fieldService' as const, start, end, overtimeMinutes },
    ...{ resources: [resource.resourceNo], tasks: task ? [task] : [], alsoPlanned: true },
  };
  const loaded = await loadProblem(db, caller, request, now);
  return dayProblem(loaded, resource, visits, task && foldKey(taskKey.map((part) => task[part])));
}

/** Somebody else may have moved a stop, added one or taken one away since the caller read the day. */
function refuseChanged(visits: readonly Visit[], sent: PlanRouteBody['stops']): void {
  const versions = new Map(sent.map(({ appointmentId, version }) => [appointmentId, version]));
  if (versions.size < sent.length) throw refuse('REQ014', 'stops: an appointment is listed twice.', 'stops');
  const seen = visits.filter(({ hidden }) => !hidden);
  for (const { id, version, appointmentNo } of seen) {
    const known = versions.get(id);
    if (known === undefined) throw changed(`Appointment ${appointmentNo} is new.`);
    if (known !== version) throw changed(`Appointment ${appointmentNo} is at version ${version}, not ${known}.`);
  }
  const ids = new Set(seen.map(({ id }) => id));
  const gone = sent.find(({ appointmentId }) => !ids.has(appointmentId));
  if (gone) throw changed(`Appointment ${gone.appointmentId} is no stop of it.`);
}

const changed = (what: string): Refusal =>
  refuse('APP003', `The day is not as it was read. ${what} Read it again and repeat the request.`, 'stops');

function refuseMisfits({ misfits, stops }: PlannedDay): void {
  if (misfits.length === 0) return;
  const names = new Map(stops.map(({ key, name }) => [key, name]));
  const list = misfits.map(({ key, reason }) => `${names.get(key)?.slice(0, 100) ?? 'the task'} (${reason})`);
  throw refuse('APP049', `Stops do not fit into the day: ${list.join(', ')}.`);
}

/** Roads are asked for before the transaction: nobody should wait for locks because a service is slow. */
async function travelOf(deps: HasRoads, { places }: DayProblem): Promise<{ times: TravelTimes; travel: TravelData }> {
  const times = await travelTimesBetween(deps.roads, places);
  return { times, travel: await travelData(places, times) };
}

/** From here on nobody else changes the day: who wants time of the resource, or the same tasks, waits. */
async function hold(tx: Transaction, { tenantId }: Caller, { resource, units, visits }: DayProblem): Promise<void> {
  await lockSlotsOfAll(tx, tenantId, [resource.id]);
  await holdTasks(tx, tenantId, [...new Set([...units.values()].map(({ task }) => task.id))]);
  await appointmentsNamed(tx, tenantId, { ids: visits.map(({ id }) => id), guids: [], nos: [] });
}

/** All that the times were computed from. */
const fingerprint = ({ problem, places, visits }: DayProblem): string => JSON.stringify([problem, places, visits]);

/** The calls that a planner would send for what is new or starts at another time. */
const callsOf = ({ stops }: PlannedDay, { resource }: DayProblem): SentCall[] =>
  stops.flatMap(({ unit, start, end, before }) => {
    if (!unit || start === before) return [];
    const times = { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
    const { appointment, task } = unit;
    return [
      fromObject(
        'mboc_upsertAppointment',
        appointment
          ? { appointmentGuid: appointment.guid, ...times }
          : {
              ...Object.fromEntries(taskKey.map((part) => [part, task[part]])),
              ...times,
              resourceNo: resource.resourceNo,
            },
      ),
    ];
  });
