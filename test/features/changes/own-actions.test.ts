import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aJob, aResource, aTask } from '../../records/builders.ts';
import { aPerson } from '../../support/people.ts';
import { type Answer, type Client, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
let anna: Client;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
  await erp.client.import([aJob('1'), aTask('1', 'PUMP', { Subject: 'Pump' }), aResource('RANIA'), aResource('BEN')]);
  anna = await aPerson(service, erp, 'planner');
});

const well = (answer: Answer): Answer => {
  expect(answer.status, answer.text).toBe(200);
  return answer;
};
const own = async (client = anna) => {
  const { body } = well(await client.get('/changes/own'));
  return body as Record<'undo' | 'redo', { requestId: string; action: string; appointmentId: number }[]>;
};
const undo = async (requestId: string): Promise<string> =>
  well(await anna.post('/changes/undo', { requestId })).headers.get('x-request-id')!;
const plan = async (client = anna): Promise<number> => {
  const { body } = well(
    await client.post('/appointment', {
      ...{ sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: '1', taskNo: 'PUMP', resourceNo: 'RANIA' },
      ...{ start: '2026-06-03T10:00', end: '2026-06-03T12:00' },
    }),
  );
  return body.appointments[0].id as number;
};

test('own actions are listed with what they did, the newest first', async () => {
  const id = await plan();
  well(await anna.post('/appointment', { appointmentId: id, start: '2026-06-04T09:00', end: '2026-06-04T11:00' }));
  well(await anna.post('/appointmentImportance', { appointmentId: id, importance: 1 }));
  const { undo: actions, redo } = await own();
  const common = { appointments: 1, appointmentId: id, subject: 'Pump' };
  expect(actions).toMatchObject([
    { ...common, action: 'updated', start: '2026-06-04T09:00:00+02:00' },
    { ...common, action: 'moved', start: '2026-06-04T09:00:00+02:00', end: '2026-06-04T11:00:00+02:00' },
    { ...common, action: 'created', start: '2026-06-03T10:00:00+02:00' },
  ]);
  expect(redo).toEqual([]);
});

test('an undo moves an action to redo, and a redo moves it back', async () => {
  const id = await plan();
  well(await anna.post('/appointment', { appointmentId: id, start: '2026-06-04T09:00', end: '2026-06-04T11:00' }));
  const [move, creation] = (await own()).undo;
  const undone = await undo(move!.requestId);
  expect(await own()).toMatchObject({
    undo: [{ requestId: creation!.requestId, action: 'created' }],
    redo: [{ requestId: undone, action: 'moved', start: '2026-06-04T09:00:00+02:00' }],
  });
  const redone = await undo(undone);
  expect(await own()).toMatchObject({ undo: [{ requestId: redone, action: 'moved' }, {}], redo: [] });
  const again = await undo(redone);
  expect((await own()).redo).toMatchObject([{ requestId: again }]);
  // A new action ends what could be redone.
  well(await anna.post('/appointmentLocked', { appointmentId: id, locked: true }));
  expect(await own()).toMatchObject({ undo: [{ action: 'updated' }, { action: 'created' }], redo: [] });
});

test('a deleted appointment keeps its name', async () => {
  const id = await plan();
  well(await anna.send('DELETE', '/appointment', { appointmentId: id }));
  expect((await own()).undo[0]).toMatchObject({ action: 'deleted', subject: 'Pump', appointmentId: id });
});

test('actions of others, of imports and of other pages are not listed', async () => {
  const ben = await aPerson(service, erp, 'planner');
  const chief = await aPerson(service, erp, 'admin');
  await plan(ben);
  well(await chief.post('/category', { name: 'Repair', displayName: 'Repair', color: '#112233' }));
  expect(await own()).toEqual({ undo: [], redo: [] });
  expect((await own(chief)).undo).toEqual([]);
  expect((await own(ben)).undo).toMatchObject([{ action: 'created' }]);
  well(await chief.import([aResource('CARLA')]));
  expect((await own(chief)).undo).toEqual([]);
});

test('an action that others built upon stays listed, and its undo is refused with the reason', async () => {
  const id = await plan();
  const ben = await aPerson(service, erp, 'planner');
  well(await anna.post('/appointment', { appointmentId: id, start: '2026-06-04T09:00', end: '2026-06-04T11:00' }));
  well(await ben.post('/appointment', { appointmentId: id, start: '2026-06-05T09:00', end: '2026-06-05T11:00' }));
  const [move] = (await own()).undo;
  const refused = await anna.post('/changes/undo', { requestId: move!.requestId });
  expect([refused.status, refused.body.Code]).toEqual([409, 'APP018']);
  expect(refused.body.conflicts[0].by.actor).toMatch(/^user:/);
});

test('those who may not plan are refused, and another tenant sees nothing', async () => {
  const viewer = await aPerson(service, erp, 'viewer');
  expect((await viewer.get('/changes/own')).status).toBe(403);
  await plan();
  const other = await service.tenant();
  expect((await other.client.get('/changes/own')).body).toEqual({ undo: [], redo: [] });
});
