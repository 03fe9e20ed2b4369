import { boundedLag, boundedLagDays } from '../../domain/dependency.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import type { HeldTime } from '../../engine/optimization/build-problem.ts';
import type { TaskFilter } from '../../engine/optimization/request.ts';
import type {
  AppointmentToOptimize,
  ResourceToPlan,
  Standing,
  TaskLink,
  TaskToOptimize,
} from '../../engine/routing/work.ts';
import type { Session, Transaction } from '../../platform/postgres/database.ts';
import { appointmentOverlaps, momentOf } from '../../platform/postgres/time-window.ts';
import { folded } from '../../records/derive/statements.ts';
import { type Viewer, visibleCondition } from '../../records/reading/visibility.ts';
import { andVisible, binder, isHidden, type Reader } from '../../records/reading/visible-rows.ts';
import { placeSql } from '../geocoding/geocode-store.ts';
import { openTasks } from '../planning/plan-reads.ts';

/** What a run has to know of the plan, read for whole sets. Each is one statement. */

const home = placeSql('Resource', 'r');
const site = placeSql('Job', 'j');

/** By their folded numbers, or everybody who is shown. */
export function resourcesToPlan(
  db: Session,
  asker: Viewer,
  keys: readonly string[] | null,
  seenAfter: Date,
  limit: number,
): Promise<ResourceToPlan[]> {
  const values: unknown[] = [asker.tenantId, keys, seenAfter, limit];
  const visible = andVisible(asker, 'Resource', 'r', binder(values));
  return db.query(
    `select r.id, r.resource_no as "resourceNo", coalesce(r.display_name, r.resource_name, r.resource_no) as name,
       not r.do_not_show as "isShown", r.bulk_planning as "isBulk", ${home.lat} as lat, ${home.lon} as lon,
       seen.latitude::float8 as "seenLat", seen.longitude::float8 as "seenLon"
     from resource r ${home.join}
     left join lateral (
       select s.latitude, s.longitude from resource_gps_tracking s
       where s.tenant_id = r.tenant_id and s.resource_id = r.id and s.date > $3 order by s.date desc limit 1
     ) seen on true
     where r.tenant_id = $1 and case when $2::text[] is null then not r.do_not_show else r.key = any($2) end${visible}
     order by r.key limit $4`,
    values,
  );
}

/** What of a task `t` a filter asks for; the values follow those that are there. */
function chosen(choice: TaskFilter | null, values: unknown[]): string {
  if (!choice) return 'true';
  const list = (names: readonly string[], test: (parameter: string) => string): string[] =>
    names.length === 0 ? [] : [test(`$${values.push(names.map((name) => foldKeyPart(name)))}`)];
  const like = choice.text === null ? undefined : `%${choice.text.replace(/[\\%_]/g, '\\$&')}%`;
  return [
    'true',
    ...list(choice.category, (given) => `${folded('t.category')} = any(${given})`),
    ...list(choice.sourceApp, (given) => `${folded('t.source_app')} = any(${given})`),
    ...list(choice.jobNo, (given) => `${folded('t.job_no')} = any(${given})`),
    ...list(
      choice.requirement,
      (given) => `exists (select from task_filter_value f where f.tenant_id = t.tenant_id and f.task_id = t.id
        and ${folded('f.filter_value')} = any(${given}))`,
    ),
    ...(like === undefined
      ? []
      : [`concat_ws(' ', t.task_no, t.short_description, t.name, t.subject) ilike $${values.push(like)}`]),
  ].join(' and ');
}

/** Open tasks that a planner could plan now. Those without an end are planned by name only: every run would plan them once more. */
export async function openTaskIds(
  db: Session,
  asker: Reader,
  choice: TaskFilter | null,
  now: Date,
  limit: number,
): Promise<number[]> {
  const values: unknown[] = [asker.tenantId, asker.sourceApps, limit];
  const wanted = chosen(choice, values);
  const visible = andVisible(asker, 'Task', 't', binder(values));
  const rows = await db.query<{ id: number }>(
    `select t.id from task t
     where t.tenant_id = $1 and ($2::text[] is null or ${folded('t.source_app')} = any($2))
       and ${openTasks(now)} and not t.infinite_task and not t.locked and ${wanted}${visible}
     order by t.key limit $3`,
    values,
  );
  return rows.map(({ id }) => id);
}

/** Of some tasks those that a filter means. */
export async function chosenTasks(
  db: Session,
  tenantId: number,
  choice: TaskFilter | null,
  ids: readonly number[],
): Promise<number[]> {
  if (choice === null) return [...ids];
  const values: unknown[] = [tenantId, ids];
  const rows = await db.query<{ id: number }>(
    `select t.id from task t where t.tenant_id = $1 and t.id = any($2) and ${chosen(choice, values)}`,
    values,
  );
  return rows.map(({ id }) => id);
}

export function tasksByKeys(
  db: Session,
  asker: Viewer,
  keys: readonly string[],
): Promise<{ id: number; key: string }[]> {
  const values: unknown[] = [asker.tenantId, keys];
  const visible = andVisible(asker, 'Task', 'task', binder(values));
  return db.query(`select id, key from task where tenant_id = $1 and key = any($2)${visible}`, values);
}

export const tasksToOptimize = (
  db: Session,
  tenantId: number,
  ids: readonly number[],
  now: Date,
): Promise<TaskToOptimize[]> =>
  db.query(
    `select t.id, t.key, t.version, t.source_app as "sourceApp", t.source_type as "sourceType", t.job_no as "jobNo", t.task_no as "taskNo",
       t.short_description as "shortDescription", (${openTasks(now)}) as "isOpen", t.is_complete as "isComplete", t.locked,
       t.duration_in_seconds as "durationInSeconds", t.duration, t.required_total_duration_in_seconds as "requiredTotalDurationInSeconds",
       t.required_total_duration as "requiredTotalDuration", t.bulk_planning_qty::float8 as "bulkPlanningQty",
       t.required_no_resources as "requiredNoResources",
       (select coalesce(sum(b.duration_in_seconds), 0)::bigint from task_budget_entry b
         where b.tenant_id = t.tenant_id and b.task_id = t.id) as "entrySeconds",
       t.importance, t.certificate_no as "certificateNo", t.ignore_calendars as "ignoreCalendars",
       t.appointment_earliest_allowed as earliest, t.appointment_latest_allowed as latest, t.dead_line as "deadLine",
       t.requested_start_date as "requestedStart", t.requested_end_date as "requestedEnd",
       t.requested_start_time as "requestedStartTime", t.requested_end_time as "requestedEndTime",
       c.name as container, c.index as "containerIndex", ${site.lat} as lat, ${site.lon} as lon,
       coalesce((select p.planned_ms from task_plan p where p.tenant_id = t.tenant_id and p.task_id = t.id), 0)::bigint as "plannedMs",
       array(select a.id from appointment a where a.tenant_id = t.tenant_id and a.task_id = t.id order by a.id) as appointments,
       (select json_agg(json_build_array(f.filter_group, f.filter_value) order by f.key) from task_filter_value f
         where f.tenant_id = t.tenant_id and f.task_id = t.id) as requirements,
       (select json_agg(json_build_array(w.resource_id, w.preference) order by w.resource_id) from task_assignment w
         where w.tenant_id = t.tenant_id and w.task_id = t.id) as wishes,
       (select json_agg(json_build_array(l.name, l.quantity::float8) order by l.key) from task_load l
         where l.tenant_id = t.tenant_id and l.task_id = t.id) as loads
     from task t join job j on j.tenant_id = t.tenant_id and j.id = t.job_id
     ${site.join}
     left join lateral (
       select ${folded('m.name')} as name, m.index from task_container m
       where m.tenant_id = t.tenant_id and m.task_id = t.id order by m.key limit 1
     ) c on true
     where t.tenant_id = $1 and t.id = any($2) order by t.key`,
    [tenantId, ids],
  );

/** What some resources do in a window, and what is planned in it for some tasks; hidden ones are marked and have no place. */
export async function appointmentsToOptimize(
  db: Session,
  asker: Viewer,
  resources: readonly number[],
  tasks: readonly number[],
  window: { readonly start: number; readonly end: number },
): Promise<AppointmentToOptimize[]> {
  const values: unknown[] = [asker.tenantId, resources, tasks, window.start, window.end];
  const hidden = asker.visibility ? `, ${isHidden(asker, 'Appointment', 'a', binder(values))} as hidden` : '';
  const found = await db.query<AppointmentToOptimize>(
    `select a.id, a.appointment_guid as guid, a.appointment_no as no, a.version, a.task_id as "taskId", a.start, a."end",
       a.is_all_day as "isAllDay", a.locked or t.id is null or t.locked as locked, a.source_app as "sourceApp",
       exists (select from appointment_container c where c.tenant_id = a.tenant_id and c.owner_id = a.id)
         or exists (select from task_container c where c.tenant_id = a.tenant_id and c.task_id = a.task_id)
         or exists (select from appointment_dependency d where d.tenant_id = a.tenant_id and a.id in (d.predecessor_id, d.successor_id)) as "isBound",
       array(select distinct s.resource_id from assignment s where s.tenant_id = a.tenant_id and s.owner_id = a.id order by 1) as resources,
       (select json_agg(json_build_array(l.name, l.quantity::float8) order by l.key) from task_load l
         where l.tenant_id = a.tenant_id and l.task_id = a.task_id) as loads,
       ${site.lat} as lat, ${site.lon} as lon${hidden}
     from appointment a
     left join task t on t.tenant_id = a.tenant_id and t.id = a.task_id
     left join job j on j.tenant_id = t.tenant_id and j.id = t.job_id
     ${site.join}
     where a.tenant_id = $1 and ${appointmentOverlaps('a', momentOf('$4'), momentOf('$5'))}
       and (a.task_id = any($3) or exists (
         select from assignment s where s.tenant_id = a.tenant_id and s.owner_id = a.id and s.resource_id = any($2)))
     order by a.start, a.id`,
    values,
  );
  return asker.visibility ? found.map((each) => (each.hidden ? { ...each, lat: null, lon: null } : each)) : found;
}

export const holdsToOptimize = (
  db: Session,
  tenantId: number,
  resources: readonly number[],
  now: Date,
): Promise<HeldTime[]> =>
  db.query(
    `select resource_id as "resourceId", start, "end" from hold
     where tenant_id = $1 and resource_id = any($2) and expires_at > $3 order by start, id`,
    [tenantId, resources, now],
  );

/** Dependencies that one of these tasks is an end of. */
export async function linksOf(db: Session, tenantId: number, tasks: readonly number[]): Promise<TaskLink[]> {
  const links = await db.query<TaskLink>(
    `select d.predecessor_id as before, d.task_id as after, d.type, d.lag_in_seconds as "lagSeconds", 0 as "lagDays",
       d.max_lag_in_seconds as "maxLagSeconds", d.different_resources as "differentResources"
     from task_dependency d where d.tenant_id = $1 and (d.task_id = any($2) or d.predecessor_id = any($2))
     union all
     select b.id, t.id, 0, 0, t.predecessor_lag, null, false
     from task t join task b on b.tenant_id = t.tenant_id and b.job_id = t.job_id and b.id <> t.id
       and ${folded('b.task_no')} = ${folded('t.predecessor_task_no')}
     where t.tenant_id = $1 and t.predecessor_task_no is not null and (t.id = any($2) or b.id = any($2))
     order by 1, 2`,
    [tenantId, tasks],
  );
  return links.map((link) => ({
    ...link,
    lagSeconds: boundedLag(link.lagSeconds),
    lagDays: boundedLagDays(link.lagDays),
    maxLagSeconds: link.maxLagSeconds === null ? null : boundedLag(link.maxLagSeconds),
  }));
}

/** Where the tasks stand that others wait for, or that wait themselves. */
export function standingOf(db: Session, asker: Viewer, tasks: readonly number[]): Promise<Standing[]> {
  const values: unknown[] = [asker.tenantId, tasks];
  const name = `concat_ws('/', t.job_no, t.task_no)`;
  const visible = visibleCondition(asker, 'Task', 't', binder(values));
  return db.query(
    `select t.id, ${visible ? `case when ${visible} then ${name} else 'a task that you do not see' end` : name} as name, t.is_complete as "isComplete", a.first as "firstStart", a.last as "lastEnd",
       array(select distinct s.resource_id from appointment o join assignment s on s.tenant_id = o.tenant_id and s.owner_id = o.id
         where o.tenant_id = t.tenant_id and o.task_id = t.id order by 1) as resources
     from task t cross join lateral (
       select min(start) as first, max("end") as last from appointment where tenant_id = t.tenant_id and task_id = t.id
     ) a where t.tenant_id = $1 and t.id = any($2)`,
    values,
  );
}

/** Tasks as they are now, held until the transaction ends: nobody makes appointments of them, or changes them, meanwhile. */
export const holdTasks = (
  tx: Transaction,
  tenantId: number,
  ids: readonly number[],
): Promise<{ id: number; version: number }[]> =>
  tx.query('select id, version from task where tenant_id = $1 and id = any($2) order by key for update', [
    tenantId,
    ids,
  ]);
