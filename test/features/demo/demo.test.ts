import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let tenant: TestTenant;
beforeAll(async () => {
  service = await sharedService();
  service.setNow(NOW);
});
afterAll(() => service.close());

/** A Wednesday: how much is past and how much is to come depends on the day of the week. */
const NOW = '2026-06-10T12:00:00Z';
const DAY = 86_400_000;
const date = (days: number): string => new Date(Date.parse(NOW) + days * DAY).toISOString().slice(0, 10);
/** Wide enough for the two weeks and what is left of the rounds. */
const window = `start=${date(-20)}&end=${date(60)}`;
const around = `startDate=${date(-20)}&endDate=${date(60)}`;

/** How often the log of the tenant was written to. */
const lastChange = async ({ client }: TestTenant): Promise<number> => (await client.get('/changes?limit=1')).body.last;
const total = async ({ client }: TestTenant, path: string): Promise<number> =>
  Number((await client.get(`${path}${path.includes('?') ? '&' : '?'}limit=1`)).headers.get('x-total-count'));

test('an empty tenant is filled in the background, and asking again changes nothing', async () => {
  tenant = await service.tenant();
  const asked = await tenant.client.send('POST', '/demo');
  expect(asked.status, asked.text).toBe(202);
  expect(asked.headers.get('location')).toBe(asked.body.href);
  const waiting = await tenant.client.send('POST', '/demo');
  expect(waiting.body.job, 'the job that waits').toBe(asked.body.job);
  service.statements();
  await service.work();
  const statements = service.statements().length;
  const job = await tenant.client.get(asked.body.href);
  expect(job.body).toMatchObject({ kind: 'demo', status: 'done', error: null });
  expect(job.body.result.counts.created).toBeGreaterThan(1000);
  expect(statements, 'far fewer than records').toBeLessThan(300);
  expect(await total(tenant, '/resource')).toBe(25);
  const last = await lastChange(tenant);
  expect((await tenant.client.send('POST', '/demo')).status).toBe(202);
  await service.work();
  expect(await lastChange(tenant)).toBe(last);
});

test('every screen has something to show', async () => {
  const { client } = tenant;
  const get = async (path: string) => (await client.get(path)).body as Record<string, unknown>[];
  const appointments = await get(`/appointment?${around}`);
  const several = (name: string): number => new Set(appointments.map((each) => each[name])).size;
  expect(several('category')).toBeGreaterThan(4);
  expect(several('timeMarker')).toBeGreaterThan(2);
  expect(several('seriesId'), 'two series and none').toBe(3);
  expect(appointments.some(({ locked }) => locked)).toBe(true);
  expect(appointments.some(({ resources }) => (resources as unknown[]).length > 1)).toBe(true);
  const entries = await get(`/timeEntry?${window}`);
  expect(new Set(entries.map(({ status }) => status)).size, 'all statuses').toBe(6);
  const sessions = await get(`/timeSession?${window}`);
  expect(new Set(sessions.map(({ type }) => type)).size).toBe(3);
  expect(sessions.some(({ timeEntryId }) => timeEntryId !== null)).toBe(true);
  expect(new Set((await get('/notification')).map(({ type }) => type)).size).toBe(3);
  expect(new Set((await get(`/violations?${window}`)).map(({ rule }) => rule)).size).toBeGreaterThan(1);
  for (const path of ['/calendar', '/layout', '/resourceCertificate', '/resourceGpsTracking', '/appointmentContainer'])
    expect((await get(path)).length, path).toBeGreaterThan(1);
  expect(await total(tenant, '/task?open=true')).toBeGreaterThan(5);
});

test('it goes as it came: the tenant is as a new one, whatever a planner did to it', async () => {
  const { client } = tenant;
  const [first] = (await client.get(`/appointment?${around}`)).body;
  const moved = { appointmentGuid: first.appointmentGuid, subject: 'Moved by hand' };
  expect((await client.put('/appointment', moved)).status).toBe(200);
  const asked = await client.send('DELETE', '/demo');
  expect(asked.status).toBe(202);
  await service.work();
  expect((await client.get(asked.body.href)).body).toMatchObject({ status: 'done', error: null });
  for (const path of ['/resource', '/job', '/timeEntry', '/category', '/layout', '/configuration', '/filterGroup'])
    expect((await client.get(`${path}?${window}`)).body, path).toEqual([]);
  expect(await total(tenant, '/calendar')).toBe(1);
  const again = await client.send('DELETE', '/demo');
  await service.work();
  expect((await client.get(again.body.href)).body.result.counts.deleted, 'nothing is left').toBe(0);
  expect((await client.send('POST', '/demo')).status).toBe(202);
});

test('a tenant with records of its own is refused, and says what it holds', async () => {
  const own = await service.tenant();
  await own.client.post('/category', { name: 'Ours', displayName: 'Ours', color: '#123456' });
  const answer = await own.client.send('POST', '/demo');
  expect([answer.status, answer.body.Code]).toEqual([409, 'APP034']);
  expect(answer.body.Description).toContain('Category');
});

test('records of others stay, and one that stands on the demo keeps all of it', async () => {
  const mixed = await service.tenant();
  const { client } = mixed;
  await client.send('POST', '/demo');
  await service.work();
  const job = { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J-1', shortDescription: 'Ours', category: 'Repair' };
  await client.post('/job', job);
  await client.post('/user', { email: 'own@example.com', resourceNo: 'T01' });
  const refused = await client.send('DELETE', '/demo');
  await service.work();
  const { body } = await client.get(refused.body.href);
  expect([body.status, body.attempts]).toEqual(['failed', 1]);
  expect(body.error).toMatch(/T01|User/);
  expect(await total(mixed, '/resource')).toBe(25);
  await client.put('/user', { email: 'own@example.com', resourceNo: null });
  await client.send('DELETE', '/demo');
  await service.work();
  expect(await total(mixed, '/resource')).toBe(0);
  expect((await client.get('/job')).body).toMatchObject([{ jobNo: 'J-1', category: 'Repair' }]);
});

test('only an administrator may ask for it', async () => {
  const own = await service.tenant();
  const planner = clientFor(service.baseUrl, { 'x-api-key': await own.addKey({ scopes: ['plan'] }) });
  for (const method of ['POST', 'DELETE']) expect((await planner.send(method, '/demo')).status).toBe(403);
});
