import { readFile } from 'node:fs/promises';
import { OperatorError } from './domain/operator-error.ts';
import { existingUsers, type InstallationProvider, newUsers, rolesFrom } from './features/single-sign-on/provider.ts';
import { readRules } from './features/single-sign-on/read-rules.ts';
import { wrongServer } from './platform/outbound/guarded-fetch.ts';
import { type Setting, setting } from './setting.ts';

const optional = (most: number) => (value: string) =>
  value.length <= most
    ? { value: value === '' ? undefined : value }
    : { wrong: `must have at most ${most} characters` };

const oneOf =
  <const W extends string>(words: readonly W[]) =>
  (value: string): { value: W } | { wrong: string } => {
    const found = words.find((each) => each === value);
    return found === undefined ? { wrong: `must be ${words.join(' or ')}` } : { value: found };
  };

const texts = (value: string): string[] =>
  value
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** The operator names the address: it may be on the operator's own network. */
const issuer = (value: string): { value: string | undefined } | { wrong: string } => {
  if (value === '') return { value: undefined };
  const isServer = wrongServer(value, { allowPrivate: true }) === undefined && !/[?#]/.test(value);
  return isServer ? { value } : { wrong: 'must be an address that begins with https://, without a query' };
};

/** The identity provider of the installation. */
export const oidcSettings = {
  oidcIssuer: setting(
    'OIDC_ISSUER',
    '',
    'Issuer of an OpenID Connect provider for [single sign-on](../guides/single-sign-on.md) to all tenants that have none of their own. Empty: none.',
    issuer,
  ),
  oidcClientId: setting('OIDC_CLIENT_ID', '', 'Client ID at this provider.', optional(200)),
  oidcClientSecret: setting(
    'OIDC_CLIENT_SECRET',
    '',
    'Client secret at this provider; empty for a public client.',
    optional(500),
  ),
  oidcClientSecretFile: setting(
    'OIDC_CLIENT_SECRET_FILE',
    '',
    'File that contains the client secret, instead of OIDC_CLIENT_SECRET.',
    optional(4000),
  ),
  oidcName: setting('OIDC_NAME', 'single sign-on', 'Name of the provider on the button "Sign in with …".', (value) =>
    value.length <= 60 ? { value } : { wrong: 'must have at most 60 characters' },
  ),
  oidcScopes: setting('OIDC_SCOPES', 'openid,profile,email', 'Scopes to request, separated by commas.', (value) =>
    texts(value).includes('openid') ? { value: texts(value) } : { wrong: 'must contain openid' },
  ),
  oidcTenant: setting(
    'OIDC_TENANT',
    '',
    'Tenant in which the provider creates users whom no tenant has. Empty: they are refused.',
    optional(100),
  ),
  oidcNewUsers: setting(
    'OIDC_NEW_USERS',
    'create',
    'create: people without a user get one in OIDC_TENANT at their first sign-in; onlyExisting: they are refused.',
    oneOf(newUsers),
  ),
  oidcExistingUsers: setting(
    'OIDC_EXISTING_USERS',
    'confirm',
    'First sign-in of a user who has chosen a password. confirm: the password must be entered once; link: the provider is trusted.',
    oneOf(existingUsers),
  ),
  oidcRolesFrom: setting(
    'OIDC_ROLES_FROM',
    'firstSignIn',
    'everySignIn: roles follow OIDC_RULES at every sign-in; firstSignIn: afterwards administrators set them.',
    oneOf(rolesFrom),
  ),
  oidcDefaultRoles: setting(
    'OIDC_DEFAULT_ROLES',
    '',
    'Roles of people to whom no rule gives one, separated by commas. Empty: they are refused.',
    (value) => (value.length <= 1000 ? { value: texts(value) } : { wrong: 'must have at most 1000 characters' }),
  ),
  oidcTrustedDomains: setting(
    'OIDC_TRUSTED_DOMAINS',
    '',
    'Domains whose e-mail addresses count although the provider does not send email_verified, separated by commas.',
    (value) =>
      texts(value).every((each) => /^[^\s@/]+\.[^\s@/]+$/.test(each))
        ? { value: texts(value) }
        : { wrong: 'must be domains such as example.com, separated by commas' },
  ),
  oidcRules: setting('OIDC_RULES', '[]', 'Rules from claims to roles, as JSON.', readRules),
} as const;

type OidcConfig = Readonly<{
  [K in keyof typeof oidcSettings]: (typeof oidcSettings)[K] extends Setting<infer T> ? T : never;
}>;

/** The provider that the settings describe. */
export async function installationProviderOf(config: OidcConfig): Promise<InstallationProvider | undefined> {
  if (config.oidcIssuer === undefined) return undefined;
  if (config.oidcClientId === undefined) throw new OperatorError('OIDC_ISSUER needs OIDC_CLIENT_ID.');
  return {
    kind: 'installation',
    name: config.oidcName,
    issuer: config.oidcIssuer,
    clientId: config.oidcClientId,
    clientSecret: await secretOf(config),
    scopes: config.oidcScopes,
    tenant: config.oidcTenant,
    newUsers: config.oidcNewUsers,
    existingUsers: config.oidcExistingUsers,
    rolesFrom: config.oidcRolesFrom,
    trustedDomains: config.oidcTrustedDomains,
    defaultRoles: config.oidcDefaultRoles,
    rules: config.oidcRules,
  };
}

async function secretOf({ oidcClientSecret, oidcClientSecretFile }: OidcConfig): Promise<string | undefined> {
  if (oidcClientSecretFile === undefined) return oidcClientSecret;
  if (oidcClientSecret !== undefined)
    throw new OperatorError('Set OIDC_CLIENT_SECRET or OIDC_CLIENT_SECRET_FILE, not both.');
  const text = await readFile(oidcClientSecretFile, 'utf8').catch((error: Error) => {
    throw new OperatorError(`OIDC_CLIENT_SECRET_FILE cannot be read: ${error.message}.`);
  });
  if (text.trim() === '') throw new OperatorError('The file of OIDC_CLIENT_SECRET_FILE is empty.');
  return text.trim();
}
