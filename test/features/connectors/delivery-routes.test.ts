import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { trimDeliveries } from '../../../src/features/connectors/trim-deliveries.ts';
import { aCall, clientFor } from '../../support/service.ts';
import {
  aConnector,
  actions,
  anAppointment,
  arrive,
  backOffice,
  basics,
  deliverInTests,
  deliveries,
  erp,
  GUID,
  OTHER_GUID,
  office,
  service,
  stopping,
  well,
} from './delivering.ts';

deliverInTests();

describe('deliveries', () => {
  test('wait while the connector is paused, and go out in order when it is resumed', async () => {
    await well(basics);
    const id = await aConnector();
    expect((await erp.client.post(`/connector/${id}/pause`, undefined)).body).toMatchObject({
      paused: true,
      pausedBy: 'key:test',
    });
    for (const Subject of ['one', 'two', 'three']) await well([anAppointment(GUID, { Subject })]);
    const state = async () => (await erp.client.get(`/connector/${id}/sending`)).body;
    await expect.poll(async () => (await state()).waiting).toBe(3);
    expect(office.received).toEqual([]);
    await erp.client.post(`/connector/${id}/resume`, undefined);
    expect(actions(await arrive(3))).toEqual(['I', 'U', 'U']);
  });

  test('show the body that goes out, and chosen ones are replayed together', async () => {
    await well(basics);
    const id = await aConnector();
    for (const guid of [GUID, OTHER_GUID]) await well([anAppointment(guid)]);
    const bodies = (await arrive(2)).map(({ body }) => body);
    await expect.poll(async () => (await deliveries(id, '?status=delivered')).length).toBe(2);
    const ids = (await deliveries(id)).map((delivery: { id: string }) => delivery.id);
    const shown = (await erp.client.get(`/connector/${id}/deliveries/${ids[0]}`)).body;
    expect(bodies).toContainEqual(JSON.parse(shown.body));
    expect((await erp.client.get(`/connector/${id}/deliveries/${GUID}`)).status).toBe(404);
    const replayed = await erp.client.post(`/connector/${id}/replay`, { deliveryIds: [...ids, GUID] });
    expect(replayed.body).toEqual({ replayed: 2 });
    await arrive(4);
    const wrong = await erp.client.post(`/connector/${id}/replay`, { deliveryIds: ['nonsense'] });
    expect([wrong.status, wrong.body.parameter]).toEqual([404, 'deliveryIds']);
  });

  test('are replayed one by one or by ranges of numbers and times, with the id and body of the first time', async () => {
    await well(basics);
    const id = await aConnector();
    const numbers = [];
    for (const Subject of ['one', 'two', 'three'])
      numbers.push((await well([anAppointment(GUID, { Subject })])).body.changes);
    const first = await arrive(3);
    await expect.poll(async () => (await deliveries(id, '?status=delivered')).length).toBe(3);
    const replay = (body: unknown) => erp.client.post(`/connector/${id}/replay`, body);
    const ids = () => office.at('/plan').map(({ headers }) => headers['webhook-id']);
    expect((await replay({ deliveryId: first[1]?.headers['webhook-id'] })).body).toEqual({ replayed: 1 });
    await arrive(4);
    expect(ids()[3]).toBe(ids()[1]);
    expect(office.at('/plan')[3]?.text).toBe(first[1]?.text);
    await expect.poll(async () => (await deliveries(id, '?status=waiting')).length).toBe(0);
    expect((await replay({ from: numbers[1], to: numbers[2] })).body).toEqual({ replayed: 2 });
    await arrive(6);
    expect(ids().slice(4)).toEqual(ids().slice(1, 3));
    await expect.poll(async () => (await deliveries(id, '?status=waiting')).length).toBe(0);
    expect((await replay({ from: '2020-01-01', to: '2099-01-01T00:00Z' })).body).toEqual({ replayed: 3 });
    await arrive(9);
    for (const [body, status] of [
      [{ deliveryId: GUID }, 404],
      [{ from: 1 }, 400],
    ] as const)
      expect((await replay(body)).status, JSON.stringify(body)).toBe(status);
  });

  test('are listed by pages and by status', async () => {
    await well(basics);
    const id = await aConnector();
    await well([anAppointment(GUID), anAppointment(OTHER_GUID)]);
    await expect.poll(async () => (await deliveries(id, '?status=delivered')).length).toBe(2);
    const page = await erp.client.get(`/connector/${id}/deliveries?limit=1&page=2`);
    expect([page.body.length, page.headers.get('x-total-count')]).toEqual([1, '2']);
    const wrong = await erp.client.get(`/connector/${id}/deliveries?status=lost`);
    expect(wrong.body).toMatchObject({ Code: 'REQ008', parameter: 'status' });
  });

  test('go with their connector', async () => {
    await well(basics);
    const id = await aConnector();
    await erp.client.post(`/connector/${id}/pause`, undefined);
    await well([anAppointment(GUID)]);
    await expect.poll(backOffice).toBe('sent');
    await erp.client.del('/connector', { sourceApp: 'ERP', name: 'BC' });
    expect(await backOffice()).toBeNull();
    expect((await erp.client.get(`/connector/${id}/deliveries`)).status).toBe(404);
    const left = 'select from delivery where tenant_id = $1 union all select from receiver where tenant_id = $1';
    expect(await service.deps.db.query(left, [erp.tenant.id])).toEqual([]);
  });

  test('that ended long ago are trimmed, and those that wait are not', async () => {
    await well(basics);
    const id = await aConnector();
    await well([anAppointment(GUID), anAppointment(OTHER_GUID)]);
    await expect.poll(async () => (await deliveries(id, '?status=delivered')).length).toBe(2);
    await erp.client.post(`/connector/${id}/pause`, undefined);
    await well([anAppointment(GUID, { Subject: 'waits' })]);
    await expect.poll(async () => (await deliveries(id)).length).toBe(3);
    const { db } = service.deps;
    const age = (days: number, set = '') =>
      db.query(
        `update delivery set ended_at = now() - $2 * interval '1 day' ${set} where tenant_id = $1 and ended_at is not null`,
        [erp.tenant.id, days],
      );
    await age(29);
    expect(await trimDeliveries.run(service.deps, stopping.signal)).toEqual({ deliveries: 0 });
    await age(31, `, status = case record_id % 2 when 0 then 'dead' else 'delivered' end`);
    expect(await trimDeliveries.run(service.deps, stopping.signal)).toEqual({ deliveries: 1 });
    await age(91);
    expect(await trimDeliveries.run(service.deps, stopping.signal)).toEqual({ deliveries: 1 });
    expect(await deliveries(id)).toHaveLength(1);
  });

  test('a test event is sent at once, and the result contains the response of the receiver', async () => {
    const id = await aConnector({ authenticationType: 1, login: 'svc', password: 'pw' });
    office.answer = () => ({ status: 418, body: 'a teapot' });
    const answer = await erp.client.post(`/connector/${id}/test`, undefined);
    expect(answer.body).toMatchObject({ delivered: false, status: 418, answer: 'a teapot', error: null });
    expect(office.received[0]).toMatchObject({
      body: { Entity: 'Test' },
      headers: { 'webhook-id': answer.body.deliveryId },
    });
    await aConnector({ uri: 'http://127.0.0.1:9/' });
    expect((await erp.client.post(`/connector/${id}/test`, undefined)).body).toMatchObject({
      delivered: false,
      status: null,
      error: 'The connection was refused.',
    });
    expect(await deliveries(id)).toEqual([]);
  });
});

describe('webhooks', () => {
  const register = (event: string, more: Record<string, unknown> = {}) =>
    erp.client.post(`/webhooks/${event}`, {
      sourceApp: 'ERP',
      notificationURL: `${office.url}/${event}`,
      resource: 'appointment',
      changeType: ['created'],
      name: 'flow',
      ...more,
    });

  test('are paused, resumed, tested and replayed like connectors, and show each delivery', async () => {
    await well(basics);
    const { id } = (await register('AppointmentCreated')).body;
    expect((await erp.client.post(`/webhooks/AppointmentCreated/${id}/pause`, undefined)).body.paused).toBe(true);
    await well([anAppointment(GUID)]);
    const waiting = () => erp.client.get(`/webhooks/AppointmentCreated/${id}/deliveries?status=waiting`);
    await expect.poll(async () => (await waiting()).body.length).toBe(1);
    expect(office.received).toEqual([]);
    expect((await erp.client.post(`/webhooks/AppointmentCreated/${id}/resume`, undefined)).body.paused).toBe(false);
    const [first] = await arrive(1, '/AppointmentCreated');
    const deliveryId = first?.headers['webhook-id'];
    const shown = await erp.client.get(`/webhooks/AppointmentCreated/${id}/deliveries/${deliveryId}`);
    expect(shown.body).toMatchObject({ id: deliveryId, body: first?.text });
    await expect.poll(async () => (await waiting()).body.length).toBe(0);
    const replayed = await erp.client.post(`/webhooks/AppointmentCreated/${id}/replay`, { deliveryId });
    expect(replayed.body).toEqual({ replayed: 1 });
    expect((await arrive(2, '/AppointmentCreated'))[1]?.text).toBe(first?.text);
    const tested = await erp.client.post(`/webhooks/AppointmentCreated/${id}/test`, undefined);
    expect(tested.body).toMatchObject({ delivered: true, status: 200 });
  });

  test('are registered for one kind of change each, signed, and ended at their Location', async () => {
    await well(basics);
    const [made] = await Promise.all(
      ['AppointmentCreated', 'appointmentUpdated', 'AppointmentDeleted'].map((event) => register(event)),
    );
    expect([made?.status, made?.headers.get('location')]).toEqual([
      201,
      `${service.baseUrl}/webhooks/AppointmentCreated/${made?.body.id}`,
    ]);
    expect(made?.body).toMatchObject({ event: 'AppointmentCreated', name: 'flow', changeType: ['created'] });
    await well([anAppointment(GUID)]);
    await well([anAppointment(GUID, { Subject: 'changed' })]);
    await well([aCall('mboc_deleteAppointment', { AppointmentGuid: GUID })]);
    const [created] = await arrive(1, '/AppointmentCreated');
    await arrive(1, '/appointmentUpdated');
    await arrive(1, '/AppointmentDeleted');
    expect(office.received).toHaveLength(3);
    new Webhook(made?.body.secret).verify(created!.text, created!.headers as Record<string, string>);
    const listed = await erp.client.get('/webhooks');
    expect(listed.body).toHaveLength(3);
    expect(listed.text).not.toContain('whsec_');
    const location = made?.headers.get('location') ?? '';
    expect((await erp.client.get(`${location}/deliveries`)).body).toHaveLength(1);
    expect((await erp.client.get(`${location.replace('Created', 'Deleted')}/deliveries`)).status).toBe(404);
    expect((await erp.client.send('DELETE', location)).status).toBe(200);
    expect((await erp.client.send('DELETE', location)).status).toBe(404);
    await well([anAppointment(OTHER_GUID)]);
    await well([anAppointment(OTHER_GUID, { Subject: 'x' })]);
    await arrive(2, '/appointmentUpdated');
    expect(office.at('/AppointmentCreated')).toHaveLength(1);
    // Workflows are no back office: they do not stand at the appointment.
    expect((await erp.client.get(`/appointment/${OTHER_GUID}`)).body.backOffice).toBeNull();
  });

  test('without a SourceApp get all changes, and limited keys need one of their SourceApps', async () => {
    await well(basics);
    const sent = { notificationURL: `${office.url}/all` };
    expect((await erp.client.post('/webhooks/AppointmentCreated', sent)).status).toBe(201);
    await well([anAppointment(GUID)]);
    await arrive(1, '/all');
    const key = await erp.addKey({ scopes: ['import'], sourceApps: ['CRM'] });
    const limited = clientFor(service.baseUrl, { 'x-api-key': key });
    expect((await limited.post('/webhooks/AppointmentCreated', sent)).body.Code).toBe('USR004');
    expect((await limited.get('/webhooks')).body).toEqual([]);
    expect((await limited.post('/webhooks/AppointmentCreated', { ...sent, sourceApp: 'crm' })).status).toBe(201);
    expect((await limited.get('/webhooks')).body).toHaveLength(1);
  });

  test.each([
    [{ notificationURL: undefined }, 'REQ015'],
    [{ notificationURL: 'nonsense' }, 'REQ025'],
    [{ notificationURL: 'ftp://example.com' }, 'REQ025'],
    [{ notificationURL: 'https://me:pw@example.com' }, 'REQ025'],
  ])('%j is refused with %s', async (more, code) => {
    const { body } = await register('AppointmentCreated', more);
    expect(body).toMatchObject({ Code: code, parameter: 'notificationURL' });
  });

  test('for an unknown event are 404', async () => {
    expect((await register('JobCreated')).status).toBe(404);
  });
});
