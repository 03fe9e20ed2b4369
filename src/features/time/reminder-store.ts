import type { Session, Transaction } from '../../platform/postgres/database.ts';

export interface RemindingTenant {
  readonly id: number;
  readonly name: string;
  readonly timeZone: string;
  readonly weekday: number;
  readonly hour: number;
}

/** Tenants that register time and want reminders: all, or one. */
export const remindingTenants = (db: Session, tenantId: number | null = null): Promise<RemindingTenant[]> =>
  db.query<RemindingTenant>(
    `select id, name, time_zone as "timeZone", time_reminder_weekday as weekday, time_reminder_hour as hour from tenant
     where time_reminder_weekday is not null and 'timeRegistration' = any(modules) and ($1::bigint is null or id = $1) order by id`,
    [tenantId],
  );

/** A user who is a resource. */
export interface LinkedUser {
  readonly id: number;
  readonly resourceNo: string;
  readonly roles: readonly string[];
  /** Those that roles of the tenant give. */
  readonly rolePermissions: readonly string[];
}

export const linkedUsers = (db: Session, tenantId: number): Promise<LinkedUser[]> =>
  db.query<LinkedUser>(
    `select u.id, u.resource_no as "resourceNo", u.roles,
       array(select unnest(r.permissions) from role r
         where r.tenant_id = u.tenant_id and r.key = any(array(select lower(x) from unnest(u.roles) x))) as "rolePermissions"
     from app_user u where u.tenant_id = $1 and u.enabled and u.resource_no is not null order by u.id`,
    [tenantId],
  );

export interface RemindedUser {
  readonly id: number;
  readonly email: string;
  readonly language: string | null;
}

/** Of some users those who got no reminder in the week before a day; from now on they have that one. */
export const takeUsersToRemind = (
  tx: Transaction,
  tenantId: number,
  ids: readonly number[],
  date: string,
): Promise<RemindedUser[]> =>
  tx.query<RemindedUser>(
    `with taken as (
       insert into time_reminder (tenant_id, user_id, reminded_on)
       select tenant_id, id, $3::date from app_user where tenant_id = $1 and id = any($2)
       on conflict (tenant_id, user_id) do update set reminded_on = excluded.reminded_on
       where time_reminder.reminded_on < excluded.reminded_on - 6
       returning user_id
     ), forgotten as (
       delete from time_reminder where tenant_id = $1 and reminded_on < $3::date - 60 and user_id <> all($2)
     )
     select id, email, language from app_user where tenant_id = $1 and id in (select user_id from taken) order by id`,
    [tenantId, ids, date],
  );
