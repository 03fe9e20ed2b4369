import { expect, test } from 'vitest';
import { verifiedEmail } from '../../src/domain/verified-email.ts';

const trusted = ['Acme.example'];
test.each([
  ['verified by the provider', { email: 'a@b.example', email_verified: true }, { email: 'a@b.example' }],
  ['verified, as a text', { email: 'a@b.example', email_verified: 'true' }, { email: 'a@b.example' }],
  ['not verified', { email: 'a@acme.example', email_verified: false }, { missing: 'verification' }],
  ['not verified, as a text', { email: 'a@acme.example', email_verified: 'false' }, { missing: 'verification' }],
  ['without a word, of a trusted domain', { email: 'a@ACME.example' }, { email: 'a@ACME.example' }],
  ['without a word, of another domain', { email: 'a@b.example' }, { missing: 'verification' }],
  ['of a subdomain of a trusted one', { email: 'a@x.acme.example' }, { missing: 'verification' }],
  ['that only ends like a trusted domain', { email: 'a@notacme.example' }, { missing: 'verification' }],
  ['in preferred_username, trusted', { preferred_username: 'a@acme.example' }, { email: 'a@acme.example' }],
  ['in preferred_username, not trusted', { preferred_username: 'a@b.example' }, { missing: 'verification' }],
  [
    'in preferred_username, verified',
    { preferred_username: 'a@b.example', email_verified: true },
    { missing: 'verification' },
  ],
  ['a user name', { preferred_username: 'anna' }, { missing: 'address' }],
  ['missing', {}, { missing: 'address' }],
  ['two addresses', { email: 'a@b.example, c@acme.example', email_verified: true }, { missing: 'address' }],
  ['a list', { email: ['a@b.example'], email_verified: true }, { missing: 'address' }],
  ['too long', { email: `${'a'.repeat(260)}@b.example`, email_verified: true }, { missing: 'address' }],
])('an address that is %s', (_title, claims, expected) => {
  expect(verifiedEmail(claims, trusted)).toEqual(expected);
});
