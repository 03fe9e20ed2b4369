import type { Session, Transaction } from '../../platform/postgres/database.ts';
import { folded } from '../../records/derive/statements.ts';
import { andVisible, binder, type Reader } from '../../records/reading/visible-rows.ts';

/** What a series was made by. Instants in epoch ms. */
export interface SeriesRule {
  readonly rule: string;
  readonly zone: string;
  readonly start: number;
  readonly end: number;
  readonly lengthMs: number;
  /** Days (yyyy-MM-dd) or instants. */
  readonly except: readonly (string | number)[];
  readonly skipNonWorking: boolean;
}

export async function keepRule(tx: Transaction, tenantId: number, seriesId: string, rule: SeriesRule): Promise<void> {
  await tx.query('insert into series (tenant_id, series_id, request) values ($1, $2, $3)', [
    tenantId,
    seriesId,
    JSON.stringify(rule),
  ]);
}

export interface ListedSeries {
  readonly seriesId: string;
  /** Null for a series from before rules were kept. */
  readonly made: SeriesRule | null;
  readonly count: number;
  readonly moved: number;
  readonly first: number;
  readonly last: number;
  readonly subject: string | null;
  readonly sourceApp: string;
  readonly sourceType: string;
  readonly jobNo: string;
  readonly taskNo: string;
  readonly shortDescription: string;
  readonly resources: readonly string[];
}

const SEEN = `a.tenant_id = $1 and a.series_id is not null and ($2::text[] is null or ${folded('a.source_app')} = any($2))`;

/** Series that have appointments, those that last longest first. Their first appointment provides the details. */
export async function seriesOf(
  db: Session,
  reader: Reader,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ total: number; series: ListedSeries[] }> {
  const counting: unknown[] = [reader.tenantId, reader.sourceApps];
  const listing = [...counting, limit, offset];
  const bind = binder(listing);
  const visible = andVisible(reader, 'Appointment', 'a', bind);
  const staff = andVisible(reader, 'Resource', 'r', bind);
  const [counted] = await db.query<{ total: number }>(
    `select count(distinct a.series_id) as total from appointment a where ${SEEN}${andVisible(reader, 'Appointment', 'a', binder(counting))}`,
    counting,
  );
  const series = await db.query<ListedSeries>(
    `with page as (
       select a.series_id, count(*) as count, count(*) filter (where a.is_recurrence_exception) as moved,
         min(a.start) as first, max(a.start) as last, (array_agg(a.id order by a.start, a.id))[1] as id
       from appointment a where ${SEEN}${visible} group by a.series_id order by max(a.start) desc, a.series_id limit $3 offset $4
     )
     select p.series_id as "seriesId", s.request as made, p.count, p.moved, p.first, p.last, a.subject, a.source_app as "sourceApp",
       a.source_type as "sourceType", a.job_no as "jobNo", a.task_no as "taskNo", t.short_description as "shortDescription",
       coalesce((
         select array_agg(r.resource_no order by r.resource_no) from assignment x
         join resource r on r.tenant_id = x.tenant_id and r.id = x.resource_id
         where x.tenant_id = $1 and x.owner_id = p.id${staff}
       ), '{}') as resources
     from page p
     join appointment a on a.tenant_id = $1 and a.id = p.id
     join task t on t.tenant_id = $1 and t.id = a.task_id
     left join series s on s.tenant_id = $1 and s.series_id = p.series_id
     order by p.last desc, p.series_id`,
    listing,
  );
  return { total: counted?.total ?? 0, series };
}
