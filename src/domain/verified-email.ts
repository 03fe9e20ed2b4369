import type { Claims } from './claim-rules.ts';

const ADDRESS = /^[^\s@]+@([^\s@]+)$/;
const LONGEST = 254;

/** The e-mail address that a provider vouches for, or why there is none. */
export type VerifiedEmail = { readonly email: string } | { readonly missing: 'address' | 'verification' };

/**
 * An address counts when the provider says that it has verified it. Some providers never say so; their addresses count in the domains that the
 * administrator has named, because there the provider gives out the addresses itself. A provider that says "not verified" is believed.
 */
export function verifiedEmail(claims: Claims, trustedDomains: readonly string[]): VerifiedEmail {
  const { email_verified: verified } = claims;
  const email = addressIn(claims['email']);
  if (email !== undefined && isTrue(verified)) return { email };
  if (verified !== undefined && !isTrue(verified)) return { missing: 'verification' };
  const named = email ?? addressIn(claims['preferred_username']) ?? addressIn(claims['upn']);
  if (named === undefined) return { missing: 'address' };
  return trustedDomains.some((domain) => domain.toLowerCase() === domainOf(named))
    ? { email: named }
    : { missing: 'verification' };
}

/** One provider sends the text "true". */
const isTrue = (value: unknown): boolean => value === true || value === 'true';

const addressIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= LONGEST && ADDRESS.test(value) ? value : undefined;

const domainOf = (email: string): string | undefined => ADDRESS.exec(email)?.[1]?.toLowerCase();
