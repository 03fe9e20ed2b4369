import { resolveCalendar, standardCalendar } from '../../domain/time/calendar.ts';
import type { ResourceClock } from '../../domain/time/planned-time.ts';
import { workingTime } from '../../domain/time/working-time.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { calendarsNeeded } from './working-time-store.ts';

const ALWAYS = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };

/** The clock of appointments that nobody is assigned to: by the calendar of the task, or the tenant's default. One statement. */
export async function clocksOfTasks(
  db: Session,
  { tenantId, timeZone: zone }: Pick<Caller, 'tenantId' | 'timeZone'>,
  calendarIds: readonly number[],
): Promise<(calendarId: number | null) => ResourceClock> {
  const rows = await calendarsNeeded(db, tenantId, [], calendarIds);
  const stored = new Map(rows.map((row) => [row.code, row]));
  const clock = (code: string | undefined): ResourceClock => {
    const fallback = code === undefined ? standardCalendar : resolveCalendar(code, stored);
    const rules = { zone, fallback, assigned: [], inService: ALWAYS };
    return { zone, workingIn: (window) => workingTime(rules, window) };
  };
  const byId = new Map(rows.map(({ id, code }) => [id, clock(code)]));
  const tenants = clock(rows.find(({ isDefault }) => isDefault)?.code);
  return (calendarId) => (calendarId === null ? undefined : byId.get(calendarId)) ?? tenants;
}
