import type { Session, Transaction } from './database.ts';

/** Accounts and their memberships. An account's e-mail is folded as the key of a user is. */
export interface Membership {
  readonly accountId: number;
  readonly tokenEpoch: number;
  readonly tenantId: number;
  readonly tenantName: string;
  readonly timeZone: string;
  readonly modules: readonly string[];
  readonly userId: number;
  readonly email: string;
  readonly roles: readonly string[];
}

export async function membershipsElsewhere(
  tx: Transaction,
  tenantId: number,
  emails: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ key: string }>(
    'select distinct key from app_user where key = any($2) and tenant_id <> $1',
    [tenantId, emails],
  );
  return new Set(rows.map((row) => row.key));
}

export async function ensureAccounts(tx: Transaction, emails: readonly string[]): Promise<void> {
  if (emails.length > 0)
    await tx.query('insert into account (email) select distinct unnest($1::text[]) on conflict (email) do nothing', [
      [...emails].sort(),
    ]);
}

/** A new password ends all tokens that were given before. */
export async function setPassword(tx: Transaction, email: string, hash: string): Promise<void> {
  await tx.query(
    'update account set password_hash = $2, token_epoch = token_epoch + 1, updated_at = now() where email = $1',
    [email, hash],
  );
}

export async function accountByEmail(
  db: Session,
  email: string,
): Promise<{ id: number; passwordHash: string | null } | undefined> {
  const [row] = await db.query<{ id: number; passwordHash: string | null }>(
    'select id, password_hash as "passwordHash" from account where email = $1',
    [email],
  );
  return row;
}

export const membershipColumns = `a.id as "accountId", a.token_epoch as "tokenEpoch", t.id as "tenantId", t.name as "tenantName",
    t.time_zone as "timeZone", t.modules, u.id as "userId", u.email, u.roles`;
export const membershipTables = '(account a join app_user u on u.key = a.email join tenant t on t.id = u.tenant_id)';
const MEMBERSHIP = `select ${membershipColumns} from ${membershipTables}`;

/** The tenants in which an account may sign in with its password. */
export const membershipsOf = (db: Session, accountId: number): Promise<Membership[]> =>
  db.query<Membership>(`${MEMBERSHIP} where a.id = $1 and u.enabled and u.login_type = 1 order by t.id`, [accountId]);

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
