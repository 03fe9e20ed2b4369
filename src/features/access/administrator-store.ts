import type { Transaction } from '../../platform/postgres/database.ts';

const ADMINISTRATORS = `select u.key, u.login_type = 1 and exists (
    select from membership m where m.tenant_id = u.tenant_id and m.user_id = u.id) as "canSignIn"
  from app_user u where u.tenant_id = $1 and u.enabled and u.roles && array['admin', 'administrator'] order by u.key`;

interface Row {
  readonly key: string;
  readonly canSignIn: boolean;
}

const byKey = (rows: readonly Row[]): Map<string, boolean> =>
  new Map(rows.map(({ key, canSignIn }) => [key, canSignIn]));

/** The administrators of a tenant by their folded e-mail addresses, and whether each can sign in. */
export const administratorsOf = async (tx: Transaction, tenantId: number): Promise<Map<string, boolean>> =>
  byKey(await tx.query<Row>(ADMINISTRATORS, [tenantId]));

/** The same, and nobody else changes or deletes them until the transaction ends. */
export const holdAdministrators = async (tx: Transaction, tenantId: number): Promise<Map<string, boolean>> =>
  byKey(await tx.query<Row>(`${ADMINISTRATORS} for update of u`, [tenantId]));
