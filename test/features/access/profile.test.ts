import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

const PASSWORD = 'correct horse battery';
let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
  erp = await service.tenant();
});
afterAll(() => service.close());

async function person(email: string): Promise<Client> {
  await erp.client.post('/user', { Email: email, Roles: 'viewer', Password: PASSWORD, DisplayName: 'Vera' });
  const signedIn = await clientFor(service.baseUrl, {}).post('/session', { username: email, password: PASSWORD });
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return clientFor(service.baseUrl, { cookie, 'sec-fetch-site': 'same-origin' });
}

test('everybody sets their name, colours and start page with PUT /session, and nothing else of a user', async () => {
  const own = await person('profile@example.com');
  expect((await own.get('/session')).body.user).toMatchObject({ displayName: 'Vera', theme: 0, startPage: null });
  const changed = await own.put('/session', { displayName: ' Véra Peeters ', theme: 2, startPage: 'map' });
  expect(changed.body.user).toMatchObject({ displayName: 'Véra Peeters', theme: 2, startPage: 'map' });
  expect((await own.get('/session')).body.user).toMatchObject({ theme: 2, startPage: 'map', roles: ['viewer'] });
  // What is not sent stays; a blank text counts as not sent.
  const again = await own.put('/session', { displayName: ' ', startPage: '', theme: 1 });
  expect(again.body.user).toMatchObject({ displayName: 'Véra Peeters', theme: 1, startPage: 'map' });
  const usual = await own.put('/session', { startPage: 'default' });
  expect(usual.body.user).toMatchObject({ startPage: 'default' });
  expect((await own.put('/session', { roles: ['admin'] })).body.user?.roles ?? ['viewer']).toEqual(['viewer']);
  const [record] = (await erp.client.get('/user?email=profile@example.com')).body;
  expect(record).toMatchObject({ displayName: 'Véra Peeters', theme: 1, startPage: 'default' });
});

test('values that do not exist or are too long are refused', async () => {
  const own = await person('profile-limits@example.com');
  for (const theme of [-1, 3, 1.5, 'dark'])
    expect((await own.put('/session', { theme })).body, String(theme)).toMatchObject({ Code: 'REQ014' });
  expect((await own.put('/session', { startPage: 'x'.repeat(51) })).status).toBe(400);
  expect((await own.put('/session', { displayName: 'x'.repeat(101) })).status).toBe(400);
  expect((await own.get('/session')).body.user).toMatchObject({ displayName: 'Vera', theme: 0, startPage: null });
});

test('the change log names who changed their name', async () => {
  const own = await person('profile-log@example.com');
  await own.put('/session', { displayName: 'Somebody else' });
  const { changes } = (await erp.client.get('/changes?after=0&limit=1000&entity=User')).body;
  const [last] = changes.filter(({ key }: { key: string }) => key.includes('profile-log')).slice(-1);
  expect(last).toMatchObject({ actor: 'user:profile-log@example.com', after: { displayName: 'Somebody else' } });
});
