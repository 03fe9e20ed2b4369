import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
});

const turn = (tenant: TestTenant, name: string, enabled: unknown) => tenant.client.put(`/modules/${name}`, { enabled });
const enabledOf = async ({ client }: TestTenant): Promise<string[]> =>
  ((await client.get('/modules')).body as { name: string; enabled: boolean }[])
    .filter(({ enabled }) => enabled)
    .map(({ name }) => name);

test('a module that is turned off is refused at once, and works again when it is turned on', async () => {
  expect(await enabledOf(erp)).toEqual(['basicMap', 'timeRegistration', 'recommendation', 'optimization']);
  expect((await turn(erp, 'timeRegistration', false)).status).toBe(200);
  expect(await enabledOf(erp)).toEqual(['basicMap', 'recommendation', 'optimization']);
  const refused = await erp.client.get('/timeEntry?start=2026-05-01&end=2026-06-01');
  expect([refused.status, refused.body.Code]).toEqual([403, 'USR005']);
  await turn(erp, 'TIMEREGISTRATION', true);
  expect((await erp.client.get('/timeEntry?start=2026-05-01&end=2026-06-01')).status).toBe(200);
});

test('preview features are marked: recommendation and time registration', async () => {
  const { body } = await erp.client.get('/modules');
  expect(body).toEqual([
    { name: 'basicMap', enabled: true, preview: false },
    { name: 'timeRegistration', enabled: true, preview: true },
    { name: 'recommendation', enabled: true, preview: true },
    { name: 'optimization', enabled: true, preview: false },
  ]);
});

test('the log shows who turned off what, and only administrators read it there; the same again is no change', async () => {
  await turn(erp, 'optimization', false);
  await turn(erp, 'optimization', false);
  const told = ((await erp.client.get('/changes')).body.changes as { entity: string }[]).filter(
    (each) => each.entity === 'Tenant',
  );
  expect(told).toMatchObject([
    {
      action: 'updated',
      actor: expect.stringMatching(/^key:/),
      before: { modules: expect.arrayContaining(['optimization']) },
      after: { modules: ['basicMap', 'timeRegistration', 'recommendation'] },
    },
  ]);
  const reader = clientFor(service.baseUrl, { 'x-api-key': await erp.addKey({ scopes: ['read'] }) });
  expect((await reader.get('/changes')).text).not.toContain('"Tenant"');
  const { number } = told[0] as unknown as { number: number };
  expect((await erp.client.post(`/changes/${number}/undo`, {})).status).toBe(409);
});

test('nobody but an administrator of the tenant turns a module on or off', async () => {
  for (const scopes of [['read'], ['import'], ['plan', 'time']]) {
    const client = clientFor(service.baseUrl, { 'x-api-key': await erp.addKey({ scopes }) });
    for (const answer of [await client.get('/modules'), await client.put('/modules/basicMap', { enabled: false })])
      expect([answer.status, answer.body.Code]).toEqual([403, 'USR004']);
  }
  const limited = await erp.addKey({ scopes: ['admin'], sourceApps: ['ERP'] });
  const answer = await clientFor(service.baseUrl, { 'x-api-key': limited }).put('/modules/basicMap', {
    enabled: false,
  });
  expect([answer.status, answer.body.Code]).toEqual([403, 'USR004']);
  const other = await service.tenant();
  await turn(other, 'basicMap', false);
  expect(await enabledOf(erp)).toContain('basicMap');
  expect(await enabledOf(other)).not.toContain('basicMap');
});

test('a module that there is not, and a word that is neither on nor off, are refused', async () => {
  expect((await turn(erp, 'teleport', true)).status).toBe(404);
  for (const enabled of ['perhaps', null]) expect((await turn(erp, 'basicMap', enabled)).body.Code).toMatch(/^REQ/);
});
