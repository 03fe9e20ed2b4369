import { errorDetail, Refusal, refuse } from '../../domain/errors.ts';
import { permissions } from '../../domain/permissions.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasPublicAddress } from '../../platform/http/public-address.ts';
import type { HasDatabase, Transaction } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { appendChanges } from '../../records/storage/change-log.ts';
import { refuseLimited } from '../../records/whole-tenant.ts';
import { administratorsOf } from '../access/administrator-store.ts';
import { noteEvent } from '../access/audit-store.ts';
import { Grants } from '../access/grants.ts';
import type { HasInstallationProvider } from './provider.ts';
import type { HasProviderConnections } from './provider-connections.ts';
import type { SentProvider } from './provider-contract.ts';
import { holdProvider, keepProvider, providerOf, removeProvider, type StoredProvider } from './provider-store.ts';
import { SIGNED_OUT_PATH } from './sign-out.ts';
import { callbackPath } from './start-sign-in.ts';

export type SettingsDeps = HasDatabase &
  HasSealer &
  HasPublicAddress &
  HasInstallationProvider &
  HasProviderConnections;

/** GET /identityProvider. The secret is never shown. */
export async function showProvider(deps: SettingsDeps, caller: Caller) {
  refuseLimited(caller, 'Identity providers');
  return shown(deps, caller, await providerOf(deps.db, caller.tenantId));
}

function shown(deps: SettingsDeps, caller: Caller, stored: StoredProvider | undefined) {
  const { publicAddress, installationProvider } = deps;
  return {
    provider: stored ? { ...withoutSecret(stored), updatedAt: formatInstant(caller.timeZone, stored.updatedAt) } : null,
    redirectUri: publicAddress.url(callbackPath('tenant', caller.tenantId)),
    postLogoutRedirectUri: publicAddress.url(SIGNED_OUT_PATH),
    backchannelLogoutUri: publicAddress.url('/sso/backchannel-logout'),
    signInPage: publicAddress.url(`/app/sign-in/${encodeURIComponent(caller.tenantName)}`),
    installation: installationProvider?.name ?? null,
  };
}

const withoutSecret = ({ sealedSecret, ...rest }: StoredProvider) => ({
  ...rest,
  hasClientSecret: sealedSecret !== null,
});

/** PUT /identityProvider */
export async function setProvider(deps: SettingsDeps, caller: Caller, sent: SentProvider) {
  refuseLesser(caller);
  check(deps, sent);
  return deps.db.write(caller.tenantId, async (tx) => {
    const before = await holdProvider(tx, caller.tenantId);
    const sealedSecret = secretFor(deps, sent, before);
    await refuseUnknownRoles(tx, caller, sent);
    if (!sent.passwordSignIn && sent.enabled) await refuseLockOut(tx, caller);
    const { clientSecret: _, ...rest } = sent;
    // Links and sessions of another provider say nothing about this one.
    if (before && !isSameClient(before, sent)) await removeProvider(tx, caller.tenantId);
    await keepProvider(tx, caller.tenantId, { ...rest, sealedSecret, updatedBy: caller.actor });
    const after = await providerOf(tx, caller.tenantId);
    await note(tx, caller, before, after);
    return { commit: true, value: shown(deps, caller, after) };
  });
}

/** DELETE /identityProvider */
export async function deleteProvider(deps: SettingsDeps, caller: Caller): Promise<void> {
  refuseLesser(caller);
  await deps.db.write(caller.tenantId, async (tx) => {
    const before = await holdProvider(tx, caller.tenantId);
    if (!before) throw refuse('APP001', 'The tenant has no identity provider.');
    await removeProvider(tx, caller.tenantId);
    await note(tx, caller, before, undefined);
    return { commit: true, value: undefined };
  });
}

/** Anyone who controls the provider can become anybody in the tenant, its administrators included. */
function refuseLesser(caller: Caller): void {
  refuseLimited(caller, 'Identity providers');
  const missing = permissions.find((permission) => !caller.permissions.includes(permission));
  if (missing !== undefined)
    throw refuse(
      'USR004',
      `The identity provider decides who is an administrator: only an administrator may set it. You do not have the permission ${missing}.`,
    );
}

async function refuseUnknownRoles(
  tx: Transaction,
  caller: Caller,
  { rules, defaultRoles }: SentProvider,
): Promise<void> {
  const grants = await Grants.forUsers(tx, caller, []);
  const wrong = grants.refusalOfRoles([...defaultRoles, ...rules.flatMap(({ roles }) => roles)]);
  if (wrong) throw new Refusal(wrong);
}

const isSameClient = (before: StoredProvider, { issuer, clientId }: SentProvider): boolean =>
  before.issuer === issuer && before.clientId === clientId;

function check({ providerConnections }: SettingsDeps, sent: SentProvider): void {
  const wrong = providerConnections.wrongIssuer(sent.issuer);
  if (wrong !== undefined) throw refuse('REQ014', `issuer: the address is not allowed: ${wrong}.`, 'issuer');
  if (!sent.scopes.includes('openid')) throw refuse('REQ014', 'scopes: must contain openid.', 'scopes');
  const domain = sent.trustedDomains.findIndex((each) => !/^[^\s@/]+\.[^\s@/]+$/.test(each));
  if (domain >= 0)
    throw refuse(
      'REQ014',
      `trustedDomains[${domain}]: must be a domain such as example.com.`,
      `trustedDomains[${domain}]`,
    );
  const rule = sent.rules.findIndex(({ value, matches }) => (value === undefined) === (matches === undefined));
  if (rule >= 0) throw refuse('REQ014', `rules[${rule}]: must have either value or matches.`, `rules[${rule}]`);
  if (!sent.passwordSignIn && sent.existingUsers === 'confirm')
    throw refuse(
      'REQ014',
      'existingUsers: must be link if passwordSignIn is false: nobody could enter the password that is asked for.',
      'existingUsers',
    );
}

/** A stored secret goes only to the provider that it was stored for. */
function secretFor({ sealer }: SettingsDeps, sent: SentProvider, before: StoredProvider | undefined): string | null {
  if (sent.clientSecret !== undefined) return sealer.seal(sent.clientSecret);
  if (!before?.sealedSecret) return null;
  if (!isSameClient(before, sent))
    throw refuse(
      'REQ015',
      'clientSecret: a value is required, because the issuer or the client ID has changed.',
      'clientSecret',
    );
  return before.sealedSecret;
}

/** Somebody must get in when the provider is down or misconfigured. The last of them can be neither deleted nor demoted. */
async function refuseLockOut(tx: Transaction, { tenantId }: Caller): Promise<void> {
  const canSignIn = [...(await administratorsOf(tx, tenantId)).values()].includes(true);
  if (!canSignIn)
    throw new Refusal(
      errorDetail(
        'APP038',
        'passwordSignIn: an administrator who can sign in with a password must remain, for the case that the provider fails.',
        'passwordSignIn',
      ),
    );
}

/** As a change of the tenant: not a record that could be undone, but everybody can see who changed what. */
async function note(
  tx: Transaction,
  caller: Caller,
  before: StoredProvider | undefined,
  after: StoredProvider | undefined,
): Promise<void> {
  const logged = (stored: StoredProvider | undefined): string =>
    JSON.stringify({ identityProvider: stored ? withoutSecret(stored) : null });
  await noteEvent(tx, {
    tenantId: caller.tenantId,
    kind: after ? 'identityProvider.changed' : 'identityProvider.removed',
    actor: caller.actor,
    subject: (after ?? before)?.name,
  });
  await appendChanges(tx, caller.tenantId, caller, [
    {
      entity: 'Tenant',
      recordId: caller.tenantId,
      key: caller.tenantName,
      sourceApp: null,
      action: 'updated',
      version: 0,
      fromBackOffice: false,
      before: logged(before),
      after: logged(after),
    },
  ]);
}
