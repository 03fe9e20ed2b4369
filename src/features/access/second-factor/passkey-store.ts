import type { Session, Transaction } from '../../../platform/postgres/database.ts';

export interface Passkey {
  readonly id: number;
  readonly accountId: number;
  /** What the authenticator stores as the user; random. */
  readonly userHandle: string;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}

export interface ShownPasskey {
  readonly id: number;
  readonly name: string;
  readonly backedUp: boolean;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

export interface NewPasskey {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly backedUp: boolean;
  readonly name: string;
  readonly now: Date;
}

const PASSKEY = `select k.id, k.account_id as "accountId", a.passkey_user::text as "userHandle", k.credential_id as "credentialId",
    k.public_key as "publicKey", k.counter, k.transports
  from passkey k join account a on a.id = k.account_id`;

export async function passkeyByCredential(db: Session, credentialId: Buffer): Promise<Passkey | undefined> {
  const [row] = await db.query<Passkey>(`${PASSKEY} where k.credential_id = $1`, [credentialId]);
  return row;
}

export const passkeysOf = (db: Session, accountId: number): Promise<Passkey[]> =>
  db.query<Passkey>(`${PASSKEY} where k.account_id = $1 order by k.id`, [accountId]);

export const shownPasskeys = (db: Session, accountId: number): Promise<ShownPasskey[]> =>
  db.query<ShownPasskey>(
    `select id, name, backed_up as "backedUp", created_at as "createdAt", last_used_at as "lastUsedAt"
     from passkey where account_id = $1 order by id`,
    [accountId],
  );

/** The user that authenticators store, as PostgreSQL writes a uuid. */
export async function userHandleOf(db: Session, accountId: number): Promise<string | undefined> {
  const [row] = await db.query<{ handle: string }>('select passkey_user::text as handle from account where id = $1', [
    accountId,
  ]);
  return row?.handle;
}

/** Undefined if the credential is registered already, for this account or another one. */
export async function insertPasskey(
  tx: Transaction,
  accountId: number,
  { credentialId, publicKey, counter, transports, backedUp, name, now }: NewPasskey,
): Promise<ShownPasskey | undefined> {
  const [row] = await tx.query<ShownPasskey>(
    `insert into passkey (account_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (credential_id) do nothing
     returning id, name, backed_up as "backedUp", created_at as "createdAt", last_used_at as "lastUsedAt"`,
    [accountId, credentialId, publicKey, counter, transports, backedUp, name, now],
  );
  return row;
}

/** Notes a use. False if another use of the same signature, or a later one, was noted meanwhile. */
export async function notePasskeyUse(
  db: Session,
  { id, counter }: Pick<Passkey, 'id' | 'counter'>,
  use: { readonly counter: number; readonly backedUp: boolean; readonly now: Date },
): Promise<boolean> {
  const rows = await db.query<{ noted: boolean }>(
    `update passkey set counter = $3, backed_up = $4, last_used_at = $5 where id = $1 and counter = $2 returning true as noted`,
    [id, counter, use.counter, use.backedUp, use.now],
  );
  return rows.length > 0;
}

export async function renamePasskey(
  db: Session,
  accountId: number,
  id: number,
  name: string,
): Promise<ShownPasskey | undefined> {
  const [row] = await db.query<ShownPasskey>(
    `update passkey set name = $3 where account_id = $1 and id = $2
     returning id, name, backed_up as "backedUp", created_at as "createdAt", last_used_at as "lastUsedAt"`,
    [accountId, id, name],
  );
  return row;
}

export async function deletePasskey(tx: Transaction, accountId: number, id: number): Promise<boolean> {
  const rows = await tx.query<{ name: string }>(
    'delete from passkey where account_id = $1 and id = $2 returning name',
    [accountId, id],
  );
  return rows.length > 0;
}
