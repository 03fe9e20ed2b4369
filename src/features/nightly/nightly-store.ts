import type { Session, Transaction } from '../../platform/postgres/database.ts';

/** The night for which a task was done last, null when never. */
export async function lastNight(db: Session, name: string): Promise<string | null> {
  const [row] = await db.query<{ night: string }>('select done_for::text as night from nightly_task where name = $1', [
    name,
  ]);
  return row?.night ?? null;
}

export async function noteNight(db: Session, name: string, night: string, result: unknown): Promise<void> {
  await db.query(
    `insert into nightly_task (name, done_for, result) values ($1, $2, $3)
     on conflict (name) do update set done_for = greatest(nightly_task.done_for, excluded.done_for), ended_at = now(), result = excluded.result`,
    [name, night, JSON.stringify(result)],
  );
}

/** What has run out and is only in the way. Answers how many rows went. */
const counted = async (db: Session, deletion: string, values: readonly unknown[] = []): Promise<number> => {
  const [row] = await db.query<{ count: number }>(
    `with gone as (${deletion} returning 1) select count(*) as count from gone`,
    values,
  );
  return row?.count ?? 0;
};

export const forgetHolds = (db: Session): Promise<number> => counted(db, 'delete from hold where expires_at < now()');
export const forgetAnswers = (db: Session): Promise<number> =>
  counted(db, `delete from idempotency where created_at < now() - interval '24 hours'`);
export const forgetLocations = (db: Session): Promise<number> =>
  counted(db, 'delete from geocode_cache where expires_at < now()');
export const forgetRoads = (db: Session): Promise<number> =>
  counted(db, `delete from road_leg where at < now() - interval '90 days'`);
export const forgetFailedLogins = (db: Session): Promise<number> =>
  counted(db, `delete from login_failure where last_at < now() - interval '30 days'`);
export const forgetSessions = (db: Session): Promise<number> =>
  counted(db, 'delete from web_session where expires_at < now()');
export const forgetSignInSteps = (db: Session): Promise<number> =>
  counted(db, 'delete from sign_in_step where expires_at < now()');
export const forgetDoneJobs = (db: Session, days: number): Promise<number> =>
  counted(db, `delete from background_job where status = 'done' and updated_at < now() - make_interval(days => $1)`, [
    days,
  ]);

/** Addresses that nobody found are looked for again, by the follower that looks for new ones. */
export async function retryFailedLocations(db: Session): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `with due as (
       update geocode_result set retry_at = now() where latitude is null and (retry_at is null or retry_at > now()) and at < now() - interval '12 hours' returning 1
     ) select count(*) as count from due`,
  );
  return row?.count ?? 0;
}

export interface ExpiringKey {
  readonly id: number;
  readonly name: string;
  readonly prefix: string;
  readonly expiresAt: number;
  readonly threshold: number;
  readonly replacedBy: number | null;
  readonly lastUsedAt: number | null;
  readonly lastUsedAddress: string | null;
}

export interface TenantToRemind {
  readonly tenantId: number;
  readonly tenantName: string;
  readonly timeZone: string;
  readonly administrators: readonly string[];
}

/** Tenants with a key that expires within the largest threshold and was not reported for the threshold that it has reached. */
export const tenantsToRemind = (db: Session, now: Date, thresholds: readonly number[]): Promise<TenantToRemind[]> =>
  db.query<TenantToRemind>(
    `select t.id as "tenantId", t.name as "tenantName", t.time_zone as "timeZone",
       array(select u.email from app_user u where u.tenant_id = t.id and u.enabled and u.roles && array['admin', 'administrator'] order by u.id) as administrators
     from tenant t where exists (${DUE('t.id')}) order by t.id`,
    [now, thresholds],
  );

const DUE = (tenant: string): string => `
  select k.id, k.name, k.prefix, k.expires_at as "expiresAt", d.threshold
  from api_key k cross join lateral (
    select min(n) as threshold from unnest($2::int[]) n where k.expires_at <= $1::timestamptz + make_interval(days => n)
  ) d
  where k.tenant_id = ${tenant} and k.revoked_at is null and k.expires_at > $1 and d.threshold is not null
    and (k.reminded_days is null or k.reminded_days > d.threshold)`;

/** Marks the keys as reported, so that they are reported once. */
export const takeKeysToRemind = (
  tx: Transaction,
  tenantId: number,
  now: Date,
  thresholds: readonly number[],
): Promise<ExpiringKey[]> =>
  tx.query<ExpiringKey>(
    `with due as (${DUE('$3')} for update of k)
     update api_key k set reminded_days = due.threshold from due where k.tenant_id = $3 and k.id = due.id
     returning k.id, k.name, k.prefix, k.expires_at as "expiresAt", due.threshold, k.last_used_at as "lastUsedAt",
       k.last_used_address as "lastUsedAddress",
       (select n.id from api_key n where n.tenant_id = $3 and n.replaces = k.id and n.revoked_at is null) as "replacedBy"`,
    [now, thresholds, tenantId],
  );
