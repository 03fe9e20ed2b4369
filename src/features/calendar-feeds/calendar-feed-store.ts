import type { Visibility } from '../../domain/visibility.ts';
import type { Database, Session } from '../../platform/postgres/database.ts';
import { appointmentOverlaps, momentOf as moment } from '../../platform/postgres/time-window.ts';
import { andVisible, binder, isHidden, type Reader } from '../../records/reading/visible-rows.ts';

export interface StoredFeed {
  readonly id: number;
  readonly resourceNo: string;
  readonly name: string | null;
  readonly private: boolean;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
  readonly createdAt: number;
  readonly createdBy: string;
}

const COLUMNS = `f.id, r.resource_no as "resourceNo", f.name, f.private, f.last_used_at as "lastUsedAt", f.revoked_at as "revokedAt",
  f.created_at as "createdAt", f.created_by as "createdBy"`;

/** Whether a credential reaches the resource: what belongs to no source system is everybody's. */
const REACHED = (parameter: string): string =>
  `(${parameter}::text[] is null or r.source_app is null or lower(r.source_app) = any(${parameter}))`;

/** Whether a feed shows no more than a credential reaches. */
const WITHIN = (parameter: string): string =>
  `(${parameter}::text[] is null or (${REACHED(parameter)} and f.source_apps <@ ${parameter}::text[]))`;

export interface NewFeed {
  readonly maker: Reader;
  /** Folded number of the resource. */
  readonly resource: string;
  readonly name: string | null;
  readonly private: boolean;
  readonly hash: Buffer;
  readonly createdBy: string;
}

/** Undefined when there is no such resource within reach. */
export async function insertFeed(db: Session, { maker, ...feed }: NewFeed): Promise<StoredFeed | undefined> {
  const visibility = maker.visibility && JSON.stringify(maker.visibility);
  const values = [maker.tenantId, feed.resource, feed.name, feed.private, maker.sourceApps, feed.hash, feed.createdBy];
  values.push(visibility);
  const visible = andVisible(maker, 'Resource', 'r', binder(values));
  const [row] = await db.query<StoredFeed>(
    `with r as (select id, resource_no from resource r where tenant_id = $1 and key = $2 and ${REACHED('$5')}${visible}),
     f as (
       insert into calendar_feed (tenant_id, resource_id, name, private, source_apps, hash, created_by, visibility)
       select $1, r.id, $3, $4, $5, $6, $7, $8 from r returning *
     )
     select ${COLUMNS} from f, r`,
    values,
  );
  return row;
}

const FROM = 'from calendar_feed f join resource r on r.tenant_id = f.tenant_id and r.id = f.resource_id';

/** Those of resources that are still there. */
export function feedsOf(db: Session, reader: Reader): Promise<StoredFeed[]> {
  const values: unknown[] = [reader.tenantId, reader.sourceApps];
  const visible = andVisible(reader, 'Resource', 'r', binder(values));
  return db.query<StoredFeed>(
    `select ${COLUMNS} ${FROM} where f.tenant_id = $1 and ${WITHIN('$2')}${visible} order by f.id`,
    values,
  );
}

export async function revokeFeed(db: Session, reader: Reader, id: number): Promise<StoredFeed | undefined> {
  const values: unknown[] = [reader.tenantId, id, reader.sourceApps];
  const visible = andVisible(reader, 'Resource', 'r', binder(values));
  const [row] = await db.query<StoredFeed>(
    `update calendar_feed f set revoked_at = coalesce(f.revoked_at, now()) from resource r
     where f.tenant_id = $1 and f.id = $2 and r.tenant_id = f.tenant_id and r.id = f.resource_id and ${WITHIN('$3')}${visible} returning ${COLUMNS}`,
    values,
  );
  return row;
}

/** A feed with what its calendar depends on. */
export interface FeedByHash {
  readonly id: number;
  readonly tenantId: number;
  readonly name: string | null;
  readonly private: boolean;
  readonly sourceApps: readonly string[] | null;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
  readonly createdBy: string;
  /** What its maker saw when it was made. */
  readonly visibility: Visibility | null;
  /** Null when the resource is gone. */
  readonly resourceId: number | null;
  readonly resourceNo: string;
  readonly resourceName: string;
  readonly timeZone: string;
  /** The tenant's newest change. */
  readonly lastChange: number;
}

export async function feedByHash(db: Database, hash: Buffer): Promise<FeedByHash | undefined> {
  const [row] = await db.prepared<FeedByHash>(
    `select f.id, f.tenant_id as "tenantId", f.name, f.private, f.source_apps as "sourceApps", f.last_used_at as "lastUsedAt",
       f.revoked_at as "revokedAt", f.created_by as "createdBy", f.visibility, r.id as "resourceId", r.resource_no as "resourceNo",
       coalesce(r.display_name, r.resource_name, r.resource_no) as "resourceName", coalesce(r.time_zone, t.time_zone) as "timeZone",
       t.change_seq as "lastChange"
     from calendar_feed f join tenant t on t.id = f.tenant_id
     left join resource r on r.tenant_id = f.tenant_id and r.id = f.resource_id where f.hash = $1`,
    [hash],
  );
  return row;
}

/** To the hour: a calendar that is polled must not become a row that is written again and again. */
export async function noteFeedUse(db: Session, tenantId: number, id: number): Promise<void> {
  await db.query('update calendar_feed set last_used_at = now() where tenant_id = $1 and id = $2', [tenantId, id]);
}

/** What the maker of the feed sees of what a resource does. */
export interface FeedWindow extends Reader {
  readonly resourceId: number;
  readonly resourceNo: string;
  /** Epoch ms. */
  readonly start: number;
  readonly end: number;
}

export interface PlannedEvent {
  readonly guid: string;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly start: number;
  readonly end: number;
  readonly isAllDay: boolean;
  readonly subject: string | null;
  readonly body: string | null;
  readonly category: string | null;
  readonly timeMarker: string | null;
  readonly uri: string | null;
  readonly siteName: string | null;
  readonly siteAddress: string | null;
  readonly siteStreet: string | null;
  readonly siteStreetNo: string | null;
  readonly sitePostcode: string | null;
  readonly siteCity: string | null;
  readonly siteCountry: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** The maker of the feed does not see it: only its time is shown. */
  readonly hidden?: boolean;
}

/** What a resource has to do in the window. */
export function eventsOf(db: Session, window: FeedWindow): Promise<PlannedEvent[]> {
  const values: unknown[] = [window.tenantId, window.resourceId, window.start, window.end, window.sourceApps];
  const hidden = window.visibility ? `, ${isHidden(window, 'Appointment', 'a', binder(values))} as hidden` : '';
  return db.query<PlannedEvent>(
    `select a.appointment_guid as guid, a.version, a.created_at as "createdAt", greatest(a.updated_at, s.updated_at) as "updatedAt", a.start, a."end",
       a.is_all_day as "isAllDay", a.subject, a.body, a.category, a.time_marker as "timeMarker",
       coalesce((select u.uri from appointment_uri u where u.tenant_id = a.tenant_id and u.owner_id = a.id order by u.id limit 1), t.url1) as uri,
       j.site_name as "siteName", j.site_address as "siteAddress", j.site_street as "siteStreet", j.site_street_no as "siteStreetNo",
       j.site_postcode as "sitePostcode", j.site_city as "siteCity", j.site_country as "siteCountry",
       j.site_address_geo_lat as latitude, j.site_address_geo_long as longitude${hidden}
     from assignment s
     join appointment a on a.tenant_id = s.tenant_id and a.id = s.owner_id
     left join task t on t.tenant_id = a.tenant_id and t.id = a.task_id
     left join job j on j.tenant_id = t.tenant_id and j.id = t.job_id
     where s.tenant_id = $1 and s.resource_id = $2 and ${appointmentOverlaps('a', moment('$3'), moment('$4'))}
       and ($5::text[] is null or lower(a.source_app) = any($5))
     order by a.start, a.id`,
    values,
  );
}

export interface CancelledEvent {
  readonly guid: string;
  readonly version: number;
  readonly cancelledAt: number;
  readonly start: number;
  readonly end: number;
  readonly isAllDay: boolean;
  readonly subject: string | null;
}

/**
 * What was taken off a resource since a moment, whether the appointment is still there for others or gone. With data filters only those that are
 * there: of one that is gone it is unknown whether it was hidden.
 */
export function cancelledSince(db: Session, window: FeedWindow, since: number): Promise<CancelledEvent[]> {
  const { tenantId, resourceId, start, end, sourceApps, resourceNo } = window;
  const values: unknown[] = [tenantId, resourceId, start, end, sourceApps, resourceNo, since];
  const visible = andVisible(window, 'Appointment', 'a', binder(values));
  return db.query<CancelledEvent>(
    `with off as (
       select distinct on (lower(c.no_)) c.no_ as appointment_no, c.at from (
         select c.before::json ->> 'appointmentNo' as no_, s.at, c.no
         from change c join change_set s on s.tenant_id = c.tenant_id and s.last_no = c.set_no
         where c.tenant_id = $1 and c.entity = 'Assignment' and c.action = 'deleted' and s.at > ${moment('$7')}
           and lower(c.before::json ->> 'resourceNo') = lower($6)
       ) c where c.no_ is not null order by lower(c.no_), c.no desc
     ), last as (
       select coalesce(a.appointment_guid, (g.before ->> 'appointmentGuid')::uuid) as guid, coalesce(a.version, g.version) as version,
         off.at as "cancelledAt", coalesce(a.start, (g.before ->> 'start')::timestamptz) as start,
         coalesce(a."end", (g.before ->> 'end')::timestamptz) as "end", coalesce(a.is_all_day, (g.before ->> 'isAllDay')::boolean) as "isAllDay",
         coalesce(a.subject, g.before ->> 'subject') as subject, coalesce(a.source_app, g.source_app) as source_app
       from off
       left join appointment a on a.tenant_id = $1 and a.key = lower(off.appointment_no)
       left join lateral (
         select d.before::json as before, d.version, d.source_app from change d
         where d.tenant_id = $1 and d.entity = 'Appointment' and d.action = 'deleted' and lower(d.key) = lower(off.appointment_no)
         order by d.no desc limit 1
       ) g on a.id is null
       where not exists (select from assignment s where s.tenant_id = $1 and s.resource_id = $2 and s.owner_id = a.id)${visible && ` and a.id is not null${visible}`}
     )
     select guid, version, "cancelledAt", start, "end", "isAllDay", subject from last
     where start < ${moment('$4')} and "end" > ${moment('$3')} and ($5::text[] is null or lower(source_app) = any($5))
     order by start, guid`,
    values,
  );
}

/** What the quota of calendar feeds; those of deleted resources are deleted with them counts. */
export const feedQuota = {
  from: `from calendar_feed f where f.tenant_id = $1 and f.revoked_at is null
    and exists (select from resource r where r.tenant_id = $1 and r.id = f.resource_id)`,
  actor: 'f.created_by',
};
