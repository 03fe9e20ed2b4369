import type { Session, Transaction } from '../../platform/postgres/database.ts';
import { accountsByEmail, membershipsOf } from '../access/account-store.ts';

/** An account whose password can be reset by a mail: one of its users at least may sign in with a password. */
export interface ResettableAccount {
  readonly accountId: number;
  /** As a tenant spells it. */
  readonly email: string;
  readonly tenantId: number;
  readonly tenantName: string;
  readonly isManaged: boolean;
}

/** More accounts of one address are rare, and each gets a mail. */
const MOST_ACCOUNTS = 5;

/** The account of the person first. An account of several tenants is named after the first of them. */
export async function resettableAccounts(db: Session, email: string): Promise<ResettableAccount[]> {
  const accounts = await accountsByEmail(db, [email]);
  const members = await membershipsOf(
    db,
    accounts.map(({ id }) => id),
  );
  return accounts
    .sort((one, other) => Number(one.managedBy !== null) - Number(other.managedBy !== null) || one.id - other.id)
    .flatMap(({ id, managedBy }) => {
      const first = members.find(({ accountId }) => accountId === id);
      return first ? [{ ...first, isManaged: managedBy !== null }] : [];
    })
    .slice(0, MOST_ACCOUNTS);
}

/** One link at most for an account: a new one replaces it. It ends with the password that the account has now. */
export async function keepReset(tx: Transaction, accountId: number, hash: Buffer, expiresAt: Date): Promise<void> {
  await tx.query(
    `insert into password_reset (account_id, hash, password_at, expires_at)
     select id, $2, password_at, $3 from account where id = $1
     on conflict (account_id) do update set hash = excluded.hash, password_at = excluded.password_at, expires_at = excluded.expires_at`,
    [accountId, hash, expiresAt],
  );
}

export interface Reset {
  readonly accountId: number;
  /** Folded, as accounts have it. */
  readonly email: string;
  readonly isManaged: boolean;
  readonly expiresAt: number;
}

const RESET = `select a.id as "accountId", a.email, a.managed_by is not null as "isManaged", r.expires_at as "expiresAt"
  from password_reset r join account a on a.id = r.account_id and a.password_at = r.password_at
  where r.hash = $1 and r.expires_at > $2`;

/** Of an account that may still sign in with a password somewhere. */
const usable = async (db: Session, row: Reset | undefined): Promise<Reset | undefined> =>
  row && (await membershipsOf(db, [row.accountId])).length > 0 ? row : undefined;

/** One that has neither expired nor been overtaken by another password. */
export async function resetByHash(db: Session, hash: Buffer, now: Date): Promise<Reset | undefined> {
  const [row] = await db.query<Reset>(RESET, [hash, now]);
  return usable(db, row);
}

/** Consumes the link: it does not work again. */
export async function takeReset(tx: Transaction, hash: Buffer, now: Date): Promise<Reset | undefined> {
  const [found] = await tx.query<Reset>(`${RESET} for update of r, a`, [hash, now]);
  const row = await usable(tx, found);
  if (row) await tx.query('delete from password_reset where hash = $1', [hash]);
  return row;
}

/** Callers also end the tokens and sessions. The one who sets it has read the mailbox, or knew the password before. */
export async function replacePassword(
  tx: Transaction,
  accountId: number,
  hash: string,
  hasReadMailbox: boolean,
): Promise<void> {
  await tx.query(
    `update account set password_hash = $2, password_at = now(), updated_at = now(),
       verified_at = case when $3 and managed_by is null then now() else verified_at end
     where id = $1`,
    [accountId, hash, hasReadMailbox],
  );
}

export interface OwnAccount {
  readonly email: string;
  readonly passwordHash: string;
}

export async function accountById(db: Session, accountId: number): Promise<OwnAccount | undefined> {
  const [row] = await db.query<OwnAccount>('select email, password_hash as "passwordHash" from account where id = $1', [
    accountId,
  ]);
  return row;
}
