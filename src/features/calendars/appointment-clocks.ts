import type { ResourceClock } from '../../domain/time/planned-time.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { clocksOf } from './resource-clocks.ts';
import { clocksOfTasks } from './task-clocks.ts';

/** Who does an appointment, and the calendar of its task for as long as that is nobody. */
export interface Doer {
  readonly resourceId: number | undefined;
  readonly calendarId: number | null;
}

/** The clocks by which appointments are measured. Asks nothing of the database when none is needed. */
export async function appointmentClocks(
  db: Session,
  caller: Pick<Caller, 'tenantId' | 'timeZone'>,
  doers: readonly Doer[],
): Promise<(doer: Doer) => ResourceClock | undefined> {
  if (doers.length === 0) return () => undefined;
  const assigned = await clocksOf(db, caller, [...new Set(doers.flatMap(({ resourceId }) => resourceId ?? []))]);
  const open = doers.filter(({ resourceId }) => resourceId === undefined);
  const calendars = new Set(open.flatMap(({ calendarId }) => calendarId ?? []));
  const unassigned = open.length > 0 ? await clocksOfTasks(db, caller, [...calendars]) : undefined;
  return ({ resourceId, calendarId }) =>
    resourceId === undefined ? unassigned?.(calendarId) : assigned.get(resourceId);
}
