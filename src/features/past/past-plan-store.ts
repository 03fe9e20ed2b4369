import {
  array,
  REPLACED_VIOLATIONS,
  taskValues,
  VIOLATIONS_OF_DAYS,
  violationValues,
  WANTED_APPOINTMENTS,
  WANTED_RESOURCES,
  WANTED_TASKS,
  WANTED_VIOLATIONS,
} from '../planning/plan-store.ts';
import type { PlanStore } from '../planning/recompute-plan.ts';

/**
 * The plan of a past moment is stored beside that of the present: rows in which it differs, and which rows of the present are gone in it. Who keeps them
 * replaces earlier ones; who computes them for one read only adds them. `computed`: the last rows count.
 */
export const pastPlanStore = (no: number, computed: number, isKept: boolean): PlanStore => ({
  async appointments(tx, tenantId, appointments, rows) {
    const all = array(appointments);
    const kept = array(rows.map(({ appointmentId }) => appointmentId));
    await tx.query(
      `with wanted as materialized (
         ${WANTED_APPOINTMENTS}
       ), replaced as (
         delete from past_rows.appointment_plan p where $7 and p.tenant_id = $1 and p.past_no = $5 and p.appointment_id = any($2)
       )
       insert into past_rows.appointment_plan (past_no, computed, gone, tenant_id, appointment_id, task_id, start, "end", planned_ms, quantity)
       select $5, $6::bigint, w.id is null, $1, a.id, w.task_id, w.start, w."end", w.planned_ms, w.quantity
       from unnest($2::bigint[]) as a(id) left join wanted w on w.id = a.id`,
      [tenantId, all, kept, array(rows.map(({ plannedMs }) => plannedMs)), no, computed, isKept],
    );
    await tx.query(
      `with wanted as materialized (
         ${WANTED_RESOURCES}
       ), replaced as (
         delete from past_rows.resource_plan p where $6 and p.tenant_id = $1 and p.past_no = $4 and p.appointment_id = any($2)
       )
       insert into past_rows.resource_plan (past_no, computed, gone, tenant_id, appointment_id, resource_id, start, "end", is_all_day, latitude, longitude)
       select $4, $5::bigint, false, $1, w.id, w.resource_id, w.start, w."end", w.is_all_day, w.latitude, w.longitude from wanted w`,
      [tenantId, all, kept, no, computed, isKept],
    );
  },
  async tasks(tx, tenantId, tasks, rows) {
    await tx.query(
      `with wanted as materialized (
         ${WANTED_TASKS}
       ), replaced as (
         delete from past_rows.task_plan p where $15 and p.tenant_id = $1 and p.past_no = $13 and p.task_id = any($2)
       )
       insert into past_rows.task_plan (past_no, computed, gone, tenant_id, task_id, appointments, planned_ms, quantity, resources, fully_planned,
         first_start, first_id, last_end, last_id)
       select $13, $14::bigint, w.task_id is null, $1, t.id, w.appointments, w.planned_ms, w.quantity, w.resources, w.fully_planned,
         w.first_start, w.first_id, w.last_end, w.last_id
       from unnest($2::bigint[]) as t(id) left join wanted w on w.task_id = t.id`,
      [tenantId, array(tasks), ...taskValues(rows), no, computed, isKept],
    );
  },
  async violations(tx, tenantId, of, rows) {
    await tx.query(
      `with wanted as materialized (
         ${WANTED_VIOLATIONS}
       ), of_days as materialized (
         ${VIOLATIONS_OF_DAYS}
       ), gone as materialized (
         select v.key from violation v where v.tenant_id = $1 and ${REPLACED_VIOLATIONS}
           and not exists (select from wanted w where w.key = v.key)
       ), replaced as (
         delete from past_rows.violation v where $11 and v.tenant_id = $1 and v.past_no = $9
           and v.key in (select key from wanted union all select key from gone)
       )
       insert into past_rows.violation (past_no, computed, gone, tenant_id, key, id, scope, rule, severity, appointment_id, other_id, task_id, resource_id,
         start, "end", detail)
       select $9, $10::bigint, false, $1, w.key, md5($1::integer::text || '|' || w.key), w.scope, w.rule, w.severity, w."appointmentId", w."otherId",
         w."taskId", w."resourceId", w.start, w."end", w.detail from wanted w
       union all
       select $9, $10::bigint, true, $1, g.key, null, null, null, null, null, null, null, null, null, null, null from gone g`,
      [tenantId, ...violationValues(of, rows), no, computed, isKept],
    );
    return [];
  },
});
