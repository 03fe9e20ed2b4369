import type { HoursDocument } from '../../domain/documents.ts';
import { refuse } from '../../domain/errors.ts';
import { extendedDayCode, extendedHours } from '../../domain/extended-day.ts';
import { dateOfInstant, dayOfZone } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import type { SentCall } from '../../records/writing/sent-call.ts';
import type { WriteAnswer } from '../../records/writing/write-answer.ts';
import { type WriteGuard, type WriteOptions, writeCalls } from '../../records/writing/write-calls.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { clocksOf } from '../calendars/resource-clocks.ts';
import { findResource } from '../planning/find-resource.ts';
import type { ExtendBody } from './contract.ts';

interface LongerDay {
  readonly resourceId: number;
  readonly resourceNo: string;
  readonly date: string;
  readonly hours: readonly HoursDocument[];
}

/** The hours of the day of a resource with a further interval; undefined when the interval is not within one day. */
export async function longerDay(
  db: Session,
  caller: Pick<Caller, 'tenantId' | 'timeZone'>,
  resource: { readonly id: number; readonly no: string },
  more: { readonly start: number; readonly end: number },
): Promise<LongerDay | undefined> {
  const clock = (await clocksOf(db, caller, [resource.id])).get(resource.id);
  if (!clock) return undefined;
  const day = dayOfZone(clock.zone, dateOfInstant(clock.zone, more.start));
  const extended = extendedHours(clock.zone, clock.rosteredIn(day), more);
  return extended && { resourceId: resource.id, resourceNo: resource.no, ...extended };
}

/** A calendar for one resource and one day. Its hours are complete, so that it needs no parent. */
export function callsOfLongerDay({ resourceId, resourceNo, date, hours }: LongerDay): SentCall[] {
  const code = extendedDayCode(resourceId, date);
  return [
    fromObject('mboc_upsertCalendar', { code, name: `${resourceNo} ${date}`, overrides: [{ date, hours }] }),
    fromObject('mboc_upsertResourceCalendar', {
      code,
      resourceNo,
      calendarCode: code,
      startDate: date,
      endDate: date,
    }),
  ];
}

/** Calendars are records of the back office; a planner changes them in this way only. */
export const asCalendarWriter = (caller: Caller): Caller => ({
  ...caller,
  permissions: [...new Set([...caller.permissions, 'records.import' as const])],
});

/** POST /extendedDay */
export async function extendDay(
  deps: WriteDeps,
  caller: Caller,
  { resourceNo, start, end }: ExtendBody,
  options: WriteOptions,
  guard?: WriteGuard,
): Promise<WriteAnswer> {
  const resource = await findResource(deps, caller, resourceNo);
  const longer =
    end > start ? await longerDay(deps.db, caller, { id: resource.id, no: resourceNo }, { start, end }) : undefined;
  if (!longer)
    throw refuse('REQ014', 'end: must be after start and on the same day, on the clock of the resource.', 'end');
  return writeCalls(deps, asCalendarWriter(caller), callsOfLongerDay(longer), options, guard);
}
