import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../src/domain/errors.ts';
import { areWithin, isInRanges, readRanges } from '../../../src/features/access/ip-ranges.ts';

describe('IP ranges', () => {
  test.each<[string, string, boolean]>([
    ['203.0.113.7', '203.0.113.0/24', true],
    ['203.0.114.7', '203.0.113.0/24', false],
    ['::ffff:203.0.113.7', '203.0.113.0/24', true],
    ['::FFFF:203.0.113.7', '203.0.113.0/24', true],
    ['203.0.113.7', '203.0.113.7/32', true],
    ['2001:db8::5', '2001:db8::/32', true],
    ['2001:db9::5', '2001:db8::/32', false],
    ['fe80::1%eth0', 'fe80::/10', true],
    ['10.0.0.1', '0.0.0.0/0', true],
    ['10.0.0.1', '::/0', false],
    ['unknown', '0.0.0.0/0', false],
    ['', '0.0.0.0/0', false],
  ])('%s in %s: %s', (address, range, expected) => {
    expect(isInRanges(address, [range])).toBe(expected);
  });

  test('a single address is one host', () => {
    expect(readRanges(['203.0.113.7', ' 2001:db8::1 '], 'ipRanges')).toEqual(['203.0.113.7/32', '2001:db8::1/128']);
  });

  test.each(['', 'x', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0/8', '10.0.0.0/8/8', '10.0.0.0/', '::/129', 'fe80::1%eth0'])(
    '"%s" is refused with its position',
    (sent) => {
      const refused = () => readRanges(['10.0.0.0/8', sent], 'ipRanges');
      expect(refused).toThrow(Refusal);
      expect(refused).toThrow(/^ipRanges\[1\]: .*203\.0\.113\.0\/24/);
    },
  );

  test('a range lies within another, which is at least as wide', () => {
    expect(areWithin(['10.1.0.0/16'], ['10.0.0.0/8'])).toBe(true);
    expect(areWithin(['10.0.0.0/8'], ['10.1.0.0/16'])).toBe(false);
    expect(areWithin(['10.1.0.0/16', '192.0.2.1/32'], ['10.0.0.0/8'])).toBe(false);
    expect(areWithin(['2001:db8:1::/48'], ['10.0.0.0/8', '2001:db8::/32'])).toBe(true);
    expect(areWithin(['10.0.0.0/8'], ['::/0'])).toBe(false);
  });
});
