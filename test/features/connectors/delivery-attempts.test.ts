import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { type Received, TestReceiver } from '../../support/receiver.ts';
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
  well,
} from './delivering.ts';

deliverInTests();

describe('a signature', () => {
  test('is one that another implementation of Standard Webhooks takes, before, during and after an exchange of secrets', async () => {
    await well(basics);
    const id = await aConnector();
    await well([anAppointment(GUID)]);
    expect((await arrive(1))[0]?.headers['webhook-signature']).toBeUndefined();
    const first = (await erp.client.post(`/connector/${id}/secret`, {})).body;
    expect(first).toEqual({ secret: expect.stringMatching(/^whsec_/), formerSecretUntil: null });
    await well([anAppointment(GUID, { Subject: 'one' })]);
    const one = (await arrive(2))[1]!;
    new Webhook(first.secret).verify(one.text, one.headers as Record<string, string>);
    const second = (await erp.client.post(`/connector/${id}/secret`, { overlapHours: 1 })).body;
    expect(second.formerSecretUntil).toMatch(/^20/);
    await well([anAppointment(GUID, { Subject: 'two' })]);
    const two = (await arrive(3))[2]!;
    for (const { secret } of [first, second])
      new Webhook(secret).verify(two.text, two.headers as Record<string, string>);
    expect(() => new Webhook(first.secret).verify(`${two.text} `, two.headers as Record<string, string>)).toThrow();
    const third = (await erp.client.post(`/connector/${id}/secret`, { overlapHours: 0 })).body;
    await well([anAppointment(GUID, { Subject: 'three' })]);
    const three = (await arrive(4))[3]!;
    new Webhook(third.secret).verify(three.text, three.headers as Record<string, string>);
    expect(() => new Webhook(second.secret).verify(three.text, three.headers as Record<string, string>)).toThrow();
  });
});

describe('signing in', () => {
  test('Basic sends login and password', async () => {
    await well(basics);
    await aConnector({ authenticationType: 1, login: 'svc', password: 'p:w' });
    await well([anAppointment(GUID)]);
    const [{ headers }] = (await arrive(1)) as [Received];
    expect(headers.authorization).toBe(`Basic ${Buffer.from('svc:p:w').toString('base64')}`);
  });

  test.each([
    [4, 'Entra ID'],
    [5, 'OAuth2 in the body'],
    [6, 'OAuth2 in a Basic header'],
  ])('%i, %s, fetches a token once, and a new one when it is refused', async (authenticationType) => {
    await well(basics);
    let token = 0;
    office.answer = ({ path, headers }) => {
      if (path === '/token')
        return { status: 200, body: JSON.stringify({ access_token: `token-${++token}`, expires_in: 3600 }) };
      return { status: headers.authorization === 'Bearer token-1' && office.at('/plan').length > 2 ? 401 : 200 };
    };
    const sign = { tokenUri: `${office.url}/token`, oauthScope: 'plan.write', login: 'me', password: 'hush' };
    await aConnector({ authenticationType, ...sign });
    for (const [at, Subject] of ['one', 'two', 'three'].entries()) {
      await well([anAppointment(GUID, { Subject })]);
      await arrive(at + 1);
    }
    await arrive(4);
    expect(office.at('/plan').map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-1',
      'Bearer token-1',
      'Bearer token-2',
    ]);
    const asked = office.at('/token')[0]!;
    const basic = `Basic ${Buffer.from('me:hush').toString('base64')}`;
    expect(asked.body).toEqual({
      grant_type: 'client_credentials',
      scope: 'plan.write',
      ...(authenticationType === 6 ? {} : { client_id: 'me', client_secret: 'hush' }),
    });
    expect(asked.headers.authorization).toBe(authenticationType === 6 ? basic : undefined);
  });

  test('a token service that refuses is shown in the deliveries, without its response', async () => {
    await well(basics);
    office.answer = () => ({ status: 400, body: 'client_secret hush is wrong' });
    const id = await aConnector({ authenticationType: 5, tokenUri: `${office.url}/token`, password: 'hush' });
    await well([anAppointment(GUID)]);
    await expect.poll(async () => (await deliveries(id))[0]?.attemptCount).toBeGreaterThan(0);
    const [{ attempts }] = await deliveries(id);
    expect(attempts[0]).toMatchObject({ error: 'The token service returned 400 without a token.', answer: null });
    expect((await erp.client.post(`/connector/${id}/test`, undefined)).body).toMatchObject({ delivered: false });
  });
});

describe('a receiver that fails', () => {
  test('gets the same body under the same id again, and what follows of the same appointment only after it', async () => {
    await well([...basics, anAppointment(OTHER_GUID)]);
    const id = await aConnector();
    const fails = { left: 2 };
    office.answer = ({ body }) =>
      body.AppointmentGuid === GUID && fails.left-- > 0
        ? { status: 500, body: 'out\u0000of order' }
        : { status: 200, body: 'thank you' };
    await well([anAppointment(GUID)]);
    await arrive(1);
    await well([anAppointment(GUID, { Subject: 'second' }), anAppointment(OTHER_GUID, { Subject: 'other' })]);
    const all = await arrive(5);
    const own = all.filter(({ body }) => body.AppointmentGuid === GUID);
    expect(actions(own)).toEqual(['I', 'I', 'I', 'U']);
    expect(new Set(own.slice(0, 3).map(({ text }) => text)).size).toBe(1);
    expect(new Set(own.slice(0, 3).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    // The other appointment does not wait for it.
    expect(all.findIndex(({ body }) => body.AppointmentGuid === OTHER_GUID)).toBeLessThan(4);
    await expect.poll(async () => (await deliveries(id, '?status=delivered')).length).toBe(3);
    const listed = await deliveries(id);
    const first = listed.find((each: { action: string }) => each.action === 'I');
    expect(first).toMatchObject({
      status: 'delivered',
      attemptCount: 3,
      entity: 'Appointment',
      sourceApp: 'ERP',
      attempts: [
        { status: 500, error: 'The receiver returned 500.', answer: 'out of order' },
        { status: 500 },
        { status: 200, error: null, answer: 'thank you' },
      ],
    });
  });

  test('is not followed when it points elsewhere', async () => {
    await well(basics);
    const id = await aConnector();
    office.answer = ({ path }) =>
      path === '/plan' ? { status: 302, headers: { location: `${office.url}/elsewhere` } } : { status: 200 };
    await well([anAppointment(GUID)]);
    await expect.poll(async () => (await deliveries(id))[0]?.attemptCount).toBeGreaterThan(0);
    expect((await deliveries(id))[0].attempts[0]).toMatchObject({
      status: 302,
      error: 'The receiver returned 302; redirects are not followed.',
    });
    expect(office.at('/elsewhere')).toEqual([]);
  });

  test('rests when it drops connections, and is then tried with one delivery before the others follow', async () => {
    await well(basics);
    const id = await aConnector();
    office.answer = () => 'drop';
    const guid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    await well(Array.from({ length: 40 }, (_, n) => anAppointment(guid(n))));
    await expect.poll(async () => (await erp.client.get(`/connector/${id}/sending`)).body.failures).toBe(1);
    expect(office.received.length).toBeLessThanOrEqual(16);
    const before = office.received.length;
    office.answer = async () => ({ status: 200 });
    await arrive(before + 40);
    await expect.poll(async () => (await erp.client.get(`/connector/${id}/sending`)).body.waiting).toBe(0);
    expect((await erp.client.get(`/connector/${id}/sending`)).body).toMatchObject({ failures: 0, dead: 0 });
  });

  test('is not sent anything for as long as it asks', async () => {
    await well(basics);
    const id = await aConnector();
    office.answer = () => ({ status: 503, headers: { 'retry-after': '600' } });
    await well([anAppointment(GUID)]);
    const rest = async () => (await erp.client.get(`/connector/${id}/sending`)).body.restSeconds;
    await expect.poll(rest).toBeGreaterThan(500);
    office.answer = () => ({ status: 200 });
    await erp.client.post(`/connector/${id}/resume`, undefined);
    await expect.poll(backOffice).toBe('processed');
  });

  test('that is gone is paused, and loses nothing', async () => {
    await well(basics);
    const id = await aConnector();
    office.answer = () => ({ status: 410 });
    await well([anAppointment(GUID)]);
    const state = async () => (await erp.client.get(`/connector/${id}/sending`)).body;
    await expect.poll(async () => (await state()).paused).toBe(true);
    expect(await state()).toMatchObject({
      pausedBy: 'system',
      pauseReason: 'The receiver returned 410 Gone.',
      waiting: 1,
    });
    office.answer = () => ({ status: 200 });
    await erp.client.post(`/connector/${id}/resume`, undefined);
    expect(actions(await arrive(2))).toEqual(['I', 'I']);
  });

  test('that never answers does not delay another one', async () => {
    await well(basics);
    const other = await TestReceiver.start();
    other.answer = () => 'silence';
    await aConnector();
    await aConnector({ name: 'dead', uri: `${other.url}/plan` });
    await aConnector({ name: 'closed', uri: 'http://127.0.0.1:9/plan' });
    const guid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    for (let batch = 0; batch < 5; batch++)
      await well(Array.from({ length: 20 }, (_, n) => anAppointment(guid(batch * 20 + n))));
    await arrive(100);
    expect(other.received.length).toBeGreaterThan(0);
    expect(other.received.length).toBeLessThanOrEqual(40);
    await other.stop();
  });

  test('gets no delivery after three days, which is shown, and newer ones are sent', async () => {
    await well(basics);
    const id = await aConnector();
    office.answer = ({ body }) => ({ status: body.DatabaseAction === 'I' ? 400 : 200 });
    await well([anAppointment(GUID)]);
    await arrive(1);
    await well([anAppointment(GUID, { Subject: 'later' })]);
    const old = `update delivery set retry_since = now() - interval '4 days', next_at = now() where tenant_id = $1 and action = 'I'`;
    await service.deps.db.query(old, [erp.tenant.id]);
    await expect.poll(async () => (await deliveries(id, '?status=dead')).length).toBe(1);
    await expect.poll(backOffice).toBe('processed');
    expect((await deliveries(id, '?status=dead'))[0].attempts.at(-1)).toMatchObject({ status: 400 });
    expect((await erp.client.get(`/connector/${id}/sending`)).body).toMatchObject({ dead: 1, waiting: 0 });
  });
});
