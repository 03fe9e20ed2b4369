import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aCall, sharedService, type TestService, type TestTenant } from '../support/service.ts';
import { aJob, aResource, aTask, aTaskFilter, holdings, jobKey, taskKey } from './builders.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
});

const names = async (path: string, property: string): Promise<string[]> =>
  (await erp.client.get(path)).body.map((each: Record<string, string>) => each[property]).sort();
const aCategory = (name: string) => ({ Name: name, DisplayName: name, Color: '#f00' });

describe('a job', () => {
  beforeEach(async () => {
    await erp.client.import([
      aJob('GO'),
      aJob('STAY'),
      aCall('mboc_upsertContainer', { Name: 'Box' }),
      ...['GO', 'STAY'].flatMap((job) => [
        aTask(job, 'T'),
        aTaskFilter(job, 'T', 'Gas'),
        aCall('mboc_upsertTaskUrl', { ...taskKey(job, 'T'), Url: 'https://x' }),
        aCall('mboc_upsertTaskContainer', { ...taskKey(job, 'T'), ContainerName: 'Box' }),
      ]),
    ]);
  });

  test('goes with its tasks, their filter values, links and memberships, and leaves a tombstone of each', async () => {
    const answer = await erp.client.import([aCall('mboc_deleteJob', jobKey('GO'))]);
    expect(answer.body.counts.deleted).toBe(1);
    for (const path of ['/job', '/task', '/taskFilterValue', '/taskUri', '/taskContainer'])
      expect(await names(path, 'jobNo'), path).toEqual(['STAY']);
    expect(await names('/container', 'name')).toEqual(['Box']);
    const changes = await erp.client.get(`/changes?after=${answer.body.changes - 5}`);
    const told = changes.body.changes.map(
      (each: { entity: string; action: string }) => `${each.entity} ${each.action}`,
    );
    expect(told.sort()).toEqual([
      'Job deleted',
      'Task deleted',
      'TaskContainer deleted',
      'TaskFilterValue deleted',
      'TaskUri deleted',
    ]);
  });

  test('takes its own notifications and those of its tasks along', async () => {
    const note = (key: object) => aCall('mboc_upsertNotification', { ...key, NotificationCode: 'N' });
    await erp.client.import([note(jobKey('GO')), note(taskKey('GO', 'T')), note(jobKey('STAY'))]);
    await erp.client.import([aCall('mboc_deleteJob', jobKey('GO'))]);
    expect(await names('/notification', 'jobNo')).toEqual(['STAY']);
  });

  test('whose key is not complete is not deleted', async () => {
    const before = await holdings(service, erp);
    const answer = await erp.client.del('/job', { jobNo: 'GO' });
    expect([answer.status, answer.body.Code]).toEqual([400, 'REQ015']);
    expect(await holdings(service, erp)).toEqual(before);
  });
});

test('what does not exist is ignored, and that is a success', async () => {
  const before = await holdings(service, erp);
  const answer = await erp.client.import([
    aCall('mboc_deleteJob', jobKey('NO')),
    aCall('mboc_deleteTask', taskKey('NO', 'NO')),
    aCall('mboc_deleteResource', { ResourceNo: 'NO' }),
    aCall('mboc_deleteContainer', { Name: 'NO' }),
    aCall('mboc_clearTaskFilterValue', taskKey('NO', 'NO')),
  ]);
  expect(answer.body).toMatchObject({ success: true, changes: null, counts: { ignored: 5 } });
  expect(await holdings(service, erp)).toEqual(before);
});

test('a container takes its memberships along, never the tasks', async () => {
  const member = (no: string, box: string) =>
    aCall('mboc_upsertTaskContainer', { ...taskKey('J', no), ContainerName: box });
  await erp.client.import([
    aJob('J'),
    aTask('J', '1'),
    aTask('J', '2'),
    ...['Box', 'Other'].map((Name) => aCall('mboc_upsertContainer', { Name })),
    member('1', 'Box'),
    member('2', 'Box'),
    member('1', 'Other'),
  ]);
  await erp.client.del('/container', { Name: 'box' });
  expect(await names('/taskContainer', 'name')).toEqual(['Other']);
  expect(await names('/task', 'taskNo')).toEqual(['1', '2']);
});

test('a resource takes what belongs to it along', async () => {
  const of = (no: string) => [
    aResource(no),
    aCall('mboc_upsertResourceFilterValue', { ResourceNo: no, FilterGroup: 'Skill', FilterValue: 'Gas' }),
    aCall('mboc_upsertResourceCertificate', { ResourceNo: no, CertificateNo: 'C' }),
    aCall('mboc_upsertResourceGpsTracking', { ResourceNo: no, Latitude: 1, Longitude: 2 }),
  ];
  await erp.client.import([...of('GO'), ...of('STAY')]);
  await erp.client.del('/resource', { ResourceNo: 'GO' });
  for (const path of ['/resource', '/resourceFilterValue', '/resourceCertificate', '/resourceGpsTracking'])
    expect(await names(path, 'resourceNo'), path).toEqual(['STAY']);
});

test('a resource that a user is, is not deleted', async () => {
  await erp.client.import([aResource('R')]);
  await erp.client.post('/user', { email: 'r@example.com', resourceNo: 'R' });
  const answer = await erp.client.del('/resource', { ResourceNo: 'R' });
  expect([answer.status, answer.body.Code]).toEqual([409, 'APP005']);
  expect(await names('/resource', 'resourceNo')).toEqual(['R']);
});

describe('names that are deleted are cleared where they were used, in the same change', () => {
  test.each([
    ['/category', 'category', aCategory],
    ['/timeMarker', 'timeMarker', (name: string) => ({ Name: name })],
    ['/pin', 'pin', (name: string) => ({ Name: name })],
  ])('%s', async (path, property, make) => {
    await erp.client.post(path, [make('Red'), make('Blue')]);
    await erp.client.import([
      aJob('J', { [property]: 'RED' }),
      aJob('K', { [property]: 'Blue' }),
      aTask('J', 'T', { [property]: 'red' }),
    ]);
    const answer = await erp.client.del(path, { Name: 'red' });
    expect(answer.body.counts.deleted).toBe(1);
    expect((await erp.client.get('/job?sort=jobNo')).body).toMatchObject([
      { jobNo: 'J', [property]: null, version: 2 },
      { jobNo: 'K', [property]: 'Blue', version: 1 },
    ]);
    expect((await erp.client.get('/task/T')).body).toMatchObject({ [property]: null, version: 2 });
    const { body } = await erp.client.get(`/changes?entity=Job&after=${answer.body.changes - 3}`);
    expect(body.changes).toMatchObject([
      { action: 'updated', before: { [property]: 'RED' }, after: { [property]: null } },
    ]);
  });

  test('in every spelling that a key takes for the same', async () => {
    await erp.client.post('/pin', { Name: 'Caf\u00e9' });
    await erp.client.import([aJob('A', { Pin: 'CAF\u00c9 ' }), aJob('B', { Pin: 'cafe\u0301' })]);
    await erp.client.del('/pin', { Name: 'caf\u00e9' });
    expect((await erp.client.get('/job')).body).toMatchObject([{ pin: null }, { pin: null }]);
  });

  test('a pin of a resource', async () => {
    await erp.client.post('/pin', { Name: 'P' });
    await erp.client.import([aResource('R', { Pin: 'P' })]);
    await erp.client.del('/pin', { Name: 'P' });
    expect((await erp.client.get('/resource/R')).body.pin).toBeNull();
  });

  test('a category that does not exist yet is accepted as text', async () => {
    await erp.client.import([aJob('J', { Category: 'Later' })]);
    expect((await erp.client.get('/job/J')).body.category).toBe('Later');
    expect((await erp.client.get('/category')).body).toEqual([]);
  });

  test('a filter value goes from the tasks and resources that use it; its group takes all of them', async () => {
    await erp.client.post('/filterGroup', { Name: 'Skill' });
    await erp.client.post(
      '/filterValue',
      ['Gas', 'Water'].map((value) => ({ Group: 'Skill', Value: value })),
    );
    const onResource = (value: string) =>
      aCall('mboc_upsertResourceFilterValue', { ResourceNo: 'R', FilterGroup: 'Skill', FilterValue: value });
    await erp.client.import([
      aJob('J'),
      aTask('J', 'T'),
      aResource('R'),
      aTaskFilter('J', 'T', 'gas'),
      aTaskFilter('J', 'T', 'Water'),
      onResource('GAS'),
      onResource('Water'),
    ]);
    await erp.client.del('/filterValue', { Group: 'skill', Value: 'Gas' });
    expect(await names('/taskFilterValue', 'filterValue')).toEqual(['Water']);
    expect(await names('/resourceFilterValue', 'filterValue')).toEqual(['Water']);
    await erp.client.del('/filterGroup', { Name: 'Skill' });
    for (const path of ['/filterValue', '/taskFilterValue', '/resourceFilterValue'])
      expect((await erp.client.get(path)).body, path).toEqual([]);
  });
});

describe('a calendar', () => {
  const aCalendar = (code: string, more: object = {}) => aCall('mboc_upsertCalendar', { CalendarCode: code, ...more });

  test('in use by a resource, a task or another calendar is not deleted', async () => {
    await erp.client.import([
      ...['A', 'B', 'C'].map((code) => aCalendar(code)),
      aCalendar('CHILD', { ParentCode: 'C' }),
      aResource('R'),
      aCall('mboc_upsertResourceCalendar', {
        ResourceCalendarCode: 'RC',
        ResourceNo: 'R',
        CalendarCode: 'A',
        StartDate: '2026-01-01',
        EndDate: '2026-12-31',
      }),
      aJob('J'),
      aTask('J', 'T', { CalendarCode: 'B' }),
    ]);
    for (const code of ['A', 'B', 'C']) {
      const answer = await erp.client.del('/calendar', { Code: code });
      expect([answer.status, answer.body.Code], code).toEqual([409, 'APP005']);
    }
    expect(await names('/calendar', 'code')).toEqual(['A', 'B', 'C', 'CHILD', 'DEFAULT']);
  });

  test('is deleted after what used it in the same batch', async () => {
    await erp.client.import([aCalendar('TOP'), aCalendar('LOW', { ParentCode: 'TOP' })]);
    const answer = await erp.client.import(
      ['LOW', 'TOP'].map((code) => aCall('mboc_deleteCalendar', { CalendarCode: code })),
    );
    expect(answer.body.counts?.deleted).toBe(2);
  });

  test('that does not exist is refused as a reference', async () => {
    const answer = await erp.client.import([aJob('J'), aTask('J', 'T', { CalendarCode: 'NO' })]);
    expect([answer.status, answer.body.Code]).toEqual([409, 'APP004']);
  });

  test('that the same batch made and deleted is refused as a reference', async () => {
    const answer = await erp.client.import([
      aJob('J'),
      aCall('mboc_upsertCalendar', { CalendarCode: 'C' }),
      aCall('mboc_deleteCalendar', { CalendarCode: 'C' }),
      aTask('J', 'T', { CalendarCode: 'C' }),
    ]);
    expect([answer.status, answer.body.Code], answer.text).toEqual([409, 'APP004']);
  });

  test('cannot be its own ancestor', async () => {
    await erp.client.import([aCalendar('A'), aCalendar('B', { ParentCode: 'A' }), aCalendar('C', { ParentCode: 'B' })]);
    for (const [code, parent] of [
      ['A', 'c'],
      ['A', 'A'],
      ['B', 'C'],
    ]) {
      const answer = await erp.client.import([aCalendar(code as string, { ParentCode: parent })]);
      expect([answer.status, answer.body.Code], `${code} below ${parent}`).toEqual([409, 'APP009']);
    }
    const pair = await erp.client.import([
      aCalendar('X'),
      aCalendar('Y', { ParentCode: 'X' }),
      aCalendar('X', { ParentCode: 'Y' }),
    ]);
    expect(pair.body.Code).toBe('APP009');
    expect((await erp.client.get('/calendar/A')).body.parentCode).toBeNull();
  });

  test('set as default takes the place of the one before', async () => {
    await erp.client.post('/calendar', { Code: 'NIGHT', Default: true });
    expect(await names('/calendar?default=true', 'code')).toEqual(['NIGHT']);
    await erp.client.post('/calendar', [
      { Code: 'X', Default: true },
      { Code: 'Y', Default: true },
    ]);
    expect(await names('/calendar?default=true', 'code')).toEqual(['Y']);
  });
});

describe('notifications', () => {
  const note = (key: object, code: string) => aCall('mboc_upsertNotification', { ...key, NotificationCode: code });
  const left = () => names('/notification', 'code');
  beforeEach(async () => {
    await erp.client.import([
      note({}, 'tenant'),
      note(jobKey('J'), 'job'),
      note(taskKey('J', 'T'), 'task'),
      note(taskKey('J', 'T'), 'task too'),
      note(taskKey('J', 'U'), 'other task'),
      note({ AppointmentId: 7 }, 'appointment'),
    ]);
  });

  test('JobNo and TaskNo delete those of the task', async () => {
    await erp.client.import([aCall('mboc_deleteNotification', taskKey('j', 't'))]);
    expect(await left()).toEqual(['appointment', 'job', 'other task', 'tenant']);
  });

  test('JobNo alone deletes those of the job itself', async () => {
    await erp.client.import([aCall('mboc_deleteNotification', jobKey('J'))]);
    expect(await left()).toEqual(['appointment', 'other task', 'task', 'task too', 'tenant']);
  });

  test('a code narrows the delete to that one', async () => {
    await erp.client.import([aCall('mboc_deleteNotification', { ...taskKey('J', 'T'), NotificationCode: 'task' })]);
    expect(await left()).toEqual(['appointment', 'job', 'other task', 'task too', 'tenant']);
  });

  test('AppointmentId deletes those of the appointment', async () => {
    await erp.client.import([aCall('mboc_deleteNotification', { AppointmentId: '7' })]);
    expect(await left()).toEqual(['job', 'other task', 'task', 'task too', 'tenant']);
  });

  test('a delete that names nothing deletes nothing', async () => {
    const answer = await erp.client.import([
      aCall('mboc_deleteNotification', { NotificationText: 'x', AppointmentId: 0 }),
    ]);
    expect(answer.body.counts).toMatchObject({ ignored: 1, deleted: 0 });
    expect(await left()).toHaveLength(6);
  });
});

describe('a delete takes what the same key upserts and no more', () => {
  test('a caption without a language is not the captions of all languages', async () => {
    const key = { Context: 13, FieldName: 'TaskNo' };
    await erp.client.post('/caption', [
      { ...key, Text: 'No.' },
      { ...key, Language: 'de', Text: 'Nr.' },
      { ...key, Language: 'fr', Text: 'N°' },
    ]);
    await erp.client.del('/caption', key);
    expect(await names('/caption', 'text')).toEqual(['Nr.', 'N°']);
  });

  test('an action of no source system is not that of every source system', async () => {
    const key = { UriType: 1, Uri: 'https://x' };
    await erp.client.post('/actionUri', [{ ...key, SourceApp: 'ERP' }, { ...key, SourceApp: 'CRM' }, key]);
    await erp.client.del('/actionUri', key);
    expect(await names('/actionUri', 'sourceApp')).toEqual(['CRM', 'ERP']);
  });

  test('If-Match holds for a delete that names the record by part of its key', async () => {
    await erp.client.post('/connector', { SourceApp: 'ERP', Name: 'a', Uri: 'https://x' });
    const answer = await erp.client.del('/connector', { SourceApp: 'ERP' }, { 'if-match': '"9"' });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await names('/connector', 'name')).toEqual(['a']);
  });
});
