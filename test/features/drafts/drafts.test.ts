import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aCall, clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';
import { aPlan, guidOf, inDraft, WINDOW } from './a-plan.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
});

async function aDraft(name = 'What if', shared = false): Promise<number> {
  const { status, body, text } = await erp.client.post('/drafts', { name, shared });
  expect(status, text).toBe(201);
  return body.id;
}

const bars = async (client = erp.client): Promise<Record<string, unknown>[]> =>
  (await client.get(`/board?${WINDOW}`)).body.appointments;

const barOf = async (subject: string, client = erp.client) =>
  (await bars(client)).find((bar) => bar['subject'] === subject) as {
    id: number;
    version: number;
    start: string;
    resources: string[];
    appointmentNo: string;
  };

const move = (no: string, hour: string, resource?: string) => ({
  appointmentNo: no,
  start: `2026-03-31T${hour}:00`,
  end: `2026-03-31T${hour}:59`,
  ...(resource ? { resourceNo: resource, replaceResource: true } : {}),
});

describe('a draft', () => {
  test('has its changes and the plan does not', async () => {
    await aPlan(erp.client, 2, 2);
    const draft = inDraft(erp.client, await aDraft());
    const before = await barOf('Task 0');
    const { status, text, body } = await draft.post('/appointment', move(before.appointmentNo, '11', 'R1'));
    expect(status, text).toBe(200);
    expect(body.changes).toBe(null);
    const after = await barOf('Task 0', draft);
    expect(after).toMatchObject({ id: before.id, start: '2026-03-31T11:00:00+02:00', resources: ['R1'] });
    expect(await barOf('Task 0')).toEqual(before);
    expect((await erp.client.get('/changes?limit=1000')).body.changes).toHaveLength(
      (await erp.client.get('/changes?limit=1000')).body.last,
    );
  });

  test('takes several changes of one appointment, each with the version of the one before', async () => {
    await aPlan(erp.client, 2, 1);
    const draft = inDraft(erp.client, await aDraft());
    const { appointmentNo, version } = await barOf('Task 0');
    for (const [i, hour] of ['10', '11', '12'].entries()) {
      const sent = await draft.post('/appointment', move(appointmentNo, hour), { 'if-match': `"${version + i}"` });
      expect(sent.status, sent.text).toBe(200);
    }
    const stale = await draft.post('/appointment', move(appointmentNo, '13'), { 'if-match': `"${version}"` });
    expect(stale.status).toBe(412);
    expect((await barOf('Task 0', draft)).version).toBe(version + 3);
    // Something else changes in the plan, and the rows of the draft are computed again.
    await erp.client.import([aCall('mboc_upsertResource', { ResourceNo: 'R9', DisplayName: 'Person 9' })]);
    expect(await barOf('Task 0', draft)).toMatchObject({ version: version + 3, start: '2026-03-31T12:00:00+02:00' });
  });

  test('follows the plan where it has no changes of its own', async () => {
    await aPlan(erp.client, 2, 2);
    const draft = inDraft(erp.client, await aDraft());
    await draft.post('/appointment', move((await barOf('Task 0')).appointmentNo, '11'));
    await erp.client.post('/appointment', move((await barOf('Task 1')).appointmentNo, '14'));
    expect((await barOf('Task 1', draft)).start).toBe('2026-03-31T14:00:00+02:00');
    expect((await barOf('Task 0', draft)).start).toBe('2026-03-31T11:00:00+02:00');
  });

  test('shows violations that its changes bring, also with what the plan changes later', async () => {
    await aPlan(erp.client, 1, 1);
    const draft = inDraft(erp.client, await aDraft());
    const overlaps = async (client = erp.client) =>
      (await client.get(`/violations?${WINDOW}&rule=overlap`)).body.length;
    await draft.post('/appointment', move((await barOf('Task 0')).appointmentNo, '11'));
    expect([await overlaps(), await overlaps(draft)]).toEqual([0, 0]);
    await aPlan(erp.client, 1, 1, { task: 'LATER', start: '2026-03-31T11:30', end: '2026-03-31T12:30' });
    expect([await overlaps(), await overlaps(draft)]).toEqual([0, 1]);
  });

  test('has slots of its own', async () => {
    await aPlan(erp.client, 1, 1, { start: '2026-03-31T09:00', end: '2026-03-31T10:00' });
    service.setNow('2026-03-25T05:00:00Z');
    const draft = inDraft(erp.client, await aDraft());
    const { appointmentNo } = await barOf('Task 0');
    const first = async (client = erp.client): Promise<string> => {
      const asked = { startDate: '2026-03-31T09:00', endDate: '2026-03-31T12:00', duration: 'PT1H', resources: ['R0'] };
      const { status, text, body } = await client.post('/recommendation', asked);
      expect(status, text).toBe(200);
      return body.slots.map(({ start }: { start: string }) => start).sort()[0];
    };
    expect(await first()).toBe('2026-03-31T10:00:00+02:00');
    for (const [hour, free] of [
      ['11', '2026-03-31T09:00:00+02:00'],
      ['09', '2026-03-31T10:00:00+02:00'],
    ] as const) {
      await draft.post('/appointment', move(appointmentNo, hour));
      expect([await first(draft), await first()]).toEqual([free, '2026-03-31T10:00:00+02:00']);
    }
    service.setNow(undefined);
  });

  test('takes the proposal of a run, which can then be compared and published', async () => {
    service.setNow('2026-03-25T05:00:00Z');
    await aPlan(erp.client, 2, 1);
    const key = { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J1' };
    await erp.client.import(
      [1, 2].map((i) => aCall('mboc_upsertTask', { ...key, TaskNo: `OPEN${i}`, DurationInSeconds: 3600 })),
    );
    const run = await erp.client.post('/optimization/fieldService', { start: '2026-03-30', end: '2026-03-30' });
    expect(run.status, run.text).toBe(202);
    await service.work();
    const id = await aDraft();
    const draft = inDraft(erp.client, id);
    const applied = await draft.post(`/optimization/${run.body.id}/apply`, {});
    expect(applied.status, applied.text).toBe(200);
    expect(applied.body.applied.length).toBeGreaterThan(0);
    const wanted = await bars(draft);
    expect(wanted).not.toEqual(await bars());
    expect((await erp.client.get(`/optimization/${run.body.id}`)).body.applied).toEqual([]);
    expect((await erp.client.post(`/drafts/${id}/publish`, {})).status).toBe(200);
    expect(await bars()).toEqual(wanted);
    service.setNow(undefined);
  });

  test('is published as one request that can be undone', async () => {
    await aPlan(erp.client, 2, 2);
    const id = await aDraft();
    const draft = inDraft(erp.client, id);
    const before = await bars();
    await draft.post('/appointment', move((await barOf('Task 0')).appointmentNo, '11', 'R1'));
    await draft.del('/appointment', { appointmentNo: (await barOf('Task 1')).appointmentNo });
    const wanted = await bars(draft);
    const published = await erp.client.post(`/drafts/${id}/publish`, {});
    expect(published.status, published.text).toBe(200);
    expect(await bars()).toEqual(wanted);
    expect((await erp.client.get('/drafts')).body).toEqual([]);
    const undone = await erp.client.post('/changes/undo', { requestId: published.headers.get('x-request-id') });
    expect(undone.status, undone.text).toBe(200);
    expect((await bars()).map(({ version: _, ...bar }) => bar)).toEqual(before.map(({ version: _, ...bar }) => bar));
  });

  test('does not overwrite what changed since: both sides are shown', async () => {
    await aPlan(erp.client, 3, 2);
    const id = await aDraft();
    const draft = inDraft(erp.client, id);
    const { id: appointment, appointmentNo } = await barOf('Task 0');
    await draft.post('/appointment', move(appointmentNo, '11'));
    await draft.post('/appointment', move((await barOf('Task 1')).appointmentNo, '15'));
    await erp.client.post('/appointment', move(appointmentNo, '14'));
    const refused = await erp.client.post(`/drafts/${id}/publish`, {});
    expect([refused.status, refused.body.Code]).toEqual([409, 'APP081']);
    expect(refused.body.conflicts).toMatchObject([
      {
        appointmentId: appointment,
        entity: 'Appointment',
        by: { actor: expect.stringContaining('key:') },
        draft: { start: expect.stringContaining('2026-03-31T09:00') },
        present: { start: expect.stringContaining('2026-03-31T12:00') },
      },
    ]);
    expect((await barOf('Task 0')).start).toBe('2026-03-31T14:00:00+02:00');
    const { body } = await erp.client.get(`/drafts/${id}/compare`);
    expect(body.changes.map((each: { conflicts: unknown[] }) => each.conflicts.length).sort()).toEqual([0, 1]);
    // The other change can be published alone; then the draft still has the first.
    const other = body.changes.find((each: { conflicts: unknown[] }) => each.conflicts.length === 0).id;
    expect((await erp.client.post(`/drafts/${id}/publish`, { changes: [other] })).status).toBe(200);
    expect((await barOf('Task 1')).start).toBe('2026-03-31T15:00:00+02:00');
    expect((await barOf('Task 0', draft)).start).toBe('2026-03-31T11:00:00+02:00');
    const reverted = await erp.client.post(`/drafts/${id}/revert`, { changes: [appointment] });
    expect(reverted.body, reverted.text).toMatchObject({ records: 0 });
    expect((await barOf('Task 0', draft)).start).toBe('2026-03-31T14:00:00+02:00');
  });

  test('compares figures and lists what differs', async () => {
    await aPlan(erp.client, 2, 3);
    const id = await aDraft();
    const draft = inDraft(erp.client, id);
    await draft.post('/appointment', move((await barOf('Task 0')).appointmentNo, '20'));
    await draft.del('/appointment', { appointmentNo: (await barOf('Task 2')).appointmentNo });
    const { status, text, body } = await erp.client.get(`/drafts/${id}/compare?start=2026-03-30&end=2026-04-06`);
    expect(status, text).toBe(200);
    expect(body.figures).toMatchObject({
      present: { appointments: 3, tasks: 3, overtime: 0 },
      draft: { appointments: 2, tasks: 2, overtime: 1 },
    });
    expect(body.changes).toMatchObject([
      { action: 'moved', fields: ['end', 'start'], present: { resources: ['R0'] }, draft: { resources: ['R0'] } },
      { action: 'deleted', draft: null },
    ]);
  });
});

test('a draft can be renamed and shared', async () => {
  const id = await aDraft();
  const { status, body } = await erp.client.send('PATCH', `/drafts/${id}`, { name: 'Plan B', shared: true });
  expect([status, body]).toEqual([200, expect.objectContaining({ id, name: 'Plan B', shared: true })]);
  expect((await erp.client.send('PATCH', '/drafts/999999', { name: 'Plan B' })).status).toBe(404);
});

describe('refusals', () => {
  test('a draft of somebody else is not there, unless it is shared', async () => {
    await aPlan(erp.client, 1, 1);
    const [own, shared] = [await aDraft('Own'), await aDraft('Shared', true)];
    const other = clientFor(service.baseUrl, { 'x-api-key': await erp.addKey({ name: 'OTHER', scopes: ['plan'] }) });
    expect((await other.get('/drafts')).body).toMatchObject([{ id: shared, own: false }]);
    expect((await inDraft(other, own).get(`/board?${WINDOW}`)).status).toBe(404);
    expect((await inDraft(other, shared).get(`/board?${WINDOW}`)).status).toBe(200);
    expect((await other.send('DELETE', `/drafts/${shared}`)).status).toBe(403);
    const stranger = await service.tenant();
    expect((await inDraft(stranger.client, shared).get(`/board?${WINDOW}`)).status).toBe(404);
  });

  test('only appointments and what belongs to them can be changed', async () => {
    await aPlan(erp.client, 1, 1);
    const draft = inDraft(erp.client, await aDraft());
    const job = await draft.post('/job', { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J2' });
    expect([job.status, job.body.Code]).toEqual([409, 'APP080']);
    expect((await draft.import([])).body.Code).toBe('APP080');
    expect((await erp.client.get('/job/J2')).status).toBe(404);
    const waits = await draft.post('/appointmentUri', { appointmentGuid: guidOf('NONE'), uri: 'https://example.com/' });
    expect([waits.status, waits.body.Code], waits.text).toEqual([409, 'APP080']);
  });

  test('a list of a draft needs a limit', async () => {
    const draft = inDraft(erp.client, await aDraft());
    expect((await draft.get(`/appointment?startDate=2026-03-30&endDate=2026-04-06`)).status).toBe(400);
    expect((await draft.get(`/appointment?startDate=2026-03-30&endDate=2026-04-06&limit=10`)).status).toBe(200);
  });

  test('a key without the permission publish changes drafts and publishes nothing', async () => {
    await aPlan(erp.client, 1, 1);
    const key = await erp.addKey({ name: 'ASSISTANT', scopes: [], permissions: ['records.read', 'plan.write'] });
    const assistant = clientFor(service.baseUrl, { 'x-api-key': key });
    const id = (await assistant.post('/drafts', { name: 'Proposal' })).body.id;
    const moved = await inDraft(assistant, id).post('/appointment', move((await barOf('Task 0')).appointmentNo, '11'));
    expect(moved.status, moved.text).toBe(200);
    const refused = await assistant.post(`/drafts/${id}/publish`, {});
    expect([refused.status, refused.body.Code]).toEqual([403, 'USR004']);
  });
});

test('the name of a person who is erased is in no draft', async () => {
  await aPlan(erp.client, 1, 1);
  const draft = inDraft(erp.client, await aDraft());
  const { appointmentNo } = await barOf('Task 0');
  await draft.post('/appointment', { appointmentNo, subject: 'Call Ada Lovelace' });
  expect((await bars(draft))[0]?.['subject']).toBe('Call Ada Lovelace');
  const { replaceTexts } = await import('../../../src/records/personal-data/replace-texts.ts');
  const person = { identifiers: ['Ada Lovelace'], singles: [], label: 'Person 1', address: 'person-1@erased.invalid' };
  await service.deps.db.write(erp.tenant.id, async (tx) => ({
    commit: true,
    value: await replaceTexts(tx, { tenantId: erp.tenant.id, ...person }),
  }));
  expect(await service.deps.db.query(`select from draft_rows.appointment where subject like '%Ada%'`)).toEqual([]);
  expect((await bars(draft))[0]?.['subject']).toBe('Call Person 1');
});

test('drafts that nobody used for 30 days are deleted', async () => {
  await aPlan(erp.client, 1, 1);
  const id = await aDraft();
  await inDraft(erp.client, id).post('/appointment', move((await barOf('Task 0')).appointmentNo, '11'));
  const { forgetDrafts } = await import('../../../src/features/drafts/forget-drafts.ts');
  const now = () => new Date(Date.now() + 31 * 86_400_000);
  const { drafts } = await forgetDrafts.run({ ...service.deps, now }, new AbortController().signal);
  expect(drafts).toBeGreaterThan(0);
  expect((await erp.client.get('/drafts')).body).toEqual([]);
  const left = await service.deps.db.query('select from draft_rows.appointment where draft_id = $1', [id]);
  expect(left).toEqual([]);
});
