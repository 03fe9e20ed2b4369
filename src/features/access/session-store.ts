import type { DisplayFormats } from '../../domain/display-formats.ts';
import { Database, type Session } from '../../platform/postgres/database.ts';
import { type Membership, membershipColumns, membershipTables } from './account-store.ts';
import { eventText } from './audit-store.ts';

/** A session ends when the browser has not been used for IDLE_DAYS, and MOST_DAYS after the person last proved who they are. */
export const IDLE_DAYS = 14;
export const MOST_DAYS = 90;

/** How a person proved who they are. */
type SignInMethod = 'password' | 'passkey' | 'sso' | 'invitation';

/** What is remembered of the browser that signs in. */
export interface SignInFrom {
  readonly method: SignInMethod;
  readonly address: string;
  readonly userAgent: string | undefined;
  /** When the person proved who they are: now, unless the session goes on in another tenant. */
  readonly provedAt?: number;
  /** When they proved it by a second factor. */
  readonly factorAt?: number | null;
}

/** Browsers that are signed in. */
export interface WebSession extends Membership, SignInFrom {
  readonly expiresAt: number;
  readonly lastSeenAt: number;
  readonly provedAt: number;
  readonly factorAt: number | null;
  /** Begun by the identity provider of the tenant, on an account that is the person's own: it opens this tenant only. */
  readonly withinTenant: boolean;
}

/** What a person proved: when, and when by a second factor. */
export interface Proved {
  readonly provedAt: Date;
  readonly factorAt: Date | null;
}

export interface NewSession {
  readonly hash: Buffer;
  readonly member: Pick<Membership, 'tenantId' | 'accountId' | 'userId' | 'tokenEpoch'>;
  readonly from: SignInFrom;
  readonly now: Date;
  readonly expiresAt: Date;
}

export async function beginSession(db: Session, { hash, member, from, now, expiresAt }: NewSession): Promise<void> {
  const { method, address, userAgent, provedAt, factorAt = null } = from;
  await db.query(
    `insert into web_session (tenant_id, hash, account_id, user_id, token_epoch, created_at, last_seen_at, expires_at, method, address, user_agent,
       proved_at, factor_at)
     values ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[member.tenantId, hash, member.accountId, member.userId, member.tokenEpoch, now, expiresAt],
      ...[method, eventText(address), userAgent ? eventText(userAgent) : null],
      ...[provedAt === undefined ? now : new Date(provedAt), factorAt === null ? null : new Date(factorAt)],
    ],
  );
}

/** One that has not ended, of a user who may still enter. A user who was deleted and made again is another user. */
export async function sessionByHash(db: Session, hash: Buffer, now: Date): Promise<WebSession | undefined> {
  const text = `select ${membershipColumns}, s.expires_at as "expiresAt", coalesce(s.last_seen_at, s.created_at) as "lastSeenAt", s.method, coalesce(s.address, '') as address, s.user_agent as "userAgent",
       s.proved_at as "provedAt", s.factor_at as "factorAt",
       a.managed_by is null and exists (select from sso_session x where x.hash = s.hash and x.provider = 'tenant') as "withinTenant"
     from web_session s join ${membershipTables} on a.id = s.account_id and t.id = s.tenant_id and u.id = s.user_id
     where s.hash = $1 and s.expires_at > $2 and s.token_epoch = a.token_epoch and u.enabled`;
  // It comes with every request of a browser; the one that begins a session asks for it in its transaction.
  const [row] = await (db instanceof Database
    ? db.prepared<WebSession>(text, [hash, now])
    : db.query<WebSession>(text, [hash, now]));
  return row;
}

/** Renews a session that is used. To the minute: a busy browser must not become a row that every request writes. */
export async function noteSeen(db: Session, hash: Buffer, now: Date): Promise<void> {
  await db.query(
    `update web_session set last_seen_at = $2,
       expires_at = greatest(expires_at, least($2::timestamptz + $3::int * interval '1 day', proved_at + $4::int * interval '1 day'))
     where hash = $1 and last_seen_at < $2::timestamptz - interval '1 minute'`,
    [hash, now, IDLE_DAYS, MOST_DAYS],
  );
}

/** The person proved again who they are. */
export async function noteProof(db: Session, hash: Buffer, { provedAt, factorAt }: Proved): Promise<void> {
  await db.query(
    'update web_session set proved_at = $2, factor_at = coalesce($3::timestamptz, factor_at) where hash = $1',
    [hash, provedAt, factorAt],
  );
}

/** Whose session ended; undefined when it had ended before. */
export async function endSession(
  db: Session,
  hash: Buffer,
): Promise<{ readonly tenantId: number; readonly email: string } | undefined> {
  const [row] = await db.query<{ tenantId: number; email: string }>(
    `delete from web_session s using app_user u where s.hash = $1 and u.tenant_id = s.tenant_id and u.id = s.user_id
     returning s.tenant_id as "tenantId", u.email`,
    [hash],
  );
  return row;
}

/** The session at the provider of the installation that one came from is that of the next one too, when a person goes to another tenant. */
export async function carryProviderSession(db: Session, from: Buffer, to: Buffer): Promise<void> {
  await db.query(
    `update sso_session x set hash = s.hash, tenant_id = s.tenant_id from web_session s where x.hash = $1 and s.hash = $2`,
    [from, to],
  );
}

/** What a person chose, and who they are in this tenant. */
export interface Person extends DisplayFormats {
  readonly displayName: string | null;
  readonly language: string | null;
  readonly timeZone: string | null;
  readonly resourceNo: string | null;
  readonly theme: number;
  readonly startPage: string | null;
  /** Codes of the profiles that the person works with, the first one first; the default ones where none is given. */
  readonly profiles: readonly string[];
  readonly tenantFormats: DisplayFormats;
}

export async function personOf(db: Session, tenantId: number, userId: number): Promise<Person | undefined> {
  const [row] = await db.query<Person>(
    `select display_name as "displayName", language, time_zone as "timeZone", resource_no as "resourceNo",
       date_format as "dateFormat", time_format as "timeFormat", first_weekday as "firstWeekday", theme, start_page as "startPage",
       (select json_build_object('dateFormat', t.date_format, 'timeFormat', t.time_format, 'firstWeekday', t.first_weekday)
         from tenant t where t.id = $1) as "tenantFormats",
       to_json(coalesce(
         (select array_agg(g.profile_code order by g.sequence, g.key) from user_profile g where g.tenant_id = $1 and g.user_id = $2),
         (select array_agg(p.code order by p.key) from profile p where p.tenant_id = $1 and p."default"),
         '{}')) as profiles
     from app_user where tenant_id = $1 and id = $2`,
    [tenantId, userId],
  );
  return row;
}
