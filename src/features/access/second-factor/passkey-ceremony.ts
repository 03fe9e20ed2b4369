import { errorDetail, Refusal, refuse } from '../../../domain/errors.ts';
import type { HasClock } from '../../../platform/clock.ts';
import type { HasPublicAddress } from '../../../platform/http/public-address.ts';
import type { HasDatabase } from '../../../platform/postgres/database.ts';
import type { Assertion, Registration } from './passkey-contract.ts';
import {
  type NewPasskey,
  notePasskeyUse,
  type Passkey,
  passkeyByCredential,
  passkeysOf,
  userHandleOf,
} from './passkey-store.ts';
import { needRelyingParty } from './relying-party.ts';
import { keepStep, type Purpose, STEP_MS, takeStep } from './step-store.ts';

export type PasskeyDeps = HasDatabase & HasClock & HasPublicAddress;

/** Loaded with the first passkey: most of it reads certificates. */
const library = () => import('@simplewebauthn/server');

type AssertionPurpose = Exclude<Purpose, 'passkey.register' | 'link.removal' | `ticket.${string}`>;
/** What a browser shows beside the name of the account. */
const NAME = 'Openslot';

const credentialOf = ({ credentialId, transports }: Passkey) => ({
  id: credentialId.toString('base64url'),
  transports: [...transports],
});

const bytesOf = (uuid: string) => Uint8Array.from(Buffer.from(uuid.replaceAll('-', ''), 'hex'));

/** Options for a new passkey. Those that the account has are not offered again. */
export async function registrationOptions(
  deps: PasskeyDeps,
  account: { readonly accountId: number; readonly email: string; readonly displayName: string },
) {
  const party = needRelyingParty(deps);
  const known = await passkeysOf(deps.db, account.accountId);
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: NAME,
    rpID: party.id,
    userName: account.email,
    userDisplayName: account.displayName,
    userID: bytesOf((await userHandleOf(deps.db, account.accountId)) ?? ''),
    timeout: STEP_MS,
    attestationType: 'none',
    excludeCredentials: known.map(credentialOf),
    // A security key that stores no passkeys still serves as the second step after a password.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  await keepStep(deps.db, options.challenge, 'passkey.register', deps.now(), { accountId: account.accountId });
  return options;
}

/** Checks what the authenticator made, for the account that asked for it. */
export async function registeredPasskey(
  deps: PasskeyDeps,
  accountId: number,
  response: Registration,
): Promise<Omit<NewPasskey, 'name' | 'now'>> {
  const party = needRelyingParty(deps);
  const challenge = challengeIn(response.response.clientDataJSON);
  const step = challenge && (await takeStep(deps.db, challenge, 'passkey.register', deps.now()));
  if (!challenge || !step || step.accountId !== accountId) throw expired();
  const { verifyRegistrationResponse } = await library();
  const { transports, clientDataJSON, attestationObject } = response.response;
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      id: response.id,
      rawId: response.rawId,
      type: response.type as 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject },
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
  }).catch((error: Error) => {
    throw notAccepted(error.message);
  });
  if (!registrationInfo) throw notAccepted('not verified');
  const { credential, credentialBackedUp } = registrationInfo;
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: transports ?? [],
    backedUp: credentialBackedUp,
  };
}

/** Options to sign with a passkey: of one account, or with any that the browser has for this service. */
export async function assertionOptions(deps: PasskeyDeps, purpose: AssertionPurpose, accountId?: number) {
  const party = needRelyingParty(deps);
  const known = accountId === undefined ? [] : await passkeysOf(deps.db, accountId);
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    timeout: STEP_MS,
    allowCredentials: known.map(credentialOf),
    userVerification: purpose === 'passkey.signIn' ? 'required' : 'preferred',
  });
  await keepStep(deps.db, options.challenge, purpose, deps.now(), accountId === undefined ? {} : { accountId });
  return options;
}

/**
 * Checks a signature and returns its passkey. The challenge is used up also when the signature is wrong. Alone it replaces the password too, so the
 * authenticator must have asked for a fingerprint, a face or a PIN.
 */
export async function provePasskey(
  deps: PasskeyDeps,
  purpose: AssertionPurpose,
  response: Assertion,
  accountId?: number,
): Promise<Passkey> {
  const party = needRelyingParty(deps);
  const challenge = challengeIn(response.response.clientDataJSON);
  const step = challenge && (await takeStep(deps.db, challenge, purpose, deps.now()));
  if (!challenge || !step || (accountId !== undefined && step.accountId !== accountId)) throw expired();
  const passkey = await passkeyByCredential(deps.db, Buffer.from(response.id, 'base64url'));
  if (!passkey || (accountId !== undefined && passkey.accountId !== accountId))
    throw refuse('USR001', 'This passkey is not registered for the account, or was removed.');
  const handle = response.response.userHandle;
  if (handle === undefined ? purpose === 'passkey.signIn' : handle !== handleOf(passkey))
    throw notAccepted('the user handle is that of another account');
  const { authenticationInfo } = await verified(party, challenge, passkey, response, purpose === 'passkey.signIn');
  const noted = await notePasskeyUse(deps.db, passkey, {
    counter: authenticationInfo.newCounter,
    backedUp: authenticationInfo.credentialBackedUp,
    now: deps.now(),
  });
  if (!noted) throw notAccepted('the passkey was used at the same time');
  return passkey;
}

const handleOf = ({ userHandle }: Passkey): string => Buffer.from(bytesOf(userHandle)).toString('base64url');

async function verified(
  party: { readonly id: string; readonly origin: string },
  challenge: string,
  { publicKey, counter, credentialId }: Passkey,
  { id, rawId, type, response }: Assertion,
  requireUserVerification: boolean,
) {
  const { verifyAuthenticationResponse } = await library();
  const { clientDataJSON, authenticatorData, signature } = response;
  const result = await verifyAuthenticationResponse({
    response: {
      id,
      rawId,
      type: type as 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id: credentialId.toString('base64url'), publicKey: Uint8Array.from(publicKey), counter },
    requireUserVerification,
  }).catch((error: Error) => {
    throw notAccepted(error.message);
  });
  if (!result.verified) throw notAccepted('the signature is wrong');
  return result;
}

/** The challenge that the browser signed; it is the key under which we stored what it is for. */
function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as {
      challenge?: unknown;
    };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

const expired = () => refuse('USR001', 'The request for the passkey has expired or was used already. Try again.');

/** Why is for the log. */
const notAccepted = (internal: string) =>
  new Refusal(errorDetail('USR001', 'The passkey could not be verified.'), { internal });
