import { Refusal, refuse } from '../../../domain/errors.ts';
import { foldKeyPart } from '../../../domain/natural-key.ts';
import { formatInstant } from '../../../domain/time/zone.ts';
import { storable } from '../../../domain/values/parse.ts';
import type { Caller } from '../../../platform/caller.ts';
import type { HasClock } from '../../../platform/clock.ts';
import type { HasPublicAddress } from '../../../platform/http/public-address.ts';
import { enqueueMails } from '../../../platform/mail/mail.ts';
import type { HasDatabase, Transaction } from '../../../platform/postgres/database.ts';
import type { HasSealer } from '../../../platform/sealer.ts';
import { refuseLimited } from '../../../records/whole-tenant.ts';
import { type Guard, guardedly } from '../../../records/writing/guarded-write.ts';
import { accountById, endTokens, forgetFailures } from '../account-store.ts';
import { noteEvent, noteEventOfAccount } from '../audit-store.ts';
import { Grants } from '../grants.ts';
import { matchingHashes } from '../password.ts';
import { slowDown } from '../slow-down.ts';
import { newTicket } from './ask-second-factor.ts';
import { deleteFactors, type FactorAccount, factorAccountOf } from './factor-store.ts';
import { dropLinks, findStep, keepStep, takeStep } from './step-store.ts';

const LINK_HOURS = 24;

export interface RemovedFactor {
  readonly email: string;
  readonly removed: boolean;
  /** Until when the link in the mail works; null if the factor is gone already. */
  readonly linkExpiresAt: string | null;
}

type Parts = HasDatabase & HasClock & HasSealer & HasPublicAddress;

/**
 * POST /user/removeSecondFactor: for a person who lost it. That of an account which the tenant manages is removed at once. One of the person may
 * open other tenants too, so its person decides: a mail with a link, which also asks for the password (decision 0077).
 */
export async function removeForUser(
  deps: Parts,
  caller: Caller,
  email: string,
  guard?: Guard<RemovedFactor>,
): Promise<RemovedFactor> {
  refuseLimited(caller, 'Users');
  const key = foldKeyPart(email);
  if (storable(key)) throw refuse('APP001', 'There is no such User.', 'email');
  return guardedly(deps, caller, guard, async (tx) => {
    const account = await factorAccountOf(tx, caller.tenantId, key);
    if (!account) throw refuse('APP001', `There is no User ${email}.`, 'email');
    if (account.accountId === caller.accountId)
      throw refuse('USR004', 'Your own second factor is removed on your account page, which asks for it.');
    const beyond = (await Grants.forUsers(tx, caller, [key])).refusalOfUser(key, account.email);
    if (beyond) throw new Refusal(beyond);
    if (!account.hasFactor) throw refuse('APP001', `${account.email} has no second factor.`, 'email');
    const isManaged = account.managedBy === caller.tenantId;
    await noteEvent(tx, {
      tenantId: caller.tenantId,
      kind: isManaged ? 'factor.removed' : 'factor.removalMailed',
      actor: caller.actor,
      subject: account.email,
    });
    if (isManaged) {
      await removeFactors(tx, account.accountId);
      return { email: account.email, removed: true, linkExpiresAt: null };
    }
    const expiresAt = await mailLink(deps, tx, caller, account);
    return {
      email: account.email,
      removed: false,
      linkExpiresAt: formatInstant(caller.timeZone, expiresAt.getTime()),
    };
  });
}

/** Who had found the lost device may be signed in with it. */
export async function removeFactors(tx: Transaction, accountId: number): Promise<void> {
  await deleteFactors(tx, accountId);
  await endTokens(tx, accountId);
}

async function mailLink(deps: Parts, tx: Transaction, caller: Caller, account: FactorAccount): Promise<Date> {
  const token = newTicket();
  const now = deps.now();
  const lifeMs = LINK_HOURS * 3_600_000;
  await dropLinks(tx, account.accountId);
  await keepStep(tx, token, 'link.removal', now, { accountId: account.accountId }, lifeMs);
  const expiresAt = new Date(now.getTime() + lifeMs);
  const link = deps.publicAddress.url(`/app/second-factor-removal/${token}`);
  await enqueueMails(tx, caller, [
    {
      to: account.email,
      subject: 'Openslot: remove your second factor',
      text: `An administrator of ${caller.tenantName} asked to remove the second factor of your account ${account.email}, because you lost it.

To remove it, open this link and enter your password:

{link}

The link works once, until ${formatInstant(caller.timeZone, expiresAt.getTime())}. If you did not ask for this, ignore this mail: nothing changes.
`,
      sealedLink: deps.sealer.seal(link),
    },
  ]);
  return expiresAt;
}

/** POST /secondFactorRemoval: the person who reads the mailbox and knows the password. A wrong password leaves the link as it is. */
export async function removeByLink(
  deps: HasDatabase & HasClock,
  token: string,
  password: string,
  address: string,
): Promise<void> {
  const notValid = () =>
    refuse('APP047', 'The link was used, replaced or has expired. Ask an administrator for a new one.');
  const step = await findStep(deps.db, token, 'link.removal', deps.now());
  const account = step?.accountId ? await accountById(deps.db, step.accountId) : undefined;
  if (!account) throw notValid();
  const subjects = { account: `account:${account.email}`, address: `address:${address}` };
  await slowDown(deps, subjects, 'failed logins');
  const right = await matchingHashes(password, [account.passwordHash]);
  if (right.size === 0) throw refuse('USR001', 'The password is wrong.', 'password');
  for (const subject of Object.values(subjects)) await forgetFailures(deps.db, subject);
  await deps.db.transaction(async (tx) => {
    if (!(await takeStep(tx, token, 'link.removal', deps.now()))) throw notValid();
    await removeFactors(tx, account.id);
    await noteEventOfAccount(tx, account.id, { kind: 'factor.removed', actor: `user:${account.email}`, address });
    return { commit: true, value: undefined };
  });
}
