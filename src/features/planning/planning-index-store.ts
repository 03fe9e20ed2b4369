import type { HeldTime, IndexedAppointment } from '../../engine/recommendation/indexed.ts';
import type { Database, Session } from '../../platform/postgres/database.ts';
import { appointmentOverlaps, momentOf } from '../../platform/postgres/time-window.ts';
import { folded } from '../../records/derive/statements.ts';
import { placeSql } from '../geocoding/geocode-store.ts';

const home = placeSql('Resource', 'r');
const site = placeSql('Job', 'j');

/** Reads that fill the planning index of a tenant, and keep it current. `ids` null reads everything. */

/** Whether anything changed: one statement, at the beginning of every request. */
export interface PlanState {
  readonly changes: number;
  readonly holds: readonly HeldTime[];
  /** The appointments that changed after the number that was known, where nothing else did: what happens all day. */
  readonly moved: readonly number[] | null;
}

const MOST_MOVED = 100;

export async function planState(db: Database, tenantId: number, now: Date, known: number): Promise<PlanState> {
  const [row] = await db.prepared<{ changes: number; holds: HeldTime[] | null; moved: number[] | null }>(
    `select t.change_seq as changes, (
       select json_agg(json_build_object('id', h.id, 'resourceId', h.resource_id,
         'start', extract(epoch from h.start) * 1000, 'end', extract(epoch from h."end") * 1000) order by h.id)
       from hold h where h.tenant_id = t.id and h.expires_at > $2) as holds, (
       select case when bool_and(c.entity = 'Appointment') then json_agg(distinct c.record_id) end
       from change c where c.tenant_id = t.id and c.no > $3 and t.change_seq - $3 between 1 and ${MOST_MOVED}) as moved
     from tenant t where t.id = $1`,
    [tenantId, now, known],
  );
  if (!row) throw new Error(`tenant ${tenantId} does not exist`);
  return { changes: row.changes, holds: row.holds ?? [], moved: row.moved };
}

/** Differs whenever the rows of a draft were computed again. */
export async function draftMark(db: Session, tenantId: number, draft: number): Promise<string> {
  const [row] = await db.query<{ mark: string }>(
    `select concat_ws('/', rows_at, roads_at, extract(epoch from used_at)) as mark from draft where tenant_id = $1 and id = $2`,
    [tenantId, draft],
  );
  return row?.mark ?? '';
}

export interface IndexedResource {
  readonly id: number;
  readonly resourceNo: string;
  readonly name: string;
  readonly isShown: boolean;
  /** Takes any number of appointments at once. */
  readonly isBulk: boolean;
  readonly lat: number | null;
  readonly lon: number | null;
}

export const indexedResources = (
  db: Session,
  tenantId: number,
  ids: readonly number[] | null,
): Promise<IndexedResource[]> =>
  db.query(
    `select r.id, r.resource_no as "resourceNo", coalesce(r.display_name, r.resource_name, r.resource_no) as name,
       not r.do_not_show as "isShown", r.bulk_planning as "isBulk",
       ${home.lat} as lat, ${home.lon} as lon
     from resource r ${home.join}
     where r.tenant_id = $1 and ($2::bigint[] is null or r.id = any($2))`,
    [tenantId, ids],
  );

export interface IndexedQualities {
  readonly resourceId: number;
  /** Folded filter values, as group and value. */
  readonly skills: readonly (readonly [group: string, value: string])[] | null;
  /** Folded numbers, with the epoch ms until which they are valid. */
  readonly certificates: readonly (readonly [no: string, validUntil: number | null])[] | null;
}

export const indexedQualities = (
  db: Session,
  tenantId: number,
  ids: readonly number[] | null,
): Promise<IndexedQualities[]> =>
  db.query(
    `select r.id as "resourceId", f.skills, c.certificates
     from resource r
     left join (
       select resource_id, json_agg(json_build_array(${folded('filter_group')}, ${folded('filter_value')})) as skills
       from resource_filter_value where tenant_id = $1 and ($2::bigint[] is null or resource_id = any($2)) group by 1
     ) f on f.resource_id = r.id
     left join (
       select resource_id, json_agg(json_build_array(${folded('no')}, extract(epoch from valid_until) * 1000)) as certificates
       from resource_certificate where tenant_id = $1 and ($2::bigint[] is null or resource_id = any($2)) group by 1
     ) c on c.resource_id = r.id
     where r.tenant_id = $1 and ($2::bigint[] is null or r.id = any($2))`,
    [tenantId, ids],
  );

/** Within JSON moments would become texts. */
const EPOCH_MS = (column: string): string => `extract(epoch from ${column}) * 1000`;

const appointmentsSql = (
  moment: (column: string) => string,
): string => `select a.id, ${moment('a.start')} as start, ${moment('a."end"')} as "end", ${site.lat} as lat, ${site.lon} as lon,
    a.is_all_day as "isAllDay", coalesce(t.ignore_calendars, false) as "ignoreCalendars",
    array(select s.resource_id from assignment s where s.tenant_id = a.tenant_id and s.owner_id = a.id) as resources
  from appointment a
  left join task t on t.tenant_id = a.tenant_id and t.id = a.task_id
  left join job j on j.tenant_id = t.tenant_id and j.id = t.job_id
  ${site.join}`;
const APPOINTMENTS = appointmentsSql((column) => column);

/** What is still to be done after a moment. */
export const indexedAppointments = (db: Session, tenantId: number, since: number): Promise<IndexedAppointment[]> =>
  db.query(`${APPOINTMENTS} where a.tenant_id = $1 and ${appointmentOverlaps('a', momentOf('$2'), `'infinity'`)}`, [
    tenantId,
    since,
  ]);

export const appointmentsAgain = (
  db: Database,
  tenantId: number,
  ids: readonly number[],
): Promise<IndexedAppointment[]> =>
  db.prepared(`${APPOINTMENTS} where a.tenant_id = $1 and a.id = any($2)`, [tenantId, ids]);

/** Filter values that are known, whether somebody has them or not. */
export const knownFilterValues = (
  db: Session,
  tenantId: number,
): Promise<{ readonly filterGroup: string; readonly filterValue: string }[]> =>
  db.query(
    `select ${folded('"group"')} as "filterGroup", ${folded('value')} as "filterValue" from filter_value where tenant_id = $1`,
    [tenantId],
  );

/** What changed after a number: appointments as they are now, and other records to read again. */
export interface Affected {
  readonly appointmentIds: readonly number[];
  /** Those of them that are still there. */
  readonly appointments: readonly IndexedAppointment[];
  readonly resources: readonly number[];
  readonly calendars: boolean;
  readonly filterValues: boolean;
}

/** Parts of a resource, with their tables. */
const PARTS = [
  ['ResourceFilterValue', 'resource_filter_value'],
  ['ResourceCertificate', 'resource_certificate'],
  ['ResourceCalendar', 'resource_calendar'],
  ['Absence', 'absence'],
  ['ResourceCapacity', 'resource_capacity'],
] as const;
const PART_NAMES = PARTS.map(([entity]) => `'${entity}'`).join(', ');

/** The ids of changed records of a kind. As a list: a join would be planned for a third of the log, and read whole tables. */
const changed = (entity: string, column = 'record_id'): string => `any(array(select ${column} from c where ${entity}))`;
const ofKind = (entity: string): string => `entity = '${entity}'`;

/** A record that is there names its owner in its row. One that is gone, or went over to another owner, names it in `before`. */
const AFFECTED = `with c as materialized (
    select entity, record_id, action, before::json as before from change where tenant_id = $1 and no > $2
  ), touched as materialized (
      select record_id as id from c where entity = 'Appointment'
      union select s.owner_id from assignment s where s.tenant_id = $1 and s.id = ${changed(ofKind('Assignment'))}
      union select a.id from appointment a where a.tenant_id = $1
        and a.key = ${changed(ofKind('Assignment'), folded("c.before->>'appointmentNo'"))}
      union select a.id from appointment a where a.tenant_id = $1 and a.task_id = ${changed(ofKind('Task'))}
      union select a.id from task t join appointment a on a.tenant_id = t.tenant_id and a.task_id = t.id
        where t.tenant_id = $1 and t.job_id = ${changed(ofKind('Job'))}
  )
  select
    array(select id from touched) as "appointmentIds",
    (select json_agg(each) from (
      ${appointmentsSql(EPOCH_MS)} where a.tenant_id = $1 and a.id = any(array(select id from touched))
    ) each) as appointments,
    array(
      select record_id from c where entity = 'Resource'
      ${PARTS.map(
        ([entity, table]) =>
          `union select p.resource_id from ${table} p where p.tenant_id = $1 and p.id = ${changed(ofKind(entity))}`,
      ).join('\n      ')}
      union select r.id from resource r where r.tenant_id = $1
        and r.key = ${changed(`entity in (${PART_NAMES})`, folded("c.before->>'resourceNo'"))}
    ) as resources,
    exists (select from c where entity = 'Calendar') as calendars,
    exists (select from c where entity in ('FilterValue', 'FilterGroup')) as "filterValues"`;

export async function affectedAfter(db: Database, tenantId: number, after: number): Promise<Affected> {
  const [row] = await db.prepared<Affected & { appointments: Affected['appointments'] | null }>(AFFECTED, [
    tenantId,
    after,
  ]);
  if (!row) throw new Error('a statement without a condition gave no row');
  return { ...row, appointments: row.appointments ?? [] };
}
