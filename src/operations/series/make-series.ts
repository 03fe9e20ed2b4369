import { randomUUID } from 'node:crypto';
import { workOf } from '../../domain/appointment.ts';
import { problem, Refusal, refuse } from '../../domain/errors.ts';
import { meetings } from '../../domain/series.ts';
import type { Interval } from '../../domain/time/interval.ts';
import { occurrencesOf, type SkippedOccurrence } from '../../domain/time/recurrence.ts';
import { dateOfInstant, dayOfZone, formatInstant, localOfInstant } from '../../domain/time/zone.ts';
import { bookingsOf } from '../../storage/booking-store.ts';
import type { Transaction } from '../../storage/database.ts';
import { lockSlots } from '../../storage/hold-store.ts';
import { holdsOf, resourceOfSeries, type SeriesResource, type SeriesTask } from '../../storage/series-store.ts';
import { type Caller, mayReach } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { clocksOf, type ServiceClock } from '../planning/resource-clocks.ts';
import { withColumns } from '../writers/reshape.ts';
import { fromObject } from '../writing/from-object.ts';
import { recordKey } from '../writing/record-key.ts';
import {
  parseFor,
  type Work,
  type WriteAnswer,
  type WriteGuard,
  type WriteOptions,
  writeWork,
} from '../writing/write-calls.ts';
import type { WriteContext } from '../writing/write-context.ts';
import { endOf, exceptionOf, parseSeries, type SeriesRequest, startOf } from './series-request.ts';
import { ownJobCalls, ownTaskKey, taskOfSeries } from './series-task.ts';

const HOUR_MS = 3_600_000;

interface Occurrence extends Interval {
  /** Numbers of the appointments that it meets. */
  readonly conflicts: readonly string[];
}

interface ShownSkip {
  readonly start: string;
  readonly reason: SkippedOccurrence['reason'] | 'nonWorking' | 'conflict';
}

/**
 * POST /appointmentRecurring: one appointment for each occurrence of a rule. They are written as calls of `mboc_upsertAppointment`, so that a
 * series obeys the rules that everybody obeys; all of it or nothing.
 */
export function makeSeries(
  deps: Deps,
  caller: Caller,
  body: unknown,
  options: WriteOptions,
  guard?: WriteGuard,
): Promise<WriteAnswer> {
  const request = parseSeries(body);
  // Whoever may not see what has no source system could never find the series again.
  if (!request.task && caller.sourceApps !== null)
    throw refuse('REQ015', 'taskNo is required for a key that is limited to source systems.', 'taskNo');
  const seriesId = randomUUID();
  return writeWork(deps, caller, options, (tx) => findSeries(deps, caller, request, seriesId, tx), guard);
}

async function findSeries(
  deps: Deps,
  caller: Caller,
  request: SeriesRequest,
  seriesId: string,
  tx: Transaction,
): Promise<Work> {
  const resource = await resourceOfSeries(tx, caller.tenantId, recordKey([request.resourceNo]));
  const clock = resource && (await clocksOf(tx, caller, [resource.id])).get(resource.id);
  if (!resource || !clock)
    throw refuse('APP004', `resource: there is no Resource ${request.resourceNo.slice(0, 60)}.`, 'resource');
  const task = request.task && (await taskOfSeries(tx, caller, request.task));
  const lengthMs = request.lengthMs ?? (task && workOf(task)) ?? HOUR_MS;
  const { starts, skipped } = occurrencesIn(clock, request);
  const free = await besideOthers(deps, caller, tx, { resource, starts, lengthMs, clock, request });
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
  // The job of a series that has none is ours: whoever may plan may have it made.
  const parsed = await parseFor(deps, { ...caller, scopes: [...caller.scopes, 'import'] }, sent, 'property');
  const inSeries = parsed.calls.map((call) =>
    call.shape.procedure.model.name === 'Appointment' ? withColumns(call, { seriesId }, call.key) : call,
  );
  const left = [...skipped, ...free.skipped].sort((a, b) => (a.start < b.start ? -1 : 1));
  return {
    parsed: { ...parsed, calls: inSeries },
    size: sent.length,
    finish: async (context) => ({
      seriesId: free.made.length === 0 ? null : seriesId,
      occurrences: shownOccurrences(context, free.made, sent.length - free.made.length, clock.zone),
      skipped: left,
    }),
  };
}

const keyOf = ({ sourceApp, sourceType, jobNo, taskNo }: SeriesTask) => ({ sourceApp, sourceType, jobNo, taskNo });

interface Timed {
  readonly starts: readonly number[];
  readonly skipped: readonly ShownSkip[];
}

/** What the rule gives on the resource's clock, without the days on which it does not work where that is asked. */
function occurrencesIn(clock: ServiceClock, request: SeriesRequest): Timed {
  const { zone } = clock;
  const start = startOf(request.start, zone);
  if (isSkippedClock(request, start, zone))
    throw refuse(
      'REQ014',
      `startDate: the clock of ${zone} skips that time; series keep their wall clock.`,
      'startDate',
    );
  const end = endOf(request.end, zone);
  if (end < start) throw refuse('REQ014', 'endDate: must not be before startDate.', 'endDate');
  const except = request.except.map((moment) => exceptionOf(moment, zone));
  const found = occurrencesOf({ rule: request.rule, start, end, zone, except });
  if ('code' in found) throw new Refusal(found);
  const isClosed = (at: number): boolean => {
    if (!request.skipNonWorking) return false;
    return clock.workingIn(dayOfZone(zone, dateOfInstant(zone, at))).length === 0;
  };
  return {
    starts: found.starts.filter((at) => !isClosed(at)),
    skipped: [
      ...found.skipped.map((skip) => ({ start: shownSkip(skip, zone), reason: skip.reason })),
      ...found.starts.filter(isClosed).map((at) => ({ start: formatInstant(zone, at), reason: 'nonWorking' as const })),
    ],
  };
}

/** A wall clock that does not exist on that day cannot be kept on the others. */
const isSkippedClock = ({ start: moment }: SeriesRequest, start: number, zone: string): boolean =>
  'unzoned' in moment &&
  !moment.unzoned.endsWith('Z') &&
  localOfInstant(zone, start) !== Date.parse(`${moment.unzoned}Z`);

/** A time that the zone leaves out has no offset. */
const shownSkip = (skip: SkippedOccurrence, zone: string): string =>
  skip.reason === 'clockChange' ? new Date(skip.local).toISOString().slice(0, 19) : formatInstant(zone, skip.start);

interface Placing {
  readonly resource: SeriesResource;
  readonly starts: readonly number[];
  readonly lengthMs: number;
  readonly clock: ServiceClock;
  readonly request: SeriesRequest;
}

/** What becomes of the occurrences that meet other appointments of the resource, or slots that somebody holds. */
async function besideOthers(
  deps: Deps,
  caller: Caller,
  tx: Transaction,
  { resource, starts, lengthMs, clock: { zone }, request: { onConflict } }: Placing,
): Promise<{ readonly made: readonly Occurrence[]; readonly skipped: readonly ShownSkip[] }> {
  const [first, last] = [starts[0], starts.at(-1)];
  if (first === undefined || last === undefined) return { made: [], skipped: [] };
  // Who wants no conflict takes turns with those who book slots of the resource.
  if (onConflict !== 'allow') await lockSlots(tx, caller.tenantId, resource.id);
  const window = { start: first, end: last + lengthMs };
  const bookings = resource.isBulk ? [] : await bookingsOf(tx, caller.tenantId, [resource.id], window);
  const holds =
    resource.isBulk || onConflict === 'allow' ? [] : await holdsOf(tx, caller.tenantId, resource.id, deps.now());
  const met = meetings(starts, lengthMs, bookings);
  const held = meetings(starts, lengthMs, holds);
  const isTaken = (start: number): boolean => met.has(start) || held.has(start);
  const all = starts.map((start) => ({
    start,
    end: start + lengthMs,
    // That the resource is taken is everybody's business; by what, only of those who may read the appointment.
    conflicts: (met.get(start) ?? [])
      .filter(({ sourceApp }) => mayReach(caller, sourceApp))
      .map(({ appointmentNo }) => appointmentNo),
  }));
  if (onConflict === 'allow') return { made: all, skipped: [] };
  const taken = all.filter(({ start }) => isTaken(start));
  if (onConflict === 'reject' && taken.length > 0)
    throw new Refusal(
      problem(
        'APP020',
        `${taken.length} of ${all.length} occurrences meet other appointments of ${resource.resourceNo}.`,
      ),
      { extra: { occurrences: taken.map((each) => shownOccurrence(each, zone)) } },
    );
  return {
    made: all.filter(({ start }) => !isTaken(start)),
    skipped: taken.map(({ start }) => ({ start: formatInstant(zone, start), reason: 'conflict' })),
  };
}

const shownOccurrence = ({ start, end, conflicts }: Occurrence, zone: string) => ({
  start: formatInstant(zone, start),
  end: formatInstant(zone, end),
  conflicts,
});

/** `before`: how many calls were sent before those of the appointments. */
function shownOccurrences(context: WriteContext, made: readonly Occurrence[], before: number, zone: string): unknown[] {
  const written = new Map(context.appointments.map((each) => [each.index - before, each]));
  return made.map((occurrence, i) => ({
    ...shownOccurrence(occurrence, zone),
    appointmentId: written.get(i)?.id,
    appointmentGuid: written.get(i)?.guid,
  }));
}
