import { afterAll, beforeAll, expect, test } from 'vitest';
import { EventClient } from '../support/event-client.ts';
import { aLimitedPerson, type LimitedPerson } from '../support/limited-person.ts';
import { type Answer, aCall, sharedService, type TestService, type TestTenant } from '../support/service.ts';
import { aJob, aResource, aTask, aTaskFilter, taskKey } from './builders.ts';

let service: TestService;
let erp: TestTenant;
let anna: LimitedPerson;

const region = (task: string, value: string) => aTaskFilter('J1', task, value, { FilterGroup: 'Region' });
const guid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const anAppointment = (n: number, task: string) =>
  aCall('mboc_upsertAppointment', {
    AppointmentGuid: guid(n),
    ...taskKey('J1', task),
    Start: '2026-03-02T08:00:00Z',
    End: '2026-03-02T09:00:00Z',
  });

beforeAll(async () => {
  service = await sharedService();
  erp = await service.tenant();
  const { status, text } = await erp.client.import([
    aCall('mboc_upsertFilterGroup', { GroupName: 'Region', DataFilter: true }),
    ...['North', 'South'].map((value) =>
      aCall('mboc_upsertFilterValue', { FilterGroupName: 'Region', FilterValue: value }),
    ),
    aResource('R-S'),
    aCall('mboc_upsertResourceFilterValue', { ResourceNo: 'R-S', FilterGroup: 'Region', FilterValue: 'South' }),
    aJob('J1'),
    ...['T-N', 'T-S', 'T-0'].map((no) => aTask('J1', no)),
    region('T-N', 'North'),
    region('T-S', 'South'),
    anAppointment(1, 'T-N'),
    anAppointment(2, 'T-S'),
  ]);
  expect(status, text).toBe(200);
  anna = await aLimitedPerson(service, erp, 'admin', { filterValues: [['Region', 'North']] });
});
afterAll(() => service.close());

/** The answer without what names the record and the request. */
const plain = ({ status, text }: Answer, ...names: string[]): string =>
  names
    .reduce((rest, name) => rest.replaceAll(name, '?'), `${status} ${text}`)
    .replace(/\\?"requestId\\?":\\?"[^"\\]*\\?"/g, '')
    .replace(/"pending":true/g, '');

test('a write to a hidden record answers as one to a record that does not exist', async () => {
  const { client } = anna;
  const key = (task: string) => ({ SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J1', TaskNo: task });
  const tries: readonly (readonly [string, (name: string) => Promise<Answer>])[] = [
    ['delete a task', (no) => client.del('/task', key(no))],
    ['lock a task', (no) => client.put('/taskLocked', { ...key(no), Locked: true })],
    ['wish for a resource', (no) => client.post('/taskAssignment', { ...key(no), ResourceNo: 'R-S' })],
    ['clear filter values', (no) => client.import([aCall('mboc_ClearTaskFilterValue', key(no))])],
    ['delete with a version', (no) => client.del('/task', key(no), { 'if-match': '"1"' })],
    [
      'plan the task',
      (no) => client.post('/appointment', { ...key(no), Start: '2026-03-03T08:00:00Z', End: '2026-03-03T09:00:00Z' }),
    ],
  ];
  for (const [name, send] of tries) expect(plain(await send('T-S'), 'T-S'), name).toBe(plain(await send('T-X'), 'T-X'));
  const onAppointment = (id: string) => client.put('/appointmentCategory', { AppointmentGuid: id, Category: 'Visit' });
  expect(plain(await onAppointment(guid(2)), guid(2))).toBe(plain(await onAppointment(guid(7)), guid(7)));
  const onResource = (no: string) => client.post('/assignment', { AppointmentGuid: guid(1), ResourceNo: no });
  expect(plain(await onResource('R-S'), 'R-S')).toBe(plain(await onResource('R-X'), 'R-X'));
  // Nothing of it was done.
  expect((await erp.client.get('/task/T-S')).body).toMatchObject({ locked: false, version: 1 });
  expect((await erp.client.get('/taskFilterValue')).body).toHaveLength(2);
});

test('a new record cannot take the key of a hidden one', async () => {
  const { status, body } = await anna.client.post('/task', {
    ...taskKey('J1', 'T-S'),
    ShortDescription: 'Another one',
  });
  expect(status).toBe(409);
  expect(body.Code).toBe('APP035');
  expect((await erp.client.get('/task/T-S')).body).toMatchObject({ shortDescription: 'Task T-S' });
});

test('what is visible can be written', async () => {
  const { body } = await anna.client.put('/taskLocked', { ...taskKey('J1', 'T-0'), Locked: true });
  expect(body.results).toMatchObject([{ outcome: 'updated' }]);
});

test('what a batch makes stays within its reach, though a filter value hides it', async () => {
  const { status, body, text } = await anna.client.import([
    aTask('J1', 'T-9'),
    region('T-9', 'South'),
    aCall('mboc_upsertTaskUrl', { ...taskKey('J1', 'T-9'), url: 'https://example.com/9' }),
    aTask('J1', 'T-9', { Description: 'again' }),
  ]);
  expect(status, text).toBe(200);
  expect(body.counts).toMatchObject({ rejected: 0, ignored: 0 });
  expect((await anna.client.get('/task/T-9')).status).toBe(404);
  expect((await erp.client.get('/task/T-9?include=uris')).body).toMatchObject({ description: 'again', uris: [{}] });
});

test('an undo of a hidden change answers as one of a change that is gone', async () => {
  const [change] = (await erp.client.get('/task/T-S/history')).body;
  const hidden = await anna.client.post(`/changes/${change.number}/undo`, {});
  expect(hidden.status).toBe(404);
  const gone = await anna.client.post('/changes/999999/undo', {});
  expect(gone.body.Code).toBe(hidden.body.Code);
  const { requestId } = change;
  const all = await anna.client.post('/changes/undo', { requestId });
  expect(all.status).toBe(404);
});

test('a live stream shows changes of visible records only', async () => {
  const stream = new EventClient(`${service.baseUrl}/changes/stream?entity=Task`, anna.token);
  try {
    await stream.until(({ status }) => status === 200, 'the stream');
    await erp.client.put('/task', { ...taskKey('J1', 'T-S'), Description: 'hidden' });
    await erp.client.put('/task', { ...taskKey('J1', 'T-N'), Description: 'visible' });
    await stream.until(() => stream.named('change').length > 0, 'a change');
    expect(stream.named('change').map(({ data }) => data.key)).toEqual(['ERP/SERVICE/J1/T-N']);
    await erp.client.del('/task', { ...taskKey('J1', 'T-S'), CheckAppointments: false });
    await erp.client.del('/task', { ...taskKey('J1', 'T-N'), CheckAppointments: false });
    await stream.until(() => stream.named('change').length > 1, 'a delete');
    expect(stream.named('change').map(({ data }) => `${data.key} ${data.action}`)).toEqual([
      'ERP/SERVICE/J1/T-N updated',
      'ERP/SERVICE/J1/T-N deleted',
    ]);
    await anna.limit({ filterValues: [['Region', 'South']] });
    await stream.until(({ ends }) => ends === 1, 'the end of the stream');
  } finally {
    stream.close();
  }
});
