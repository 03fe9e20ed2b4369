import { afterAll, beforeAll, expect, test } from 'vitest';
import { aJob, aResource, aTask, aTaskFilter, taskKey } from '../../records/builders.ts';
import { aLimitedPerson, type LimitedPerson } from '../../support/limited-person.ts';
import { aCall, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
let anna: LimitedPerson;
let admin: LimitedPerson;

const region = (task: string, value: string) => aTaskFilter('J1', task, value, { FilterGroup: 'Region' });
const GUID = '00000000-0000-4000-8000-000000000001';

beforeAll(async () => {
  service = await sharedService();
  erp = await service.tenant();
  const { status, text } = await erp.client.import([
    aCall('mboc_upsertFilterGroup', { GroupName: 'Region', DataFilter: true }),
    ...['North', 'South'].map((value) =>
      aCall('mboc_upsertFilterValue', { FilterGroupName: 'Region', FilterValue: value }),
    ),
    aResource('R-1', { TeamCode: 'T1' }),
    aResource('R-2', { TeamCode: 'T2' }),
    aJob('J1'),
    ...['T-N', 'T-S', 'T-0'].map((no) => aTask('J1', no)),
    region('T-N', 'North'),
    region('T-S', 'South'),
    aCall('mboc_upsertAppointment', {
      AppointmentGuid: GUID,
      ...taskKey('J1', 'T-S'),
      Start: '2026-03-02T08:00:00Z',
      End: '2026-03-02T09:00:00Z',
      ResourceNo: 'R-1',
    }),
  ]);
  expect(status, text).toBe(200);
  anna = await aLimitedPerson(service, erp, 'planner', { filterValues: [['Region', 'North']], teams: ['T1'] });
  admin = await aLimitedPerson(service, erp, 'admin');
});
afterAll(() => service.close());

test('users learn what limits them, and how much they see', async () => {
  const { status, body } = await anna.client.get('/me/visibility');
  expect(status).toBe(200);
  expect(body).toEqual({
    user: anna.email,
    limited: true,
    limits: {
      filterValues: [{ group: 'Region', values: ['North'] }],
      categories: [],
      timeMarkers: [],
      teams: ['T1'],
    },
    counts: {
      tasks: { visible: 2, total: 3 },
      resources: { visible: 1, total: 2 },
      appointments: { visible: 0, total: 1 },
    },
  });
});

test('only those who manage users ask for records and for other users', async () => {
  for (const query of ['entity=Task&id=1', `user=${admin.email}`]) {
    const { status, body } = await anna.client.get(`/me/visibility?${query}`);
    expect(status).toBe(403);
    expect(body.Code).toBe('USR004');
  }
});

test('an administrator learns why a user does not see a record', async () => {
  const explain = async (query: string) =>
    (await admin.client.get(`/me/visibility?user=${anna.email}&${query}`)).body.record;
  expect(await explain('entity=task&key=ERP/SERVICE/J1/T-S')).toMatchObject({
    entity: 'Task',
    visible: false,
    reasons: [{ rule: 'filterGroup', visible: false, group: 'Region', userValues: ['North'], recordValues: ['South'] }],
  });
  expect(await explain('entity=Task&key=erp/service/j1/t-0')).toMatchObject({
    visible: true,
    reasons: [{ rule: 'filterGroup', visible: true, recordValues: [] }],
  });
  expect(await explain('entity=Resource&key=R-2')).toMatchObject({
    visible: false,
    reasons: [
      { rule: 'team', visible: false, userValues: ['T1'], recordValues: ['T2'] },
      { rule: 'filterGroup', visible: true },
    ],
  });
  const { id } = (await erp.client.get(`/appointment/${GUID}`)).body;
  expect(await explain(`entity=Appointment&id=${id}`)).toMatchObject({
    id,
    visible: false,
    reasons: [
      { rule: 'reference', entity: 'Task', visible: false },
      { rule: 'resources', visible: true, visibleCount: 1, totalCount: 1 },
    ],
  });
  expect(await explain('entity=Job&key=ERP/SERVICE/J1')).toMatchObject({
    visible: true,
    reasons: [{ rule: 'tasks', visibleCount: 2, totalCount: 3 }],
  });
  const [assignment] = (await erp.client.get('/assignment')).body;
  expect(await explain(`entity=Assignment&id=${assignment.id}`)).toMatchObject({
    visible: false,
    reasons: [
      { rule: 'reference', entity: 'Appointment', visible: false },
      { rule: 'reference', entity: 'Resource', visible: true },
    ],
  });
});

test('what is asked for must exist', async () => {
  const get = (query: string) => admin.client.get(`/me/visibility?${query}`);
  expect((await get('user=nobody@example.com')).status).toBe(404);
  expect((await get('entity=Task&id=999999999')).status).toBe(404);
  expect((await get('entity=Cloud&id=1')).status).toBe(400);
  expect((await get('entity=Task')).status).toBe(400);
});

test('an API key sees everything', async () => {
  const { body } = await erp.client.get('/me/visibility');
  expect(body).toMatchObject({ user: null, limited: false, counts: { tasks: { visible: 3, total: 3 } } });
});

test('the settings of a user apply from the next request on', async () => {
  await anna.limit({});
  expect((await anna.client.get('/me/visibility')).body).toMatchObject({ limited: false });
  await anna.limit({ filterValues: [['Region', 'North']] });
  expect((await anna.client.get('/me/visibility')).body).toMatchObject({ limited: true });
});
