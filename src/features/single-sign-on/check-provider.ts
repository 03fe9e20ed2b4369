import { type Claims, claimValues, grantsOf } from '../../domain/claim-rules.ts';
import { refuse } from '../../domain/errors.ts';
import { verifiedEmail } from '../../domain/verified-email.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { refuseLimited } from '../../records/whole-tenant.ts';
import { opened } from './find-provider.ts';
import type { Provider } from './provider.ts';
import type { Connection, HasProviderConnections } from './provider-connections.ts';
import type { SentRule } from './provider-contract.ts';
import { providerOf } from './provider-store.ts';

/** One thing that was looked at. The code is for the texts of the web application. */
interface Finding {
  readonly code: string;
  readonly ok: boolean;
  readonly message: string;
}

/** POST /identityProvider/check: what the provider says about itself, in plain words. */
export async function checkProvider(
  deps: HasDatabase & HasSealer & HasProviderConnections,
  caller: Caller,
  issuer: string | undefined,
): Promise<{ readonly ok: boolean; readonly findings: readonly Finding[] }> {
  refuseLimited(caller, 'Identity providers');
  const stored = await providerOf(deps.db, caller.tenantId);
  const address = issuer ?? stored?.issuer;
  if (address === undefined) throw refuse('REQ015', 'issuer: a value is required.', 'issuer');
  // Discovery needs no secret: none is opened for an address that was only typed in.
  const provider = stored?.issuer === address ? opened(stored, deps.sealer) : unsaved(address);
  const findings = await deps.providerConnections.reconnect(provider).then(
    (connection) => findingsOf(connection),
    (error: Error) => [{ code: 'discovery', ok: false, message: error.message }],
  );
  return { ok: findings.every((finding) => finding.ok), findings };
}

const unsaved = (issuer: string): Provider => ({
  kind: 'tenant',
  name: '',
  issuer,
  clientId: 'check',
  clientSecret: undefined,
  scopes: ['openid'],
  newUsers: 'onlyExisting',
  existingUsers: 'confirm',
  rolesFrom: 'firstSignIn',
  trustedDomains: [],
  defaultRoles: [],
  rules: [],
});

async function findingsOf({ configuration, keys }: Connection): Promise<Finding[]> {
  const server = configuration.serverMetadata();
  const supportsCode = server.response_types_supported?.includes('code') ?? true;
  const supportsPkce = server.code_challenge_methods_supported?.includes('S256') ?? true;
  const canRead = await keysAreRead(keys);
  const sayEnds = server.end_session_endpoint !== undefined;
  const saysLogout = server['backchannel_logout_supported'] === true;
  return [
    { code: 'discovery', ok: true, message: `The discovery document of ${server.issuer} was read.` },
    {
      code: 'keys',
      ok: canRead,
      message: canRead ? 'The signing keys were read.' : 'The signing keys cannot be read from jwks_uri.',
    },
    {
      code: 'code',
      ok: supportsCode,
      message: supportsCode
        ? 'The authorization code flow is supported.'
        : 'The authorization code flow is not supported: sign-in will fail.',
    },
    {
      code: 'pkce',
      ok: supportsPkce,
      message: supportsPkce ? 'PKCE with S256 is used.' : 'The provider does not support PKCE with S256.',
    },
    {
      code: sayEnds ? 'logout' : 'noLogout',
      ok: true,
      message: sayEnds
        ? 'Signing out here also signs out at the provider.'
        : 'The provider has no end_session_endpoint: signing out here leaves the session at the provider open.',
    },
    {
      code: saysLogout ? 'backchannel' : 'noBackchannel',
      ok: true,
      message: saysLogout
        ? 'Signing out at the provider ends sessions here (back-channel logout), if its address is registered there.'
        : 'The provider does not announce back-channel logout: signing out there leaves sessions here open.',
    },
  ];
}

/** A key that does not exist: everything else went well when only that is the failure. */
const keysAreRead = (keys: Connection['keys']): Promise<boolean> =>
  Promise.resolve(keys({ alg: 'RS256', kid: 'openslot-check' }, { payload: '', signature: '' })).then(
    () => true,
    (error: { readonly code?: string }) =>
      ['ERR_JWKS_NO_MATCHING_KEY', 'ERR_JWKS_MULTIPLE_MATCHING_KEYS'].includes(error.code ?? ''),
  );

interface Preview {
  readonly claims: unknown;
  readonly rules: readonly SentRule[] | undefined;
  readonly defaultRoles: readonly string[] | undefined;
  readonly trustedDomains: readonly string[] | undefined;
}

/** POST /identityProvider/preview: what a person with these claims would get. */
export async function previewRules(deps: HasDatabase, caller: Caller, sent: Preview) {
  refuseLimited(caller, 'Identity providers');
  const claims = claimsOf(sent.claims);
  const stored = await providerOf(deps.db, caller.tenantId);
  const grants = grantsOf(sent.rules ?? stored?.rules ?? [], sent.defaultRoles ?? stored?.defaultRoles ?? [], claims);
  const email = verifiedEmail(claims, sent.trustedDomains ?? stored?.trustedDomains ?? []);
  return {
    ...grants,
    email: 'email' in email ? email.email : null,
    admitted: 'email' in email && grants.roles.length > 0 && claimValues(claims, 'sub').length <= 1,
  };
}

const MOST_CLAIMS = 65_536;

function claimsOf(sent: unknown): Claims {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw refuse('REQ014', 'claims: must be an object.', 'claims');
  if (JSON.stringify(sent).length > MOST_CLAIMS)
    throw refuse('REQ013', `claims: must have at most ${MOST_CLAIMS} characters.`, 'claims');
  return sent as Claims;
}
