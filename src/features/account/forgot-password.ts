import { randomBytes } from 'node:crypto';
import { foldKeyPart } from '../../domain/natural-key.ts';
import { storable } from '../../domain/values/parse.ts';
import type { Cause } from '../../platform/cause.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasPublicAddress } from '../../platform/http/public-address.ts';
import { enqueueMails } from '../../platform/mail/mail.ts';
import type { HasDatabase, Transaction } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { noteEventOfAccount } from '../access/audit-store.ts';
import { hashKey } from '../access/authenticate.ts';
import { slowDown } from '../access/slow-down.ts';
import { keepReset, type ResettableAccount, resettableAccounts } from './password-store.ts';

const LIFE_MS = 3_600_000;

export type ResetParts = HasDatabase & HasClock & HasSealer & HasPublicAddress;

export interface Forgotten extends Cause {
  readonly email: string;
  readonly address: string;
}

/** Counts the request; whether the address has an account makes no difference to its answer or its time. */
export async function countForgotten(deps: HasDatabase & HasClock, { email, address }: Forgotten): Promise<void> {
  const folded = foldKeyPart(email);
  if (storable(folded)) return;
  await slowDown(deps, { forgot: `forgot:${folded}`, forgotAddress: `forgot-address:${address}` }, 'requests');
}

/** Mails a link to the person, where there is an account. Runs after the response was sent, which therefore reveals nothing. */
export async function sendResetLinks(deps: ResetParts, forgotten: Forgotten): Promise<void> {
  const email = foldKeyPart(forgotten.email);
  if (storable(email)) return;
  for (const account of await resettableAccounts(deps.db, email))
    await deps.db.write(account.tenantId, async (tx) => {
      await sendLink(deps, tx, account, forgotten);
      return { commit: true, value: undefined };
    });
}

async function sendLink(
  deps: ResetParts,
  tx: Transaction,
  account: ResettableAccount,
  { address, requestId, traceParent }: Forgotten,
): Promise<void> {
  const { accountId, email, tenantId } = account;
  const token = randomBytes(32).toString('base64url');
  await keepReset(tx, accountId, hashKey(token), new Date(deps.now().getTime() + LIFE_MS));
  const sealedLink = deps.sealer.seal(deps.publicAddress.url(`/app/password/reset/${token}`));
  await enqueueMails(tx, { tenantId, requestId, traceParent }, [
    { to: email, subject: 'Openslot: choose a new password', text: textFor(account), sealedLink },
  ]);
  await noteEventOfAccount(tx, accountId, { kind: 'password.resetRequested', actor: `user:${email}`, address });
}

/** Does not name the tenants of a person's account: administrators see the mails of their tenant, and need not know the others. */
const textFor = ({
  email,
  tenantName,
  isManaged,
}: ResettableAccount): string => `Somebody asked for a new password for ${email}${isManaged ? ` in ${tenantName}` : ''} on Openslot.

To choose one, open this link:

{link}

The link works once, within an hour. A new password signs you out everywhere. If you did not ask for it, ignore this mail: your password stays as it is.
`;
