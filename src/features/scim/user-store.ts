import type { Filter } from '../../domain/scim/filter.ts';
import type { JsonObject } from '../../domain/scim/operations.ts';
import type { Session, Transaction } from '../../platform/postgres/database.ts';
import { conditionOf, type FilterColumns } from './filter-sql.ts';

/** A user as SCIM shows it. Users that no directory has sent have no values of their own here. */
export interface ScimUser {
  readonly id: number;
  readonly email: string;
  readonly displayName: string | null;
  readonly enabled: boolean;
  readonly roles: readonly string[];
  readonly userName: string;
  readonly externalId: string | null;
  readonly attributes: JsonObject;
  readonly groups: readonly { readonly value: string; readonly display: string }[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

const TABLES = `app_user u left join scim_user s on s.tenant_id = u.tenant_id and s.user_id = u.id`;
const COLUMNS = `u.id, u.email, u.display_name as "displayName", u.enabled, u.roles, coalesce(s.user_name, u.email) as "userName",
  s.external_id as "externalId", coalesce(s.attributes, '{}') as attributes, u.created_at as "createdAt",
  greatest(u.updated_at, s.updated_at) as "updatedAt",
  coalesce((select json_agg(json_build_object('value', g.id::text, 'display', g.display_name) order by g.id)
    from scim_member m join scim_group g on g.tenant_id = m.tenant_id and g.id = m.group_id
    where m.tenant_id = u.tenant_id and m.user_id = u.id), '[]') as groups`;

const FILTERED: FilterColumns = {
  id: { sql: 'u.id::text', kind: 'exact' },
  userName: { sql: 'coalesce(s.user_name, u.email)', kind: 'text' },
  externalId: { sql: 's.external_id', kind: 'exact' },
  displayName: { sql: 'u.display_name', kind: 'text' },
  active: { sql: 'u.enabled', kind: 'boolean' },
  emails: { sql: 'u.email', kind: 'text' },
  'emails.value': { sql: 'u.email', kind: 'text' },
  'name.givenName': { sql: `s.attributes->'name'->>'givenName'`, kind: 'text' },
  'name.familyName': { sql: `s.attributes->'name'->>'familyName'`, kind: 'text' },
};

export interface ListRequest {
  readonly filter: Filter | undefined;
  readonly offset: number;
  readonly count: number;
}

export interface Listed<T> {
  readonly total: number;
  readonly rows: readonly T[];
}

export async function listUsers(
  db: Session,
  tenantId: number,
  { filter, offset, count }: ListRequest,
): Promise<Listed<ScimUser>> {
  const values: unknown[] = [tenantId];
  const where = `u.tenant_id = $1 and ${conditionOf(filter, FILTERED, values)}`;
  const [{ total } = { total: 0 }] = await db.query<{ total: number }>(
    `select count(*) as total from ${TABLES} where ${where}`,
    values,
  );
  if (count === 0) return { total, rows: [] };
  const rows = await db.query<ScimUser>(
    `select ${COLUMNS} from ${TABLES} where ${where} order by u.id limit ${count} offset ${offset}`,
    values,
  );
  return { total, rows };
}

export async function userById(db: Session, tenantId: number, id: number): Promise<ScimUser | undefined> {
  const [row] = await db.query<ScimUser>(`select ${COLUMNS} from ${TABLES} where u.tenant_id = $1 and u.id = $2`, [
    tenantId,
    id,
  ]);
  return row;
}

/** The same, and nobody else changes or deletes the user until the transaction ends. */
export async function holdUser(tx: Transaction, tenantId: number, id: number): Promise<ScimUser | undefined> {
  await tx.query('select from app_user where tenant_id = $1 and id = $2 for update', [tenantId, id]);
  return userById(tx, tenantId, id);
}

/** Whether a user has this e-mail address or this name in the directory. */
export async function isTaken(tx: Transaction, tenantId: number, key: string, userName: string): Promise<boolean> {
  const rows = await tx.query(
    `select from app_user u where u.tenant_id = $1 and u.key = $2
     union all select from scim_user s where s.tenant_id = $1 and lower(s.user_name) = lower($3)`,
    [tenantId, key, userName],
  );
  return rows.length > 0;
}

export async function keepUser(
  tx: Transaction,
  tenantId: number,
  userId: number,
  kept: { readonly userName: string; readonly externalId: string | null; readonly attributes: JsonObject },
): Promise<void> {
  await tx.query(
    `insert into scim_user as s (tenant_id, user_id, user_name, external_id, attributes) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, user_id) do update set user_name = excluded.user_name, external_id = excluded.external_id,
       attributes = excluded.attributes, updated_at = now()
     where (s.user_name, s.external_id, s.attributes) is distinct from (excluded.user_name, excluded.external_id, excluded.attributes)`,
    [tenantId, userId, kept.userName, kept.externalId, JSON.stringify(kept.attributes)],
  );
}

/** Browsers of a user who was deactivated stay signed out when the user is activated again. */
export async function endSessions(tx: Transaction, tenantId: number, userId: number): Promise<void> {
  await tx.query('delete from web_session where tenant_id = $1 and user_id = $2', [tenantId, userId]);
}
