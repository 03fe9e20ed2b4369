import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

const PASSWORD = 'correct horse battery';
let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
  erp = await service.tenant();
});
afterAll(() => service.close());

test('the tenant has formats of dates and times, which the change log records', async () => {
  expect((await erp.client.get('/displayFormat')).body).toEqual({ dateFormat: 0, timeFormat: 0, firstWeekday: 0 });
  const changed = await erp.client.put('/displayFormat', { timeFormat: 2, firstWeekday: 2 });
  expect(changed.body).toEqual({ dateFormat: 0, timeFormat: 2, firstWeekday: 2 });
  const { changes } = (await erp.client.get('/changes?after=0&limit=1000')).body;
  expect(changes.filter(({ entity }: { entity: string }) => entity === 'Tenant')).toMatchObject([
    { before: { timeFormat: 0 }, after: { dateFormat: 0, timeFormat: 2, firstWeekday: 2 } },
  ]);
  expect((await erp.client.put('/displayFormat', { dateFormat: 9 })).body).toMatchObject({ Code: 'REQ014' });
  const reader = await service.tenant();
  expect((await reader.client.get('/displayFormat')).body.timeFormat).toBe(0);
});

test('everybody sets their own with PUT /session, and the session shows both', async () => {
  const email = 'formats@example.com';
  await erp.client.post('/user', { Email: email, Roles: 'viewer', Password: PASSWORD });
  const nobody = clientFor(service.baseUrl, {});
  const signedIn = await nobody.post('/session', { username: email, password: PASSWORD });
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const person = clientFor(service.baseUrl, { cookie, 'sec-fetch-site': 'same-origin' });
  const { body } = await person.put('/session', { dateFormat: 3 });
  expect(body.user).toMatchObject({ dateFormat: 3, timeFormat: 0, firstWeekday: 0 });
  expect(body.tenant).toMatchObject({ timeFormat: 2, firstWeekday: 2 });
  expect((await person.put('/session', { timeFormat: 7 })).body.Code).toBe('REQ014');
  expect((await person.put('/displayFormat', { dateFormat: 1 })).status).toBe(403);
});
