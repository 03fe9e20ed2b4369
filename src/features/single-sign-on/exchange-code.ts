import type { ClaimRule, Claims } from '../../domain/claim-rules.ts';
import { claimValues } from '../../domain/claim-rules.ts';
import { nonceOf, verifierOf } from './browser-secret.ts';
import type { Provider } from './provider.ts';
import type { Connection } from './provider-connections.ts';
import { SignInFailure } from './sign-in-failure.ts';

/** A person as the provider describes them, after everything it said has been verified. */
export interface ProvenPerson {
  readonly subject: string;
  readonly claims: Claims;
  /** The session at the provider, for single logout. */
  readonly sid: string | undefined;
  readonly idToken: string;
}

/** Longer ones are not kept as a hint for signing out: a header or an address would not take them. */
const LONGEST_SUBJECT = 255;

/**
 * Exchanges the code of the callback for tokens. The library compares state, issuer, audience, expiry and nonce, and verifies the signature with the
 * keys of the provider.
 */
export async function exchangeCode(
  provider: Provider,
  { configuration }: Connection,
  callback: { readonly url: URL; readonly state: string; readonly secret: string },
): Promise<ProvenPerson> {
  const client = await import('openid-client');
  const tokens = await client
    .authorizationCodeGrant(configuration, callback.url, {
      expectedState: callback.state,
      expectedNonce: nonceOf(callback.secret),
      pkceCodeVerifier: verifierOf(callback.secret),
      idTokenExpected: true,
    })
    .catch((error: Error) => {
      throw failureOf(error);
    });
  const claims = tokens.claims();
  const { id_token: idToken } = tokens;
  if (!claims || idToken === undefined) throw new SignInFailure('failed', 'The provider sent no ID token.');
  if (claims.sub === '' || claims.sub.length > LONGEST_SUBJECT)
    throw new SignInFailure('failed', `The claim sub must have 1 to ${LONGEST_SUBJECT} characters.`);
  const more = needsMore(provider.rules, claims)
    ? await client
        .fetchUserInfo(configuration, tokens.access_token, claims.sub)
        // What the ID token holds is enough for some; for the others the rules or the address decide.
        .catch(() => ({}))
    : {};
  return {
    subject: claims.sub,
    claims: { ...more, ...claims },
    sid: typeof claims['sid'] === 'string' ? claims['sid'] : undefined,
    idToken,
  };
}

/** Many providers put the e-mail address and groups only into the answer of the userinfo endpoint. */
const needsMore = (rules: readonly ClaimRule[], claims: Claims): boolean =>
  claims['email'] === undefined || rules.some(({ claim }) => claimValues(claims, claim).length === 0);

function failureOf(error: Error): SignInFailure {
  const { code, error: answered } = error as { code?: string; error?: string };
  const cancelled = answered === 'access_denied' || answered === 'login_required';
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return new SignInFailure(
    cancelled ? 'cancelled' : 'failed',
    `The answer of the provider is refused: ${[code, answered, error.message].filter(Boolean).join(', ')}${cause}`,
    { cause: error },
  );
}
