import type { Session, Transaction } from '../../platform/postgres/database.ts';
import type { ProviderKind } from './provider.ts';

/** The session at the provider that a session here came from. */
export interface SsoSession {
  readonly tenantId: number;
  readonly provider: ProviderKind;
  readonly issuer: string;
  readonly clientId: string;
  readonly subject: string;
  readonly sid: string | null;
  readonly sealedIdToken: string | null;
}

export async function keepSsoSession(tx: Transaction, hash: Buffer, session: SsoSession): Promise<void> {
  await tx.query(
    `insert into sso_session (hash, tenant_id, provider, issuer, client_id, subject, sid, id_token) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      hash,
      session.tenantId,
      session.provider,
      session.issuer,
      session.clientId,
      session.subject,
      session.sid,
      session.sealedIdToken,
    ],
  );
}

export async function ssoSessionOf(db: Session, hash: Buffer): Promise<SsoSession | undefined> {
  const [row] = await db.query<SsoSession>(
    `select tenant_id as "tenantId", provider, issuer, client_id as "clientId", subject, sid, id_token as "sealedIdToken"
     from sso_session where hash = $1`,
    [hash],
  );
  return row;
}

/** Ends the sessions that came from one session at the provider, or all of a person there. Returns how many. */
export async function endSsoSessions(
  db: Session,
  from: Pick<SsoSession, 'issuer' | 'clientId'> & { readonly subject: string | null; readonly sid: string | null },
): Promise<number> {
  const rows = await db.query<{ ended: number }>(
    `delete from web_session where hash in (
       select hash from sso_session where issuer = $1 and client_id = $2 and ($3::text is null or subject = $3)
         and ($4::text is null or sid = $4 or ($3::text is not null and sid is null))
     ) returning 1 as ended`,
    [from.issuer, from.clientId, from.subject, from.sid],
  );
  return rows.length;
}

/** Whether a logout token comes for the first time. */
export async function noteLogoutToken(db: Session, issuer: string, jti: string, expiresAt: Date): Promise<boolean> {
  const rows = await db.query<{ noted: number }>(
    'insert into sso_logout_token (issuer, jti, expires_at) values ($1, $2, $3) on conflict do nothing returning 1 as noted',
    [issuer, jti, expiresAt],
  );
  return rows.length > 0;
}

export async function forgetLogoutTokens(db: Session, now: Date): Promise<number> {
  const rows = await db.query<{ gone: number }>(
    'delete from sso_logout_token where expires_at <= $1 returning 1 as gone',
    [now],
  );
  return rows.length;
}
