import { isIP } from 'node:net';
import { refuse } from '../../../domain/errors.ts';
import type { HasPublicAddress } from '../../../platform/http/public-address.ts';

/** To whom passkeys belong. Browsers offer a passkey only to pages of this host, and it signs the origin of the page. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

const LOOPBACK = /^(127(\.\d+){3}|\[::1\])$/;

/**
 * From PUBLIC_URL, never from a header of the request. Browsers refuse passkeys of an IP address; a service on the own machine is opened as
 * localhost. Undefined where no passkey can work.
 */
export function relyingParty({ publicAddress }: HasPublicAddress): RelyingParty | undefined {
  const address = publicAddress.url('/');
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (LOOPBACK.test(url.hostname)) url.hostname = 'localhost';
  const isName = isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0;
  const isSecure = url.protocol === 'https:' || url.hostname === 'localhost';
  return isName && isSecure ? { id: url.hostname, origin: url.origin } : undefined;
}

export function needRelyingParty(deps: HasPublicAddress): RelyingParty {
  const party = relyingParty(deps);
  if (!party)
    throw refuse(
      'APP048',
      'Passkeys need an address with a host name and https: ask the operator to set PUBLIC_URL, or use one-time codes.',
    );
  return party;
}
