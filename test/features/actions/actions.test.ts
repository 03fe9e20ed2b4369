import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import { aLimitedPerson } from '../../support/limited-person.ts';
import { TestReceiver } from '../../support/receiver.ts';
import { aCall, startService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let receiver: TestReceiver;
let erp: TestTenant;
let appointment: { id: number; appointmentNo: string };
let task: { id: number };
beforeAll(async () => {
  service = await startService({ outbound: { allowPrivate: true, timeoutMs: 5000 } });
  receiver = await TestReceiver.start();
});
afterAll(async () => {
  await receiver.stop();
  await service.close();
});

const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';

beforeEach(async () => {
  erp = await service.tenant();
  receiver.answer = () => ({ status: 200 });
  receiver.received.length = 0;
  const answer = await erp.client.import([
    aResource('R 1', { DisplayName: 'Rania', Email: 'rania@example.com' }),
    aJob('J/1', { CustomerName: 'Astoria & Co', Description: 'Of the job' }),
    aTask('J/1', 'T', { Description: 'Of the task' }),
    aCall('mboc_upsertAppointment', {
      ...taskKey('J/1', 'T'),
      AppointmentGuid: GUID,
      ResourceNo: 'R 1',
      Start: '2026-06-01T10:00',
      End: '2026-06-01T12:00',
    }),
  ]);
  expect(answer.status, answer.text).toBe(200);
  appointment = (await erp.client.get(`/appointment/${GUID}`)).body;
  task = (await erp.client.get('/task?open=all')).body[0];
});

const anAction = async (body: object): Promise<void> => {
  const { status, text } = await erp.client.post('/actionUri', body);
  expect(status, text).toBe(200);
};
const listed = async (query: string): Promise<Record<string, unknown>[]> =>
  (await erp.client.get(`/board/actions${query}`)).body;
const named = async (query: string): Promise<unknown[]> => (await listed(query)).map(({ description }) => description);

describe('GET /board/actions', () => {
  test('lists actions by type and source, the default one first', async () => {
    const uri = 'https://erp.example/';
    await anAction({ uriType: 1, uri: `${uri}1`, description: 'All appointments' });
    await anAction({
      uriType: 1,
      uri: `${uri}2`,
      description: 'Our appointments',
      sourceApp: 'erp',
      sourceType: 'service',
    });
    await anAction({ uriType: 1, uri: `${uri}3`, description: 'Of another system', sourceApp: 'CRM' });
    await anAction({ uriType: 1, uri: `${uri}4`, description: 'Usual', default: true });
    await anAction({ uriType: 2, uri: `${uri}5`, description: 'Task' });
    await anAction({ uriType: 0, uri: `${uri}6`, description: 'Board', sourceApp: 'CRM' });
    await anAction({ uriType: 3, uri: `${uri}7`, description: 'Map' });
    expect(await named(`?appointment=${appointment.id}`)).toEqual(['Usual', 'All appointments', 'Our appointments']);
    expect(await named(`?task=${task.id}`)).toEqual(['Task']);
    expect(await named(`?task=${task.id}&place=map`)).toEqual(['Map']);
    expect(await named('?resource=R%201')).toEqual(['Board']);
    expect(await named('')).toEqual(['Board']);
  });

  test('fills in the fields of the records, encoded', async () => {
    await anAction({
      uriType: 1,
      uri: 'https://erp.example/{jobNo}/#TASKNO#?c={customerName}&r=#RESOURCE#&s=#START#&d={job.description}&u={user}&x={nothing}',
    });
    const [action] = await listed(`?appointment=${appointment.id}`);
    expect(action).toMatchObject({ description: 'erp.example', request: 'GET', unknown: ['nothing'] });
    expect(action?.['uri']).toMatch(
      /^https:\/\/erp\.example\/J%2F1\/T\?c=Astoria%20%26%20Co&r=R%201&s=2026-06-01T10%3A00%3A00%2B02%3A00&d=Of%20the%20job&u=[^&]+&x=\{nothing\}$/,
    );
    await anAction({ uriType: 0, uri: 'https://erp.example/new?r=#RESOURCE#&m={email}&s=#START#&a=#DATABASEACTION#' });
    const [board] = await listed('?resource=R%201&start=2026-06-02T08:00');
    expect(board?.['uri']).toBe(
      'https://erp.example/new?r=R%201&m=rania%40example.com&s=2026-06-02T08%3A00%3A00%2B02%3A00&a=A',
    );
  });

  test('leaves out one that runs a script and was stored before that was refused', async () => {
    await anAction({ uriType: 2, uri: 'https://old.example' });
    await service.deps.db.query(`update action_uri set uri = 'javascript:alert(1)' where tenant_id = $1`, [
      erp.tenant.id,
    ]);
    expect(await listed(`?task=${task.id}`)).toEqual([]);
  });

  test('shows nothing of records that the caller does not see', async () => {
    await anAction({ uriType: 1, uri: 'https://erp.example/{customerName}' });
    const person = await aLimitedPerson(service, erp, 'planner', { categories: ['Other'] });
    await erp.client.import([
      aCall('mboc_upsertCategory', { CategoryName: 'Secret', DisplayName: 'Secret' }),
      aCall('mboc_updateAppointmentCategory', { AppointmentGuid: GUID, Category: 'Secret' }),
    ]);
    expect((await person.client.get(`/board/actions?appointment=${appointment.id}`)).status).toBe(404);
    const other = await service.tenant();
    expect((await other.client.get(`/board/actions?appointment=${appointment.id}`)).status).toBe(404);
    expect((await erp.client.get(`/board/actions?appointment=1&task=2`)).status).toBe(400);
  });
});

describe('POST /board/actions/{id}/run', () => {
  const aPost = async (uri = `${receiver.url}/hook/{jobNo}`): Promise<number> => {
    await anAction({ uriType: 1, uri, description: 'Send', requestType: 2 });
    const [action] = await listed(`?appointment=${appointment.id}`);
    expect(action).toMatchObject({ request: 'POST', uri: null });
    return Number(action?.['id']);
  };
  const events = async () => {
    const { body } = await erp.client.get('/audit');
    return (body as { kind: string; subject: string; detail: Record<string, unknown> }[]).filter(({ kind }) =>
      kind.startsWith('action.'),
    );
  };

  test('sends the records, returns the answer and is audited without the address', async () => {
    receiver.answer = () => ({ status: 202, body: 'Queued as 7' });
    const id = await aPost(`${receiver.url}/secret-token/{jobNo}`);
    const { status, body, text } = await erp.client.post(`/board/actions/${id}/run`, { appointment: appointment.id });
    expect(status, text).toBe(200);
    expect(body).toMatchObject({ sent: true, status: 202, statusText: 'Accepted', message: 'Queued as 7' });
    const [request] = receiver.received;
    expect(request?.path).toBe('/secret-token/J%2F1');
    expect(request?.headers['content-type']).toMatch(/^application\/json/);
    expect(request?.body).toMatchObject({
      action: { id, description: 'Send' },
      target: 'appointment',
      appointment: { appointmentNo: appointment.appointmentNo },
      task: { taskNo: 'T', description: 'Of the task' },
      job: { jobNo: 'J/1', customerName: 'Astoria & Co' },
      resources: ['R 1'],
      start: '2026-06-01T10:00:00+02:00',
    });
    const [event] = await events();
    expect(event).toMatchObject({ kind: 'action.sent', subject: 'Send' });
    expect(event?.detail).toMatchObject({
      action: id,
      status: 202,
      target: `appointment ${appointment.appointmentNo}`,
    });
    expect(JSON.stringify(event)).not.toContain('secret-token');
  });

  test('reports a refusal, a redirect, no connection and no answer, and does not repeat it', async () => {
    const id = await aPost();
    const run = async () => (await erp.client.post(`/board/actions/${id}/run`, { appointment: appointment.id })).body;
    receiver.answer = () => ({ status: 422, body: 'No such order' });
    expect(await run()).toMatchObject({ sent: false, status: 422, message: 'No such order' });
    receiver.answer = () => ({ status: 302, headers: { location: `${receiver.url}/elsewhere` } });
    expect(await run()).toMatchObject({ sent: false, status: 302 });
    receiver.answer = () => 'drop';
    expect(await run()).toMatchObject({ sent: false, status: null, message: 'The connection was closed.' });
    receiver.answer = () => 'silence';
    expect(await run()).toMatchObject({ sent: false, status: null, message: 'Timeout: no response.' });
    expect(receiver.received.map(({ path }) => path)).toEqual(Array(4).fill('/hook/J%2F1'));
    expect((await events()).map(({ kind }) => kind)).toEqual(Array(4).fill('action.failed'));
  });

  test('is refused without the permission to plan, for a link, and for another record than its own', async () => {
    const id = await aPost();
    const viewer = await aLimitedPerson(service, erp, 'viewer');
    const body = { appointment: appointment.id };
    expect((await viewer.client.post(`/board/actions/${id}/run`, body)).status).toBe(403);
    expect((await erp.client.post(`/board/actions/${id}/run`, { task: task.id })).status).toBe(404);
    expect((await erp.client.post('/board/actions/x/run', body)).status).toBe(404);
    const other = await service.tenant();
    expect((await other.client.post(`/board/actions/${id}/run`, {})).status).toBe(404);
    await anAction({ uriType: 0, uri: 'https://erp.example', description: 'Link' });
    const [link] = await listed('');
    expect((await erp.client.post(`/board/actions/${link?.['id']}/run`, {})).body.Code).toBe('REQ014');
    expect(receiver.received).toEqual([]);
  });

  test('never reaches a private network unless the operator allows it', async () => {
    const guarded = await startService({ outbound: { allowPrivate: false, timeoutMs: 5000 } });
    try {
      const tenant = await guarded.tenant();
      await tenant.client.post('/actionUri', { uriType: 0, uri: `${receiver.url}/inside`, requestType: 2 });
      const [action] = (await tenant.client.get('/board/actions')).body;
      const { body } = await tenant.client.post(`/board/actions/${action.id}/run`, {});
      expect(body).toMatchObject({ sent: false, status: null });
      expect(body.message).toContain('not allowed');
      expect(receiver.received).toEqual([]);
    } finally {
      await guarded.close();
    }
  });
});
