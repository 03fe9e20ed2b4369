import { ATTACHMENT } from '../../domain/attachments/attachment.ts';
import { ACCEPTED_CONFLICT } from '../../domain/violations/accepted-conflict.ts';
import type { Session, Transaction } from '../../platform/postgres/database.ts';
import { folded } from '../../records/derive/statements.ts';

export interface TenantBehind {
  readonly id: number;
  readonly timeZone: string;
}

/** Tenants with new changes and at least one receiver. */
export const tenantsBehind = (db: Session): Promise<TenantBehind[]> =>
  db.query<TenantBehind>(
    `select t.id, t.time_zone as "timeZone" from tenant t left join outbound_position p on p.tenant_id = t.id
     where t.change_seq > coalesce(p.position, 0) and (
       exists (select from connector c where c.tenant_id = t.id and c.send_appointment_to_web_service)
       or exists (select from webhook w where w.tenant_id = t.id))
     order by t.id`,
  );

/** The change up to which deliveries exist. Locked until the transaction ends: another process waits, and continues from there. */
export async function takePosition(tx: Transaction, tenantId: number): Promise<number> {
  await tx.query('insert into outbound_position (tenant_id, position) values ($1, 0) on conflict do nothing', [
    tenantId,
  ]);
  const [row] = await tx.query<{ position: number }>(
    'select position from outbound_position where tenant_id = $1 for update',
    [tenantId],
  );
  return row?.position ?? 0;
}

export async function movePosition(tx: Transaction, tenantId: number, position: number): Promise<void> {
  await tx.query('update outbound_position set position = $2 where tenant_id = $1', [tenantId, position]);
}

/** The end of a portion: whole writes, one at least, and not many more changes than asked for. */
export async function endOfPortion(tx: Transaction, tenantId: number, after: number, changes: number): Promise<number> {
  const [row] = await tx.query<{ last: number | null }>(
    `select max(last_no) as last from (
       select last_no, sum(last_no - first_no + 1) over (order by last_no) as total, row_number() over (order by last_no) as n
       from (select * from change_set where tenant_id = $1 and last_no > $2 order by last_no limit $3) s
     ) p where total <= $3 or n = 1`,
    [tenantId, after, changes],
  );
  return row?.last ?? after;
}

/** A record that one write touched. */
export interface Touched {
  readonly entity: 'Appointment' | 'TimeEntry';
  readonly id: number;
  readonly changeNo: number;
  readonly created: boolean;
  readonly deleted: boolean;
  readonly fromBackOffice: boolean;
  readonly at: number;
  readonly actor: string;
}

const PARTS = [
  ['Assignment', 'assignment'],
  ['AppointmentUri', 'appointment_uri'],
  ['AppointmentFieldValue', 'appointment_field_value'],
  ['AppointmentContainer', 'appointment_container'],
] as const;

/** A part that is gone is known by its key, in which its appointment's number stands first, or last after the container. */
const NUMBER = `case c.entity when 'AppointmentContainer' then substring(c.key from '[^/]*$') else split_part(c.key, '/', 1) end`;

/**
 * Appointments that were written, or a part of them; of entries those that were released to the back office, and those that a
 * team lead has decided where team leads approve. In the order of the log. A conflict
 * that was accepted is logged with the appointment if that has no task, and changes nothing of it.
 */
export const touchedBetween = (tx: Session, tenantId: number, after: number, till: number): Promise<Touched[]> =>
  tx.query<Touched>(
    `with touched as (
       select 'Appointment' as entity, c.record_id as id, c.no, c.set_no, c.action = 'created' as created,
         c.action = 'deleted' as deleted, c.from_back_office
       from change c where c.tenant_id = $1 and c.no > $2 and c.no <= $3 and c.entity = 'Appointment'
         and coalesce(c.after, '') not like '{"${ACCEPTED_CONFLICT}":%'
       union all
       select 'Appointment', coalesce(${PARTS.map(([, table]) => `${table}.owner_id`).join(', ')}, a.id), c.no, c.set_no, false, false,
         c.from_back_office
       from change c
       ${PARTS.map(([entity, table]) => `left join ${table} on c.entity = '${entity}' and ${table}.tenant_id = $1 and ${table}.id = c.record_id`).join('\n       ')}
       left join appointment a on a.tenant_id = $1 and a.key = lower(${NUMBER})
       where c.tenant_id = $1 and c.no > $2 and c.no <= $3 and c.entity = any('{${PARTS.map(([entity]) => entity).join(',')}}')
       union all
       select 'Appointment', a.id, c.no, c.set_no, false, false, c.from_back_office
       from change c cross join lateral (select coalesce(c.after, c.before)::json as told) f
       join appointment a on a.tenant_id = $1 and a.id = (f.told ->> 'ownerId')::bigint
       where c.tenant_id = $1 and c.no > $2 and c.no <= $3 and c.entity = '${ATTACHMENT}' and f.told ->> 'ownerKind' = 'Appointment'
       union all
       select 'TimeEntry', c.record_id, c.no, c.set_no, c.action = 'created', false, c.from_back_office
       from change c where c.tenant_id = $1 and c.no > $2 and c.no <= $3 and c.entity = 'TimeEntry' and c.action <> 'deleted'
         and (c.after::json ->> 'status' = '1' or (c.after::json ->> 'status' in ('4', '5') and not c.from_back_office
           and exists (select from tenant where id = $1 and time_approval = 'teamLead')))
     )
     select t.entity, t.id, t.set_no as "changeNo", bool_or(t.created) as created, bool_or(t.deleted) as deleted,
       bool_and(t.from_back_office) as "fromBackOffice", s.at, s.actor
     from touched t join change_set s on s.tenant_id = $1 and s.last_no = t.set_no
     where t.id is not null
     group by t.entity, t.id, t.set_no, s.at, s.actor order by t.set_no, min(t.no)`,
    [tenantId, after, till],
  );

type Document = Readonly<Record<string, unknown>>;

/** The last state of a deleted record, from the log. */
export interface Tombstone {
  readonly id: number;
  readonly changeNo: number;
  readonly record: Document;
}

export const tombstonesOf = (
  tx: Session,
  tenantId: number,
  entity: string,
  ids: readonly number[],
): Promise<Tombstone[]> =>
  tx.query<Tombstone>(
    `select distinct on (record_id) record_id as id, set_no as "changeNo", before::json as record from change
     where tenant_id = $1 and entity = $2 and record_id = any($3) and action = 'deleted' order by record_id, no desc`,
    [tenantId, entity, ids],
  );

/** The parts of appointments that some writes deleted. */
export const partsGone = (
  tx: Session,
  tenantId: number,
  changeNos: readonly number[],
): Promise<{ entity: string; record: Document }[]> =>
  tx.query(
    // One write after the other: PostgreSQL takes a range of numbers for a large part of the log, and would rather read all of it.
    `select c.entity, c.before::json as record
     from change_set s cross join lateral (
       select no, entity, action, before from change where tenant_id = $1 and no between s.first_no and s.last_no offset 0
     ) c
     where s.tenant_id = $1 and s.last_no = any($2) and c.action = 'deleted' and c.entity = any($3) order by c.no`,
    [tenantId, changeNos, PARTS.map(([name]) => name)],
  );

export interface TaskFacts {
  readonly key: string;
  readonly taskDescription: string | null;
  readonly category: string | null;
  readonly jobDescription: string | null;
}

export const tasksToSend = (tx: Session, tenantId: number, keys: readonly string[]): Promise<TaskFacts[]> =>
  tx.query<TaskFacts>(
    `select t.key, coalesce(t.description, t.short_description) as "taskDescription", t.category,
       coalesce(j.description, j.short_description) as "jobDescription"
     from task t join job j on j.tenant_id = t.tenant_id and j.id = t.job_id where t.tenant_id = $1 and t.key = any($2)`,
    [tenantId, keys],
  );

export interface ResourceFacts {
  readonly key: string;
  readonly id: number;
  readonly resourceNo: string;
  readonly sourceApp: string | null;
  readonly sourceType: string | null;
  readonly displayName: string | null;
  readonly department: string | null;
  readonly email: string | null;
  readonly typeName: string | null;
}

export const resourcesToSend = (tx: Session, tenantId: number, keys: readonly string[]): Promise<ResourceFacts[]> =>
  tx.query<ResourceFacts>(
    `select r.key, r.id, r.resource_no as "resourceNo", r.source_app as "sourceApp", r.source_type as "sourceType",
       coalesce(r.display_name, r.resource_name) as "displayName", r.department, r.email,
       coalesce(y.display_name, y.name, r.resource_type) as "typeName"
     from resource r left join resource_type y on y.tenant_id = r.tenant_id and y.key = ${folded('r.resource_type')}
     where r.tenant_id = $1 and r.key = any($2)`,
    [tenantId, keys],
  );

export interface LookFacts {
  readonly kind: 'category' | 'timeMarker';
  readonly key: string;
  readonly name: string;
  readonly displayName: string | null;
  readonly color: string | null;
}

/** Categories and time markers by their folded names. */
export const looksToSend = (
  tx: Session,
  tenantId: number,
  categories: readonly string[],
  markers: readonly string[],
): Promise<LookFacts[]> =>
  tx.query<LookFacts>(
    `select 'category' as kind, key, name, display_name as "displayName", color from category where tenant_id = $1 and key = any($2)
     union all
     select 'timeMarker', key, name, null, color from time_marker where tenant_id = $1 and key = any($3)`,
    [tenantId, categories, markers],
  );
