import type { Session, Transaction } from '../../platform/postgres/database.ts';
import type { ProviderKind } from './provider.ts';

/** A user whom a person at a provider may be. */
export interface KnownUser {
  readonly userId: number;
  readonly email: string;
  readonly key: string;
  /** Whether the user may sign in at all. */
  readonly admitted: boolean;
  /** The account of the user, null before the first sign-in. */
  readonly accountId: number | null;
  /** Whether the account belongs to the person and not to the tenant. */
  readonly personal: boolean;
  /** The person at this provider who is linked to the user. */
  readonly issuer: string | null;
  readonly subject: string | null;
  /** What groups of a directory gave the user (SCIM): a sign-in leaves it alone. */
  readonly groupRoles: readonly string[];
  readonly groupTeams: readonly string[];
  readonly groupValues: readonly { readonly group: string; readonly value: string }[];
}

/** $2 is the kind of the provider. */
const USER = `select u.id as "userId", u.email, u.key, u.enabled and u.login_type <> 0 as admitted, m.account_id as "accountId",
    a.id is not null and a.managed_by is null as personal, i.issuer, i.subject, coalesce(g.granted_roles, '{}') as "groupRoles",
    coalesce(g.granted_teams, '{}') as "groupTeams", coalesce(g.granted_values, '[]') as "groupValues"
  from app_user u left join membership m on m.tenant_id = u.tenant_id and m.user_id = u.id left join account a on a.id = m.account_id
  left join sso_identity i on i.tenant_id = u.tenant_id and i.user_id = u.id and i.provider = $2
  left join scim_user g on g.tenant_id = u.tenant_id and g.user_id = u.id
  where u.tenant_id = $1`;

export async function userBySubject(
  db: Session,
  tenantId: number,
  provider: ProviderKind,
  issuer: string,
  subject: string,
): Promise<KnownUser | undefined> {
  const [row] = await db.query<KnownUser>(`${USER} and i.issuer = $3 and i.subject = $4`, [
    tenantId,
    provider,
    issuer,
    subject,
  ]);
  return row;
}

export async function userByKey(
  db: Session,
  tenantId: number,
  provider: ProviderKind,
  key: string,
): Promise<KnownUser | undefined> {
  const [row] = await db.query<KnownUser>(`${USER} and u.key = $3`, [tenantId, provider, key]);
  return row;
}

/** The same, and the user is neither changed nor deleted until the transaction ends. */
export async function holdUser(
  tx: Transaction,
  tenantId: number,
  provider: ProviderKind,
  key: string,
): Promise<KnownUser | undefined> {
  const [row] = await tx.query<KnownUser>(`${USER} and u.key = $3 for update of u`, [tenantId, provider, key]);
  return row;
}

/** The user is this person at the provider from now on. */
export async function linkUser(
  tx: Transaction,
  tenantId: number,
  userId: number,
  provider: ProviderKind,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
): Promise<void> {
  await tx.query(
    `insert into sso_identity (tenant_id, user_id, provider, issuer, subject) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, user_id, provider) do update set issuer = excluded.issuer, subject = excluded.subject, linked_at = now()`,
    [tenantId, userId, provider, issuer, subject],
  );
}

/** The filter values of a user in some groups. */
export const filterValuesOf = (
  db: Session,
  tenantId: number,
  key: string,
  groups: readonly string[],
): Promise<{ readonly group: string; readonly value: string }[]> =>
  db.query(
    `select f.filter_group as "group", f.filter_value as value from user_filter_value f join app_user u on u.tenant_id = f.tenant_id and u.id = f.user_id
     where f.tenant_id = $1 and u.key = $2 and lower(f.filter_group) = any($3) order by f.key limit 1000`,
    [tenantId, key, groups],
  );

/** Takes the link of a user away; the next sign-in goes by the e-mail address again. */
export async function unlinkUser(
  tx: Transaction,
  tenantId: number,
  key: string,
): Promise<{ readonly known: boolean; readonly unlinked: boolean }> {
  const [row] = await tx.query<{ known: boolean; unlinked: boolean }>(
    `with known as (select id from app_user where tenant_id = $1 and key = $2),
     gone as (delete from sso_identity i using known where i.tenant_id = $1 and i.user_id = known.id returning i.user_id),
     ended as (delete from web_session s using sso_session x, known where x.hash = s.hash and s.tenant_id = $1 and s.user_id = known.id)
     select exists (select from known) as known, exists (select from gone) as unlinked`,
    [tenantId, key],
  );
  return row ?? { known: false, unlinked: false };
}

/**
 * The tenants that a person may enter by the provider of the installation: those they are linked to, else those that have a user with the verified
 * address. Tenants with a provider of their own are not among them.
 */
export async function tenantsOf(
  db: Session,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
  key: string | undefined,
): Promise<number[]> {
  const rows = await db.query<{ tenantId: number; linked: boolean }>(
    `select tenant_id as "tenantId", bool_or(linked) as linked from (
       select tenant_id, true as linked from sso_identity where provider = 'installation' and issuer = $1 and subject = $2
       union all select tenant_id, false from app_user where key = $3 and enabled and login_type <> 0) t
     where not exists (select from identity_provider p where p.tenant_id = t.tenant_id and p.enabled)
     group by tenant_id order by 2 desc, 1 limit 20`,
    [issuer, subject, key ?? null],
  );
  return rows.map(({ tenantId }) => tenantId);
}
