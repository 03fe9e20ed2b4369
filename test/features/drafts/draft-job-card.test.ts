import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aLimitedPerson } from '../../support/limited-person.ts';
import { aCall, type Client, sharedService, type TestService, type TestTenant } from '../../support/service.ts';
import { aPlan, guidOf, inDraft } from './a-plan.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
  await aPlan(erp.client, 2, 2);
});

async function aDraft(shared = false): Promise<{ readonly id: number; readonly draft: Client }> {
  const { body } = await erp.client.post('/drafts', { name: 'What if', shared });
  return { id: body.id, draft: inDraft(erp.client, body.id) };
}

const idOf = async (guid: string, client: Client): Promise<number> =>
  (await client.get(`/appointment/${guid}`)).body.id;
const cardOf = (id: number, client: Client) => client.get(`/board/jobCard?appointment=${id}`);
const put = async (client: Client, appointment: object): Promise<void> => {
  const { status, text } = await client.post('/appointment', appointment);
  expect(status, text).toBe(200);
};

test('the job card shows an appointment and the plan of its task as the draft has them', async () => {
  const { draft } = await aDraft();
  const id = await idOf(guidOf('T0'), erp.client);
  const before = (await cardOf(id, erp.client)).body;
  const times = { start: '2026-03-31T11:00', end: '2026-03-31T13:00' };
  await put(draft, { appointmentGuid: guidOf('T0'), ...times, resourceNo: 'R1', replaceResource: true });
  const { status, body, text } = await cardOf(id, draft);
  expect(status, text).toBe(200);
  expect(body.appointment).toMatchObject({ id, start: '2026-03-31T11:00:00+02:00', end: '2026-03-31T13:00:00+02:00' });
  expect(body.resources).toMatchObject([{ resourceNo: 'R1' }]);
  expect(body.budget).toMatchObject({ plannedInSeconds: 7200, remainingInSeconds: 0 });
  expect((await cardOf(id, erp.client)).body).toEqual(before);
});

test('the job card shows appointments that exist only in the draft, with the travel around them', async () => {
  const key = { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J1' };
  await erp.client.import([aCall('mboc_upsertJob', { ...key, SiteAddressGeoLat: 51.05, SiteAddressGeoLong: 3.72 })]);
  const { draft } = await aDraft();
  const guid = '00000000-0000-4000-8000-0000000000aa';
  const task = { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J1', taskNo: 'T1' };
  const times = { start: '2026-03-30T13:00', end: '2026-03-30T14:00' };
  await put(draft, { ...task, appointmentGuid: guid, ...times, resourceNo: 'R0', subject: 'Only here' });
  const id = await idOf(guid, draft);
  const { status, body, text } = await cardOf(id, draft);
  expect(status, text).toBe(200);
  expect(body).toMatchObject({ appointment: { id, subject: 'Only here' }, task: { taskNo: 'T1' } });
  // The way leads from the appointment of the plan.
  expect(body.resources).toMatchObject([{ resourceNo: 'R0', before: { from: 'appointment', subject: 'Task 0' } }]);
  expect(body.budget.plannedAppointments).toBe(2);
  expect((await cardOf(id, erp.client)).status).toBe(404);
});

test('an appointment that the draft deletes has no job card there, and its task has one', async () => {
  const { draft } = await aDraft();
  const id = await idOf(guidOf('T0'), erp.client);
  const { task } = (await cardOf(id, erp.client)).body;
  expect((await draft.del('/appointment', { appointmentGuid: guidOf('T0') })).status).toBe(200);
  expect((await cardOf(id, draft)).status).toBe(404);
  const ofTask = (await draft.get(`/board/jobCard?task=${task.id}`)).body;
  expect(ofTask.budget.plannedAppointments).toBe(0);
  expect((await cardOf(id, erp.client)).body.budget.plannedAppointments).toBe(1);
});

test('data filters hide the job card of a draft, as they hide that of the plan', async () => {
  const { id: shared, draft } = await aDraft(true);
  await erp.client.import([
    ...['A', 'B'].map((name) => aCall('mboc_upsertCategory', { CategoryName: name, DisplayName: name })),
    ...['A', 'B'].map((Category, i) => aCall('mboc_upsertAppointment', { AppointmentGuid: guidOf(`T${i}`), Category })),
  ]);
  const { client: planner } = await aLimitedPerson(service, erp, 'planner', { categories: ['A'] });
  const [seen, hidden] = [await idOf(guidOf('T0'), draft), await idOf(guidOf('T1'), draft)];
  const times = { start: '2026-03-30T10:00', end: '2026-03-30T11:00' };
  await put(draft, { appointmentGuid: guidOf('T1'), ...times, resourceNo: 'R0', replaceResource: true });
  const card = await cardOf(seen, inDraft(planner, shared));
  expect(card.status, card.text).toBe(200);
  expect(card.text).not.toContain('Task 1');
  expect((await cardOf(hidden, inDraft(planner, shared))).status).toBe(404);
});
