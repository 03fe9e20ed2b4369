import type { Session } from '../../platform/postgres/database.ts';
import type { ProviderKind } from './provider.ts';

/** A sign-in on its way. The state and the secret of the browser are stored as hashes. */
export interface Attempt {
  readonly tenantId: number | null;
  readonly provider: ProviderKind;
  readonly issuer: string;
  readonly clientId: string;
  readonly returnTo: string;
  /** Of one that waits for the password of an existing account: the person at the provider, and the user. */
  readonly subject: string | null;
  readonly userId: number | null;
}

export async function keepAttempt(
  db: Session,
  stateHash: Buffer,
  browserHash: Buffer,
  attempt: Attempt,
  expiresAt: Date,
): Promise<void> {
  await db.query(
    `insert into sso_attempt (state_hash, browser_hash, asked_tenant_id, provider, issuer, client_id, return_to, subject, user_id, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      stateHash,
      browserHash,
      attempt.tenantId,
      attempt.provider,
      attempt.issuer,
      attempt.clientId,
      attempt.returnTo,
      attempt.subject,
      attempt.userId,
      expiresAt,
    ],
  );
}

const COLUMNS = `asked_tenant_id as "tenantId", provider, issuer, client_id as "clientId", return_to as "returnTo", subject, user_id as "userId"`;

/**
 * Takes the attempt of this state, once. A request with the state of another browser does not take it: the person there is not disturbed.
 */
export async function takeAttempt(
  db: Session,
  stateHash: Buffer,
  browserHash: Buffer,
  now: Date,
): Promise<Attempt | undefined> {
  const [row] = await db.query<Attempt>(
    `delete from sso_attempt where state_hash = $1 and browser_hash = $2 and expires_at > $3 and subject is null returning ${COLUMNS}`,
    [stateHash, browserHash, now],
  );
  return row;
}

/** Takes what waits in this browser for the password of an existing account. */
export async function takeConfirmation(db: Session, browserHash: Buffer, now: Date): Promise<Attempt | undefined> {
  const [row] = await db.query<Attempt>(
    `delete from sso_attempt where browser_hash = $1 and expires_at > $2 and subject is not null returning ${COLUMNS}`,
    [browserHash, now],
  );
  return row;
}

export async function forgetAttempts(db: Session, now: Date): Promise<number> {
  const rows = await db.query<{ gone: number }>('delete from sso_attempt where expires_at <= $1 returning 1 as gone', [
    now,
  ]);
  return rows.length;
}
