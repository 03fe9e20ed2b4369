import { isIP } from 'node:net';

/** How many proxies, or which. Never all that a client may write into the header. */
export function proxies(value: string): { value: number | readonly string[] } | { wrong: string } {
  if (value === 'false') return { value: 0 };
  if (/^\d{1,2}$/.test(value)) return { value: Number(value) };
  const ranges = value.split(',').map((range) => range.trim());
  const what =
    'must be false, the number of reverse proxies in front (1 for one), or their addresses and ranges such as 10.0.0.0/8, separated by commas';
  if (value === 'true')
    return {
      wrong: `${what}. true would trust any X-Forwarded-For header that a client sends: use 1 for one proxy`,
    };
  return ranges.every(isRange) ? { value: ranges } : { wrong: what };
}

function isRange(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  );
}
