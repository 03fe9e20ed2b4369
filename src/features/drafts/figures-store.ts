import type { Interval } from '../../domain/time/interval.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { momentOf, violationOverlaps } from '../../platform/postgres/time-window.ts';
import { andVisible, binder, type Reader } from '../../records/reading/visible-rows.ts';
import { withinWindow } from '../appointments/appointment-store.ts';

export interface PlannedFigures {
  readonly appointments: number;
  readonly tasks: number;
  readonly resources: number;
  readonly plannedHours: number;
  readonly overtime: number;
  readonly late: number;
  readonly violations: number;
}

/** What is planned in a window, and how many rules it breaks, of the appointments that a reader sees. */
export async function plannedFigures(db: Session, reader: Reader, window: Interval): Promise<PlannedFigures> {
  const values: unknown[] = [reader.tenantId, reader.sourceApps];
  const bind = binder(values);
  const inWindow = withinWindow({ ...window, resources: null })(bind);
  const visible = andVisible(reader, 'Appointment', 't', bind);
  const [start, end] = [momentOf(bind(window.start)), momentOf(bind(window.end))];
  const [row] = await db.query<PlannedFigures>(
    `with planned as materialized (
       select t.id, t.task_id from appointment t
       where t.tenant_id = $1 and ($2::text[] is null or lower(t.source_app) = any($2)) and ${inWindow}${visible}
     ), broken as materialized (
       select v.rule from violation v where v.tenant_id = $1 and ${violationOverlaps('v', start, end)}
         and (v.appointment_id in (select id from planned) or v.other_id in (select id from planned))
     )
     select (select count(*)::integer from planned) as appointments, (select count(distinct task_id)::integer from planned) as tasks,
       (select count(distinct p.resource_id)::integer from planned a cross join lateral (
         select p.resource_id from resource_plan p where p.tenant_id = $1 and p.appointment_id = a.id offset 0) p) as resources,
       (select round(coalesce(sum(p.planned_ms), 0) / 3600000.0, 2)::float8 from planned a cross join lateral (
         select p.planned_ms from appointment_plan p where p.tenant_id = $1 and p.appointment_id = a.id offset 0) p) as "plannedHours",
       (select count(*)::integer from broken where rule = 'outsideWorkingTime') as overtime,
       (select count(*)::integer from broken where rule in ('pastDeadline', 'outsideAllowed')) as late,
       (select count(*)::integer from broken) as violations`,
    values,
  );
  return row as PlannedFigures;
}
