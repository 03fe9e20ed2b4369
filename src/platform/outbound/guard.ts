import type { LookupAddress } from 'node:dns';
import { lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Asks a name server for all addresses of a host. */
export type Resolver = (host: string) => Promise<readonly LookupAddress[]>;

export interface GuardOptions {
  /** Whether the operator lets the service speak to its own network. */
  readonly allowPrivate: boolean;
  readonly resolver?: Resolver;
}

/** Public by their number, and yet only reached from inside of a cloud. */
const INSIDE = new Set(['168.63.129.16']);
/** Of IPv6 only this part is given to hosts of the Internet; beyond it stand ways to spell IPv4, and ranges nobody has. */
const GLOBAL: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
/** NAT64 puts the IPv4 address into the last four bytes. */
const NAT64: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96];

const NAMES: Readonly<Record<string, string>> = {
  loopback: 'this host',
  private: 'a private network',
  uniqueLocal: 'a private network',
  linkLocal: 'a link-local address',
  carrierGradeNat: 'the network of a provider',
  multicast: 'a multicast address',
  unspecified: 'not a host address',
};

/** What is wrong with an IP address as a place to send to; undefined when it is public. */
export function unreachable(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return `${address} is not an address`;
  const parsed = ipaddr.parse(address);
  const of = (range: string): string => `${address} is ${NAMES[range] ?? `not a public address (${range})`}`;
  if (parsed instanceof ipaddr.IPv4) {
    if (INSIDE.has(parsed.toString())) return `${address} is the metadata service of a cloud provider`;
    return parsed.range() === 'unicast' ? undefined : of(parsed.range());
  }
  if (parsed.match(NAT64)) return unreachable(new ipaddr.IPv4(parsed.toByteArray().slice(-4)).toString());
  const range = parsed.range();
  if (range !== 'unicast') return of(range);
  return parsed.match(GLOBAL) ? undefined : of('reserved');
}

/** An address that may be kept; what it resolves to is looked at whenever a connection is made. */
export function wrongAddress(text: string, { allowPrivate }: Pick<GuardOptions, 'allowPrivate'>): string | undefined {
  if (!URL.canParse(text)) return 'it is not an address such as https://host/path';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'only http and https are supported';
  if (url.username !== '' || url.password !== '') return 'it must not contain a user name or password';
  const host = hostOf(url);
  if (host === '') return 'it has no host';
  if (allowPrivate) return undefined;
  if (/^(.*\.)?localhost\.?$/.test(host)) return 'localhost is this host';
  // Every spelling of an IPv4 address (octal, hexadecimal, one number) has become four decimal parts by now.
  return ipaddr.isValid(host) ? unreachable(host) : undefined;
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

const byTheSystem: Resolver = (host) =>
  new Promise((settle, fail) => {
    resolve(host, { all: true, verbatim: true }, (error, addresses) => (error ? fail(error) : settle(addresses)));
  });

/** Not the same as a host that cannot be reached. */
export class NotAllowed extends Error {
  readonly code = 'NOT_ALLOWED';
}

/**
 * The look-up of every connection. What is checked is what is connected to: there is no second question to the name server that
 * could be answered differently. One address that is not public spoils all of them.
 */
export function guardedLookup({ allowPrivate, resolver = byTheSystem }: GuardOptions): LookupFunction {
  return (host, options, done) => {
    resolver(host).then(
      (addresses) => {
        const wrong = allowPrivate
          ? undefined
          : addresses.map(({ address }) => unreachable(address)).find((each) => each !== undefined);
        const [first] = addresses;
        if (wrong !== undefined) done(new NotAllowed(`${host}: ${wrong}`), []);
        else if (!first) done(new Error(`${host} has no address`), []);
        else if (options.all) done(null, [...addresses]);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, []),
    );
  };
}
