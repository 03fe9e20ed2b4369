import { type AbsenceKind, APPROVED } from '../../domain/absence.ts';
import type { AbsentDays } from '../../domain/time/absent-time.ts';
import type { StoredCalendar } from '../../domain/time/calendar.ts';
import type { Session } from '../../platform/postgres/database.ts';

export interface ResourceTimes {
  readonly id: number;
  /** null: the tenant's. */
  readonly timeZone: string | null;
  readonly inServiceFrom: number | null;
  readonly inServiceTill: number | null;
  /** Approved ones; null: none. */
  readonly absences: readonly ApprovedAbsence[] | null;
}

export interface ApprovedAbsence extends AbsentDays {
  readonly kind: AbsenceKind;
}

/** With the approved absences, which every reader of working time needs: no further statement. */
export const timesOfResources = (db: Session, tenantId: number, ids: readonly number[]): Promise<ResourceTimes[]> =>
  db.query(
    `select r.id, r.time_zone as "timeZone", r.in_service_from as "inServiceFrom", r.in_service_till as "inServiceTill", b.absences
     from resource r
     left join (
       select resource_id, json_agg(json_build_object('kind', kind, 'startDate', start_date, 'endDate', end_date,
         'startPart', start_part, 'endPart', end_part) order by start_date) as absences
       from absence where tenant_id = $1 and resource_id = any($2) and status = ${APPROVED} group by 1
     ) b on b.resource_id = r.id
     where r.tenant_id = $1 and r.id = any($2)`,
    [tenantId, ids],
  );

export interface CalendarOfResource {
  readonly resourceId: number;
  readonly code: string;
  /** Key of the calendar. */
  readonly calendar: string;
  readonly startDate: number;
  readonly endDate: number;
}

export const calendarsOfResources = (
  db: Session,
  tenantId: number,
  ids: readonly number[],
): Promise<CalendarOfResource[]> =>
  db.query(
    `select r.resource_id as "resourceId", r.key as code, c.key as calendar, r.start_date as "startDate", r.end_date as "endDate"
     from resource_calendar r join calendar c on c.tenant_id = r.tenant_id and c.id = r.calendar_id
     where r.tenant_id = $1 and r.resource_id = any($2)`,
    [tenantId, ids],
  );

export type CalendarRow = StoredCalendar & { readonly id: number; readonly isDefault: boolean };

/** The calendars of resources, the tenant's default, further ones, and all that stand above them. Codes are keys, as they compare. */
export const calendarsNeeded = (
  db: Session,
  tenantId: number,
  ids: readonly number[],
  further: readonly number[] = [],
): Promise<CalendarRow[]> =>
  db.query(
    `with recursive needed as (
       select id, parent_id from calendar where tenant_id = $1
         and ("default" or id = any($3) or id in (select calendar_id from resource_calendar where tenant_id = $1 and resource_id = any($2)))
       union
       select p.id, p.parent_id from needed n join calendar p on p.tenant_id = $1 and p.id = n.parent_id
     )
     select c.id, c.key as code, p.key as "parentCode", c."default" as "isDefault", c.business_hours as "businessHours", c.weekend, c.holidays,
       c.overrides
     from needed n join calendar c on c.tenant_id = $1 and c.id = n.id
     left join calendar p on p.tenant_id = $1 and p.id = n.parent_id`,
    [tenantId, ids, further],
  );
