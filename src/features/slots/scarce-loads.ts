import { beginningsOfDays } from '../../domain/capacity.ts';
import { dayOfLocal } from '../../domain/time/day.ts';
import type { Interval } from '../../domain/time/interval.ts';
import { localOfInstant } from '../../domain/time/zone.ts';
import type { ScarceLoad } from '../../engine/recommendation/kept-loads.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { folded } from '../../records/derive/statements.ts';

interface Tenant {
  readonly tenantId: number;
  readonly timeZone: string;
}

/** What a resource can carry of a load of the task. */
interface Carried {
  readonly id: number;
  readonly resourceId: number;
  readonly name: string;
  readonly asked: number;
  readonly capacity: number;
  readonly timeZone: string;
  /** What may be planned on a day beside one more appointment of the task, as PostgreSQL spells it. */
  readonly room: string;
}

/**
 * Where resources cannot carry what one more appointment of a task brings, as the violation `overLoaded` counts it: by the days on which
 * appointments start, with as many refills as there can be in a day. Who has no capacity of that name can carry all of it.
 */
export async function scarceLoads(
  db: Session,
  tenant: Tenant,
  taskId: number,
  window: Interval,
): Promise<readonly ScarceLoad[]> {
  const carried = await carriedBy(db, tenant, taskId);
  if (carried.length === 0) return [];
  const full = await fullDays(db, tenant.tenantId, carried, window);
  return carried.flatMap(({ id, resourceId, name, asked, capacity }): ScarceLoad[] => {
    const days = full.get(id) ?? [];
    return asked > capacity || days.length > 0 ? [{ resourceId, name, asked, capacity, fullDays: days }] : [];
  });
}

const carriedBy = (db: Session, { tenantId, timeZone }: Tenant, taskId: number): Promise<Carried[]> =>
  db.query<Carried>(
    `select c.id, c.resource_id as "resourceId", c.name, a.quantity::float8 as asked, c.quantity::float8 as capacity,
       coalesce(r.time_zone, $3) as "timeZone",
       (c.quantity * (1 + coalesce(f.times, 0)) - a.quantity)::text as room
     from task_load a
     join resource_load_capacity c on c.tenant_id = $1 and ${folded('c.name')} = ${folded('a.name')}
     join resource r on r.tenant_id = $1 and r.id = c.resource_id
     left join lateral (
       select sum(f.times_per_day) as times from resource_refill f where f.tenant_id = $1 and f.resource_id = c.resource_id
     ) f on true
     where a.tenant_id = $1 and a.task_id = $2
     order by c.resource_id, c.id`,
    [tenantId, taskId, timeZone],
  );

/** By the ids of capacities: days with too little left, in order. Days begin where our own rules of time zones say. */
async function fullDays(
  db: Session,
  tenantId: number,
  carried: readonly Carried[],
  window: Interval,
): Promise<ReadonlyMap<number, Interval[]>> {
  const zones = [...new Set(carried.map(({ timeZone }) => timeZone))];
  const beginnings = zones.map((zone) => beginningsWithin(zone, window));
  const found = await db.query<{ id: number; zone: number; day: number }>(
    `with zone as materialized (
       select z.no, z.beginnings::timestamptz[] as beginnings from unnest($5::text[]) with ordinality as z(beginnings, no)
     )
     select w.id, w.zone, width_bucket(p.start, z.beginnings) as day
     from appointment p
     join task_load l on l.tenant_id = $1 and l.task_id = p.task_id
     join assignment s on s.tenant_id = $1 and s.owner_id = p.id
     join resource_load_capacity c on c.tenant_id = $1 and c.resource_id = s.resource_id and ${folded('c.name')} = ${folded('l.name')}
     join unnest($2::bigint[], $3::integer[], $4::numeric[]) as w(id, zone, room) on w.id = c.id
     join zone z on z.no = w.zone
     where p.tenant_id = $1 and p.start >= $6 and p.start < $7
     group by w.id, w.zone, w.room, 3 having sum(l.quantity) > w.room
     order by 3`,
    [
      tenantId,
      carried.map(({ id }) => id),
      carried.map(({ timeZone }) => zones.indexOf(timeZone) + 1),
      carried.map(({ room }) => room),
      beginnings.map((instants) => `{${instants.map((instant) => new Date(instant).toISOString()).join(',')}}`),
      new Date(Math.min(...beginnings.map((instants) => instants[0] as number))),
      new Date(Math.max(...beginnings.map((instants) => instants.at(-1) as number))),
    ],
  );
  const days = new Map<number, Interval[]>();
  for (const { id, zone, day } of found) {
    const instants = beginnings[zone - 1] ?? [];
    const [start, end] = [instants[day - 1], instants[day]];
    // Of another zone's first or last day.
    if (start === undefined || end === undefined) continue;
    days.set(id, [...(days.get(id) ?? []), { start, end }]);
  }
  return days;
}

/** The beginnings of the days of a window, and of the day behind it. */
const beginningsWithin = (zone: string, { start, end }: Interval): readonly number[] =>
  beginningsOfDays(zone, {
    from: dayOfLocal(localOfInstant(zone, start)),
    end: dayOfLocal(localOfInstant(zone, end)) + 1,
  });
