import type { Session, Transaction } from '../../../platform/postgres/database.ts';
import { hasFactor, membershipTables, needsFactor } from '../account-store.ts';

export async function rolesWithFactor(
  db: Session,
  tenantId: number,
): Promise<{ readonly roles: readonly string[]; readonly missing: number }> {
  const [row] = await db.query<{ roles: string[]; missing: number }>(
    `select t.second_factor_roles as roles,
       (select count(*) from ${membershipTables} where t.id = $1 and u.enabled and ${needsFactor} and not ${hasFactor}) as missing
     from tenant t where t.id = $1`,
    [tenantId],
  );
  return row ?? { roles: [], missing: 0 };
}

/** The roles before; undefined if they are the same. */
export async function setRolesWithFactor(
  tx: Transaction,
  tenantId: number,
  roles: readonly string[],
): Promise<readonly string[] | undefined> {
  const [row] = await tx.query<{ before: string[] }>(
    `update tenant t set second_factor_roles = $2 from (select second_factor_roles from tenant where id = $1 for update) old
     where t.id = $1 and old.second_factor_roles <> $2 returning old.second_factor_roles as before`,
    [tenantId, roles],
  );
  return row?.before;
}
