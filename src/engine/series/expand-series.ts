import { Refusal, refuse } from '../../domain/errors.ts';
import type { ResourceClock } from '../../domain/time/planned-time.ts';
import { occurrencesOf, type SkippedOccurrence } from '../../domain/time/recurrence.ts';
import { dateOrInstantOf, endOf, startOf } from '../../domain/time/unzoned-moment.ts';
import { dateOfInstant, dayOfZone, formatInstant, localOfInstant } from '../../domain/time/zone.ts';
import type { SeriesRequest, SkippedStart } from './model.ts';

export interface ExpandedSeries {
  /** Epoch ms, ascending. */
  readonly starts: readonly number[];
  readonly skipped: readonly SkippedStart[];
}

/** The occurrences of the rule in the zone of the resource, on request without the days when the resource does not work. */
export function expandSeries(
  clock: ResourceClock,
  request: Pick<SeriesRequest, 'start' | 'end' | 'rule' | 'except' | 'skipNonWorking'>,
): ExpandedSeries {
  const { zone } = clock;
  const start = startOf(request.start, zone);
  if (isSkippedClock(request, start, zone))
    throw refuse(
      'REQ014',
      `startDate: this time does not exist in ${zone}, because the clock skips it. Choose another time.`,
      'startDate',
    );
  const end = endOf(request.end, zone);
  if (end < start) throw refuse('REQ014', 'endDate: must not be before startDate.', 'endDate');
  const except = request.except.map((moment) => dateOrInstantOf(moment, zone));
  const found = occurrencesOf({ rule: request.rule, start, end, zone, except });
  if ('code' in found) throw new Refusal(found);
  const isClosed = (at: number): boolean => request.skipNonWorking && isFreeDay(clock, at);
  return {
    starts: found.starts.filter((at) => !isClosed(at)),
    skipped: [
      ...found.skipped.map((skip) => ({ start: shownSkip(skip, zone), reason: skip.reason, conflicts: [] })),
      ...found.starts
        .filter(isClosed)
        .map((at) => ({ start: formatInstant(zone, at), reason: 'nonWorking' as const, conflicts: [] })),
    ],
  };
}

/** A wall clock that does not exist on that day cannot be kept on the others. */
const isSkippedClock = ({ start: moment }: Pick<SeriesRequest, 'start'>, start: number, zone: string): boolean =>
  'unzoned' in moment &&
  !moment.unzoned.endsWith('Z') &&
  localOfInstant(zone, start) !== Date.parse(`${moment.unzoned}Z`);

/** A time that the zone leaves out has no offset. */
const shownSkip = (skip: SkippedOccurrence, zone: string): string =>
  skip.reason === 'clockChange' ? new Date(skip.local).toISOString().slice(0, 19) : formatInstant(zone, skip.start);

/** Whether the resource does not work at all on the day of an occurrence. */
export const isFreeDay = (clock: ResourceClock, at: number): boolean =>
  clock.workingIn(dayOfZone(clock.zone, dateOfInstant(clock.zone, at))).length === 0;
