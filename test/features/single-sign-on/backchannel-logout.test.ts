import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Client, clientFor, startService, type TestService } from '../../support/service.ts';
import { CookieBrowser } from '../../support/single-sign-on/cookie-browser.ts';
import { FakeProvider, type Token } from '../../support/single-sign-on/fake-provider.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

let service: TestService;
let provider: FakeProvider;
beforeAll(async () => {
  service = await startService({ outbound: { allowPrivate: true } });
  provider = await FakeProvider.start();
  const { client } = await service.tenant({ name: 'acme' });
  const { issuer, clientId, clientSecret } = provider;
  const answer = await client.put('/identityProvider', {
    name: 'ID',
    issuer,
    clientId,
    clientSecret,
    defaultRoles: ['viewer'],
  });
  expect(answer.status, answer.text).toBe(200);
});
afterAll(async () => {
  await provider?.close();
  await service.close();
});
afterEach(() => service.setNow(undefined));

/** A browser that is signed in, with this session at the provider. */
async function signedIn(sub: string, sid?: string): Promise<Client> {
  const browser = new CookieBrowser();
  const { headers } = await browser.request(`${service.baseUrl}/sso/acme/start`);
  const sent = new URL(headers.get('location') ?? '').searchParams;
  provider.nonce = sent.get('nonce') ?? '';
  provider.person = { sub, email: `${sub}@acme.example`, email_verified: true, ...(sid ? { sid } : {}) };
  await browser.request(`${sent.get('redirect_uri')}?code=c&state=${sent.get('state')}`);
  const client = clientFor(service.baseUrl, { cookie: `openslot_session=${browser.cookie('openslot_session')}` });
  expect((await client.get('/whoami')).status).toBe(200);
  return client;
}
const isSignedIn = async (client: Client): Promise<boolean> => (await client.get('/whoami')).status === 200;

const honest = (more: JWTPayload): JWTPayload => {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: provider.issuer,
    aud: provider.clientId,
    iat: now,
    exp: now + 120,
    jti: randomUUID(),
    events: { [EVENT]: {} },
    ...more,
  };
};
const send = async (token: string) =>
  clientFor(service.baseUrl, { 'content-type': 'application/x-www-form-urlencoded' }).post(
    '/sso/backchannel-logout',
    new URLSearchParams({ logout_token: token }).toString(),
  );
const logout = async (claims: JWTPayload, signed: Token['signed'] = 'right', header: object = { typ: 'logout+jwt' }) =>
  send(await provider.sign({ claims, signed }, header));

describe('a logout token', () => {
  test('with a session ends that one, and no other of the person', async () => {
    const [one, two] = [await signedIn('anna', 's1'), await signedIn('anna', 's2')];
    const answer = await logout(honest({ sid: 's1' }));
    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toEqual({ ended: 1 });
    expect([await isSignedIn(one), await isSignedIn(two)]).toEqual([false, true]);
    expect((await logout(honest({ sub: 'anna', sid: 's2' }))).body).toEqual({ ended: 1 });
    expect(await isSignedIn(two)).toBe(false);
  });

  test('with a person ends all of their sessions, and nobody else’s', async () => {
    const sessions = [await signedIn('bert', 's3'), await signedIn('bert'), await signedIn('carl', 's3b')];
    expect((await logout(honest({ sub: 'bert' }))).body).toEqual({ ended: 2 });
    expect(await Promise.all(sessions.map(isSignedIn))).toEqual([false, false, true]);
  });

  test('counts once', async () => {
    const claims = honest({ sub: 'dora' });
    expect((await logout(claims)).status).toBe(200);
    const session = await signedIn('dora');
    const again = await logout(claims);
    expect(again.status).toBe(400);
    expect(again.body.Description).toContain('used before');
    expect(await isSignedIn(session)).toBe(true);
  });

  const without = (name: string): JWTPayload =>
    Object.fromEntries(Object.entries(honest({ sub: 'eve' })).filter(([each]) => each !== name));
  const past = { iat: Math.floor(Date.now() / 1000) - 3600 };
  const wrong: Readonly<Record<string, () => ReturnType<typeof logout>>> = {
    'signed with another key': () => logout(honest({ sub: 'eve' }), 'otherKey'),
    'not signed': () => logout(honest({ sub: 'eve' }), 'none'),
    'signed with the client secret': () => logout(honest({ sub: 'eve' }), 'hmac'),
    'of another issuer': () => logout(honest({ sub: 'eve', iss: 'https://other.example' })),
    'for another client': () => logout(honest({ sub: 'eve', aud: 'other' })),
    'for several clients': () => logout(honest({ sub: 'eve', aud: [provider.clientId, 'other'] })),
    'without the event': () => logout(honest({ sub: 'eve', events: {} })),
    'with an event that is no object': () => logout(honest({ sub: 'eve', events: { [EVENT]: true } })),
    'with a nonce, as an ID token has it': () => logout(honest({ sub: 'eve', nonce: 'n' })),
    'without a person and a session': () => logout(honest({})),
    'without an id': () => logout(without('jti')),
    'without the time it was made': () => logout(without('iat')),
    'made an hour ago': () => logout(honest({ sub: 'eve', ...past })),
    expired: () => logout(honest({ sub: 'eve', exp: Math.floor(Date.now() / 1000) - 300 })),
    'that is no token': () => send('nonsense'),
    'beyond all measure': () => send('x'.repeat(13_000)),
  };
  test.each(Object.keys(wrong))('%s is refused, and ends nothing', async (title) => {
    const session = await signedIn('eve', 'se');
    const answer = await wrong[title]!();
    expect(answer.status, answer.text).toBe(400);
    expect(await isSignedIn(session)).toBe(true);
  });
});
