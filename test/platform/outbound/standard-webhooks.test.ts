import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { newSecret, signed } from '../../../src/platform/outbound/standard-webhooks.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const BODY = '{"Entity":"Test","Text":"Ünïcode 😀"}';
const seconds = () => Math.floor(Date.now() / 1000);

describe('the headers of a delivery', () => {
  test('are accepted by another implementation of Standard Webhooks', () => {
    const secret = newSecret();
    new Webhook(secret).verify(BODY, signed([secret], ID, seconds(), BODY));
    expect(() => new Webhook(newSecret()).verify(BODY, signed([secret], ID, seconds(), BODY))).toThrow();
    expect(() => new Webhook(secret).verify(`${BODY} `, signed([secret], ID, seconds(), BODY))).toThrow();
  });

  test('are accepted with either secret while a secret is exchanged', () => {
    const secrets = [newSecret(), newSecret()];
    const headers = signed(secrets, ID, seconds(), BODY);
    for (const secret of secrets) new Webhook(secret).verify(BODY, headers);
  });

  test('have no signature without a secret', () => {
    expect(signed([], ID, 5, BODY)).toEqual({ 'webhook-id': ID, 'webhook-timestamp': '5' });
  });

  test('have secrets of 256 random bits', () => {
    const secret = newSecret();
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
    expect(newSecret()).not.toBe(secret);
  });
});
