import { describe, expect, test } from 'vitest';
import { aJob, aResource, jobKey, taskKey } from '../../records/builders.ts';
import type { Received } from '../../support/receiver.ts';
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
  well,
} from './delivering.ts';

deliverInTests();

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
      StartDateLocal: '2026-06-01T10:00:00',
      EndDateLocal: '2026-06-01T12:00:00',
      TimeZone: 'Europe/Brussels',
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
      Resources: [
        {
          Id: expect.any(Number),
          ResourceType: { DisplayName: 'Person' },
          SourceApp: null,
          SourceType: null,
          DisplayName: 'Anna',
          Department: 'Field',
          ResourceNo: 'ANNA',
          Email: 'anna@example.com',
        },
      ],
    });
    await erp.client.put('/appointment', {
      appointmentGuid: GUID,
      ...taskKey('J', 'T'),
      subject: 'Pump, urgent',
      sentFromBackOffice: false,
    });
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
      Resources: [{ ResourceNo: 'ANNA', DisplayName: 'Anna' }],
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

  test('that was created and deleted before a fan-out is delivered as created and deleted', async () => {
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
      await expect.poll(waiting).toBe(before + count);
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

test('a decision of a team lead goes out too, where team leads approve, and an acknowledgement comes to rest', async () => {
  await well(basics);
  await aConnector();
  await erp.client.put('/timeEntry/settings', { timeApproval: 'teamLead' });
  const entry = { ...taskKey('J', 'T'), resourceNo: 'ANNA', date: '2026-06-01', durationInSeconds: 3600 };
  const made = await erp.client.post('/timeEntry', { ...entry, status: 1 });
  expect(made.status, made.text).toBe(200);
  await arrive(1);
  const [{ id: timeEntryId, version }] = made.body.results;
  const body = { entries: [{ timeEntryId, version }], status: 5, message: 'Which pump?' };
  // A key acts for the back office; a team lead does not.
  const login = { username: `lead.${erp.tenant.id}@example.com`, password: 'correct horse battery' };
  await erp.client.post('/user', { email: login.username, password: login.password, roles: 'teamLead' });
  const { body: token } = await clientFor(service.baseUrl, {}).post('/tokens', login);
  const lead = clientFor(service.baseUrl, { authorization: `Bearer ${token.access_token}` });
  expect((await lead.post('/timeEntry/decide', body)).status).toBe(200);
  const told = (await arrive(2)).at(-1);
  expect(told?.body).toMatchObject({
    Entity: 'TimeEntry',
    TimeEntryId: timeEntryId,
    Status: 5,
    Message: 'Which pump?',
  });
  await erp.client.put('/timeEntry', { timeEntryId, backofficeID: 'LINE-9' });
  await arrive(2);
  expect(office.received).toHaveLength(2);
});

test('a deleted job takes its appointments along, and each of them is delivered', async () => {
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

describe('the back office', () => {
  test('is shown as sent, received and processed, or refused with its reason, without a new version of the appointment', async () => {
    await well(basics);
    await well([anAppointment(GUID)]);
    expect(await backOffice()).toBeNull();
    const id = await aConnector();
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
    await expect.poll(backOffice).toBe('received');
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
    await expect.poll(async () => (await deliveries(id, '?status=delivered')).length).toBe(2);
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

  test('an acknowledgement needs a key that reaches the SourceApp, and a known status', async () => {
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
    expect((await erp.client.post(path, { status: 'done' })).body).toMatchObject({
      Code: 'REQ014',
      parameter: 'status',
    });
    expect((await erp.client.post('/deliveries/nonsense/ack', { status: 'refused' })).status).toBe(404);
  });
});

test('an appointment without a task goes to webhooks and to no connector', async () => {
  await well(basics);
  const connector = await aConnector();
  const hook = await erp.client.post('/webhooks/AppointmentCreated', {
    ...{ notificationURL: `${office.url}/hook`, resource: 'appointment', changeType: ['created'], name: 'flow' },
  });
  expect(hook.status, hook.text).toBeLessThan(300);
  const absence = { subject: 'Dentist', start: '2026-06-01T08:00', end: '2026-06-01T09:00', resourceNo: 'ANNA' };
  expect((await erp.client.post('/appointment', absence)).status).toBe(200);
  const [made] = await arrive(1, '/hook');
  expect(made?.body).toMatchObject({ Subject: 'Dentist', Task: null, Resources: [{ ResourceNo: 'ANNA' }] });
  await well([anAppointment(GUID)]);
  const [first] = await arrive(1);
  expect(first?.body).toMatchObject({ AppointmentGuid: GUID });
  expect(JSON.stringify(await deliveries(connector))).not.toContain('Dentist');
});
