import type { Precision } from '../../domain/geocoding.ts';
import type { RecordAddress } from '../../engine/geocoding/record-address.ts';
import type { Session, Transaction } from '../../platform/postgres/database.ts';
import { visibleCondition } from '../../records/reading/visibility.ts';
import { binder, type Reader } from '../../records/reading/visible-rows.ts';

/** Jobs are found by their site, resources by their home. */
export type LocatedEntity = 'Job' | 'Resource';

/** `key`: as the change log spells it. */
const TABLES: Readonly<
  Record<LocatedEntity, { readonly table: string; readonly prefix: string; readonly key: string }>
> = {
  Job: { table: 'job', prefix: 'site', key: `concat_ws('/', r.source_app, r.source_type, r.job_no)` },
  Resource: { table: 'resource', prefix: 'home', key: 'r.resource_no' },
};

/** The source of a coordinate that was sent. */
export const BACK_OFFICE = 'back office';

/** A coordinate that the back office sent. Both zero is what systems send that know none. */
const hasOwn = (prefix: string, row = 'r'): string =>
  `(${row}.${prefix}_address_geo_lat is not null and ${row}.${prefix}_address_geo_long is not null
    and not (${row}.${prefix}_address_geo_lat = 0 and ${row}.${prefix}_address_geo_long = 0))`;

/** What an address is known by: another one gives another text. */
const hashOf = (prefix: string, row = 'r'): string =>
  `md5(row(${['address', 'street', 'street_no', 'postcode', 'city', 'state', 'country'].map((part) => `${row}.${prefix}_${part}`).join(', ')})::text)`;

/** Where a record of a statement is, null where that is not known: what the back office sent, or else what was found for its address of now. */
export function placeSql(
  entity: LocatedEntity,
  row: string,
): { join: string; lat: string; lon: string; missing: string } {
  const { prefix } = TABLES[entity];
  const own = hasOwn(prefix, row);
  const address = ['address', 'street', 'postcode', 'city'].map((part) => `${row}.${prefix}_${part}`).join(', ');
  return {
    // The hash of an address is computed only where it decides.
    join: `left join geocode_result g on g.tenant_id = ${row}.tenant_id and g.entity = '${entity}' and g.record_id = ${row}.id
      and g.address_hash = case when ${own} then null else ${hashOf(prefix, row)} end`,
    lat: `(case when ${own} then ${row}.${prefix}_address_geo_lat else g.latitude end)::float8`,
    lon: `(case when ${own} then ${row}.${prefix}_address_geo_long else g.longitude end)::float8`,
    // Why it is nowhere; null where it is somewhere.
    missing: `(case when ${own} or g.latitude is not null then null when btrim(concat_ws('', ${address})) = '' then 'noAddress'
      when g.record_id is not null then 'notFound' else 'waiting' end)`,
  };
}

/** Where a row is, as JSON, null where that is not known. */
export function locatedSql(entity: LocatedEntity, row: string): string {
  const { prefix } = TABLES[entity];
  return `case when ${hasOwn(prefix, row)}
    then json_build_object('latitude', ${row}.${prefix}_address_geo_lat, 'longitude', ${row}.${prefix}_address_geo_long,
      'precision', 'house', 'source', '${BACK_OFFICE}', 'confidence', 1)
    else (select json_build_object('latitude', g.latitude, 'longitude', g.longitude, 'precision', g.precision, 'source', g.source,
        'confidence', g.confidence)
      from geocode_result g where g.tenant_id = ${row}.tenant_id and g.entity = '${entity}' and g.record_id = ${row}.id
        and g.address_hash = ${hashOf(prefix, row)} and g.latitude is not null) end`;
}

export interface AddressRow extends RecordAddress {
  readonly entity: LocatedEntity;
  readonly id: number;
  readonly key: string;
  readonly sourceApp: string | null;
  readonly version: number;
  readonly hasCoordinate: boolean;
  readonly hash: string;
  /** Of the result that is kept; null when there is none. */
  readonly knownHash: string | null;
  readonly knownLatitude: number | null;
  readonly knownLongitude: number | null;
  readonly isDue: boolean;
}

/** The addresses of records, and what was found for them before. A record that is gone is left out. */
export function addressesOf(
  db: Session,
  tenantId: number,
  entity: LocatedEntity,
  ids: readonly number[],
): Promise<AddressRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const { table, prefix, key } = TABLES[entity];
  return db.query<AddressRow>(
    `select '${entity}' as entity, r.id, ${key} as key, r.source_app as "sourceApp", r.version, ${hasOwn(prefix)} as "hasCoordinate",
       r.${prefix}_address as address, r.${prefix}_street as street, r.${prefix}_street_no as "streetNo", r.${prefix}_postcode as "zipCode",
       r.${prefix}_city as city, r.${prefix}_state as state, r.${prefix}_country as country, ${hashOf(prefix)} as hash, g.address_hash as "knownHash",
       g.latitude as "knownLatitude", g.longitude as "knownLongitude", coalesce(g.retry_at <= now(), false) as "isDue"
     from ${table} r
     left join geocode_result g on g.tenant_id = r.tenant_id and g.entity = '${entity}' and g.record_id = r.id
     where r.tenant_id = $1 and r.id = any($2)`,
    [tenantId, ids],
  );
}

/** Tenants whose log holds something that the geocoder has not read, or that have something to look for again. */
export const tenantsToGeocode = (db: Session): Promise<{ id: number }[]> =>
  db.query(
    `select t.id from tenant t left join geocode_state s on s.tenant_id = t.id
     where 'basicMap' = any(t.modules) and (s.leased_until is null or s.leased_until < now()) and (t.change_seq > coalesce(s.seen, 0)
       or exists (select from geocode_result g where g.tenant_id = t.id and g.retry_at <= now()))
     order by t.id`,
  );

/** Takes the tenant for some seconds, and says how far its log is read; undefined while another process has it. */
export async function takeTenant(db: Session, tenantId: number, seconds: number): Promise<number | undefined> {
  const [row] = await db.query<{ seen: number }>(
    `insert into geocode_state (tenant_id, leased_until) values ($1, now() + $2 * interval '1 second')
     on conflict (tenant_id) do update set leased_until = excluded.leased_until
     where geocode_state.leased_until is null or geocode_state.leased_until < now()
     returning seen`,
    [tenantId, seconds],
  );
  return row?.seen;
}

export const releaseTenant = (db: Session, tenantId: number): Promise<unknown> =>
  db.query('update geocode_state set leased_until = null where tenant_id = $1', [tenantId]);

export interface TouchedRecord {
  readonly entity: LocatedEntity;
  readonly id: number;
  /** The number of its change; null for one that is only due again. */
  readonly no: number | null;
  readonly isDeleted: boolean;
}

/** The jobs and resources that changed after a number, in the order of their changes. */
export const touchedAfter = (db: Session, tenantId: number, seen: number, limit: number): Promise<TouchedRecord[]> =>
  db.query<TouchedRecord>(
    `select entity, record_id as id, no, action = 'deleted' as "isDeleted" from change
     where tenant_id = $1 and no > $2 and entity in ('Job', 'Resource') order by no limit $3`,
    [tenantId, seen, limit],
  );

export const dueAgain = (db: Session, tenantId: number, limit: number): Promise<TouchedRecord[]> =>
  db.query<TouchedRecord>(
    `select entity, record_id as id, null::bigint as no, false as "isDeleted" from geocode_result
     where tenant_id = $1 and retry_at <= now() order by retry_at limit $2`,
    [tenantId, limit],
  );

export interface GeocodeResult {
  readonly entity: LocatedEntity;
  readonly id: number;
  readonly hash: string;
  readonly address: string;
  readonly country: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly precision: Precision | null;
  readonly source: string | null;
  readonly confidence: number | null;
  readonly retryInSeconds: number | null;
}

/** Moves the reader on; false when another process has done so meanwhile. Holds the tenant's state until the transaction ends. */
export async function moveOn(tx: Transaction, tenantId: number, from: number, to: number): Promise<boolean> {
  const moved = await tx.query(
    'update geocode_state set seen = $3, leased_until = null where tenant_id = $1 and seen = $2 returning seen',
    [tenantId, from, to],
  );
  return moved.length > 0;
}

export async function storeResults(
  tx: Transaction,
  tenantId: number,
  results: readonly GeocodeResult[],
): Promise<void> {
  if (results.length === 0) return;
  const column = <T>(pick: (result: GeocodeResult) => T): T[] => results.map(pick);
  await tx.query(
    `insert into geocode_result
       (tenant_id, entity, record_id, address_hash, address, country, latitude, longitude, precision, source, confidence, retry_at)
     select $1, n.entity, n.id, n.hash, n.address, n.country, n.latitude, n.longitude, n.precision, n.source, n.confidence,
       now() + n.retry * interval '1 second'
     from unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::float8[], $8::float8[], $9::text[], $10::text[], $11::float8[], $12::float8[])
       as n(entity, id, hash, address, country, latitude, longitude, precision, source, confidence, retry)
     on conflict (tenant_id, entity, record_id) do update
     set address_hash = excluded.address_hash, address = excluded.address, country = excluded.country, latitude = excluded.latitude,
       longitude = excluded.longitude, precision = excluded.precision, source = excluded.source, confidence = excluded.confidence,
       retry_at = excluded.retry_at, at = now()`,
    [
      tenantId,
      column((each) => each.entity),
      column((each) => each.id),
      column((each) => each.hash),
      column((each) => each.address),
      column((each) => each.country),
      column((each) => each.latitude),
      column((each) => each.longitude),
      column((each) => each.precision),
      column((each) => each.source),
      column((each) => each.confidence),
      column((each) => each.retryInSeconds),
    ],
  );
}

export async function dropResults(
  tx: Transaction,
  tenantId: number,
  records: readonly { readonly entity: LocatedEntity; readonly id: number }[],
): Promise<void> {
  if (records.length === 0) return;
  await tx.query(
    `delete from geocode_result where tenant_id = $1
       and (entity, record_id) in (select * from unnest($2::text[], $3::bigint[]))`,
    [tenantId, records.map(({ entity }) => entity), records.map(({ id }) => id)],
  );
}

export interface CoordinateRow {
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly precision: Precision;
  readonly source: string;
}

/** Where records are: what the back office sent, or else what was found for the address that they have now. A record that is nowhere is left out. */
export function coordinatesFor(
  db: Session,
  tenantId: number,
  entity: LocatedEntity,
  ids: readonly number[],
): Promise<CoordinateRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const { table, prefix } = TABLES[entity];
  const own = hasOwn(prefix);
  const { join, lat, lon } = placeSql(entity, 'r');
  return db.query<CoordinateRow>(
    `select r.id, ${lat} as latitude, ${lon} as longitude,
       case when ${own} then 'house' else g.precision end as precision, case when ${own} then '${BACK_OFFICE}' else g.source end as source
     from ${table} r ${join}
     where r.tenant_id = $1 and r.id = any($2) and (${own} or g.latitude is not null)`,
    [tenantId, ids],
  );
}

export interface FailureRow {
  readonly entity: LocatedEntity;
  readonly id: number;
  readonly key: string[];
  readonly address: string;
  readonly country: string | null;
  readonly at: number;
}

const FAILURES = `from geocode_result g
  left join job j on g.entity = 'Job' and j.tenant_id = g.tenant_id and j.id = g.record_id
  left join resource r on g.entity = 'Resource' and r.tenant_id = g.tenant_id and r.id = g.record_id
  where g.tenant_id = $1 and g.latitude is null and (j.id is not null or r.id is not null)
    and ($2::text[] is null or coalesce(lower(coalesce(j.source_app, r.source_app)) = any($2), true))`;

/** Of jobs and resources that the reader sees. */
const andSeen = (reader: Reader, values: unknown[]): string => {
  const bind = binder(values);
  const [job, resource] = [
    visibleCondition(reader, 'Job', 'j', bind),
    reader.hidesLocations ? 'false' : visibleCondition(reader, 'Resource', 'r', bind),
  ];
  return job || resource ? ` and case when g.entity = 'Job' then ${job ?? 'true'} else ${resource ?? 'true'} end` : '';
};

export function failuresOf(db: Session, reader: Reader, limit: number, offset: number): Promise<FailureRow[]> {
  const values: unknown[] = [reader.tenantId, reader.sourceApps, limit, offset];
  const seen = andSeen(reader, values);
  return db.query<FailureRow>(
    `select g.entity, g.record_id as id, g.address, g.country, g.at,
       case when g.entity = 'Job' then array[j.source_app, j.source_type, j.job_no] else array[r.resource_no] end as key
     ${FAILURES}${seen} order by g.entity, g.record_id limit $3 offset $4`,
    values,
  );
}

export async function countFailures(db: Session, reader: Reader): Promise<number> {
  const values: unknown[] = [reader.tenantId, reader.sourceApps];
  const seen = andSeen(reader, values);
  const [row] = await db.query<{ count: number }>(`select count(*) as count ${FAILURES}${seen}`, values);
  return row?.count ?? 0;
}
