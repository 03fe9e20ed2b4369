import { randomBytes } from 'node:crypto';
import { refuse } from '../../domain/errors.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import { storable } from '../../domain/values/parse.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasPublicAddress } from '../../platform/http/public-address.ts';
import { enqueueMails, type MailMessage } from '../../platform/mail/mail.ts';
import type { HasDatabase, Transaction } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { refuseLimited } from '../../records/whole-tenant.ts';
import { type Guard, guardedly } from '../../records/writing/guarded-write.ts';
import { noteEvents } from './audit-store.ts';
import { hashKey } from './authenticate.ts';
import { keepInvitations, usersToInvite } from './invitation-store.ts';

const LIFE_DAYS = 7;

export interface ToInvite {
  readonly userId: number;
  readonly email: string;
}

/** What an invitation is made with. */
export type InvitationParts = HasClock & HasSealer & HasPublicAddress;

/**
 * Mails each user a link, in the transaction that gives the reason for it. Whether an address is known elsewhere makes no difference: the
 * link lets the person who reads the mailbox choose a password. Returns when the links expire.
 */
export async function invite(
  deps: InvitationParts,
  tx: Transaction,
  caller: Caller,
  users: readonly ToInvite[],
): Promise<Date> {
  const now = deps.now();
  const expiresAt = new Date(now.getTime() + LIFE_DAYS * 24 * 3_600_000);
  const invitations = users.map((user) => {
    const token = randomBytes(32).toString('base64url');
    return { ...user, hash: hashKey(token), link: deps.publicAddress.url(`/app/invitation/${token}`) };
  });
  await keepInvitations(tx, caller.tenantId, invitations, now, expiresAt);
  const mails = invitations.map(({ email, link }) => mailTo(email, caller, deps.sealer.seal(link), expiresAt));
  await enqueueMails(tx, caller, mails);
  const { tenantId, actor } = caller;
  await noteEvents(
    tx,
    users.map(({ email }) => ({ tenantId, kind: 'invitation.sent', actor, subject: `user:${email}` })),
  );
  return expiresAt;
}

export interface Invited {
  readonly email: string;
  readonly expiresAt: string;
}

/** POST /user/invite: a new link for a user. The one before is revoked. */
export async function inviteAgain(
  deps: HasDatabase & HasClock & HasPublicAddress & HasSealer,
  caller: Caller,
  email: string,
  guard?: Guard<Invited>,
): Promise<Invited> {
  refuseLimited(caller, 'Users');
  const key = foldKeyPart(email);
  if (storable(key)) throw refuse('APP001', 'There is no such User.', 'email');
  return guardedly(deps, caller, guard, async (tx) => {
    const [user] = await usersToInvite(tx, caller.tenantId, [key]);
    if (!user) throw refuse('APP001', `There is no User ${email}.`, 'email');
    if (!user.signsIn)
      throw refuse('REQ014', `email: ${user.email} is disabled, or does not sign in with a password.`, 'email');
    const expiresAt = await invite(deps, tx, caller, [user]);
    return { email: user.email, expiresAt: formatInstant(caller.timeZone, expiresAt.getTime()) };
  });
}

const mailTo = (to: string, { tenantName, timeZone }: Caller, sealedLink: string, expiresAt: Date): MailMessage => ({
  to,
  subject: `Openslot: invitation to ${tenantName}`,
  text: `You are invited to ${tenantName} on Openslot, as ${to}.

To accept, open this link and choose a password:

{link}

The link works once, until ${formatInstant(timeZone, expiresAt.getTime())}. If you did not expect this invitation, ignore this mail.
`,
  sealedLink,
});
