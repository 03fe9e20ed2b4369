import type { ClaimRule } from '../../domain/claim-rules.ts';

/** Whose provider it is. One of a tenant opens that tenant only; that of the installation opens every tenant that has none of its own. */
export type ProviderKind = 'tenant' | 'installation';

/** Whether people get a user at their first sign-in. */
export const newUsers = ['create', 'onlyExisting'] as const;
/** What happens at the first sign-in of a user who has chosen a password: it is asked for once, or the provider is trusted. */
export const existingUsers = ['confirm', 'link'] as const;
/** When the roles, filter values and teams of the rules are written to the user. */
export const rolesFrom = ['everySignIn', 'firstSignIn'] as const;

/** Who gets in, and as what. */
export interface Admission {
  readonly newUsers: (typeof newUsers)[number];
  readonly existingUsers: (typeof existingUsers)[number];
  readonly rolesFrom: (typeof rolesFrom)[number];
  readonly trustedDomains: readonly string[];
  readonly defaultRoles: readonly string[];
  readonly rules: readonly ClaimRule[];
}

/** An OpenID Connect provider, ready to be used. */
export interface Provider extends Admission {
  readonly kind: ProviderKind;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly scopes: readonly string[];
}

/** The provider of the settings, and the tenant in which it creates users. */
export interface InstallationProvider extends Provider {
  readonly kind: 'installation';
  readonly tenant: string | undefined;
}

export interface HasInstallationProvider {
  readonly installationProvider: InstallationProvider | undefined;
}
