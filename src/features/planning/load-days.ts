import { dateOfDay, dayOfLocal } from '../../domain/time/day.ts';
import type { Interval } from '../../domain/time/interval.ts';
import { dayOfZone, localOfInstant } from '../../domain/time/zone.ts';
import type { LoadFacts } from '../../domain/violations/facts.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { folded } from '../../records/derive/statements.ts';
import type { Tenant } from './load-facts.ts';

/** What the rule overLoaded has to know, for whole sets. Each is one statement; those on rows of this transaction fix their order. */

/** A day on the clock of a resource. */
export interface ResourceDay extends Interval {
  readonly resourceId: number;
}

/** Whether loads are limited, or were: nothing else has to be read where no resource has a capacity. */
export async function hasLoads(db: Session, tenantId: number): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(
    `select exists (select from resource_load_capacity where tenant_id = $1)
       or exists (select from violation where tenant_id = $1 and scope = 'day') as found`,
    [tenantId],
  );
  return row?.found === true;
}

/** The days on which these appointments start, of each of their resources, as the plan has them. A resource that is gone has the clock of the tenant. */
export async function daysOf(
  db: Session,
  { tenantId, timeZone }: Tenant,
  appointments: readonly number[],
): Promise<ResourceDay[]> {
  const rows = await db.query<{ resourceId: number; start: number; timeZone: string | null }>(
    `select distinct m.resource_id as "resourceId", m.start, r.time_zone as "timeZone"
     from unnest($2::bigint[]) as wanted(id)
     cross join lateral (
       select m.resource_id, m.start from resource_plan m where m.tenant_id = $1 and m.appointment_id = wanted.id offset 0
     ) m
     left join lateral (select r.time_zone from resource r where r.tenant_id = $1 and r.id = m.resource_id offset 0) r on true
     where m.resource_id in (
       select resource_id from resource_load_capacity where tenant_id = $1
       union
       select resource_id from violation where tenant_id = $1 and scope = 'day')`,
    [tenantId, appointments],
  );
  return distinctDays(
    rows.map(({ resourceId, start, timeZone: own }) => {
      const zone = own ?? timeZone;
      return { resourceId, ...dayOfZone(zone, dateOfDay(dayOfLocal(localOfInstant(zone, start)))) };
    }),
  );
}

export const distinctDays = (days: readonly ResourceDay[]): ResourceDay[] => [
  ...new Map(days.map((day) => [`${day.resourceId} ${day.start}`, day])).values(),
];

interface OverLoad extends LoadFacts {
  /** Of the appointment. */
  readonly taskId: number;
}

/**
 * The loads of these days that are more than the resource can carry, each with the appointment that is too much: the first one, in the order of their
 * start, with which the load of the day exceeds what can be carried, or that asks for more than the capacity by itself.
 */
export async function overLoadsOf(db: Session, tenantId: number, days: readonly ResourceDay[]): Promise<OverLoad[]> {
  const rows = await db.query<Omit<OverLoad, 'day'> & Interval>(
    `with asked as (
       select d.resource_id, d.start, d."end", c.id, c.name, c.quantity as capacity, c.quantity * (1 + coalesce(f.times, 0)) as carried,
         m.appointment_id, m.start as at, p.task_id, l.quantity,
         sum(l.quantity) over (partition by c.id, d.start order by m.start, m.appointment_id rows unbounded preceding) as so_far,
         sum(l.quantity) over (partition by c.id, d.start) as total
       from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[]) as d(resource_id, start, "end")
       cross join lateral (
         select c.id, c.name, c.quantity from resource_load_capacity c where c.tenant_id = $1 and c.resource_id = d.resource_id offset 0
       ) c
       left join lateral (
         select sum(f.times_per_day) as times from resource_refill f where f.tenant_id = $1 and f.resource_id = d.resource_id offset 0
       ) f on true
       cross join lateral (
         select m.appointment_id, m.start from resource_plan m
         where m.tenant_id = $1 and m.resource_id = d.resource_id and m.start >= d.start and m.start < d."end" offset 0
       ) m
       cross join lateral (
         select p.task_id from appointment_plan p where p.tenant_id = $1 and p.appointment_id = m.appointment_id offset 0
       ) p
       cross join lateral (
         select l.quantity from task_load l
         where l.tenant_id = $1 and l.task_id = p.task_id and ${folded('l.name')} = ${folded('c.name')} offset 0
       ) l
     )
     select distinct on (id, start) resource_id as "resourceId", appointment_id as "appointmentId", task_id as "taskId", start, "end",
       name as load, ${folded('name')} as name,
       (case when total > carried then total else quantity end)::float8 as asked,
       (case when total > carried then carried else capacity end)::float8 as capacity
     from asked where so_far > carried or (quantity > capacity and total <= carried)
     order by id, start, at, appointment_id`,
    [
      tenantId,
      days.map(({ resourceId }) => resourceId),
      days.map(({ start }) => new Date(start).toISOString()),
      days.map(({ end }) => new Date(end).toISOString()),
    ],
  );
  return rows.map(({ start, end, ...row }) => ({ ...row, day: { start, end } }));
}
