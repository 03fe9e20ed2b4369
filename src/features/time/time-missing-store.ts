import type { TimeOfDay } from '../../domain/missing-time.ts';
import type { ZoneSpan } from '../../domain/time/zone-days.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { andVisible, binder, type Reader } from '../../records/reading/visible-rows.ts';

export interface TimedResource {
  readonly id: number;
  readonly resourceNo: string;
  readonly doNotShow: boolean;
}

interface KeyedResource extends TimedResource {
  readonly key: string;
}

/** Resources after a key, in its order: the next portion of a long read. */
export function resourcesAfter(
  db: Session,
  reader: Reader,
  query: {
    readonly after: string;
    /** Folded; null for all. */
    readonly key: string | null;
    readonly limit: number;
  },
): Promise<KeyedResource[]> {
  const values: unknown[] = [reader.tenantId, query.after, query.key, reader.sourceApps, query.limit];
  const visible = andVisible(reader, 'Resource', 'resource', binder(values));
  return db.query(
    `select id, key, resource_no as "resourceNo", do_not_show as "doNotShow" from resource
     where tenant_id = $1 and key > $2 and ($3::text is null or key = $3)
       and ($4::text[] is null or source_app is null or lower(source_app) = any($4))${visible}
     order by key limit $5`,
    values,
  );
}

/** The time of a resource's day. */
export interface TimeOfResourceDay extends TimeOfDay {
  readonly resourceId: number;
  readonly date: string;
}

const seconds = (condition: string): string =>
  `coalesce(round(sum(extract(epoch from s.stopped_at - s.started_at)) filter (where ${condition})), 0)::bigint`;

/** Sessions and entries of some resources by day, in one statement: also those on tasks that are hidden from the caller, or time would seem to be missing. `spans` are the days of each zone. */
export const timeOfDays = (
  db: Session,
  tenantId: number,
  query: {
    readonly resources: readonly number[];
    readonly start: string;
    readonly end: string;
    readonly spans: readonly ZoneSpan[];
    readonly tenantZone: string;
    readonly sourceApps: readonly string[] | null;
  },
): Promise<TimeOfResourceDay[]> =>
  db.query(
    `with day as (
       select zone, date, to_timestamp(starts / 1000) as starts, to_timestamp(ends / 1000) as ends
       from unnest($6::text[], $7::date[], $8::double precision[], $9::double precision[]) as u(zone, date, starts, ends)
     ), sessions as (
       select s.resource_id, d.date, ${seconds('s.type = 0')} as work, ${seconds('s.type = 1')} as travel, ${seconds('s.type = 2')} as waiting,
         ${seconds('s.type = 0 and s.time_entry_id is null')} as unclaimed
       from day d
       join time_session s on s.tenant_id = $1 and s.started_at >= d.starts and s.started_at < d.ends and s.stopped_at is not null
       join resource r on r.tenant_id = $1 and r.id = s.resource_id and coalesce(r.time_zone, $10) = d.zone
       where s.resource_id = any($2) and ($5::text[] is null or lower(s.source_app) = any($5))
       group by 1, 2
     ), entries as (
       select e.resource_id, e.date, sum(e.duration_in_seconds)::bigint as registered from time_entry e
       where e.tenant_id = $1 and e.resource_id = any($2) and e.date >= $3 and e.date < $4
         and ($5::text[] is null or lower(e.source_app) = any($5))
       group by 1, 2
     )
     select resource_id as "resourceId", date, coalesce(work, 0) as work, coalesce(travel, 0) as travel, coalesce(waiting, 0) as waiting,
       coalesce(unclaimed, 0) as unclaimed, coalesce(registered, 0) as registered
     from sessions full join entries using (resource_id, date)`,
    [
      tenantId,
      query.resources,
      query.start,
      query.end,
      query.sourceApps,
      query.spans.map(({ zone }) => zone),
      query.spans.map(({ date }) => date),
      query.spans.map(({ start }) => start),
      query.spans.map(({ end }) => end),
      query.tenantZone,
    ],
  );
