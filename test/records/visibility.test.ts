import { afterAll, beforeAll, expect, test } from 'vitest';
import { aLimitedPerson, type LimitedPerson } from '../support/limited-person.ts';
import { aCall, type Client, sharedService, type TestService, type TestTenant } from '../support/service.ts';
import { aJob, aResource, aTask, aTaskFilter, taskKey } from './builders.ts';

let service: TestService;
let erp: TestTenant;
let anna: LimitedPerson;

const guids = { 'A-N': 1, 'A-S': 2, 'A-0': 3, 'A-0S': 4, 'A-X': 5 };
const guidOf = (name: keyof typeof guids) => `00000000-0000-4000-8000-00000000000${guids[name]}`;
const anAppointment = (name: keyof typeof guids, job: string, task: string, resource: string | null) =>
  aCall('mboc_upsertAppointment', {
    AppointmentGuid: guidOf(name),
    Subject: name,
    ...taskKey(job, task),
    Start: '2026-03-02T08:00:00Z',
    End: '2026-03-02T09:00:00Z',
    ResourceNo: resource,
  });
const inGroup = (group: string, resource: string, value: string) =>
  aCall('mboc_upsertResourceFilterValue', { ResourceNo: resource, FilterGroup: group, FilterValue: value });
const region = (job: string, task: string, value: string) => aTaskFilter(job, task, value, { FilterGroup: 'Region' });

const WINDOW = 'startDate=2026-03-01&endDate=2026-03-08';

beforeAll(async () => {
  service = await sharedService();
  erp = await service.tenant();
  const { status, text } = await erp.client.import([
    aCall('mboc_upsertFilterGroup', { GroupName: 'Region', DataFilter: true }),
    aCall('mboc_upsertFilterGroup', { GroupName: 'Skill', DataFilter: false }),
    ...['North', 'South'].map((value) =>
      aCall('mboc_upsertFilterValue', { FilterGroupName: 'Region', FilterValue: value }),
    ),
    aCall('mboc_upsertFilterValue', { FilterGroupName: 'Skill', FilterValue: 'Welding' }),
    aResource('R-N', { TeamCode: 'T1' }),
    aResource('R-S', { TeamName: 'Second team' }),
    aResource('R-0'),
    inGroup('region', 'R-N', 'NORTH'),
    inGroup('Region', 'R-S', 'South'),
    aJob('J1'),
    aTask('J1', 'T-N', { Category: 'Visit' }),
    aTask('J1', 'T-S', { TimeMarker: 'Late' }),
    aTask('J1', 'T-0'),
    region('J1', 'T-N', 'North'),
    region('J1', 'T-S', 'South'),
    aTaskFilter('J1', 'T-0', 'Diving'),
    aJob('J2'),
    aTask('J2', 'T-S2'),
    region('J2', 'T-S2', 'South'),
    aJob('J3'),
    aCall('mboc_upsertTaskUrl', { ...taskKey('J1', 'T-S'), url: 'https://example.com/s' }),
    aCall('mboc_upsertTaskUrl', { ...taskKey('J1', 'T-N'), url: 'https://example.com/n' }),
    anAppointment('A-N', 'J1', 'T-N', 'R-N'),
    anAppointment('A-N', 'J1', 'T-N', 'R-S'),
    anAppointment('A-S', 'J1', 'T-S', 'R-N'),
    anAppointment('A-0', 'J1', 'T-0', null),
    anAppointment('A-0S', 'J1', 'T-0', 'R-S'),
    aCall('mboc_upsertNotification', { ...taskKey('J1', 'T-S'), NotificationCode: 'N1', NotificationText: 'South' }),
    aCall('mboc_upsertNotification', { ...taskKey('J1', 'T-N'), NotificationCode: 'N2', NotificationText: 'North' }),
  ]);
  expect(status, text).toBe(200);
  anna = await aLimitedPerson(service, erp, 'planner');
});
afterAll(() => service.close());

const names = async (client: Client, path: string, property: string): Promise<string[]> => {
  const { status, body, text, headers } = await client.get(path);
  expect(status, text).toBe(200);
  expect(headers.get('x-total-count')).toBe(String(body.length));
  return body.map((record: Record<string, string>) => record[property]).sort();
};
const tasks = (client: Client) => names(client, '/task?open=all', 'taskNo');
const resources = (client: Client) => names(client, '/resource', 'resourceNo');
const appointments = (client: Client) => names(client, `/appointment?${WINDOW}`, 'subject');

test('without data filters a person sees everything', async () => {
  await anna.limit({});
  expect(await tasks(anna.client)).toEqual(['T-0', 'T-N', 'T-S', 'T-S2']);
  expect(await resources(anna.client)).toEqual(['R-0', 'R-N', 'R-S']);
  expect(await appointments(anna.client)).toEqual(['A-0', 'A-0S', 'A-N', 'A-S']);
});

test('a value of a data filter hides the records that have other values of its group', async () => {
  await anna.limit({ filterValues: [['Region', 'North']] });
  expect(await tasks(anna.client)).toEqual(['T-0', 'T-N']);
  expect(await resources(anna.client)).toEqual(['R-0', 'R-N']);
  expect(await names(anna.client, '/job', 'jobNo')).toEqual(['J1', 'J3']);
  expect(await names(anna.client, '/taskUri', 'uri')).toEqual(['https://example.com/n']);
  expect(await names(anna.client, '/notification', 'code')).toEqual(['N2']);
  expect(await names(anna.client, '/taskFilterValue', 'filterValue')).toEqual(['Diving', 'North']);
});

test('a group that is not a data filter does not limit', async () => {
  await anna.limit({ filterValues: [['Skill', 'Welding']] });
  expect(await tasks(anna.client)).toEqual(['T-0', 'T-N', 'T-S', 'T-S2']);
});

test('an appointment is hidden with its task, or when all of its resources are hidden', async () => {
  await anna.limit({ filterValues: [['Region', 'North']] });
  expect(await appointments(anna.client)).toEqual(['A-0', 'A-N']);
  const { body } = await anna.client.get(`/appointment/${guidOf('A-N')}`);
  expect(body.resources).toMatchObject([{ resourceNo: 'R-N' }]);
  expect(await names(anna.client, '/assignment', 'resourceNo')).toEqual(['R-N']);
  expect(await names(anna.client, `/appointment?${WINDOW}&resources=R-S`, 'subject')).toEqual([]);
});

test('categories, time markers and teams limit what has one', async () => {
  await anna.limit({ categories: ['repair'] });
  expect(await tasks(anna.client)).toEqual(['T-0', 'T-S', 'T-S2']);
  await anna.limit({ timeMarkers: ['LATE'] });
  expect(await tasks(anna.client)).toEqual(['T-0', 'T-N', 'T-S', 'T-S2']);
  await anna.limit({ timeMarkers: ['early'] });
  expect(await tasks(anna.client)).toEqual(['T-0', 'T-N', 'T-S2']);
  await anna.limit({ teams: ['t1'] });
  expect(await resources(anna.client)).toEqual(['R-0', 'R-N']);
  await anna.limit({ teams: ['second team'] });
  expect(await resources(anna.client)).toEqual(['R-0', 'R-S']);
});

test('a hidden record answers like one that does not exist', async () => {
  await anna.limit({ filterValues: [['Region', 'North']] });
  for (const [path, absent] of [
    ['/task/T-S', '/task/T-X'],
    ['/task/T-S/history', '/task/T-X/history'],
    ['/resource/R-S', '/resource/R-X'],
    [`/appointment/${guidOf('A-S')}`, `/appointment/${guidOf('A-X')}`],
    [`/appointment/${guidOf('A-S')}/history`, `/appointment/${guidOf('A-X')}/history`],
    ['/job/J2', '/job/JX'],
  ] as const) {
    const [hidden, missing] = await Promise.all([anna.client.get(path), anna.client.get(absent)]);
    expect(hidden.status, path).toBe(404);
    const nameless = (text: string, name: string) =>
      text.replaceAll(name, '?').replace(/"requestId":"[^"]*"/g, '"requestId":""');
    const last = (each: string) => each.split('/')[2] ?? '';
    expect(nameless(hidden.text, last(path))).toBe(nameless(missing.text, last(absent)));
  }
});

test('included records are limited', async () => {
  await anna.limit({ filterValues: [['Region', 'North']] });
  const { body } = await anna.client.get('/job/J1?include=tasks');
  expect(body.tasks.map(({ taskNo }: { taskNo: string }) => taskNo).sort()).toEqual(['T-0', 'T-N']);
});

test('API keys are not limited', async () => {
  await anna.limit({ filterValues: [['Region', 'North']] });
  expect(await tasks(erp.client)).toHaveLength(4);
});
