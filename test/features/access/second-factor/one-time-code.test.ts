import { Secret } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { appLink, newSecret, stepOf } from '../../../../src/features/access/second-factor/one-time-code.ts';
import { newRecoveryCodes, recoveryHash } from '../../../../src/features/access/second-factor/recovery-codes.ts';

/** RFC 6238, appendix B, SHA-1: seconds and codes of eight digits, of which apps show the last six. */
const VECTORS: readonly (readonly [seconds: number, code: string])[] = [
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
];
const secret = Secret.fromUTF8('12345678901234567890').base32;

describe('one-time codes', () => {
  test.each(VECTORS)('at %i s the code of RFC 6238 is right', (seconds, code) => {
    expect(stepOf(secret, code.slice(2), seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  test.each(VECTORS)('the code of %i s is right one step before and after, and no further', (seconds, code) => {
    const step = Math.floor(seconds / 30);
    const at = (steps: number) => stepOf(secret, code.slice(2), (step + steps) * 30_000);
    expect([at(-1), at(1)]).toEqual([step, step]);
    expect([step >= 2 ? at(-2) : undefined, at(2)]).toEqual([undefined, undefined]);
  });

  test('blanks between the digits do not matter, anything else does', () => {
    expect(stepOf(secret, ' 287 082 ', 59_000)).toBe(1);
    for (const wrong of ['', '287083', '28708', '2870822', 'abcdef', '28708２', '-287082', '1e5000'])
      expect(stepOf(secret, wrong, 59_000), wrong).toBeUndefined();
  });

  test('a secret has 160 bits, and the app reads its address from a QR code', () => {
    const fresh = newSecret();
    expect(Secret.fromBase32(fresh).bytes.length).toBe(20);
    expect(newSecret()).not.toBe(fresh);
    const { uri, qr } = appLink(fresh, { issuer: 'Openslot', email: 'anna@example.com' });
    const address = new URL(uri);
    expect(address.protocol + address.host).toBe('otpauth:totp');
    expect(decodeURIComponent(address.pathname)).toBe('/Openslot:anna@example.com');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      issuer: 'Openslot',
      secret: fresh,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect(qr).toMatch(/^<svg [\s\S]*<\/svg>$/);
  });
});

describe('recovery codes', () => {
  test('are ten different ones that people can type in capitals and without dashes', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([a-km-np-z2-9]{4}-){3}[a-km-np-z2-9]{4}$/);
    const [code = ''] = codes;
    expect(recoveryHash(1, ` ${code.toUpperCase().replaceAll('-', ' ')}`)).toEqual(recoveryHash(1, code));
    expect(recoveryHash(2, code)).not.toEqual(recoveryHash(1, code));
  });
});
