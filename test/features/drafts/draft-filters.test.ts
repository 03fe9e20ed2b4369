import { afterAll, beforeAll, expect, test } from 'vitest';
import { aLimitedPerson } from '../../support/limited-person.ts';
import { aCall, type Client, sharedService, type TestService } from '../../support/service.ts';
import { aPlan, guidOf, inDraft, WINDOW } from './a-plan.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const subjects = async (client: Client): Promise<string[]> =>
  (await client.get(`/board?${WINDOW}`)).body.appointments.map(({ subject }: { subject: string }) => subject).sort();

test('data filters hide in a draft what they hide in the plan, and nobody publishes what they do not see', async () => {
  const erp = await service.tenant();
  await aPlan(erp.client, 2, 3);
  const { status, text } = await erp.client.import([
    ...['A', 'B'].map((name) => aCall('mboc_upsertCategory', { CategoryName: name, DisplayName: name })),
    ...['A', 'B', 'B'].map((Category, i) =>
      aCall('mboc_upsertAppointment', { AppointmentGuid: guidOf(`T${i}`), Category }),
    ),
  ]);
  expect(status, text).toBe(200);
  const { client: planner } = await aLimitedPerson(service, erp, 'planner', { categories: ['A'] });
  expect(await subjects(planner)).toEqual(['Task 0']);
  const { id } = (await erp.client.post('/drafts', { name: 'Shared', shared: true })).body;
  const draft = inDraft(erp.client, id);
  const move = (task: string, hour: number) =>
    draft.post('/appointment', {
      appointmentGuid: guidOf(task),
      start: `2026-03-31T${hour}:00`,
      end: `2026-03-31T${hour}:30`,
    });
  for (const [task, hour] of [
    ['T0', 10],
    ['T1', 10],
    ['T2', 11],
  ] as const)
    expect((await move(task, hour)).status).toBe(200);
  const seen = inDraft(planner, id);
  expect(await subjects(seen)).toEqual(['Task 0']);
  const hidden = await seen.get(`/appointment/${guidOf('T1')}`);
  expect(hidden.status).toBe(404);
  // A hidden appointment that becomes visible in the draft is seen there, and only there.
  await draft.post('/appointment', { appointmentGuid: guidOf('T2'), category: 'A' });
  expect([await subjects(seen), await subjects(planner)]).toEqual([['Task 0', 'Task 2'], ['Task 0']]);
  const { body } = await planner.get(`/drafts/${id}/compare`);
  expect([body.changes.length, body.hidden]).toEqual([2, 1]);
  const refused = await planner.post(`/drafts/${id}/publish`, {});
  expect([refused.status, refused.body.Code]).toEqual([409, 'APP081']);
  expect(refused.text).not.toContain('Task 1');
  const visible = body.changes.find((each: { present: unknown }) => each.present !== null).id;
  expect((await planner.post(`/drafts/${id}/publish`, { changes: [visible] })).status).toBe(200);
  expect((await erp.client.get(`/appointment/${guidOf('T0')}`)).body.start).toContain('2026-03-31T10:00');
});

test('who may only read does not open drafts', async () => {
  const erp = await service.tenant();
  await aPlan(erp.client, 1, 1);
  const { id } = (await erp.client.post('/drafts', { name: 'Shared', shared: true })).body;
  const { client } = await aLimitedPerson(service, erp, 'viewer');
  expect((await client.get('/drafts')).status).toBe(403);
  expect((await inDraft(client, id).get(`/board?${WINDOW}`)).status).toBe(403);
});
