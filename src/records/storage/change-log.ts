import type { Origin } from '../../platform/caller.ts';
import type { Cause } from '../../platform/cause.ts';
import type { Session, Transaction } from '../../platform/postgres/database.ts';
import type { Change, ChangeAction } from './change.ts';
import { CHANGES_CHANNEL } from './change-signal.ts';
import { visibleByOf } from './deleted-facts.ts';
import { columnsOf, PORTION } from './logged-columns.ts';

export interface ChangeSet extends Cause {
  readonly actor: string;
  readonly origin: Origin;
  /** Who sent the request, where the change belongs to somebody else. */
  readonly sentBy?: string;
}

/**
 * Must be the last statements of a transaction: from here to its commit the tenant's counter row is locked, and other writers of
 * the tenant wait. What is sent is put together before. Answers the number of the last change.
 */
export async function appendChanges(
  tx: Transaction,
  tenantId: number,
  set: ChangeSet,
  changes: readonly Change[],
): Promise<number> {
  const visibleBy = visibleByOf(changes);
  const [first, ...others] = portionsOf(changes).map((portion) => [
    tenantId,
    portion.length,
    ...columnsOf(portion, visibleBy),
  ]);
  const { actor, origin, requestId, sentBy = null, traceParent = null } = set;
  const about = [changes.length, actor, origin, requestId, sentBy, traceParent];
  const [counted] = await tx.query<{ last: number; xid: string }>(COUNT_AND_INSERT, [...(first ?? []), ...about]);
  if (!counted) throw new Error(`tenant ${tenantId} does not exist`);
  tx.prove({
    xid: counted.xid,
    text: 'select from change_set where tenant_id = $1 and last_no = $2 and request_id = $3',
    values: [tenantId, counted.last, requestId],
  });
  for (const [at, portion] of others.entries())
    await tx.query(INSERT, [...portion, counted.last, counted.last - changes.length + (at + 1) * PORTION]);
  return counted.last;
}

function portionsOf(changes: readonly Change[]): (readonly Change[])[] {
  if (changes.length <= PORTION) return [changes];
  const count = Math.ceil(changes.length / PORTION);
  return Array.from({ length: count }, (_, i) => changes.slice(i * PORTION, (i + 1) * PORTION));
}

/** Columns as `columnsOf` puts them together: `rows from` leaves the column of a list that is empty null. */
const INTO = `insert into change
    (tenant_id, no, set_no, entity, record_id, key, source_app, action, version, from_back_office, before, after, undoes, visible_by)`;
const VALUES = `coalesce(i.entity, $3), coalesce(i.record_id, $5)::bigint, coalesce(i.key, $7),
    nullif(coalesce(i.source_app, $9), ''), coalesce(i.action, $11), coalesce(i.version, $13)::integer, coalesce(i.from_back_office, $15)::boolean,
    nullif(coalesce(i.before, $17), ''), nullif(coalesce(i.after, $19), ''), nullif(coalesce(i.undoes, $21), '')::bigint[],
    nullif(coalesce(i.visible_by, $23), '')`;
const ROWS = `rows from (generate_series(1, $2::integer), unnest(string_to_array($4, E'\\x1e')), unnest(string_to_array($6, E'\\x1e')),
      unnest(string_to_array($8, E'\\x1e')), unnest(string_to_array($10, E'\\x1e')), unnest(string_to_array($12, E'\\x1e')),
      unnest(string_to_array($14, E'\\x1e')), unnest(string_to_array($16, E'\\x1e')), unnest(string_to_array($18, E'\\x1e')),
      unnest(string_to_array($20, E'\\x1e')), unnest(string_to_array($22, E'\\x1e')), unnest(string_to_array($24, E'\\x1e')))
    as i(n, entity, record_id, key, source_app, action, version, from_back_office, before, after, undoes, visible_by)`;

/** $25 the last number, $26 the number before the first of these. */
const INSERT = `${INTO} select $1, $26::bigint + i.n, $25::bigint, ${VALUES} from ${ROWS}`;

/** Takes the numbers from the tenant's counter, and logs with them. $25 how many, then what is the same in all changes. */
const COUNT_AND_INSERT = `with counted as (
       update tenant set change_seq = change_seq + $25::bigint where id = $1 returning change_seq
     ), noted as (
       insert into change_set (tenant_id, last_no, first_no, actor, origin, request_id, sent_by, trace_parent)
       select $1, change_seq, change_seq - $25::bigint + 1, $26, $27, $28, $29, $30 from counted
     ), logged as (
       ${INTO} select $1, c.change_seq - $25::bigint + i.n, c.change_seq, ${VALUES} from counted c cross join ${ROWS}
     )
     select change_seq as last, pg_current_xact_id()::text as xid, pg_notify('${CHANGES_CHANNEL}', $1 || ':' || change_seq) from counted`;

export interface StoredChange {
  readonly no: number;
  readonly at: number;
  readonly actor: string;
  readonly sentBy: string | null;
  readonly origin: Origin;
  readonly requestId: string;
  readonly entity: string;
  readonly recordId: number;
  readonly key: string;
  readonly sourceApp: string | null;
  readonly action: ChangeAction;
  readonly version: number;
  readonly fromBackOffice: boolean;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly undoes: readonly number[] | null;
}

/** The columns of a stored change: `c` is the change, `s` its set. */
export const CHANGE_COLUMNS = `c.no, s.at, s.actor, s.origin, s.request_id as "requestId", s.sent_by as "sentBy", c.entity, c.record_id as "recordId", c.key,
  c.source_app as "sourceApp", c.action, c.version, c.from_back_office as "fromBackOffice", c.before::json, c.after::json, to_json(c.undoes) as undoes`;
const FROM = 'from change c join change_set s on s.tenant_id = c.tenant_id and s.last_no = c.set_no';

export interface ChangeQuery {
  readonly after: number;
  readonly limit: number;
  readonly entities: readonly string[] | null;
  readonly sourceApps: readonly string[] | null;
}

export const changesAfter = (db: Session, tenantId: number, query: ChangeQuery): Promise<StoredChange[]> =>
  db.query<StoredChange>(
    `select ${CHANGE_COLUMNS} ${FROM}
     where c.tenant_id = $1 and c.no > $2
       and ($3::text[] is null or c.entity = any($3))
       and ($4::text[] is null or lower(c.source_app) = any($4))
     order by c.no limit $5`,
    [tenantId, query.after, query.entities, query.sourceApps, query.limit],
  );

/** Which changes somebody looks back at; what is undefined does not narrow. */
export interface ChangesBack extends Omit<ChangeQuery, 'after'> {
  readonly before: number;
  readonly recordId: number | undefined;
  /** Parts of texts, in any case. */
  readonly key: string | undefined;
  readonly actor: string | undefined;
  readonly requestId: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** The newest first. A condition that is not asked for is not there: the plan follows what is. */
export function changesBefore(db: Session, tenantId: number, query: ChangesBack): Promise<StoredChange[]> {
  const values: unknown[] = [tenantId, query.before, query.limit];
  const conditions = (
    [
      [query.entities, (at) => `c.entity = any(${at})`],
      [query.sourceApps, (at) => `lower(c.source_app) = any(${at})`],
      [query.recordId, (at) => `c.record_id = ${at}`],
      [query.key, (at) => `strpos(lower(c.key), lower(${at})) > 0`],
      [query.actor, (at) => `strpos(lower(concat_ws(' ', s.actor, s.sent_by)), lower(${at})) > 0`],
      // With its numbers, so that the changes of the request are looked for and not all others.
      [query.requestId, (at) => `s.request_id = ${at} and c.no between s.first_no and s.last_no`],
      [query.from, (at) => `s.at >= ${at}::timestamptz`],
      [query.to, (at) => `s.at < ${at}::timestamptz`],
    ] as readonly (readonly [unknown, (at: string) => string])[]
  )
    .filter(([value]) => value !== undefined && value !== null)
    .map(([value, condition]) => condition(`$${values.push(value)}`));
  return db.query<StoredChange>(
    `select ${CHANGE_COLUMNS} ${FROM} where ${['c.tenant_id = $1', 'c.no < $2', ...conditions].join(' and ')} order by c.no desc limit $3`,
    values,
  );
}

export const historyOf = (db: Session, tenantId: number, entity: string, recordId: number): Promise<StoredChange[]> =>
  db.query<StoredChange>(
    `select ${CHANGE_COLUMNS} ${FROM} where c.tenant_id = $1 and c.entity = $2 and c.record_id = $3 order by c.no`,
    [tenantId, entity, recordId],
  );

export async function changeNumbered(db: Session, tenantId: number, no: number): Promise<StoredChange | undefined> {
  const [found] = await db.query<StoredChange>(
    `select ${CHANGE_COLUMNS} ${FROM} where c.tenant_id = $1 and c.no = $2`,
    [tenantId, no],
  );
  return found;
}

/** What was written together with a change, of some kinds of record. */
export const changesWith = (
  db: Session,
  tenantId: number,
  no: number,
  entities: readonly string[],
): Promise<StoredChange[]> =>
  db.query<StoredChange>(
    `select ${CHANGE_COLUMNS}
     from (select * from change_set where tenant_id = $1 and last_no >= $2 order by last_no limit 1) s
     join change c on c.tenant_id = s.tenant_id and c.no between s.first_no and s.last_no
     where c.entity = any($3) order by c.no`,
    [tenantId, no, entities],
  );

/** All changes of one request in their order, and how many there were when it was written. */
export async function changesOfRequest(
  db: Session,
  tenantId: number,
  requestId: string,
): Promise<{ changes: StoredChange[]; written: number }> {
  const [counted] = await db.query<{ written: number | null }>(
    'select sum(last_no - first_no + 1)::bigint as written from change_set where tenant_id = $1 and request_id = $2',
    [tenantId, requestId],
  );
  const changes = await db.query<StoredChange>(
    `select ${CHANGE_COLUMNS}
     from change_set s join change c on c.tenant_id = s.tenant_id and c.no between s.first_no and s.last_no
     where s.tenant_id = $1 and s.request_id = $2 order by c.no`,
    [tenantId, requestId],
  );
  return { changes, written: counted?.written ?? 0 };
}

/** The part of a change that may conflict with an undo. */
export interface LaterChange extends Pick<StoredChange, 'no' | 'at' | 'actor' | 'requestId' | 'entity' | 'recordId'> {
  readonly key: string;
  readonly action: ChangeAction;
  readonly undoes: readonly number[] | null;
  /** The fields that an update changed, as they were before and after it. */
  readonly fields: readonly string[];
  readonly before: StoredChange['before'];
  readonly after: StoredChange['after'];
}

/** Changes after a number, of any record that has one of the ids and is of one of the kinds. */
export const changesSince = (
  db: Session,
  tenantId: number,
  after: number,
  entities: readonly string[],
  ids: readonly number[],
): Promise<LaterChange[]> =>
  db.query<LaterChange>(
    `select c.no, s.at, s.actor, s.request_id as "requestId", c.entity, c.record_id as "recordId", c.key, c.action, to_json(c.undoes) as undoes,
       case when c.action = 'updated' then array(select json_object_keys(c.before::json)) else '{}' end as fields,
       case when c.action = 'updated' then c.before::json end as before, case when c.action = 'updated' then c.after::json end as after
     ${FROM} where c.tenant_id = $1 and c.record_id = any($4) and c.entity = any($3) and c.no > $2 order by c.no`,
    [tenantId, after, entities, ids],
  );

/** The number of the tenant's newest change: a reader that has come so far has seen everything. */
export async function lastChange(db: Session, tenantId: number): Promise<number> {
  const [row] = await db.query<{ last: number }>('select change_seq as last from tenant where id = $1', [tenantId]);
  return row?.last ?? 0;
}

/** The numbers between which the log is complete: it may have been trimmed at its old end. Of an empty log the first is the next to come. */
export async function logBounds(db: Session, tenantId: number): Promise<{ first: number; last: number }> {
  const [row] = await db.query<{ first: number; last: number }>(
    'select oldest_change as first, change_seq as last from tenant where id = $1',
    [tenantId],
  );
  return row ?? { first: 1, last: 0 };
}
