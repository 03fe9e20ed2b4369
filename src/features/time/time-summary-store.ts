import type { ZoneSpan } from '../../domain/time/zone-days.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { appointmentOverlaps, momentOf } from '../../platform/postgres/time-window.ts';
import { folded } from '../../records/derive/statements.ts';
import { andVisible, binder, type Reader } from '../../records/reading/visible-rows.ts';

export type SummaryKey = 'resource' | 'task' | 'day' | 'status';

export interface SummaryQuery {
  /** First day and the day after the last. */
  readonly start: string;
  readonly end: string;
  /** For each zone of a resource; resources without one follow the tenant's. */
  readonly spans: readonly ZoneSpan[];
  readonly tenantZone: string;
  readonly resourceNo: string | null;
  readonly jobNo: string | null;
  readonly taskNo: string | null;
  readonly reader: Reader;
}

export interface SummaryRow {
  readonly sourceApp: string;
  readonly sourceType: string;
  readonly jobNo: string;
  readonly taskNo: string;
  readonly resourceNo: string;
  readonly date: string;
  readonly status: number;
  readonly plannedInSeconds: number;
  readonly registeredInSeconds: number;
  readonly entries: number;
}

/** What is added up by what, and how the sums are named. */
const keys = {
  resource: {
    of: 'resource_id',
    names: 'r.resource_no as "resourceNo"',
    from: 'join resource r on r.tenant_id = $1 and r.id = b.of',
    order: 'r.key',
  },
  task: {
    of: 'task_id',
    names: 't.source_app as "sourceApp", t.source_type as "sourceType", t.job_no as "jobNo", t.task_no as "taskNo"',
    from: 'join task t on t.tenant_id = $1 and t.id = b.of',
    order: 't.key',
  },
  day: { of: 'date', names: 'b.of as date', from: '', order: 'b.of' },
  status: { of: 'status', names: 'b.of as status', from: '', order: 'b.of' },
} as const;

const same = (column: string, parameter: number): string =>
  `($${parameter}::text is null or ${folded(column)} = ${folded(`$${parameter}::text`)})`;
const ofSourceApps = (row: string): string => `($7::text[] is null or lower(${row}.source_app) = any($7))`;

/**
 * Appointments count with the time that lies in the window, once for each of their resources. Those without a task do not: no time is registered on
 * an absence or a meeting. A plan has no status.
 */
const planned = (by: Exclude<SummaryKey, 'status'>, visible: string): string =>
  `select ${{ resource: 's.resource_id', task: 'a.task_id', day: 'w.date' }[by]} as of,
     round(sum(extract(epoch from least(a."end", w.ends) - greatest(a.start, w.starts))))::bigint as seconds
   from unnest($8::text[], $9::date[], $10::double precision[], $11::double precision[]) as u(zone, date, starts, ends)
   cross join lateral (select u.date, to_timestamp(u.starts / 1000) as starts, to_timestamp(u.ends / 1000) as ends) w
   join appointment a on a.tenant_id = $1 and a."end" > w.starts
     and ${appointmentOverlaps('a', momentOf('(select min(t) from unnest($10::double precision[]) t)'), momentOf('(select max(t) from unnest($11::double precision[]) t)'))} and a.start < w.ends
   join assignment s on s.tenant_id = $1 and s.owner_id = a.id
   join resource r on r.tenant_id = $1 and r.id = s.resource_id and coalesce(r.time_zone, $12) = u.zone
   where a.task_id is not null and ${same('r.resource_no', 4)} and ${same('a.job_no', 5)} and ${same('a.task_no', 6)} and ${ofSourceApps('a')}${visible}
   group by 1`;

const registered = (by: SummaryKey, visible: string): string =>
  `select e.${keys[by].of} as of, sum(e.duration_in_seconds)::bigint as seconds, count(*) as entries
   from time_entry e
   where e.tenant_id = $1 and e.date >= $2 and e.date < $3
     and ${same('e.resource_no', 4)} and ${same('e.job_no', 5)} and ${same('e.task_no', 6)} and ${ofSourceApps('e')}${visible}
   group by 1`;

/** Planned against registered time, added up in one statement. */
export function summariseTime(
  db: Session,
  by: SummaryKey,
  { reader, ...query }: SummaryQuery,
): Promise<Partial<SummaryRow>[]> {
  const { names, from, order } = keys[by];
  const { resourceNo, jobNo, taskNo } = query;
  const values: unknown[] = [reader.tenantId, query.start, query.end, resourceNo, jobNo, taskNo, reader.sourceApps];
  const bind = binder(values);
  if (by === 'status')
    return db.query(
      `with b as (${registered(by, andVisible(reader, 'TimeEntry', 'e', bind))}) select ${names}, b.seconds as "registeredInSeconds", b.entries from b order by ${order}`,
      values,
    );
  for (const property of ['zone', 'date', 'start', 'end'] as const)
    values.push(query.spans.map((span) => span[property]));
  values.push(query.tenantZone);
  const ofPlan = andVisible(reader, 'Appointment', 'a', bind) + andVisible(reader, 'Resource', 'r', bind);
  const ofEntries = andVisible(reader, 'TimeEntry', 'e', bind);
  return db.query(
    `with planned as (${planned(by, ofPlan)}), registered as (${registered(by, ofEntries)}),
     b as (select of, p.seconds as planned, e.seconds as registered, e.entries from planned p full join registered e using (of))
     select ${names}, coalesce(b.planned, 0) as "plannedInSeconds", coalesce(b.registered, 0) as "registeredInSeconds",
       coalesce(b.entries, 0) as entries
     from b ${from} order by ${order}`,
    values,
  );
}
