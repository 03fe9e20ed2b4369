import type { BookedTime, CapacityOfDate } from '../../domain/capacity-load.ts';
import { type Caller, mayReach } from '../../platform/caller.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { appointmentOverlaps, momentOf } from '../../platform/postgres/time-window.ts';
import type { Viewer } from '../../records/reading/visibility.ts';
import { binder, isHidden } from '../../records/reading/visible-rows.ts';

/** An appointment as it takes up the time of one of its resources. */
export interface Booking extends BookedTime {
  readonly resourceId: number;
  readonly appointmentId: number;
  readonly appointmentNo: string;
  readonly subject: string | null;
  /** Null without a task. */
  readonly sourceApp: string | null;
  /** The data filters of the caller hide it: only its time may be shown. */
  readonly hidden?: boolean;
}

/** With a viewer, what is hidden from it is marked; it takes the time of the resource all the same. */
export function bookingsOf(
  db: Session,
  tenantId: number,
  resources: readonly number[],
  window: { readonly start: number; readonly end: number },
  viewer?: Viewer,
): Promise<Booking[]> {
  const values: unknown[] = [tenantId, resources, window.start, window.end];
  const hidden = viewer?.visibility ? `, ${isHidden(viewer, 'Appointment', 'a', binder(values))} as hidden` : '';
  return db.query(
    `select s.resource_id as "resourceId", a.id as "appointmentId", a.appointment_no as "appointmentNo", a.subject,
       a.source_app as "sourceApp", a.start, a."end", a.is_all_day as "isAllDay", coalesce(t.ignore_calendars, false) as "ignoreCalendars"${hidden}
     from assignment s
     join appointment a on a.tenant_id = s.tenant_id and a.id = s.owner_id
     left join task t on t.tenant_id = a.tenant_id and t.id = a.task_id
     where s.tenant_id = $1 and s.resource_id = any($2)
       and ${appointmentOverlaps('a', momentOf('$3'), momentOf('$4'))}
     order by a.start, a.id`,
    values,
  );
}

/** That a resource is taken is everybody's business; by what, only of those who may read the appointment. */
export const mayName = (caller: Caller, { sourceApp, hidden }: Booking): boolean =>
  !hidden && mayReach(caller, sourceApp ?? '');

export interface CapacityRow extends CapacityOfDate {
  readonly resourceId: number;
}

/** Capacities that were set for the dates from `start` to before `end`. */
export const capacitiesOf = (
  db: Session,
  tenantId: number,
  resources: readonly number[],
  dates: { readonly start: string; readonly end: string },
): Promise<CapacityRow[]> =>
  db.query(
    `select resource_id as "resourceId", date, capacity_in_seconds as "capacityInSeconds", quantity,
       unit_of_measure_conversion as "unitOfMeasureConversion"
     from resource_capacity
     where tenant_id = $1 and resource_id = any($2) and date >= $3::date and date < $4::date`,
    [tenantId, resources, dates.start, dates.end],
  );
