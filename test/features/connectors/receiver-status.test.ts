import { expect, test } from 'vitest';
import { trimDeliveries } from '../../../src/features/connectors/trim-deliveries.ts';
import { clientFor } from '../../support/service.ts';
import {
  aConnector,
  anAppointment,
  arrive,
  basics,
  deliverInTests,
  erp,
  GUID,
  office,
  service,
  well,
} from './delivering.ts';

deliverInTests();

const listed = async () => (await erp.client.get('/receiver')).body;

test('GET /receiver lists connectors and webhooks with their state, from never used to failing and healthy', async () => {
  await well(basics);
  const id = await aConnector();
  const notificationURL = `${office.url}/hook`;
  await erp.client.post('/webhooks/AppointmentDeleted', { notificationURL, name: 'Flow' });
  expect(await listed()).toMatchObject([
    { kind: 'connector', id, event: null, name: 'BC', state: 'neverUsed', lastSuccessAt: null, lastError: null },
    { kind: 'webhook', event: 'AppointmentDeleted', name: 'Flow', state: 'neverUsed' },
  ]);
  office.answer = () => ({ status: 503 });
  await well([anAppointment(GUID)]);
  await expect.poll(async () => (await listed())[0].state).toBe('failing');
  await expect
    .poll(async () => (await listed())[0].lastError)
    .toMatchObject({ reason: 'overloaded', message: 'The receiver returned 503.', at: expect.any(String) });
  office.answer = () => ({ status: 200 });
  await erp.client.post(`/connector/${id}/resume`, undefined);
  await arrive(1);
  await expect.poll(async () => (await listed())[0].state).toBe('healthy');
  const [{ lastSuccessAt, ...status }] = await listed();
  expect(lastSuccessAt).not.toBeNull();
  // One receiver shows the same.
  const { kind, id: _, event, name, ...shown } = { ...status, lastSuccessAt };
  expect((await erp.client.get(`/connector/${id}/sending`)).body).toEqual(shown);
  expect([kind, event, name]).toEqual(['connector', null, 'BC']);
});

test('a receiver stays used when its deliveries are deleted after a month', async () => {
  await well(basics);
  await aConnector();
  await well([anAppointment(GUID)]);
  await arrive(1);
  await expect.poll(async () => (await listed())[0].state).toBe('healthy');
  await service.deps.db.query(
    `update delivery set ended_at = now() - interval '40 days', created_at = now() - interval '40 days' where tenant_id = $1`,
    [erp.tenant.id],
  );
  await trimDeliveries.run(service.deps, new AbortController().signal);
  expect(await service.deps.db.query('select from delivery where tenant_id = $1', [erp.tenant.id])).toEqual([]);
  expect((await listed())[0].state).toBe('healthy');
});

test('the result of a test event counts, with the reason of its failure', async () => {
  const id = await aConnector();
  const send = async () => (await erp.client.post(`/connector/${id}/test`, undefined)).body;
  office.answer = () => ({ status: 404 });
  expect(await send()).toMatchObject({ delivered: false, status: 404, reason: 'notFound' });
  expect((await listed())[0]).toMatchObject({ state: 'neverUsed', lastError: { reason: 'notFound' } });
  office.answer = () => ({ status: 200 });
  expect(await send()).toMatchObject({ delivered: true, reason: null });
  expect((await listed())[0]).toMatchObject({ state: 'healthy' });
  await office.stop();
  expect(await send()).toMatchObject({ delivered: false, status: null, reason: 'connection' });
});

test('the number of statements does not depend on the number of receivers, and a key sees those of its source system', async () => {
  for (const name of ['A', 'B', 'C', 'D', 'E']) await aConnector({ name });
  await listed();
  service.statements();
  expect(await listed()).toHaveLength(5);
  // Others are those of the delivery, which goes on meanwhile.
  const own = service
    .statements()
    .filter((text) => /group by receiver_id|where r\.tenant_id = \$1 order by r\.id/.test(text));
  expect(own).toHaveLength(2);
  const key = await erp.addKey({ sourceApps: ['OTHER'] });
  const other = await clientFor(service.baseUrl, { 'x-api-key': key }).get('/receiver');
  expect([other.status, other.body]).toEqual([200, []]);
});
