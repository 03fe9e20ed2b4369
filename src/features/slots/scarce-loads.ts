import type { Interval } from '../../domain/time/interval.ts';
import { dayOfZone } from '../../domain/time/zone.ts';
import type { ScarceLoad } from '../../engine/recommendation/kept-loads.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { folded } from '../../records/derive/statements.ts';

type Stored = Omit<ScarceLoad, 'fullDays'> & { readonly timeZone: string; readonly days: readonly string[] };

/**
 * Where resources cannot carry what one more appointment of a task brings, as the violation `overLoaded` counts it: by the days on which
 * appointments start, with as many refills as there can be in a day. Who has no capacity of that name can carry all of it.
 */
export async function scarceLoads(
  db: Session,
  { tenantId, timeZone }: { readonly tenantId: number; readonly timeZone: string },
  taskId: number,
  { start, end }: Interval,
): Promise<readonly ScarceLoad[]> {
  const found = await db.query<Stored>(
    `with carried as (
       select c.id, c.resource_id, c.name, a.quantity as asked, c.quantity as capacity, coalesce(r.time_zone, $5) as time_zone,
         ${folded('a.name')} as folded, c.quantity * (1 + coalesce(
           (select sum(f.times_per_day) from resource_refill f where f.tenant_id = $1 and f.resource_id = c.resource_id), 0)) as most
       from task_load a
       join resource_load_capacity c on c.tenant_id = $1 and ${folded('c.name')} = ${folded('a.name')}
       join resource r on r.tenant_id = $1 and r.id = c.resource_id
       where a.tenant_id = $1 and a.task_id = $2
     ), full_day as (
       select c.id, to_char(p.start at time zone c.time_zone, 'YYYY-MM-DD') as day
       from appointment p
       join task_load l on l.tenant_id = $1 and l.task_id = p.task_id
       join assignment s on s.tenant_id = $1 and s.owner_id = p.id
       join carried c on c.resource_id = s.resource_id and c.folded = ${folded('l.name')}
       where p.tenant_id = $1 and p.start >= $3::timestamptz - interval '2 days' and p.start < $4::timestamptz + interval '2 days'
       group by c.id, 2, c.asked, c.most having sum(l.quantity) + c.asked > c.most
     )
     select c.resource_id as "resourceId", c.name, c.asked::float8 as asked, c.capacity::float8 as capacity, c.time_zone as "timeZone",
       array(select d.day from full_day d where d.id = c.id order by d.day) as days
     from carried c
     where c.asked > c.capacity or exists (select from full_day d where d.id = c.id)
     order by c.resource_id, c.id`,
    [tenantId, taskId, new Date(start).toISOString(), new Date(end).toISOString(), timeZone],
  );
  return found.map(({ timeZone: zone, days, ...load }) => ({
    ...load,
    fullDays: days.map((date) => dayOfZone(zone, date)),
  }));
}
