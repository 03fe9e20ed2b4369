import type { Session, Transaction } from '../../../platform/postgres/database.ts';
import { hasFactor } from '../account-store.ts';

/** One-time codes and recovery codes of accounts. */
export interface Factors {
  readonly passkeys: number;
  readonly codes: boolean;
  readonly recoveryCodes: number;
}

/** The account that a user of a tenant signs in with. */
export interface FactorAccount {
  readonly accountId: number;
  readonly email: string;
  readonly managedBy: number | null;
  readonly hasFactor: boolean;
}

export async function factorAccountOf(db: Session, tenantId: number, key: string): Promise<FactorAccount | undefined> {
  const [row] = await db.query<FactorAccount>(
    `select a.id as "accountId", u.email, a.managed_by as "managedBy", ${hasFactor} as "hasFactor"
     from app_user u join membership m on m.tenant_id = u.tenant_id and m.user_id = u.id join account a on a.id = m.account_id
     where u.tenant_id = $1 and u.key = $2`,
    [tenantId, key],
  );
  return row;
}

/** What an account has. One-time codes that were not confirmed do not count. */
export async function factorsOf(db: Session, accountId: number): Promise<Factors> {
  const [row] = await db.query<Factors>(
    `select (select count(*) from passkey where account_id = $1) as passkeys,
       exists (select from one_time_code where account_id = $1 and confirmed_at is not null) as codes,
       (select count(*) from recovery_code where account_id = $1) as "recoveryCodes"`,
    [accountId],
  );
  return row ?? { passkeys: 0, codes: false, recoveryCodes: 0 };
}

/** Nobody else changes the factors of the account until the transaction ends. */
export async function holdAccount(tx: Transaction, accountId: number): Promise<void> {
  await tx.query('select from account where id = $1 for update', [accountId]);
}

/** A secret that still has to be confirmed; it replaces one that was not. False if the account has confirmed one. */
export async function keepSecret(db: Session, accountId: number, sealed: string): Promise<boolean> {
  const rows = await db.query<{ kept: boolean }>(
    `insert into one_time_code (account_id, secret) values ($1, $2)
     on conflict (account_id) do update set secret = excluded.secret, last_step = 0 where one_time_code.confirmed_at is null
     returning true as kept`,
    [accountId, sealed],
  );
  return rows.length > 0;
}

export async function secretOf(
  db: Session,
  accountId: number,
): Promise<{ readonly secret: string; readonly confirmed: boolean } | undefined> {
  const [row] = await db.query<{ secret: string; confirmed: boolean }>(
    'select secret, confirmed_at is not null as confirmed from one_time_code where account_id = $1',
    [accountId],
  );
  return row;
}

export async function confirmSecret(tx: Transaction, accountId: number, now: Date): Promise<void> {
  await tx.query('update one_time_code set confirmed_at = $2 where account_id = $1', [accountId, now]);
}

/** Accepts the code of a step once: false for the same again, and for an earlier one. */
export async function takeCode(db: Session, accountId: number, step: number): Promise<boolean> {
  const rows = await db.query<{ taken: boolean }>(
    'update one_time_code set last_step = $2 where account_id = $1 and last_step < $2 returning true as taken',
    [accountId, step],
  );
  return rows.length > 0;
}

export async function deleteSecret(tx: Transaction, accountId: number): Promise<void> {
  await tx.query('delete from one_time_code where account_id = $1', [accountId]);
}

/** The ones before do not work any more. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  accountId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.query('delete from recovery_code where account_id = $1', [accountId]);
  await tx.query('insert into recovery_code (account_id, hash) select $1, unnest($2::bytea[])', [accountId, hashes]);
}

/** Uses a recovery code up. */
export async function takeRecoveryCode(db: Session, accountId: number, hash: Buffer): Promise<boolean> {
  const rows = await db.query<{ taken: boolean }>(
    'delete from recovery_code where account_id = $1 and hash = $2 returning true as taken',
    [accountId, hash],
  );
  return rows.length > 0;
}

/** Everything, recovery codes and what waits for a factor included. */
export async function deleteFactors(tx: Transaction, accountId: number): Promise<void> {
  await tx.query(
    `with keys as (delete from passkey where account_id = $1), app as (delete from one_time_code where account_id = $1),
       codes as (delete from recovery_code where account_id = $1)
     delete from sign_in_step where account_id = $1`,
    [accountId],
  );
}

/** The last factor takes the recovery codes along. */
export async function tidyRecoveryCodes(tx: Transaction, accountId: number): Promise<void> {
  await tx.query(
    `delete from recovery_code where account_id = $1 and not exists (select from passkey where account_id = $1)
       and not exists (select from one_time_code where account_id = $1 and confirmed_at is not null)`,
    [accountId],
  );
}
