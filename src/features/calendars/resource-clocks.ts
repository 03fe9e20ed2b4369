import type { AbsenceKind } from '../../domain/absence.ts';
import { absentInterval } from '../../domain/time/absent-time.ts';
import { resolveCalendar, standardCalendar } from '../../domain/time/calendar.ts';
import { type Interval, subtract, union } from '../../domain/time/interval.ts';
import type { ResourceClock } from '../../domain/time/planned-time.ts';
import { type AssignedCalendar, dayInTenant, serviceTime, workingTime } from '../../domain/time/working-time.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { type ApprovedAbsence, calendarsNeeded, calendarsOfResources, timesOfResources } from './working-time-store.ts';

/** A resource's clock, and from when until when it is in service. */
export interface ServiceClock extends ResourceClock {
  readonly inService: Interval;
  /** Working time by its calendars alone: what it would work without its absences. */
  readonly rosteredIn: (window: Interval) => readonly Interval[];
  /** Approved absences, by their first day. */
  readonly absences: readonly (Interval & { readonly kind: AbsenceKind })[];
}

/**
 * The clocks of resources by their ids: zone and working time, without approved absences. Three statements for any number of resources; one that does not exist
 * has no clock. Resources that share a calendar share the computed days.
 */
export async function clocksOf(
  db: Session,
  { tenantId, timeZone: tenantZone }: Pick<Caller, 'tenantId' | 'timeZone'>,
  resourceIds: readonly number[],
): Promise<ReadonlyMap<number, ServiceClock>> {
  if (resourceIds.length === 0) return new Map();
  const [resources, assignments, rows] = await Promise.all([
    timesOfResources(db, tenantId, resourceIds),
    calendarsOfResources(db, tenantId, resourceIds),
    calendarsNeeded(db, tenantId, resourceIds),
  ]);
  const stored = new Map(rows.map((row) => [row.code, row]));
  const calendars = new Map(rows.map(({ code }) => [code, resolveCalendar(code, stored)]));
  const calendar = (code: string | undefined) => (code && calendars.get(code)) || standardCalendar;
  const fallback = calendar(rows.find(({ isDefault }) => isDefault)?.code);

  const assignedTo = new Map<number, AssignedCalendar[]>(resources.map(({ id }) => [id, []]));
  for (const each of assignments)
    assignedTo.get(each.resourceId)?.push({
      code: each.code,
      from: dayInTenant(each.startDate, tenantZone),
      till: dayInTenant(each.endDate, tenantZone),
      calendar: calendar(each.calendar),
    });
  return new Map(
    resources.map(({ id, timeZone, inServiceFrom, inServiceTill, absences }) => {
      const zone = timeZone ?? tenantZone;
      const inService = serviceTime({ from: inServiceFrom, till: inServiceTill }, zone, tenantZone);
      const rules = { zone, fallback, inService, assigned: assignedTo.get(id) ?? [] };
      const rosteredIn = (window: Interval): Interval[] => workingTime(rules, window);
      const clock = { zone, inService, rosteredIn, workingIn: rosteredIn, absences: [] };
      return [id, absences ? withoutAbsences(clock, absences) : clock];
    }),
  );
}

function withoutAbsences(clock: ServiceClock, approved: readonly ApprovedAbsence[]): ServiceClock {
  const { zone, rosteredIn } = clock;
  const absences = approved.map((days) => ({ kind: days.kind, ...absentInterval(zone, days, rosteredIn) }));
  const absent = union(absences);
  return { ...clock, absences, workingIn: (window) => subtract(rosteredIn(window), absent) };
}
