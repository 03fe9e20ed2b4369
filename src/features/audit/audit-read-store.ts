import type { Session } from '../../platform/postgres/database.ts';

export interface StoredEvent {
  readonly id: number;
  readonly at: number;
  readonly kind: string;
  readonly actor: string;
  readonly subject: string | null;
  readonly address: string | null;
  readonly detail: object;
}

/** Null is no limit. */
export interface EventFilter {
  readonly kinds: readonly string[] | null;
  readonly actor: string | null;
  readonly from: Date | null;
  readonly to: Date | null;
  readonly text: string | null;
}

const WHICH = `tenant_id = $1 and ($2::text[] is null or lower(kind) = any($2) or lower(split_part(kind, '.', 1)) = any($2))
  and ($3::text is null or position($3 in lower(actor)) > 0) and ($4::timestamptz is null or at >= $4) and ($5::timestamptz is null or at < $5)
  and ($6::text is null or position($6 in lower(concat_ws(' ', actor, subject, address, detail::text))) > 0)`;
const COLUMNS = 'id, at, kind, actor, subject, address, detail';

const valuesOf = (tenantId: number, { kinds, actor, from, to, text }: EventFilter): unknown[] => [
  tenantId,
  kinds?.map((kind) => kind.toLowerCase()) ?? null,
  actor?.toLowerCase() ?? null,
  from,
  to,
  text?.toLowerCase() ?? null,
];

export async function countEvents(db: Session, tenantId: number, filter: EventFilter): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    `select count(*) as total from access_event where ${WHICH}`,
    valuesOf(tenantId, filter),
  );
  return row?.total ?? 0;
}

/** The newest first. */
export const eventsPage = (
  db: Session,
  tenantId: number,
  filter: EventFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<StoredEvent[]> =>
  db.query<StoredEvent>(`select ${COLUMNS} from access_event where ${WHICH} order by id desc limit $7 offset $8`, [
    ...valuesOf(tenantId, filter),
    limit,
    offset,
  ]);

/** Those before an id, for a list of any length that is read in portions. */
export const eventsBefore = (
  db: Session,
  tenantId: number,
  filter: EventFilter,
  before: number | null,
  portion: number,
): Promise<StoredEvent[]> =>
  db.query<StoredEvent>(
    `select ${COLUMNS} from access_event where ${WHICH} and ($7::bigint is null or id < $7) order by id desc limit $8`,
    [...valuesOf(tenantId, filter), before, portion],
  );

/** Deletes old events of all tenants, a portion at a time; returns their number. */
export async function trimEvents(db: Session, before: Date, portion: number): Promise<number> {
  const [row] = await db.query<{ gone: number }>(
    `with old as (
       select tenant_id, id from access_event where at < $1 order by at limit $2
     ), gone as (
       delete from access_event e using old o where e.tenant_id = o.tenant_id and e.id = o.id returning 1
     ) select count(*) as gone from gone`,
    [before, portion],
  );
  return row?.gone ?? 0;
}
