import type { Chance } from '../../src/domain/random.ts';

/** Moments at the edges of what clocks, calendars and databases can express. */
export const ODD_MOMENTS: readonly string[] = [
  '0001-01-01',
  '0001-01-01T00:00:00',
  '0000-00-00',
  '-000001-01-01T00:00:00Z',
  '1752-09-14',
  '1753-01-01T00:00:00',
  '1900-01-01',
  '1970-01-01T00:00:00Z',
  '2000-02-29',
  '2023-02-29',
  '2026-03-29T02:30:00',
  '2026-10-25T02:30:00',
  '2026-12-31T23:59:60Z',
  '2026-06-01T24:00:00',
  '2026-06-01T10:00:00+14:00',
  '2026-06-01T10:00:00-15:59',
  '2026-06-01T10:00:00.123456789Z',
  '2026-W23-1',
  '2026-152',
  '20260601T100000Z',
  '06/01/2026',
  '1780300800',
  '9999-12-31',
  '9999-12-31T23:59:59.999',
  '9999-12-31T23:59:59-12:00',
  '+10000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '+275760-09-14T00:00:00Z',
  'now',
  'infinity',
  'tomorrow',
  'Invalid Date',
];

export const ODD_NUMBERS: readonly unknown[] = [
  0,
  -0,
  -1,
  1,
  0.1,
  -0.000001,
  1e-320,
  255,
  32768,
  86_399,
  86_401,
  2147483647,
  2147483648,
  -2147483649,
  4294967296,
  9007199254740991,
  9007199254740992,
  1e15,
  1e21,
  1e308,
  -1e308,
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775809',
  '1e400',
  '0x10',
  '1_000',
  '1,5',
  '٣',
  'NaN',
  'Infinity',
  '9'.repeat(400),
  `0.${'0'.repeat(300)}1`,
];

export const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  '  Alpha  ',
  'alpha',
  'ALPHA\t',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00\ud800',
  '\u202etxet',
  '\ufeffAlpha',
  '👩‍👩‍👧‍👦',
  '𝕬𝖑𝖕𝖍𝖆',
  'İıſßŉ',
  'e\u0301\u0301\u0301\u0301',
  '\u0001\u001f\u007f',
  '\r\nX-Injected: 1',
  "'; drop table job; --",
  '%',
  '_%_\\',
  '{{7*7}}',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '=cmd|calc',
  'a;b;c',
  'Alpha|Beta',
  '{"a":1}',
  '[1,2]',
  '{Alpha}',
  '(((((((((((((((((((((((((a+)+)+)+)',
  '00000000-0000-0000-0000-000000000000',
  'Europe/Brussels',
  'GMT+25',
  'P1Y2M3DT4H5M6S',
  'PT0S',
  'PT-1H',
  'PT99999999999999999999H',
  'P999999999Y',
  '1.02:30:00',
  '10675199.02:48:05.4775807',
  'FREQ=SECONDLY',
  'FREQ=DAILY;COUNT=1000000',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=MONTHLY;BYSETPOS=-366;BYDAY=MO,TU,WE,TH,FR,SA,SU',
  'FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;BYHOUR=0,1,2,3,4,5;INTERVAL=999999',
  'http://127.0.0.1:1/',
  'https://[::1]/',
  'http://0x7f000001/',
  'file:///etc/passwd',
  'a@b',
  'alpha@example.com',
];

const nested = (depth: number): unknown => {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Any JSON value that is unlikely to be expected where it stands. */
export function oddValue(chance: Chance): unknown {
  switch (chance.whole(0, 11)) {
    case 0:
      return null;
    case 1:
      return chance.next() < 0.5;
    case 2:
    case 3:
      return chance.pick(ODD_NUMBERS);
    case 4:
    case 5:
      return chance.pick(ODD_MOMENTS);
    case 6:
      return chance.pick([[], {}, [[]], [null], [{}], { '': '' }, ['Alpha', 'Alpha'], { length: 3 }]);
    case 7:
      return nested(chance.pick([2, 10, 28, 40]));
    case 8:
      return chance.pick(['x', 'é', '👍', ' ', 'a;', '9', '[']).repeat(chance.pick([31, 101, 256, 1001, 5000, 60_000]));
    case 9:
      return Array.from({ length: chance.pick([3, 50, 1500]) }, () => chance.pick(['Alpha', 'Beta', 1, null]));
    default:
      return chance.pick(ODD_TEXTS);
  }
}
