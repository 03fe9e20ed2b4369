import { refuse } from '../../domain/errors.ts';
import { dateOfInstant, formatInstant } from '../../domain/time/zone.ts';
import { notPossibleText, sessionTypeOf, wrongMoment } from '../../domain/visit.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
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
import type { WriteContext } from '../../records/writing/write-context.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { claimWithin } from '../time/claim-time.ts';
import type { HasTimeClock } from '../time/time-clock.ts';
import { type SessionRow, sessionsToStop } from '../time/time-store.ts';
import type { ReportBody } from './contract.ts';
import { lockOwnResource, type OwnVisit, onBehalfOfWorker, ownVisit } from './own-visit.ts';
import { addReport, claimsVisits, nameOfResource, reportNamed, type VisitReport } from './visit-store.ts';

/** POST /visit: the state, the time sessions and what follows from them, in one transaction. */
export const reportVisit = (
  deps: WriteDeps & HasTimeClock,
  caller: Caller,
  body: ReportBody,
  options: WriteOptions,
  guard?: WriteGuard,
): Promise<WriteAnswer> => {
  const writer = body.state === 'notPossible' ? onBehalfOfWorker(caller) : caller;
  return writeWork(deps, writer, options, (tx) => findReport(deps, caller, writer, body, tx), guard);
};

async function findReport(
  deps: WriteDeps & HasTimeClock,
  caller: Caller,
  writer: Caller,
  body: ReportBody,
  tx: Transaction,
): Promise<Work> {
  const resource = await lockOwnResource(tx, caller);
  const { appointmentId, externalId, state, reason = null } = body;
  const zone = resource.timeZone ?? caller.timeZone;
  const known = await reportNamed(tx, caller.tenantId, { resourceId: resource.id, externalId });
  if (known) return nothingToDo(known, known.removed, zone);
  const visit = await ownVisit(tx, caller, resource, appointmentId);
  const at = body.at ?? (await deps.sharedNow(tx));
  const wrong = wrongMoment(at, await deps.sharedNow(tx), deps.sessionAheadMinutes);
  if (wrong !== undefined) throw refuse('APP010', wrong, 'at');
  if (state === 'notPossible') refuseMoved(visit, body.plannedStart, zone);
  const [running] = await sessionsToStop(tx, caller.tenantId, resource.id, null);
  const own = running && isOfTask(running, visit) && running.startedAt <= at ? running : undefined;
  const sent = [
    ...sessionCalls(visit, body, own, at),
    ...(state === 'notPossible' ? await removalCalls(tx, caller, visit, reason ?? '') : []),
  ];
  const report = { appointmentId, resourceId: resource.id, externalId, state, at, reason };
  return {
    parsed: await parseFor(deps, writer, sent, 'property'),
    size: sent.length,
    finish: async (context) => {
      await addReport(tx, caller.tenantId, report, caller.actor);
      const dates = new Set([own?.startedAt ?? at, at].map((moment) => dateOfInstant(zone, moment)));
      const notClaimed = state === 'done' ? await claimVisit(deps, context, caller, visit, [...dates]) : null;
      return shown(report, { removed: state === 'notPossible', notClaimed }, zone);
    },
  };
}

const isOfTask = (session: SessionRow, { appointment }: OwnVisit): boolean =>
  taskKey.every((part) => session[part as keyof SessionRow] === appointment[part as keyof typeof appointment]);

const shown = (
  { appointmentId, state, at }: VisitReport,
  further: { readonly removed: boolean; readonly notClaimed: string | null },
  zone: string,
): WriteAnswer['shown'] => ({ visit: { appointmentId, state, at: formatInstant(zone, at), ...further } });

/** The second tap of a button is no mistake. */
const nothingToDo = (known: VisitReport, removed: boolean, zone: string): Work => ({
  parsed: { calls: [], results: [], warnings: [] },
  size: 0,
  finish: async () => shown(known, { removed, notClaimed: null }, zone),
});

/** To take a visit out of the plan that a planner has just moved would undo what the planner decided. */
function refuseMoved({ appointment }: OwnVisit, plannedStart: number | undefined, zone: string): void {
  if (plannedStart === undefined || plannedStart === appointment.start) return;
  const start = formatInstant(zone, appointment.start);
  throw refuse('APP061', `The visit was moved to ${start} meanwhile.`, 'plannedStart', {
    start: new Date(appointment.start).toISOString(),
  });
}

/** An appointment without a task has no time sessions. */
function sessionCalls(
  { appointment, resource }: OwnVisit,
  { state, externalId }: ReportBody,
  running: SessionRow | undefined,
  at: number,
): SentCall[] {
  if (appointment.taskNo === null) return [];
  const moment = new Date(at).toISOString();
  const type = sessionTypeOf(state);
  if (type === undefined)
    return running ? [fromObject('mboc_upsertTimeSession', { timeSessionId: running.id, stoppedAt: moment })] : [];
  const { sourceApp, sourceType, jobNo, taskNo } = appointment;
  const { resourceNo } = resource;
  return [
    fromObject('mboc_upsertTimeSession', {
      ...{ sourceApp, sourceType, jobNo, taskNo, resourceNo, type, externalId },
      startedAt: moment,
    }),
  ];
}

/** The worker leaves the appointment, which goes with the last resource; planners are notified where they will look. */
async function removalCalls(
  tx: Transaction,
  { tenantId }: Caller,
  { appointment, resource, staff }: OwnVisit,
  reason: string,
): Promise<SentCall[]> {
  const { appointmentGuid, appointmentNo, sourceApp, sourceType, jobNo, taskNo } = appointment;
  const ofTask = taskNo === null ? {} : { sourceApp, sourceType, jobNo, taskNo };
  const about = staff.length > 1 ? { appointmentGuid } : ofTask;
  const visit = taskNo === null ? appointmentNo : `${jobNo} / ${taskNo}`;
  const text = notPossibleText(await nameOfResource(tx, tenantId, resource.id), visit, reason);
  return [
    fromObject('mboc_deleteAppointment', { appointmentGuid, resourceNo: resource.resourceNo }),
    fromObject('mboc_upsertNotification', { ...about, type: 1, text }),
  ];
}

/** Where the tenant wants it. A claim that is refused does not keep a visit from being done: answers why. */
async function claimVisit(
  deps: WriteDeps,
  context: WriteContext,
  caller: Caller,
  { appointment, resource }: OwnVisit,
  dates: readonly string[],
): Promise<string | null> {
  const { sourceApp, sourceType, jobNo, taskNo } = appointment;
  if (taskNo === null || !(await claimsVisits(context.tx, caller.tenantId))) return null;
  const of = { sourceApp: sourceApp ?? undefined, sourceType: sourceType ?? undefined, jobNo: jobNo ?? undefined };
  const chosen = { timeSessionIds: undefined, externalIds: undefined };
  const refused: string[] = [];
  for (const date of dates) {
    const body = { resourceNo: resource.resourceNo, date, ...of, taskNo, ...chosen };
    const reason = await claimWithin(deps, context, body);
    if (reason !== undefined) refused.push(reason);
  }
  return refused.length > 0 ? refused.join(' ') : null;
}
