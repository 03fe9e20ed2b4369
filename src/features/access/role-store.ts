import type { Session } from '../../platform/postgres/database.ts';

/** A role that a tenant made. */
export interface TenantRole {
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly permissions: readonly string[];
  readonly version: number;
  /** How many users have it. */
  readonly users: number;
}

/** Users name roles as they are spelled; upper and lower case do not make another role. */
const USERS = `select lower(x) as role, count(*)::int as users from app_user u, unnest(u.roles) x where u.tenant_id = $1 group by 1`;

export const tenantRoles = (db: Session, tenantId: number): Promise<TenantRole[]> =>
  db.query<TenantRole>(
    `select r.key, r.name, r.description, r.permissions, r.version, coalesce(n.users, 0) as users
     from role r left join (${USERS}) n on n.role = r.key where r.tenant_id = $1 order by r.key`,
    [tenantId],
  );

/** How many users have each role, by its folded name. */
export const usersOfRoles = (db: Session, tenantId: number): Promise<{ role: string; users: number }[]> =>
  db.query(USERS, [tenantId]);

/** The roles of some users, by their folded e-mail addresses. */
export const rolesOfUsers = (
  db: Session,
  tenantId: number,
  keys: readonly string[],
): Promise<{ key: string; roles: readonly string[] }[]> =>
  db.query('select key, roles from app_user where tenant_id = $1 and key = any($2)', [tenantId, keys]);
