import { DAY_CAP_SECONDS, type EntryStatus } from '../../domain/time-entry.ts';
import type { Session, Transaction } from '../../platform/postgres/database.ts';

/** What the rules of time registration need to know. Writers of one resource's time wait for each other at its row. */
export interface LockedResource {
  readonly id: number;
  readonly key: string;
  readonly resourceNo: string;
  readonly timeZone: string | null;
}

/** By id or by folded key. */
export const lockResources = (
  tx: Transaction,
  tenantId: number,
  ids: readonly number[],
  keys: readonly string[] = [],
): Promise<LockedResource[]> =>
  tx.query<LockedResource>(
    `select id, key, resource_no as "resourceNo", time_zone as "timeZone" from resource
     where tenant_id = $1 and (id = any($2::bigint[]) or key = any($3::text[])) order by key for no key update`,
    [tenantId, ids, keys],
  );

export interface EntryRow {
  readonly id: number;
  readonly key: string;
  readonly version: number;
  readonly resourceId: number;
  readonly sourceApp: string;
  readonly sourceType: string;
  readonly backofficeID: string | null;
  readonly resourceNo: string;
  readonly jobNo: string;
  readonly taskNo: string;
  readonly date: string;
  readonly durationInSeconds: number;
  readonly description: string | null;
  readonly isBillable: boolean | null;
  readonly status: EntryStatus;
  readonly message: string | null;
}

export interface SourceReference {
  readonly sourceApp: string;
  readonly sourceType: string;
  readonly reference: string;
}

/** References by their sources: most batches have one source, which travels once. */
function bySource(references: readonly SourceReference[]): string {
  const sources = new Map<string, [app: string, type: string, texts: string[]]>();
  for (const { sourceApp, sourceType, reference } of references) {
    const name = `${sourceApp}\u001f${sourceType}`;
    const source = sources.get(name);
    if (source) source[2].push(reference);
    else sources.set(name, [sourceApp, sourceType, [reference]]);
  }
  return JSON.stringify([...sources.values()]);
}

/** A reference that a call wants to give to the record with this id. */
export interface WantedReference {
  readonly id: number;
  readonly reference: string;
}

/**
 * Rows by id and by reference, each found by its index: with `or` the whole table would be read. All references of one source are looked for by one
 * scan of it, which takes a third of the time of a scan for each. Also the rows that hold a reference which a call wants to give to the row with an
 * id: it counts within the source of that row. Texts are folded by the database, as its unique index folds them.
 */
const named = (
  table: 'time_entry' | 'time_session',
  reference: string,
  columns: string,
  union: 'union' | 'union all' = 'union',
): string => {
  const holding = (app: string, type: string, condition: string): string =>
    `select ${columns} from ${table} n where n.tenant_id = $1 and lower(n.source_app) = ${app}
       and lower(n.source_type) = ${type} and lower(n.${reference}) = ${condition} and n.${reference} is not null offset 0`;
  return `select ${columns} from ${table} n where n.tenant_id = $1 and n.id = any($2::bigint[])
   ${union}
   select n.* from (
     select lower(v->>0) as app, lower(v->>1) as type, array(select lower(t) from json_array_elements_text(v->2) t) as texts
     from json_array_elements($3::json) v offset 0
   ) s
   cross join lateral (${holding('s.app', 's.type', 'any(s.texts)')}) n
   ${union}
   select n.* from unnest($4::bigint[], $5::text[]) as w(id, reference)
   join ${table} o on o.tenant_id = $1 and o.id = w.id
   cross join lateral (${holding('lower(o.source_app)', 'lower(o.source_type)', 'lower(w.reference)')}) n`;
};

/** How records are named. */
interface NamedBy {
  readonly ids: readonly number[];
  readonly references: readonly SourceReference[];
  readonly wanted: readonly WantedReference[];
}

const valuesOf = (tenantId: number, { ids, references, wanted }: NamedBy): unknown[] => [
  tenantId,
  ids,
  bySource(references),
  wanted.map(({ id }) => id),
  wanted.map(({ reference }) => reference),
];

/** The resources of named entries, which have to be locked before the entries are read. */
export const ownersOfEntries = async (tx: Transaction, tenantId: number, by: NamedBy): Promise<number[]> => {
  const owners = await tx.query<{ id: number }>(
    named('time_entry', 'backoffice_id', 'n.resource_id as id'),
    valuesOf(tenantId, by),
  );
  return owners.map(({ id }) => id);
};

const ENTRY: Readonly<Record<keyof EntryRow, string>> = {
  id: 'id',
  key: 'key',
  version: 'version',
  resourceId: 'resource_id',
  sourceApp: 'source_app',
  sourceType: 'source_type',
  backofficeID: 'backoffice_id',
  resourceNo: 'resource_no',
  jobNo: 'job_no',
  taskNo: 'task_no',
  date: 'date',
  durationInSeconds: 'duration_in_seconds',
  description: 'description',
  isBillable: 'is_billable',
  status: 'status',
  message: 'message',
};
const PROPERTIES = Object.keys(ENTRY) as (keyof EntryRow)[];

/**
 * One list for each column: the driver takes three times as long to read a thousand rows. They need no lock of their own: a write of an entry locks
 * its resource. One that is named in several ways may come several times.
 */
export const entriesNamed = async (tx: Transaction, tenantId: number, by: NamedBy): Promise<EntryRow[]> => {
  const columns = PROPERTIES.map((property) => `json_agg(e.${ENTRY[property]}) as "${property}"`);
  const [lists] = await tx.query<Record<keyof EntryRow, unknown[] | null>>(
    `select ${columns.join(', ')} from (${named('time_entry', 'backoffice_id', 'n.*', 'union all')}) e`,
    valuesOf(tenantId, by),
  );
  return (lists?.id ?? []).map((_, at) => {
    const entry: Partial<Record<keyof EntryRow, unknown>> = {};
    for (const property of PROPERTIES) entry[property] = lists?.[property]?.[at];
    return entry as EntryRow;
  });
};

/** A day of a resource, with the seconds that a write may add to it. */
export interface FilledDay {
  readonly resourceId: number;
  readonly date: string;
  readonly more: number;
}

/** The seconds of those days among the given ones that could come to hold more than a day may. In most writes there are none. */
export const secondsOfFullDays = (
  tx: Transaction,
  tenantId: number,
  days: readonly FilledDay[],
): Promise<{ resourceId: number; date: string; seconds: number }[]> =>
  tx.query(
    `select d.resource_id as "resourceId", d.date, s.seconds from unnest($2::bigint[], $3::date[], $4::bigint[]) as d(resource_id, date, more)
     cross join lateral (
       select sum(e.duration_in_seconds)::bigint as seconds from time_entry e
       where e.tenant_id = $1 and e.resource_id = d.resource_id and e.date = d.date
     ) s where s.seconds + d.more > $5`,
    [
      tenantId,
      days.map((each) => each.resourceId),
      days.map((each) => each.date),
      days.map((each) => each.more),
      DAY_CAP_SECONDS,
    ],
  );

/** The entries among the given ones that claim sessions. */
export const claimedEntries = (
  tx: Transaction,
  tenantId: number,
  entries: readonly number[],
): Promise<{ id: number }[]> =>
  tx.query('select distinct time_entry_id as id from time_session where tenant_id = $1 and time_entry_id = any($2)', [
    tenantId,
    entries,
  ]);

/** Sessions that an entry claimed become claimable again. */
export const releaseSessions = (
  tx: Transaction,
  tenantId: number,
  entries: readonly number[],
  actor: string,
): Promise<{ id: number; version: number; sourceApp: string; timeEntryId: number }[]> =>
  tx.query(
    `with claimed as (
       select id, time_entry_id from time_session where tenant_id = $1 and time_entry_id = any($2) order by key for update
     )
     update time_session s set time_entry_id = null, version = s.version + 1, updated_at = now(), updated_by = $3
     from claimed c where s.tenant_id = $1 and s.id = c.id
     returning s.id, s.version, s.source_app as "sourceApp", c.time_entry_id as "timeEntryId"`,
    [tenantId, entries, actor],
  );

export interface SessionRow {
  readonly id: number;
  readonly key: string;
  readonly version: number;
  readonly session: string;
  readonly part: number;
  readonly resourceId: number;
  readonly sourceApp: string;
  readonly sourceType: string;
  readonly externalId: string | null;
  readonly resourceNo: string;
  readonly jobNo: string;
  readonly taskNo: string;
  readonly taskId: number;
  readonly startedAt: number;
  readonly stoppedAt: number | null;
  readonly stopRecorded: boolean;
  readonly type: number;
  readonly note: string | null;
  readonly timeEntryId: number | null;
}

const SESSION = `s.id, s.key, s.version, s.session, s.part, s.resource_id as "resourceId", s.source_app as "sourceApp",
  s.source_type as "sourceType", s.external_id as "externalId", s.resource_no as "resourceNo", s.job_no as "jobNo", s.task_no as "taskNo",
  s.task_id as "taskId", s.started_at as "startedAt", s.stopped_at as "stoppedAt", s.stop_recorded as "stopRecorded", s.type, s.note,
  s.time_entry_id as "timeEntryId"`;

/** The source systems of sessions by their ids. */
export const sourcesOfSessions = (
  tx: Transaction,
  tenantId: number,
  ids: readonly number[],
): Promise<{ id: number; sourceApp: string; sourceType: string }[]> =>
  tx.query(
    `select id, source_app as "sourceApp", source_type as "sourceType" from time_session where tenant_id = $1 and id = any($2)`,
    [tenantId, ids],
  );

/** All parts of the sessions that calls name. */
export const sessionsNamed = (
  tx: Transaction,
  tenantId: number,
  ids: readonly number[],
  references: readonly SourceReference[],
  wanted: readonly WantedReference[] = [],
): Promise<SessionRow[]> =>
  tx.query<SessionRow>(
    `select ${SESSION} from time_session s where s.tenant_id = $1 and s.session in (${named('time_session', 'external_id', 'n.session')})
     order by s.key`,
    valuesOf(tenantId, { ids, references, wanted }),
  );

/**
 * Whatever a change from a moment on can touch: the sessions that begin later, those that were not stopped by anyone and reach up to it, and
 * all parts of either.
 */
export const sessionsFrom = (
  tx: Transaction,
  tenantId: number,
  from: readonly { readonly resourceId: number; readonly moment: number }[],
): Promise<SessionRow[]> =>
  tx.query<SessionRow>(
    `select ${SESSION} from time_session s where s.tenant_id = $1 and s.session in (
       select n.session from time_session n
       join unnest($2::bigint[], $3::double precision[]) as f(resource_id, moment) on f.resource_id = n.resource_id
       where n.tenant_id = $1 and (n.started_at >= to_timestamp(f.moment / 1000)
         or (not n.stop_recorded and (n.stopped_at is null or n.stopped_at >= to_timestamp(f.moment / 1000)))))
     order by s.key for update`,
    [tenantId, from.map((each) => each.resourceId), from.map((each) => each.moment)],
  );

/**
 * Whether a session shares time with another of its resource. The parts of stopped sessions are shorter than 26 hours (a day may have 25), and
 * one that runs begins after all others, so nothing that began earlier has to be looked at.
 */
export const OVERLAPS = `exists (
  select from time_session o where o.tenant_id = t.tenant_id and o.resource_id = t.resource_id and o.id <> t.id
    and o.started_at > t.started_at - interval '26 hours' and o.started_at < coalesce(t.stopped_at, 'infinity')
    and coalesce(o.stopped_at, 'infinity') > t.started_at
    and (o.stopped_at is null or o.stopped_at > o.started_at) and (t.stopped_at is null or t.stopped_at > t.started_at))`;

/** The parts of the session that runs, or of all that are called so; in the order of their starts. */
export const sessionsToStop = (
  tx: Transaction,
  tenantId: number,
  resourceId: number,
  externalId: string | null,
): Promise<SessionRow[]> =>
  tx.query<SessionRow>(
    `select ${SESSION} from time_session s where s.tenant_id = $1 and s.resource_id = $2
       and case when $3::text is null then s.stopped_at is null else lower(s.external_id) = lower($3) end
     order by s.started_at, s.part`,
    [tenantId, resourceId, externalId],
  );

/** The ids of all parts of a session, by the id of any of them. */
export const partIdsOf = (tx: Transaction, tenantId: number, id: number): Promise<{ id: number }[]> =>
  tx.query(
    `select s.id from time_session s where s.tenant_id = $1
       and s.session = (select n.session from time_session n where n.tenant_id = $1 and n.id = $2)`,
    [tenantId, id],
  );

/** Only those resources that have a zone of their own. */
export const zonesOfResources = (db: Session, tenantId: number): Promise<{ resourceNo: string; timeZone: string }[]> =>
  db.query(
    'select resource_no as "resourceNo", time_zone as "timeZone" from resource where tenant_id = $1 and time_zone is not null',
    [tenantId],
  );
