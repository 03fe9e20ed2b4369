import type { StoredDataFilters } from '../../domain/visibility.ts';
import type { Session, Transaction } from '../../platform/postgres/database.ts';

/** Accounts and their memberships. An account's e-mail is folded as the key of a user is. Decision 0057 explains who owns an account. */
export interface Membership extends StoredDataFilters {
  readonly accountId: number;
  readonly tokenEpoch: number;
  readonly tenantId: number;
  readonly tenantName: string;
  readonly timeZone: string;
  readonly modules: readonly string[];
  readonly userId: number;
  readonly email: string;
  readonly roles: readonly string[];
  /** Those that roles of the tenant give. */
  readonly rolePermissions: readonly string[];
  readonly resourceNo: string | null;
  /** Whether the account has a second factor, which a password alone does not replace. */
  readonly hasFactor: boolean;
  /** Whether the tenant requires one for a role of the user. */
  readonly needsFactor: boolean;
  /** Whether the tenant shows homes and last positions to everybody who reads records. */
  readonly locationsForEveryone: boolean;
  readonly newestChange: number;
}

/** An account of an e-mail address. There may be several: one of the person, and one of each tenant that set a password. */
export interface Account {
  readonly id: number;
  readonly email: string;
  readonly passwordHash: string;
  /** The tenant whose administrators set the password; null when the person does. */
  readonly managedBy: number | null;
  /** Whether the person proved to read the mailbox. */
  readonly verified: boolean;
}

const ACCOUNT = `select id, email, password_hash as "passwordHash", managed_by as "managedBy", verified_at is not null as verified
  from account where email = any($1)`;

export async function accountById(db: Session, id: number): Promise<Account | undefined> {
  const [row] = await db.query<Account>(
    `select id, email, password_hash as "passwordHash", managed_by as "managedBy", verified_at is not null as verified
     from account where id = $1`,
    [id],
  );
  return row;
}

/** In the order in which their passwords were set. */
export const accountsByEmail = (db: Session, emails: readonly string[]): Promise<Account[]> =>
  db.query<Account>(`${ACCOUNT} order by password_at, id`, [emails]);

/** The same, and nobody else changes or deletes them until the transaction ends. */
export const holdAccounts = (tx: Transaction, email: string): Promise<Account[]> =>
  tx.query<Account>(`${ACCOUNT} order by id for update`, [[email]]);

/** Those of some users who sign in with an account of their own: their folded e-mail addresses. */
export async function personalUsers(
  tx: Transaction,
  tenantId: number,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ key: string }>(
    `select u.key from app_user u join membership m on m.tenant_id = u.tenant_id and m.user_id = u.id
     join account a on a.id = m.account_id where u.tenant_id = $1 and u.key = any($2) and a.managed_by is null`,
    [tenantId, keys],
  );
  return new Set(rows.map(({ key }) => key));
}

/** A password that an administrator sets: it opens this tenant and no other. A new one ends all tokens that were given before. */
export async function setManagedPasswords(
  tx: Transaction,
  tenantId: number,
  users: readonly { readonly userId: number; readonly email: string; readonly hash: string }[],
): Promise<void> {
  if (users.length === 0) return;
  await tx.query(
    `with sent as (select * from unnest($2::text[], $3::text[], $4::bigint[]) as s(email, hash, user_id) order by email),
     made as (
       insert into account (email, managed_by, password_hash) select email, $1, hash from sent
       on conflict (managed_by, email) do update set password_hash = excluded.password_hash, password_at = now(),
         token_epoch = account.token_epoch + 1, updated_at = now()
       returning id, email
     )
     insert into membership (tenant_id, user_id, account_id)
     select $1, s.user_id, m.id from made m join sent s on s.email = m.email on conflict (tenant_id, user_id) do nothing`,
    [tenantId, users.map(({ email }) => email), users.map(({ hash }) => hash), users.map(({ userId }) => userId)],
  );
}

/** The account of a person who proved to read the mailbox. A new password ends all tokens that were given before. */
export async function keepPersonalAccount(tx: Transaction, email: string, hash: string): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into account (email, password_hash, verified_at) values ($1, $2, now())
     on conflict (email) where managed_by is null do update set password_hash = excluded.password_hash, password_at = now(),
       verified_at = now(), token_epoch = account.token_epoch + 1, updated_at = now()
     returning id`,
    [email, hash],
  );
  return (row as { id: number }).id;
}

/** The user signs in with this account from now on; the one that the tenant managed for them goes. */
export async function joinAccount(
  tx: Transaction,
  user: { readonly tenantId: number; readonly userId: number; readonly email: string },
  accountId: number,
): Promise<void> {
  await tx.query(
    `insert into membership (tenant_id, user_id, account_id) values ($1, $2, $3)
     on conflict (tenant_id, user_id) do update set account_id = excluded.account_id, accepted_at = now()`,
    [user.tenantId, user.userId, accountId],
  );
  await tx.query('delete from account where managed_by = $1 and email = $2', [user.tenantId, user.email]);
}

/** Takes memberships and invitations along with deleted users, and accounts that open nothing any more. */
export async function forgetUsers(tx: Transaction, tenantId: number, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx.query('delete from invitation where tenant_id = $1 and user_id = any($2)', [tenantId, userIds]);
  const left = await tx.query<{ id: number }>(
    'delete from membership where tenant_id = $1 and user_id = any($2) returning account_id as id',
    [tenantId, userIds],
  );
  if (left.length === 0) return;
  const ids = [left.map(({ id }) => id)];
  // Held first, looked at then: an invitation that is accepted meanwhile keeps its account.
  await tx.query('select from account where id = any($1) order by id for update', ids);
  await tx.query(
    'delete from account a where id = any($1) and not exists (select from membership m where m.account_id = a.id)',
    ids,
  );
}

/** The data filters of the row `u`: see StoredDataFilters. */
export const dataFilterColumns = `u.categories, u.time_markers as "timeMarkers", u.teams,
    (select json_agg(json_build_array(f.filter_group, f.filter_value)) from user_filter_value f
      join filter_value v on v.tenant_id = f.tenant_id and v.id = f.value_id
      join filter_group g on g.tenant_id = v.tenant_id and g.id = v.filter_group_id
      where f.tenant_id = u.tenant_id and f.user_id = u.id and g.data_filter) as "filterValues"`;

/** The data filters of a user by the folded e-mail address. */
export async function dataFiltersOf(
  db: Session,
  tenantId: number,
  key: string,
): Promise<StoredDataFilters | undefined> {
  const [row] = await db.query<StoredDataFilters>(
    `select ${dataFilterColumns} from app_user u where u.tenant_id = $1 and u.key = $2`,
    [tenantId, key],
  );
  return row;
}

/** Whether the account `a` has a second factor, and whether the tenant `t` requires one for a role of the user `u`. */
export const hasFactor = `(exists (select from passkey k where k.account_id = a.id)
      or exists (select from one_time_code c where c.account_id = a.id and c.confirmed_at is not null))`;
export const needsFactor = `(t.second_factor_roles <> '{}' and t.second_factor_roles &&
      case when u.roles = '{}' then '{viewer}' else array(select lower(x) from unnest(u.roles) x) end)`;
export const membershipColumns = `a.id as "accountId", a.token_epoch as "tokenEpoch", t.id as "tenantId", t.name as "tenantName",
    t.time_zone as "timeZone", t.modules, u.id as "userId", u.email, u.roles,
    array(select unnest(r.permissions) from role r
      where r.tenant_id = u.tenant_id and r.key = any(array(select lower(x) from unnest(u.roles) x))) as "rolePermissions",
    u.resource_no as "resourceNo", ${dataFilterColumns},
    ${hasFactor} as "hasFactor", ${needsFactor} as "needsFactor", t.locations_for_everyone as "locationsForEveryone",
    t.change_seq as "newestChange"`;
export const membershipTables = `(account a join membership m on m.account_id = a.id
    join app_user u on u.tenant_id = m.tenant_id and u.id = m.user_id join tenant t on t.id = u.tenant_id)`;
const MEMBERSHIP = `select ${membershipColumns} from ${membershipTables}`;

/**
 * The tenants in which accounts may sign in with their password. Where everybody has to use the identity provider, administrators still may: somebody must
 * get in when it fails.
 */
export const membershipsOf = (db: Session, accountIds: readonly number[]): Promise<Membership[]> =>
  db.query<Membership>(
    `${MEMBERSHIP} where a.id = any($1) and u.enabled and u.login_type = 1 and (u.roles && array['admin', 'administrator']
       or not exists (select from identity_provider p where p.tenant_id = t.id and p.enabled and not p.password_sign_in)) order by t.id`,
    [accountIds],
  );

export async function membershipIn(db: Session, accountId: number, tenantId: number): Promise<Membership | undefined> {
  const [row] = await db.query<Membership>(`${MEMBERSHIP} where a.id = $1 and t.id = $2 and u.enabled`, [
    accountId,
    tenantId,
  ]);
  return row;
}

/**
 * Counts a try before it is looked at, so that tries made at once count each other. Answers what stood there before it. Failed logins are
 * counted by a subject: an account or an address.
 */
export async function countTry(
  db: Session,
  subject: string,
  forgetAfterSeconds: number,
): Promise<{ failures: number; lastAt: number }> {
  const [row] = await db.query<{ failures: number; lastAt: number }>(
    `with old as (select last_at from login_failure where subject = $1)
     insert into login_failure (subject, failures, last_at) values ($1, 1, now())
     on conflict (subject) do update set last_at = now(),
       failures = case when login_failure.last_at < now() - make_interval(secs => $2) then 1 else login_failure.failures + 1 end
     returning failures - 1 as failures, coalesce((select last_at from old), now()) as "lastAt"`,
    [subject, forgetAfterSeconds],
  );
  return row ?? { failures: 0, lastAt: 0 };
}

/** A try that was not even looked at leaves things as they were: hammering must not keep the owner out longer. */
export async function uncountTry(db: Session, subject: string, lastAt: number): Promise<void> {
  await db.query(
    'update login_failure set failures = greatest(failures - 1, 0), last_at = to_timestamp($2::double precision / 1000) where subject = $1',
    [subject, lastAt],
  );
}

export async function forgetFailures(db: Session, subject: string): Promise<void> {
  await db.query('delete from login_failure where subject = $1', [subject]);
}

export async function endTokens(db: Session, accountId: number): Promise<void> {
  await db.query('update account set token_epoch = token_epoch + 1, updated_at = now() where id = $1', [accountId]);
}
