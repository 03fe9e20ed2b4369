import { BlockList, isIP } from 'node:net';
import { refuse } from '../../domain/errors.ts';

export const MOST_RANGES = 50;
/** An IPv6 address with an IPv4 one at its end, and a prefix. */
export const LONGEST_RANGE = 49;

interface Range {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** Ranges as they are stored: an address without a prefix is one host. Refuses the first that is none, by its position in the list. */
export const readRanges = (sent: readonly string[], name: string): string[] =>
  sent.map((each, index) => {
    const range = rangeOf(each);
    if (!range)
      throw refuse(
        'REQ014',
        `${name}[${index}]: ${each.slice(0, LONGEST_RANGE)} is not an IP range. Write an address or a network such as 203.0.113.0/24 or 2001:db8::/32.`,
        `${name}[${index}]`,
      );
    return `${range.address}/${range.prefix}`;
  });

function rangeOf(text: string): Range | undefined {
  if (text.length > LONGEST_RANGE) return undefined;
  const [address = '', prefix, ...more] = text.trim().split('/');
  const version = address.includes('%') ? 0 : isIP(address);
  const longest = version === 4 ? 32 : 128;
  const length = prefix === undefined ? longest : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  if (version === 0 || more.length > 0 || !(length <= longest)) return undefined;
  return { address, prefix: length, family: version === 4 ? 'ipv4' : 'ipv6' };
}

/** Of one family at a time: a list that mixes them takes every IPv4 address for one in ::/0. */
function isIn(address: string, family: Range['family'], ranges: readonly Range[]): boolean {
  const list = new BlockList();
  for (const range of ranges) if (range.family === family) list.addSubnet(range.address, range.prefix, family);
  return list.check(address, family);
}

const rangesOf = (texts: readonly string[]): Range[] => texts.flatMap((each) => rangeOf(each) ?? []);

/** Whether requests from this address may use a key with these ranges. An IPv4 address that is written as IPv6 counts as IPv4. */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  const plain = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  const version = isIP(plain);
  return version !== 0 && isIn(plain, version === 4 ? 'ipv4' : 'ipv6', rangesOf(ranges));
}

/** Whether every range lies in one of others. */
export const areWithin = (ranges: readonly string[], others: readonly string[]): boolean =>
  rangesOf(ranges).every(({ address, prefix, family }) =>
    isIn(
      address,
      family,
      rangesOf(others).filter((outer) => outer.prefix <= prefix),
    ),
  );
