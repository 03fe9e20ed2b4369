import type { Session } from '../../platform/postgres/database.ts';

/** Something that concerns who may enter, and how: a sign-in, a password, a session, a key, the rights of a user. */
export interface AccessEvent {
  /** Null where no tenant is known: a failed sign-in with a name that nobody has. */
  readonly tenantId: number | null;
  /** Dotted words: `signIn.succeeded`, `key.created`. */
  readonly kind: string;
  /** As the change log names the caller: `user:anna@example.com`, `key:ERP`, `system`. */
  readonly actor: string;
  /** Whom or what it is about, where that is not the actor. */
  readonly subject?: string | undefined;
  /** The network address of the request. */
  readonly address?: string | undefined;
  /** More, for people. Never a secret. */
  readonly detail?: object | undefined;
}

/** Stored for events that belong to no tenant: the column is part of the primary key. */
const NO_TENANT = 0;

const LONGEST = 400;

/** What callers sent is shortened, and cleaned of characters that PostgreSQL does not store. */
export const eventText = (text: string): string => text.slice(0, LONGEST).toWellFormed().replaceAll('\0', '\u{fffd}');

const storableText = (_name: string, value: unknown): unknown => (typeof value === 'string' ? eventText(value) : value);

/** Best in the transaction of what happened: either both are stored, or neither. */
export const noteEvent = (db: Session, event: AccessEvent): Promise<void> => noteEvents(db, [event]);

/** In every tenant that the account opens: a person's password concerns each of them. */
export async function noteEventOfAccount(
  db: Session,
  accountId: number,
  { kind, actor, address, detail }: Pick<AccessEvent, 'kind' | 'actor' | 'address' | 'detail'>,
): Promise<void> {
  await db.query(
    `insert into access_event (tenant_id, kind, actor, address, detail)
     select distinct tenant_id, $2, $3, $4, $5::jsonb from membership where account_id = $1`,
    [accountId, kind, eventText(actor), address ?? null, JSON.stringify(detail ?? {}, storableText)],
  );
}

/**
 * A failed sign-in, in every tenant in which the name has an account, or in none. One statement in each case: its time does not tell whether the
 * name exists.
 */
export async function noteFailedSignIn(
  db: Session,
  email: string,
  { username, address }: { readonly username: string; readonly address: string },
): Promise<void> {
  await db.query(
    `insert into access_event (tenant_id, kind, actor, address)
     select coalesce(k.tenant_id, ${NO_TENANT}), 'signIn.failed', $2, $3 from (select) one left join (
       select distinct m.tenant_id from account a join membership m on m.account_id = a.id where a.email = $1) k on true`,
    [email, eventText(`user:${username}`), eventText(address)],
  );
}

/** The same with a passkey, in every tenant of its account. A passkey that is unknown concerns nobody. */
export async function noteFailedPasskey(db: Session, credentialId: Buffer, address: string): Promise<void> {
  await db.query(
    `insert into access_event (tenant_id, kind, actor, address, detail)
     select distinct m.tenant_id, 'signIn.failed', 'user:' || a.email, $2, '{"method": "passkey"}'::jsonb
     from passkey p join account a on a.id = p.account_id join membership m on m.account_id = a.id where p.credential_id = $1`,
    [credentialId, eventText(address)],
  );
}

/** The same for many, with one statement. */
export async function noteEvents(db: Session, events: readonly AccessEvent[]): Promise<void> {
  if (events.length === 0) return;
  const optional = (text: string | undefined): string | null => (text === undefined ? null : eventText(text));
  await db.query(
    `insert into access_event (tenant_id, kind, actor, subject, address, detail)
     select * from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::jsonb[])`,
    [
      events.map(({ tenantId }) => tenantId ?? NO_TENANT),
      events.map(({ kind }) => kind),
      events.map(({ actor }) => eventText(actor)),
      events.map(({ subject }) => optional(subject)),
      events.map(({ address }) => optional(address)),
      events.map(({ detail }) => JSON.stringify(detail ?? {}, storableText)),
    ],
  );
}
