import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliverChanges } from '../../src/jobs/deliver-changes.ts';
import { followChanges } from '../../src/jobs/follow-changes.ts';
import { trimDeliveries } from '../../src/operations/outbound/trim-deliveries.ts';
import { type Received, TestReceiver } from '../support/receiver.ts';
import { aCall, clientFor, startService, type TestService, type TestTenant } from '../support/service.ts';
import { aJob, aResource, aTask, jobKey, taskKey } from './builders.ts';

const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const OTHER_GUID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

let service: TestService;
let erp: TestTenant;
let office: TestReceiver;
const stopping = new AbortController();
let following: Promise<void>;
beforeAll(async () => {
  service = await startService({ outbound: { allowPrivate: true, timeoutMs: 1000 } });
  following = followChanges(service.deps, deliverChanges(), stopping.signal);
});
afterAll(async () => {
  stopping.abort();
  await following;
  await service.close();
});
beforeEach(async () => {
  erp = await service.tenant();
  office = await TestReceiver.start();
});
afterEach(() => office.stop());

const anAppointment = (guid: string, more: Record<string, unknown> = {}) =>
  aCall('mboc_upsertAppointment', {
    ...taskKey('J', 'T'),
    AppointmentGuid: guid,
    ResourceNo: 'ANNA',
    Start: '2026-06-01T10:00',
    End: '2026-06-01T12:00',
    ...more,
  });

const basics = [
  aJob('J', { Description: 'A pump' }),
  aTask('J', 'T', { Description: 'Seal it' }),
  aResource('ANNA', { DisplayName: 'Anna', Email: 'anna@example.com', Department: 'Field', ResourceType: 'Person' }),
];

async function aConnector(more: Record<string, unknown> = {}): Promise<number> {
  const answer = await erp.client.post('/connector', {
    sourceApp: 'ERP',
    name: 'BC',
    uri: `${office.url}/plan`,
    ...more,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.results[0].id;
}

const well = async (calls: readonly object[]) => {
  const answer = await erp.client.import(calls);
  expect(answer.status, answer.text).toBe(200);
  return answer;
};

const arrive = (count: number, path = '/plan'): Promise<Received[]> =>
  expect
    .poll(() => office.at(path).length, { timeout: 20_000, interval: 10 })
    .toBeGreaterThanOrEqual(count)
    .then(() => office.at(path));

const actions = (received: readonly Received[]): string[] => received.map(({ body }) => body.DatabaseAction);
const backOffice = async (): Promise<string> => (await erp.client.get(`/appointment/${GUID}`)).body.backOffice;
const deliveries = async (id: number, query = '') => (await erp.client.get(`/connector/${id}/deliveries${query}`)).body;

describe('an appointment', () => {
  test('goes out whole, in the spelling of the back office, when it is made, changed and deleted', async () => {
    await well([
      ...basics,
      aCall('mboc_upsertCategory', { CategoryName: 'Red', DisplayName: 'Urgent', CategoryHexColor: '#f00' }),
    ]);
    await aConnector();
    await well([anAppointment(GUID, { Category: 'red', Subject: 'Pump', BackofficeID: 'L-1' })]);
    const [made] = await arrive(1);
    expect(made?.body).toMatchObject({
      Entity: 'Appointment',
      DatabaseAction: 'I',
      SentFromBackOffice: true,
      AppointmentGuid: GUID,
      AppointmentNo: expect.stringMatching(/^\w{8}$/),
      Id: expect.any(Number),
      Subject: 'Pump',
      StartDate: '2026-06-01T10:00:00+02:00',
      EndDate: '2026-06-01T12:00:00+02:00',
      Importance: 0,
      Locked: false,
      BackofficeID: 'L-1',
      PlanningQty: 0,
      CreatedUser: 'key:test',
      IsRecurrenceException: false,
      AppointmentFieldValues: [],
      AppointmentUrls: [],
      AppointmentContainers: [],
      Notifications: [],
      Task: {
        TaskNo: 'T',
        Description: 'Seal it',
        Category: null,
        Job: { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J', Description: 'A pump' },
      },
      Category: { Name: 'Red', DisplayName: 'Urgent', Color: '#f00' },
      TimeMarker: null,
      Assignments: [
        {
          ResourceId: expect.any(Number),
          Resource: {
            ResourceType: { DisplayName: 'Person' },
            SourceApp: null,
            SourceType: null,
            DisplayName: 'Anna',
            Department: 'Field',
            ResourceNo: 'ANNA',
            Email: 'anna@example.com',
          },
        },
      ],
    });
    await erp.client.put('/appointment', { appointmentGuid: GUID, ...taskKey('J', 'T'), subject: 'Pump, urgent' });
    await well([aCall('mboc_deleteAppointment', { AppointmentGuid: GUID })]);
    const all = await arrive(3);
    expect(actions(all)).toEqual(['I', 'U', 'D']);
    expect(all[1]?.body).toMatchObject({ Subject: 'Pump, urgent', SentFromBackOffice: false });
    expect(all[2]?.body).toMatchObject({
      Id: made?.body.Id,
      Subject: 'Pump, urgent',
      StartDate: '2026-06-01T10:00:00+02:00',
      Task: { TaskNo: 'T', Description: 'Seal it', Job: { JobNo: 'J' } },
      Assignments: [{ Resource: { ResourceNo: 'ANNA', DisplayName: 'Anna' } }],
    });
    expect(new Set(all.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
  });

  test('goes out when one of its parts changes, once for each write', async () => {
    await well([...basics, aResource('BEN'), aCall('mboc_upsertContainer', { Name: 'C' }), anAppointment(GUID)]);
    await aConnector();
    const parts = [
      aCall('mboc_addAppointmentResource', { AppointmentGuid: GUID, ResourceNo: 'BEN' }),
      aCall('mboc_upsertAppointmentUrl', { pAppointmentGuid: GUID, pUrl: 'https://x.example', pUrlDesc: 'X' }),
      aCall('mboc_updateAppointmentFieldValues', { AppointmentGuid: GUID, FieldCode: 'F', FieldValue: '1' }),
      aCall('mboc_upsertAppointmentContainer', { Appointment: GUID, Container: 'C' }),
      aCall('mboc_updateAppointmentLocked', { AppointmentGuid: GUID, Locked: true }),
    ];
    for (const [at, part] of parts.entries()) {
      await well([part]);
      await arrive(at + 1);
    }
    const all = await arrive(5);
    expect(actions(all)).toEqual(['U', 'U', 'U', 'U', 'U']);
    expect(all[4]?.body).toMatchObject({
      Locked: true,
      AppointmentUrls: [{ Url: 'https://x.example', UrlDesc: 'X' }],
      AppointmentFieldValues: [{ FieldCode: 'F', FieldValue: '1' }],
      AppointmentContainers: [{ Container: 'C' }],
      Assignments: [{ Resource: { ResourceNo: 'ANNA' } }, { Resource: { ResourceNo: 'BEN' } }],
    });
    await well([aCall('mboc_deleteAppointmentResource', { AppointmentGuid: GUID, ResourceNo: 'BEN' })]);
    expect((await arrive(6))[5]?.body.Assignments).toHaveLength(1);
    await well([
      aCall('mboc_deleteAppointmentContainer', { Appointment: GUID, Container: 'C' }),
      aCall('mboc_deleteAppointmentUrl', { pAppointmentGuid: GUID, pUrl: 'https://x.example' }),
    ]);
    expect((await arrive(7))[6]?.body).toMatchObject({ AppointmentUrls: [], AppointmentContainers: [] });
    await well([aJob('J', { ShortDescription: 'another' }), anAppointment(OTHER_GUID)]);
    expect((await arrive(8)).map(({ body }) => body.AppointmentGuid).at(-1)).toBe(OTHER_GUID);
    expect(office.received).toHaveLength(8);
  });

  test('goes to the connectors of its SourceApp and SourceType that are on and want such a change', async () => {
    await well([...basics, aJob('K', { SourceApp: 'CRM' })]);
    const uri = (name: string) => ({ name, uri: `${office.url}/${name}` });
    await aConnector(uri('all'));
    await aConnector({ ...uri('created'), crudTypes: ['I'] });
    await aConnector({ ...uri('numbers'), crudTypes: ['2', '3'] });
    await aConnector({ ...uri('off'), sendAppointmentToWebService: false });
    await aConnector({ ...uri('crm'), sourceApp: 'CRM' });
    await aConnector({ ...uri('type'), sourceType: 'service' });
    await aConnector({ ...uri('othertype'), sourceType: 'PROJECT' });
    await well([anAppointment(GUID)]);
    await well([anAppointment(GUID, { Subject: 'changed' })]);
    await arrive(2, '/all');
    await arrive(2, '/type');
    await arrive(1, '/numbers');
    const told = ['all', 'created', 'numbers', 'off', 'crm', 'type', 'othertype'].map((name) =>
      actions(office.at(`/${name}`)).join(''),
    );
    expect(told).toEqual(['IU', 'I', 'U', '', '', 'IU', '']);
  });

  test('that came and went before anybody looked is told as created and deleted', async () => {
    await well(basics);
    await aConnector();
    const paused = await erp.client.get('/connector');
    expect(paused.body).toHaveLength(1);
    await Promise.all([
      well([anAppointment(GUID)]).then(() => well([aCall('mboc_deleteAppointment', { AppointmentGuid: GUID })])),
    ]);
    const all = await arrive(2);
    expect(actions(all)).toEqual(['I', 'D']);
    expect(all[0]?.body).toMatchObject({ AppointmentGuid: GUID, Assignments: [{ Resource: { ResourceNo: 'ANNA' } }] });
  });

  test('what happened before a connector came, or while it was off, is not sent', async () => {
    await well([...basics, anAppointment(GUID)]);
    await aConnector();
    await well([anAppointment(GUID, { Subject: 'one' })]);
    await arrive(1);
    await aConnector({ sendAppointmentToWebService: false });
    await well([anAppointment(GUID, { Subject: 'two' })]);
    await aConnector({ sendAppointmentToWebService: true });
    await well([anAppointment(GUID, { Subject: 'three' })]);
    await arrive(2);
    expect(office.at('/plan').map(({ body }) => body.Subject)).toEqual(['one', 'three']);
  });

  test('the number of statements of a fan-out does not grow with the changes', async () => {
    await well(basics);
    const id = await aConnector();
    await erp.client.post(`/connector/${id}/pause`, undefined);
    const guid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    const waiting = async () => (await erp.client.get(`/connector/${id}/sending`)).body.waiting;
    const statements = async (from: number, count: number): Promise<number> => {
      const before = await waiting();
      const calls = Array.from({ length: count }, (_, n) => anAppointment(guid(from + n)));
      await well(calls);
      await expect.poll(waiting, { timeout: 20_000 }).toBe(before + count);
      return service.statements().filter((text) => /tombstone|insert into delivery|from change c\b/.test(text)).length;
    };
    service.statements();
    const few = await statements(0, 3);
    const many = await statements(1000, 400);
    expect(many).toBe(few);
  });
});

test('a time entry goes out when it is submitted, and not while it is a draft', async () => {
  await well(basics);
  await aConnector({ crudTypes: ['D'] });
  const entry = { ...taskKey('J', 'T'), resourceNo: 'ANNA', date: '2026-06-01', durationInSeconds: 3600 };
  const made = await erp.client.post('/timeEntry', { ...entry, backofficeID: 'E1', description: 'Work' });
  expect(made.status, made.text).toBe(200);
  await erp.client.post('/timeEntry', { SourceApp: 'ERP', SourceType: 'SERVICE', backofficeID: 'E1', status: 1 });
  const [told] = await arrive(1);
  expect(told?.body).toMatchObject({
    Entity: 'TimeEntry',
    DatabaseAction: 'U',
    TimeEntryId: made.body.results[0].id,
    ResourceNo: 'ANNA',
    JobNo: 'J',
    TaskNo: 'T',
    Date: '2026-06-01',
    DurationInSeconds: 3600,
    Description: 'Work',
    Status: 1,
    BackofficeID: 'E1',
  });
  expect(office.received).toHaveLength(1);
});

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

  test('a token service that refuses is told of in the deliveries, without what it answered', async () => {
    await well(basics);
    office.answer = () => ({ status: 400, body: 'client_secret hush is wrong' });
    const id = await aConnector({ authenticationType: 5, tokenUri: `${office.url}/token`, password: 'hush' });
    await well([anAppointment(GUID)]);
    await expect.poll(async () => (await deliveries(id))[0]?.attemptCount, { timeout: 20_000 }).toBeGreaterThan(0);
    const [{ attempts }] = await deliveries(id);
    expect(attempts[0]).toMatchObject({ error: 'The token service answered 400 without a token.', answer: null });
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
    await expect.poll(async () => (await deliveries(id, '?status=delivered')).length, { timeout: 20_000 }).toBe(3);
    const listed = await deliveries(id);
    const first = listed.find((each: { action: string }) => each.action === 'I');
    expect(first).toMatchObject({
      status: 'delivered',
      attemptCount: 3,
      entity: 'Appointment',
      sourceApp: 'ERP',
      attempts: [
        { status: 500, error: 'It answered 500.', answer: 'out of order' },
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
    await expect.poll(async () => (await deliveries(id))[0]?.attemptCount, { timeout: 20_000 }).toBeGreaterThan(0);
    expect((await deliveries(id))[0].attempts[0]).toMatchObject({
      status: 302,
      error: 'It answered 302; redirects are not followed.',
    });
    expect(office.at('/elsewhere')).toEqual([]);
  });

  test('rests when it drops connections, and is then tried with one delivery before the others follow', async () => {
    await well(basics);
    const id = await aConnector();
    office.answer = () => 'drop';
    const guid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    await well(Array.from({ length: 40 }, (_, n) => anAppointment(guid(n))));
    await expect
      .poll(async () => (await erp.client.get(`/connector/${id}/sending`)).body.failures, { timeout: 20_000 })
      .toBe(1);
    expect(office.received.length).toBeLessThanOrEqual(16);
    const before = office.received.length;
    office.answer = async () => ({ status: 200 });
    await arrive(before + 40);
    await expect
      .poll(async () => (await erp.client.get(`/connector/${id}/sending`)).body.waiting, { timeout: 20_000 })
      .toBe(0);
    expect((await erp.client.get(`/connector/${id}/sending`)).body).toMatchObject({ failures: 0, dead: 0 });
  });

  test('is left alone for as long as it asks', async () => {
    await well(basics);
    const id = await aConnector();
    office.answer = () => ({ status: 503, headers: { 'retry-after': '600' } });
    await well([anAppointment(GUID)]);
    const rest = async () => (await erp.client.get(`/connector/${id}/sending`)).body.restSeconds;
    await expect.poll(rest, { timeout: 20_000 }).toBeGreaterThan(500);
    office.answer = () => ({ status: 200 });
    await erp.client.post(`/connector/${id}/resume`, undefined);
    await expect.poll(backOffice, { timeout: 20_000 }).toBe('processed');
  });

  test('that is gone is paused, and loses nothing', async () => {
    await well(basics);
    const id = await aConnector();
    office.answer = () => ({ status: 410 });
    await well([anAppointment(GUID)]);
    const state = async () => (await erp.client.get(`/connector/${id}/sending`)).body;
    await expect.poll(async () => (await state()).paused, { timeout: 20_000 }).toBe(true);
    expect(await state()).toMatchObject({ pausedBy: 'system', pauseReason: 'It answered 410 Gone.', waiting: 1 });
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

  test('gets nothing more after three days, which is told of, and what is newer goes on', async () => {
    await well(basics);
    const id = await aConnector();
    office.answer = ({ body }) => ({ status: body.DatabaseAction === 'I' ? 400 : 200 });
    await well([anAppointment(GUID)]);
    await arrive(1);
    await well([anAppointment(GUID, { Subject: 'later' })]);
    const old = `update delivery set retry_since = now() - interval '4 days', next_at = now() where tenant_id = $1 and action = 'I'`;
    await service.deps.db.query(old, [erp.tenant.id]);
    await expect.poll(async () => (await deliveries(id, '?status=dead')).length, { timeout: 20_000 }).toBe(1);
    await expect.poll(backOffice, { timeout: 20_000 }).toBe('processed');
    expect((await deliveries(id, '?status=dead'))[0].attempts.at(-1)).toMatchObject({ status: 400 });
    expect((await erp.client.get(`/connector/${id}/sending`)).body).toMatchObject({ dead: 1, waiting: 0 });
  });
});

describe('the back office', () => {
  test('is shown as sent, received and processed, or refused with its reason, without a new version of the appointment', async () => {
    await well(basics);
    await well([anAppointment(GUID)]);
    expect(await backOffice()).toBeNull();
    await aConnector();
    let open: () => void = () => {};
    const opened = new Promise<void>((settle) => {
      open = settle;
    });
    office.answer = async () => {
      await opened;
      return { status: 202 };
    };
    await well([anAppointment(GUID, { Subject: 'one' })]);
    const [{ headers }] = (await arrive(1)) as [Received];
    expect(await backOffice()).toBe('sent');
    const version = (await erp.client.get(`/appointment/${GUID}`)).headers.get('etag');
    open();
    await expect.poll(backOffice, { timeout: 20_000 }).toBe('received');
    const ack = (status: string, message?: string) =>
      erp.client.post(`/deliveries/${headers['webhook-id']}/ack`, { status, message });
    const refused = await ack('refused', 'Period is closed');
    expect(refused.body).toMatchObject({ ack: 'refused', ackMessage: 'Period is closed', status: 'delivered' });
    expect((await ack('refused', 'Period is closed')).body).toEqual(refused.body);
    const shown = await erp.client.get(`/appointment/${GUID}`);
    expect(shown.body).toMatchObject({
      backOffice: 'refused',
      backOfficeMessage: 'Period is closed',
      backOfficeAt: expect.stringMatching(/^20/),
    });
    expect(shown.headers.get('etag')).toBe(version);
    await ack('processed');
    expect(await backOffice()).toBe('processed');
    office.answer = () => ({ status: 200 });
    await well([anAppointment(GUID, { Subject: 'two' })]);
    await expect.poll(backOffice, { timeout: 20_000 }).toBe('processed');
    // What it says of an older delivery is kept with that one, and not shown over the newer.
    await ack('refused', 'late');
    expect(await backOffice()).toBe('processed');
  });

  test('an acknowledgement that arrives before the answer ends the attempts', async () => {
    await well(basics);
    const id = await aConnector();
    office.answer = () => ({ status: 400 });
    await well([anAppointment(GUID)]);
    const [{ headers }] = (await arrive(1)) as [Received];
    await erp.client.post(`/deliveries/${headers['webhook-id']}/ack`, { status: 'processed' });
    expect(await backOffice()).toBe('processed');
    expect(await deliveries(id, '?status=waiting')).toEqual([]);
  });

  test('an acknowledgement needs a key that reaches the SourceApp, and a status that there is', async () => {
    await well(basics);
    await aConnector();
    await well([anAppointment(GUID)]);
    const [{ headers }] = (await arrive(1)) as [Received];
    const path = `/deliveries/${headers['webhook-id']}/ack`;
    const limited = async (...sourceApps: string[]) =>
      clientFor(service.baseUrl, { 'x-api-key': await erp.addKey({ scopes: ['import'], sourceApps }) });
    expect((await (await limited('CRM')).post(path, { status: 'refused' })).status).toBe(404);
    expect((await (await limited('erp')).post(path, { status: 'processed' })).status).toBe(200);
    const stranger = await service.tenant();
    expect((await stranger.client.post(path, { status: 'refused' })).status).toBe(404);
    for (const [body, code] of [
      [{}, 'REQ015'],
      [{ status: 'done' }, 'REQ014'],
      [{ status: 'refused', message: 'x'.repeat(501) }, 'REQ013'],
      [[], 'REQ007'],
    ] as const)
      expect((await erp.client.post(path, body)).body.Code).toBe(code);
    expect((await erp.client.post('/deliveries/nonsense/ack', { status: 'refused' })).status).toBe(404);
  });
});

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
    await expect.poll(async () => (await state()).waiting, { timeout: 20_000 }).toBe(3);
    expect(office.received).toEqual([]);
    await erp.client.post(`/connector/${id}/resume`, undefined);
    expect(actions(await arrive(3))).toEqual(['I', 'U', 'U']);
  });

  test('are replayed one by one or by ranges of numbers and times, with the id and body of the first time', async () => {
    await well(basics);
    const id = await aConnector();
    const numbers = [];
    for (const Subject of ['one', 'two', 'three'])
      numbers.push((await well([anAppointment(GUID, { Subject })])).body.changes);
    const first = await arrive(3);
    await expect.poll(async () => (await deliveries(id, '?status=delivered')).length, { timeout: 20_000 }).toBe(3);
    const replay = (body: unknown) => erp.client.post(`/connector/${id}/replay`, body);
    const ids = () => office.at('/plan').map(({ headers }) => headers['webhook-id']);
    expect((await replay({ deliveryId: first[1]?.headers['webhook-id'] })).body).toEqual({ replayed: 1 });
    await arrive(4);
    expect(ids()[3]).toBe(ids()[1]);
    expect(office.at('/plan')[3]?.text).toBe(first[1]?.text);
    await expect.poll(async () => (await deliveries(id, '?status=waiting')).length, { timeout: 20_000 }).toBe(0);
    expect((await replay({ from: numbers[1], to: numbers[2] })).body).toEqual({ replayed: 2 });
    await arrive(6);
    expect(ids().slice(4)).toEqual(ids().slice(1, 3));
    await expect.poll(async () => (await deliveries(id, '?status=waiting')).length, { timeout: 20_000 }).toBe(0);
    expect((await replay({ from: '2020-01-01', to: '2099-01-01T00:00Z' })).body).toEqual({ replayed: 3 });
    await arrive(9);
    for (const [body, status] of [
      [{ deliveryId: GUID }, 404],
      [{ deliveryId: 'x' }, 404],
      [{ from: 1 }, 400],
      [{ from: 2, to: 1 }, 400],
      [{ from: 'then', to: 'now' }, 400],
      [{ deliveryId: GUID, from: 1, to: 2 }, 400],
    ] as const)
      expect((await replay(body)).status, JSON.stringify(body)).toBe(status);
  });

  test('are listed by pages and by status', async () => {
    await well(basics);
    const id = await aConnector();
    await well([anAppointment(GUID), anAppointment(OTHER_GUID)]);
    await expect.poll(async () => (await deliveries(id, '?status=delivered')).length, { timeout: 20_000 }).toBe(2);
    const page = await erp.client.get(`/connector/${id}/deliveries?limit=1&page=2`);
    expect([page.body.length, page.headers.get('x-total-count')]).toEqual([1, '2']);
    for (const query of ['limit=0', 'limit=1001', 'page=0', 'status=lost'])
      expect((await erp.client.get(`/connector/${id}/deliveries?${query}`)).body.Code).toBe('REQ008');
  });

  test('go with their connector', async () => {
    await well(basics);
    const id = await aConnector();
    await erp.client.post(`/connector/${id}/pause`, undefined);
    await well([anAppointment(GUID)]);
    await expect.poll(backOffice, { timeout: 20_000 }).toBe('sent');
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
    await expect.poll(async () => (await deliveries(id, '?status=delivered')).length, { timeout: 20_000 }).toBe(2);
    await erp.client.post(`/connector/${id}/pause`, undefined);
    await well([anAppointment(GUID, { Subject: 'waits' })]);
    await expect.poll(async () => (await deliveries(id)).length, { timeout: 20_000 }).toBe(3);
    const { db } = service.deps;
    const age = (days: number, set = '') =>
      db.query(
        `update delivery set ended_at = now() - $2 * interval '1 day' ${set} where tenant_id = $1 and ended_at is not null`,
        [erp.tenant.id, days],
      );
    await age(29);
    expect(await trimDeliveries(service.deps, stopping.signal)).toBe(0);
    await age(31, `, status = case record_id % 2 when 0 then 'dead' else 'delivered' end`);
    expect(await trimDeliveries(service.deps, stopping.signal)).toBe(1);
    await age(91);
    expect(await trimDeliveries(service.deps, stopping.signal)).toBe(1);
    expect(await deliveries(id)).toHaveLength(1);
  });

  test('a test event is sent at once, and what the receiver said is the answer', async () => {
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
      error: 'Nobody listens at the address.',
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

  test('are registered for one kind of change each, signed, and ended at their Location', async () => {
    await well(basics);
    const [made] = await Promise.all(
      ['AppointmentCreated', 'appointmentUpdated', 'AppointmentDeleted'].map((event) => register(event)),
    );
    expect([made?.status, made?.headers.get('location')]).toEqual([
      201,
      `/webhooks/AppointmentCreated/${made?.body.id}`,
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

  test('without a SourceApp hear of all, and keys that are limited need one of theirs', async () => {
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
    [{ name: 'x'.repeat(201) }, 'REQ013'],
    [{ name: 'a\u0000b' }, 'REQ016'],
    [{ changeType: [1] }, 'REQ014'],
  ])('%j is refused with %s', async (more, code) => {
    expect((await register('AppointmentCreated', more)).body.Code).toBe(code);
  });

  test('for an event that there is not are 404', async () => {
    expect((await register('JobCreated')).status).toBe(404);
  });
});

test('a deleted job takes its appointments along, and each of them is told', async () => {
  await well([...basics, anAppointment(GUID), anAppointment(OTHER_GUID)]);
  await aConnector();
  await well([aCall('mboc_deleteJob', { ...jobKey('J'), CheckAppointments: 0 })]);
  const all = await arrive(2);
  expect(actions(all)).toEqual(['D', 'D']);
  expect(all[0]?.body).toMatchObject({
    Task: { TaskNo: 'T', Description: null, Job: { JobNo: 'J' } },
    Assignments: [{ Resource: { ResourceNo: 'ANNA', DisplayName: 'Anna' } }],
  });
});
