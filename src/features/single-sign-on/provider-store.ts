import type { Session, Transaction } from '../../platform/postgres/database.ts';
import type { Admission } from './provider.ts';

/** The provider of a tenant as it is stored. */
export interface StoredProvider extends Admission {
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly sealedSecret: string | null;
  readonly scopes: readonly string[];
  readonly enabled: boolean;
  readonly passwordSignIn: boolean;
  readonly updatedAt: number;
  readonly updatedBy: string;
}

const PROVIDER = `select name, issuer, client_id as "clientId", client_secret as "sealedSecret", scopes, enabled, new_users as "newUsers",
    existing_users as "existingUsers", roles_from as "rolesFrom", trusted_domains as "trustedDomains", default_roles as "defaultRoles", rules,
    password_sign_in as "passwordSignIn", updated_at as "updatedAt", updated_by as "updatedBy"
  from identity_provider where tenant_id = $1`;

export async function providerOf(db: Session, tenantId: number): Promise<StoredProvider | undefined> {
  const [row] = await db.query<StoredProvider>(PROVIDER, [tenantId]);
  return row;
}

/** The same, and nobody else changes it until the transaction ends. */
export async function holdProvider(tx: Transaction, tenantId: number): Promise<StoredProvider | undefined> {
  const [row] = await tx.query<StoredProvider>(`${PROVIDER} for update`, [tenantId]);
  return row;
}

export async function keepProvider(
  tx: Transaction,
  tenantId: number,
  provider: Omit<StoredProvider, 'updatedAt'>,
): Promise<void> {
  await tx.query(
    `insert into identity_provider (tenant_id, name, issuer, client_id, client_secret, scopes, enabled, new_users, existing_users, roles_from,
       trusted_domains, default_roles, rules, password_sign_in, updated_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     on conflict (tenant_id) do update set name = excluded.name, issuer = excluded.issuer, client_id = excluded.client_id,
       client_secret = excluded.client_secret, scopes = excluded.scopes, enabled = excluded.enabled, new_users = excluded.new_users,
       existing_users = excluded.existing_users, roles_from = excluded.roles_from, trusted_domains = excluded.trusted_domains,
       default_roles = excluded.default_roles, rules = excluded.rules, password_sign_in = excluded.password_sign_in,
       updated_by = excluded.updated_by, updated_at = now()`,
    [
      tenantId,
      provider.name,
      provider.issuer,
      provider.clientId,
      provider.sealedSecret,
      provider.scopes,
      provider.enabled,
      provider.newUsers,
      provider.existingUsers,
      provider.rolesFrom,
      provider.trustedDomains,
      provider.defaultRoles,
      JSON.stringify(provider.rules),
      provider.passwordSignIn,
      provider.updatedBy,
    ],
  );
}

/** Removes the provider, the links of users to it and the sessions that it began. */
export async function removeProvider(tx: Transaction, tenantId: number): Promise<void> {
  await tx.query('delete from identity_provider where tenant_id = $1', [tenantId]);
  await tx.query(`delete from sso_identity where tenant_id = $1 and provider = 'tenant'`, [tenantId]);
  await tx.query(
    `delete from web_session where hash in (select hash from sso_session where tenant_id = $1 and provider = 'tenant')`,
    [tenantId],
  );
}

/** The tenants whose provider this is: one application at a provider may serve several. */
export const tenantsWith = async (db: Session, issuer: string, clientId: string): Promise<number[]> =>
  (
    await db.query<{ tenantId: number }>(
      'select tenant_id as "tenantId" from identity_provider where issuer = $1 and client_id = $2 and enabled order by tenant_id limit 100',
      [issuer, clientId],
    )
  ).map(({ tenantId }) => tenantId);
