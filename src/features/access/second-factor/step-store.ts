import { createHash } from 'node:crypto';
import type { Session } from '../../../platform/postgres/database.ts';

/**
 * What a sign-in, or a change of factors, still waits for: a ticket that a person got for one step and sends with the next, or the challenge that a
 * passkey signs. Each is for one purpose, once, within five minutes. A link that was mailed works for longer.
 */
export type Purpose =
  | 'ticket.secondFactor'
  | 'ticket.tenant'
  | 'passkey.signIn'
  | 'passkey.secondFactor'
  | 'passkey.proof'
  | 'passkey.register'
  | 'link.removal';

export const STEP_MS = 300_000;

export interface Step {
  readonly accountId: number | null;
  readonly tokenEpoch: number | null;
  readonly tenantId: number | null;
  readonly userId: number | null;
}

const NOBODY: Step = { accountId: null, tokenEpoch: null, tenantId: null, userId: null };

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export async function keepStep(
  db: Session,
  secret: string,
  purpose: Purpose,
  now: Date,
  step: Partial<Step> = {},
  lifeMs = STEP_MS,
): Promise<void> {
  const { accountId, tokenEpoch, tenantId, userId } = { ...NOBODY, ...step };
  await db.query('delete from sign_in_step where expires_at < $1', [now]);
  await db.query(
    `insert into sign_in_step (hash, purpose, account_id, token_epoch, into_tenant, into_user, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [hashOf(secret), purpose, accountId, tokenEpoch, tenantId, userId, new Date(now.getTime() + lifeMs)],
  );
}

const STEP = `account_id as "accountId", token_epoch as "tokenEpoch", into_tenant as "tenantId", into_user as "userId"`;

export async function findStep(db: Session, secret: string, purpose: Purpose, now: Date): Promise<Step | undefined> {
  const [row] = await db.query<Step>(
    `select ${STEP} from sign_in_step where hash = $1 and purpose = $2 and expires_at > $3`,
    [hashOf(secret), purpose, now],
  );
  return row;
}

/** The same, and it is used up. */
export async function takeStep(db: Session, secret: string, purpose: Purpose, now: Date): Promise<Step | undefined> {
  const [row] = await db.query<Step>(
    `delete from sign_in_step where hash = $1 and purpose = $2 and expires_at > $3 returning ${STEP}`,
    [hashOf(secret), purpose, now],
  );
  return row;
}

/** A new link replaces those that were mailed before. */
export async function dropLinks(db: Session, accountId: number): Promise<void> {
  await db.query(`delete from sign_in_step where account_id = $1 and purpose = 'link.removal'`, [accountId]);
}
