import { randomBytes } from 'node:crypto';
import type { Membership } from '../account-store.ts';
import { type Factors, factorsOf } from './factor-store.ts';
import { assertionOptions, type PasskeyDeps } from './passkey-ceremony.ts';
import type { Method } from './prove-factor.ts';
import { relyingParty } from './relying-party.ts';
import { keepStep } from './step-store.ts';

/** What is shown after a right password of an account with a second factor. */
export interface AskedFactor {
  readonly methods: readonly Method[];
  /** To be sent with the second factor, within five minutes. */
  readonly ticket: string;
  /** What the browser needs to use a passkey. */
  readonly passkey?: object;
}

export const newTicket = (): string => randomBytes(32).toString('base64url');

/** How an account can prove its second factor. */
export const methodsOf = (deps: PasskeyDeps, { passkeys, codes, recoveryCodes }: Factors): Method[] => [
  ...(passkeys > 0 && relyingParty(deps) ? (['passkey'] as const) : []),
  ...(codes ? (['code'] as const) : []),
  ...(recoveryCodes > 0 ? (['recoveryCode'] as const) : []),
];

/** The ticket holds for this account, user and tenant, and ends with the password that was right. */
export async function askSecondFactor(
  deps: PasskeyDeps,
  { accountId, tokenEpoch, tenantId, userId }: Membership,
): Promise<AskedFactor> {
  const methods = methodsOf(deps, await factorsOf(deps.db, accountId));
  const ticket = newTicket();
  await keepStep(deps.db, ticket, 'ticket.secondFactor', deps.now(), { accountId, tokenEpoch, tenantId, userId });
  return {
    methods,
    ticket,
    ...(methods.includes('passkey')
      ? { passkey: await assertionOptions(deps, 'passkey.secondFactor', accountId) }
      : {}),
  };
}
