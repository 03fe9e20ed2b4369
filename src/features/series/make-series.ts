import { randomUUID } from 'node:crypto';
import { workOf } from '../../domain/appointment.ts';
import { refuse } from '../../domain/errors.ts';
import { dateOrInstantOf, endOf, startOf } from '../../domain/time/unzoned-moment.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import { expandSeries, isFreeDay } from '../../engine/series/expand-series.ts';
import type { Occurrence, SeriesRequest } from '../../engine/series/model.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import { withColumns } from '../../records/writing/reshape.ts';
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
import { clocksOf, type ServiceClock } from '../calendars/resource-clocks.ts';
import type { SeriesBody } from './contract.ts';
import { placeInPlan, shownOccurrence } from './place-in-plan.ts';
import { keepRule, type SeriesRule } from './series-list-store.ts';
import { seriesRequest } from './series-request.ts';
import { resourceOfSeries, type SeriesTask } from './series-store.ts';
import { ownJobCalls, ownTaskKey, taskOfSeries } from './series-task.ts';

const HOUR_MS = 3_600_000;

/**
 * POST /appointmentRecurring: one appointment for each occurrence of a rule. They are written as calls of `mboc_upsertAppointment`, so that a
 * series obeys the rules that everybody obeys; all of it or nothing.
 */
export function makeSeries(
  deps: WriteDeps,
  caller: Caller,
  body: SeriesBody,
  options: WriteOptions,
  guard?: WriteGuard,
): Promise<WriteAnswer> {
  const request = seriesRequest(body);
  // A caller who cannot see records without a source system could never find the series again.
  if (!request.task && caller.sourceApps !== null)
    throw refuse('REQ015', 'taskNo is required for a key that is limited to source systems.', 'taskNo');
  const seriesId = randomUUID();
  return writeWork(deps, caller, options, (tx) => findSeries(deps, caller, request, seriesId, tx), guard);
}

async function findSeries(
  deps: HasClock & HasSealer,
  caller: Caller,
  request: SeriesRequest,
  seriesId: string,
  tx: Transaction,
): Promise<Work> {
  const resource = await resourceOfSeries(tx, caller, recordKey([request.resourceNo]));
  const clock = resource && (await clocksOf(tx, caller, [resource.id])).get(resource.id);
  if (!resource || !clock)
    throw refuse('APP004', `resource: there is no Resource ${request.resourceNo.slice(0, 60)}.`, 'resource');
  const task = request.task && (await taskOfSeries(tx, caller, request.task));
  const lengthMs = request.lengthMs ?? (task && workOf(task)) ?? HOUR_MS;
  const { starts, skipped } = expandSeries(clock, request);
  const free = await placeInPlan(deps, caller, tx, {
    resource,
    starts,
    lengthMs,
    zone: clock.zone,
    onConflict: request.onConflict,
  });
  const sent = [
    ...(task || free.made.length === 0 ? [] : ownJobCalls(seriesId, request.fields['subject'], lengthMs)),
    ...free.made.map(({ start, end }) =>
      fromObject('mboc_upsertAppointment', {
        ...(task ? keyOf(task) : ownTaskKey(seriesId)),
        ...request.fields,
        resourceNo: resource.resourceNo,
        start: new Date(start).toISOString(),
        end: new Date(end).toISOString(),
      }),
    ),
  ];
  // The job of a series without a task is created by the service: the right to plan is sufficient.
  const parsed = await parseFor(
    deps,
    { ...caller, permissions: [...caller.permissions, 'records.import'] },
    sent,
    'property',
  );
  const inSeries = parsed.calls.map((call) =>
    call.shape.procedure.model.name === 'Appointment' ? withColumns(call, { seriesId }, call.key) : call,
  );
  const left = [...skipped, ...free.skipped].sort((a, b) => (a.start < b.start ? -1 : 1));
  return {
    parsed: { ...parsed, calls: inSeries },
    size: sent.length,
    finish: async (context) => {
      if (free.made.length > 0) await keepRule(tx, caller.tenantId, seriesId, ruleOf(request, clock.zone, lengthMs));
      return {
        seriesId: free.made.length === 0 ? null : seriesId,
        occurrences: shownOccurrences(context, free.made, sent.length - free.made.length, clock),
        skipped: left,
        met: free.met.map(({ appointmentNo, subject, start, end }) => ({
          appointmentNo,
          subject,
          start: formatInstant(clock.zone, start),
          end: formatInstant(clock.zone, end),
        })),
      };
    },
  };
}

const ruleOf = (request: SeriesRequest, zone: string, lengthMs: number): SeriesRule => ({
  rule: request.rule,
  zone,
  start: startOf(request.start, zone),
  end: endOf(request.end, zone),
  lengthMs,
  except: request.except.map((moment) => dateOrInstantOf(moment, zone)),
  skipNonWorking: request.skipNonWorking,
});

const keyOf = ({ sourceApp, sourceType, jobNo, taskNo }: SeriesTask) => ({ sourceApp, sourceType, jobNo, taskNo });

/** `before`: how many calls were sent before those of the appointments. */
function shownOccurrences(
  context: WriteContext,
  made: readonly Occurrence[],
  before: number,
  clock: ServiceClock,
): unknown[] {
  const written = new Map(context.appointments.map((each) => [each.index - before, each]));
  return made.map((occurrence, i) => ({
    ...shownOccurrence(occurrence, clock.zone),
    nonWorking: isFreeDay(clock, occurrence.start),
    appointmentId: written.get(i)?.id,
    appointmentGuid: written.get(i)?.guid,
  }));
}
