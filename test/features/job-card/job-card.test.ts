import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aJob, aResource, aTask, aTaskFilter, taskKey } from '../../records/builders.ts';
import { aLimitedPerson } from '../../support/limited-person.ts';
import { aCall, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
});

const guid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const anAppointment = (n: number, job: string, resourceNo: string, from: string, till: string) =>
  aCall('mboc_upsertAppointment', {
    ...taskKey(job, 'T'),
    AppointmentGuid: guid(n),
    Subject: `Visit ${n}`,
    ResourceNo: resourceNo,
    Start: `2026-03-30T${from}`,
    End: `2026-03-30T${till}`,
  });

const idOf = async (n: number): Promise<number> => (await erp.client.get(`/appointment/${guid(n)}`)).body.id;

/** A job with everything that a card shows, planned between two other visits of Rania; Tim is with her and lacks what it requires. */
async function aPlan(): Promise<void> {
  const answer = await erp.client.import([
    aCall('mboc_upsertFilterGroup', { GroupName: 'Skill' }),
    aCall('mboc_upsertFilterValue', { FilterGroupName: 'Skill', FilterValue: 'GAS' }),
    aResource('RANIA', {
      DisplayName: 'Rania',
      MobilePhone: '+32 470 1',
      HomeAddressGeoLat: 51.05,
      HomeAddressGeoLong: 3.72,
    }),
    aResource('TIM', { DisplayName: 'Tim' }),
    aCall('mboc_upsertResourceFilterValue', { ResourceNo: 'RANIA', FilterGroup: 'Skill', FilterValue: 'gas' }),
    aCall('mboc_upsertResourceCertificate', { ResourceNo: 'RANIA', CertificateNo: 'VCA', ValidUntil: '2026-02-01' }),
    aCall('mboc_upsertResourceCertificate', { ResourceNo: 'TIM', CertificateNo: 'VCA' }),
    aCall('mboc_upsertResourceUrl', { ResourceNo: 'RANIA', Url: 'https://hr.example/rania', UrlDesc: 'Badge' }),
    aJob('J', {
      Description: 'The boiler leaks.',
      CustomerNo: 'C1',
      CustomerName: 'Astoria',
      CustomerPhone: '+32 9 1',
      ContactName: 'Ann',
      ContactPhone: '+32 470 2',
      ContactEmail: 'ann@example.com',
      SiteName: 'Hotel',
      SiteStreet: 'Veldstraat',
      SiteStreetNo: '1',
      SitePostcode: '9000',
      SiteCity: 'Gent',
      SiteAddressGeoLat: 51.06,
      SiteAddressGeoLong: 3.73,
      CustomerReference: 'PO 7',
      FreeText1: 'Parking behind',
      FreeBit2: true,
    }),
    aJob('BEFORE', { SiteCity: 'Aalst', SiteAddressGeoLat: 50.94, SiteAddressGeoLong: 4.04 }),
    aJob('AFTER', { SiteCity: 'Brugge', SiteAddressGeoLat: 51.21, SiteAddressGeoLong: 3.22 }),
    aTask('BEFORE', 'T'),
    aTask('AFTER', 'T'),
    aTask('J', 'T', {
      Description: 'Replace the pump.',
      RequiredNoResources: 3,
      RequiredTotalDurationInSeconds: 14_400,
      BulkPlanningQty: 8,
      PlanningUOM: 'm2',
      CertificateNo: 'VCA',
      AppointmentTemplate: 'REPAIR',
      Status: 'Released',
      FreeDecimal1: 2.5,
      url1: 'https://erp.example/T',
      urldesc1: 'Order',
    }),
    aTaskFilter('J', 'T', 'GAS'),
    aCall('mboc_upsertTaskUrl', { ...taskKey('J', 'T'), url: 'https://docs.example/pump', urldesc: 'Manual' }),
    aCall('mboc_upsertTaskBudgetEntry', { ...taskKey('J', 'T'), EntryNo: '1', DurationInSeconds: 3600, Quantity: 2 }),
    aCall('mboc_upsertAppointmentField', {
      Template: 'REPAIR',
      FieldCode: 'METER',
      Type: 1,
      Mandatory: true,
      Index: 1,
    }),
    aCall('mboc_upsertAppointmentField', {
      FieldCode: 'STATE',
      Caption: 'State',
      Type: 4,
      Choices: 'New;Old',
      Index: 2,
    }),
    aCall('mboc_upsertAppointmentField', { Template: 'OTHER', FieldCode: 'ELSE' }),
    anAppointment(1, 'BEFORE', 'RANIA', '08:00', '09:00'),
    anAppointment(2, 'J', 'RANIA', '10:00', '12:00'),
    anAppointment(3, 'AFTER', 'RANIA', '14:00', '15:00'),
    aCall('mboc_addAppointmentResource', { AppointmentGuid: guid(2), ResourceNo: 'TIM' }),
    aCall('mboc_upsertAppointmentUrl', { pAppointmentGuid: guid(2), pUrl: 'https://photos.example/2' }),
    aCall('mboc_updateAppointmentFieldValues', { AppointmentGuid: guid(2), FieldCode: 'METER', FieldValue: '120' }),
    aCall('mboc_updateAppointmentFieldValues', { AppointmentGuid: guid(2), FieldCode: 'LOOSE', FieldValue: 'x' }),
    aCall('mboc_upsertNotification', {
      AppointmentGuid: guid(2),
      NotificationCode: 'A',
      NotificationType: 1,
      NotificationText: 'Key at the desk',
    }),
    aCall('mboc_upsertNotification', {
      ...taskKey('J', ''),
      TaskNo: null,
      NotificationCode: 'J',
      NotificationText: 'Job',
    }),
    aCall('mboc_upsertNotification', { ...taskKey('BEFORE', 'T'), NotificationCode: 'X', NotificationText: 'Other' }),
  ]);
  expect(answer.status, answer.text).toBe(200);
}

describe('GET /board/jobCard', () => {
  test('shows who the job is for, what it needs and who lacks it', async () => {
    await aPlan();
    const { status, body, text } = await erp.client.get(`/board/jobCard?appointment=${await idOf(2)}`);
    expect(status, text).toBe(200);
    expect(body).toMatchObject({
      appointment: { subject: 'Visit 2', start: '2026-03-30T10:00:00+02:00', locked: false },
      task: { jobNo: 'J', taskNo: 'T', description: 'Replace the pump.' },
      job: { description: 'The boiler leaks.' },
      customer: { no: 'C1', name: 'Astoria', phone: '+32 9 1' },
      contact: { name: 'Ann', phone: '+32 470 2', email: 'ann@example.com' },
      site: { name: 'Hotel', address: 'Veldstraat 1, 9000 Gent', latitude: 51.06, longitude: 3.73, precision: 'house' },
      bill: null,
      requirements: [
        { kind: 'filterValue', group: 'Skill', value: 'GAS' },
        { kind: 'certificate', group: null, value: 'VCA' },
      ],
      people: { wanted: 3, assigned: 2, onAppointment: 2 },
      budget: { budgetInSeconds: 18_000, budgetQuantity: 10, unitOfMeasure: 'm2', plannedAppointments: 1 },
    });
    expect(body.budget.remainingInSeconds).toBe(18_000 - body.budget.plannedInSeconds);
    const [rania, tim] = ['RANIA', 'TIM'].map((no) =>
      body.resources.find(({ resourceNo }: { resourceNo: string }) => resourceNo === no),
    );
    expect(rania).toMatchObject({ name: 'Rania', phone: '+32 470 1' });
    expect(rania.lacks).toMatchObject([{ kind: 'certificate', value: 'VCA' }]);
    expect(rania.lacks[0].validUntil).toMatch(/^2026-02-01/);
    expect(tim.lacks).toEqual([{ kind: 'filterValue', group: 'Skill', value: 'GAS', validUntil: null }]);
  });

  test('shows links, free fields, fields of the template and notifications', async () => {
    await aPlan();
    await service.deps.db.query(`update task_uri set uri = 'javascript:alert(1)' where tenant_id = $1`, [
      erp.tenant.id,
    ]);
    const { body } = await erp.client.get(`/board/jobCard?appointment=${await idOf(2)}`);
    // One that was stored before such addresses were refused is left out.
    expect(body.links).toEqual([
      { of: 'task', uri: 'https://erp.example/T', description: 'Order' },
      { of: 'appointment', uri: 'https://photos.example/2', description: null },
      { of: 'resource', uri: 'https://hr.example/rania', description: 'Badge' },
    ]);
    expect(body.freeFields).toEqual([
      { of: 'task', name: 'freeDecimal1', kind: 'number', value: 2.5 },
      { of: 'job', name: 'freeText1', kind: 'text', value: 'Parking behind' },
      { of: 'job', name: 'freeBit2', kind: 'boolean', value: true },
    ]);
    expect(body.details).toMatchObject([
      { of: 'task', name: 'status', value: 'Released' },
      { of: 'job', name: 'customerReference', value: 'PO 7' },
    ]);
    expect(body.fields).toEqual([
      { code: 'METER', caption: null, type: 1, choices: [], mandatory: true, readOnly: false, value: '120' },
      {
        code: 'STATE',
        caption: 'State',
        type: 4,
        choices: ['New', 'Old'],
        mandatory: false,
        readOnly: false,
        value: null,
      },
      { code: 'LOOSE', caption: null, type: 0, choices: [], mandatory: false, readOnly: true, value: 'x' },
    ]);
    expect(body.notifications.map(({ text }: { text: string }) => text)).toEqual(['Key at the desk', 'Job']);
  });

  test('shows the way from the stop before and to the next one, and home only to those who plan', async () => {
    await aPlan();
    const id = await idOf(2);
    const of = (body: { resources: { resourceNo: string }[] }, no: string) =>
      body.resources.find(({ resourceNo }) => resourceNo === no) as never;
    const { body } = await erp.client.get(`/board/jobCard?appointment=${id}`);
    expect(of(body, 'RANIA')).toMatchObject({
      before: { from: 'appointment', subject: 'Visit 1', city: 'Aalst', estimated: true },
      after: { from: 'appointment', subject: 'Visit 3', city: 'Brugge' },
    });
    const { before, after } = of(body, 'RANIA') as { before: { metres: number }; after: { metres: number } };
    expect(before.metres).toBeGreaterThan(25_000);
    expect(after.metres).toBeGreaterThan(35_000);
    // Where Tim comes from is unknown.
    expect(of(body, 'TIM')).toMatchObject({ before: null, after: null });
    const first = (await erp.client.get(`/board/jobCard?appointment=${await idOf(1)}`)).body;
    expect(of(first, 'RANIA')).toMatchObject({ before: { from: 'home' }, after: { subject: 'Visit 2' } });
    const reader = await aLimitedPerson(service, erp, 'viewer');
    const seen = (await reader.client.get(`/board/jobCard?appointment=${await idOf(1)}`)).body;
    expect(of(seen, 'RANIA')).toMatchObject({ before: null, after: { subject: 'Visit 2' } });
  });

  test('asks a service of roads for the ways around the appointment', async () => {
    await aPlan();
    const deps = service.deps as { roads: unknown };
    deps.roads = { legs: async (ways: readonly unknown[]) => ways.map(() => ({ km: 12, minutes: 15 })) };
    try {
      const { body } = await erp.client.get(`/board/jobCard?appointment=${await idOf(2)}`);
      const rania = body.resources.find(({ resourceNo }: { resourceNo: string }) => resourceNo === 'RANIA');
      expect(rania.before).toMatchObject({ metres: 12_000, seconds: 900, estimated: false });
    } finally {
      deps.roads = undefined;
    }
  });

  test('shows a task that nothing is planned for, with the fields that its appointments will have', async () => {
    await aPlan();
    await erp.client.import([aTask('J', 'OPEN', { AppointmentTemplate: 'REPAIR', RequiredNoResources: 2 })]);
    const [task] = (await erp.client.get('/task?taskNo=OPEN')).body;
    const { status, body } = await erp.client.get(`/board/jobCard?task=${task.id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      appointment: null,
      task: { taskNo: 'OPEN', open: true },
      customer: { name: 'Astoria' },
      people: { wanted: 2, assigned: 0, onAppointment: null },
      resources: [],
      backOffice: [],
    });
    expect(body.fields.map(({ code, value }: Record<string, unknown>) => [code, value])).toEqual([
      ['METER', null],
      ['STATE', null],
    ]);
  });

  test('takes the same number of statements for many links, fields, people and stops', async () => {
    await aPlan();
    const path = `/board/jobCard?appointment=${await idOf(2)}`;
    await erp.client.get(path);
    service.statements();
    await erp.client.get(path);
    const few = service.statements().length;
    await erp.client.import([
      ...Array.from({ length: 20 }, (_, i) => [
        aResource(`R${i}`),
        aCall('mboc_addAppointmentResource', { AppointmentGuid: guid(2), ResourceNo: `R${i}` }),
        aCall('mboc_upsertTaskUrl', { ...taskKey('J', 'T'), url: `https://docs.example/${i}` }),
        anAppointment(10 + i, 'AFTER', `R${i}`, '13:00', '14:00'),
      ]).flat(),
    ]);
    await erp.client.get(path);
    service.statements();
    const { body } = await erp.client.get(path);
    expect(body.resources).toHaveLength(22);
    expect(service.statements().length).toBe(few);
  });

  test('hides what data filters hide: the card, resources of it, and where a hidden stop is', async () => {
    await aPlan();
    await erp.client.import([
      aCall('mboc_upsertCategory', { CategoryName: 'Secret', DisplayName: 'Secret' }),
      aCall('mboc_upsertCategory', { CategoryName: 'Public', DisplayName: 'Public' }),
      aCall('mboc_updateAppointmentCategory', { AppointmentGuid: guid(1), Category: 'Secret' }),
      aResource('RANIA', { TeamCode: 'A' }),
      aResource('TIM', { TeamCode: 'B' }),
    ]);
    const person = await aLimitedPerson(service, erp, 'planner', { categories: ['Public'], teams: ['A'] });
    const { status, body } = await person.client.get(`/board/jobCard?appointment=${await idOf(2)}`);
    expect(status).toBe(200);
    expect(body.resources.map(({ resourceNo }: { resourceNo: string }) => resourceNo)).toEqual(['RANIA']);
    expect(body.resources[0]).toMatchObject({ before: null, after: { subject: 'Visit 3' } });
    expect((await person.client.get(`/board/jobCard?appointment=${await idOf(1)}`)).status).toBe(404);
  });

  test('shows the tasks that its task depends on and that depend on it, unless data filters hide them', async () => {
    await aPlan();
    const dependsOn = (task: string, predecessor: string, more: Record<string, unknown> = {}) =>
      aCall('mboc_upsertTaskDependency', {
        ...taskKey('J', task),
        PredecessorJobNo: 'J',
        PredecessorTaskNo: predecessor,
        ...more,
      });
    const sent = await erp.client.import([
      aCall('mboc_upsertCategory', { CategoryName: 'Secret', DisplayName: 'Secret' }),
      aTask('J', 'BEFORE'),
      aTask('J', 'AFTER', { Category: 'Secret' }),
      dependsOn('T', 'BEFORE', { Type: 1, LagInSeconds: 60, MaxLagInSeconds: 3600, DifferentResources: true }),
      dependsOn('AFTER', 'T'),
    ]);
    expect(sent.status, sent.text).toBe(200);
    const path = `/board/jobCard?appointment=${await idOf(2)}`;
    const { dependencies } = (await erp.client.get(path)).body;
    expect(dependencies).toMatchObject([
      {
        ...{ direction: 'predecessor', type: 1, lagInSeconds: 60, maxLagInSeconds: 3600, differentResources: true },
        ...{ jobNo: 'J', taskNo: 'BEFORE', shortDescription: 'Task BEFORE', start: null, end: null },
      },
      { direction: 'successor', type: 0, lagInSeconds: 0, maxLagInSeconds: null, taskNo: 'AFTER' },
    ]);
    const other = await erp.client.get(
      `/board/jobCard?task=${(await erp.client.get('/task?taskNo=AFTER')).body[0].id}`,
    );
    expect(other.body.dependencies).toMatchObject([
      { direction: 'predecessor', taskNo: 'T', start: '2026-03-30T10:00:00+02:00' },
    ]);
    const person = await aLimitedPerson(service, erp, 'planner', { categories: ['Public'] });
    const seen = (await person.client.get(path)).body.dependencies;
    expect(seen.map(({ taskNo }: { taskNo: string }) => taskNo)).toEqual(['BEFORE']);
  });

  test('refuses an id that is unknown, of another tenant, or not sent', async () => {
    await aPlan();
    const id = await idOf(2);
    const other = await service.tenant();
    expect((await other.client.get(`/board/jobCard?appointment=${id}`)).body.Code).toBe('APP001');
    expect((await erp.client.get('/board/jobCard?task=999999')).status).toBe(404);
    for (const query of ['', '?appointment=1&task=2', '?appointment=x'])
      expect((await erp.client.get(`/board/jobCard${query}`)).status, query).toBe(400);
  });
});

describe('fields of appointments', () => {
  test('a value that belongs to the back office is not deleted by a planner', async () => {
    await aPlan();
    await erp.client.import([aCall('mboc_upsertAppointmentField', { FieldCode: 'LOOSE', ReadOnly: true })]);
    const planner = await aLimitedPerson(service, erp, 'planner');
    const appointmentId = await idOf(2);
    for (const body of [{ appointmentId, fieldCode: 'LOOSE' }, { appointmentId }])
      expect((await planner.client.del('/appointmentFieldValue', body)).body.Code).toBe('APP011');
    const gone = await planner.client.del('/appointmentFieldValue', { appointmentId, fieldCode: 'METER' });
    expect(gone.status, gone.text).toBe(200);
  });
});
