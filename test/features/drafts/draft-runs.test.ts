import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { EventClient } from '../../support/event-client.ts';
import { aLimitedPerson } from '../../support/limited-person.ts';
import { aCall, type Client, sharedService, type TestService, type TestTenant } from '../../support/service.ts';
import { aPlan, guidOf, inDraft, WINDOW } from './a-plan.ts';

let service: TestService;
let erp: TestTenant;
let streams: EventClient[] = [];
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  service.setNow('2026-03-25T05:00:00Z');
  erp = await service.tenant();
  // One resource whose working day is full, and a task that waits for time on it.
  await aPlan(erp.client, 1, 1, { start: '2026-03-30T08:00', end: '2026-03-30T17:00' });
  const key = { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J1' };
  const { status, text } = await erp.client.import([
    aCall('mboc_upsertTask', { ...key, TaskNo: 'OPEN', ShortDescription: 'Waits', DurationInSeconds: 3600 }),
  ]);
  expect(status, text).toBe(200);
});
afterEach(() => {
  for (const each of streams) each.close();
  streams = [];
  service.setNow(undefined);
});

const DAY = { start: '2026-03-30', end: '2026-03-30', movePlanned: false };
const OPEN = { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J1', taskNo: 'OPEN' };
const VISITS = { ...DAY, tasks: [OPEN], iterations: 50 };
const SPREAD = { start: '2026-03-30', end: '2026-03-30', tasks: [OPEN] };

async function aDraft(client = erp.client, shared = false): Promise<number> {
  const { status, body, text } = await client.post('/drafts', { name: 'Without the long visit', shared });
  expect(status, text).toBe(201);
  return body.id;
}

/** A draft without the appointment that fills the day. */
async function aFreeDay(client = erp.client, shared = false): Promise<number> {
  const id = await aDraft(client, shared);
  const { status, text } = await inDraft(client, id).del('/appointment', { appointmentGuid: guidOf('T0') });
  expect(status, text).toBe(200);
  return id;
}

async function started(client: Client, kind = 'fieldService', body: object = VISITS): Promise<number> {
  const { status, body: run, text } = await client.post(`/optimization/${kind}`, body);
  expect(status, text).toBe(202);
  return run.id;
}

const shown = async (id: number, client = erp.client) => (await client.get(`/optimization/${id}`)).body;
const planned = async (client: Client): Promise<string[]> =>
  (await client.get(`/board?${WINDOW}`)).body.appointments.map(({ subject }: { subject: string }) => subject).sort();

test.each([
  ['fieldService', VISITS],
  ['professionalServices', SPREAD],
])('a run of %s in a draft plans the time that the draft frees, and is applied there', async (kind, body) => {
  const id = await aFreeDay();
  const draft = inDraft(erp.client, id);
  const [ofDraft, ofPlan] = [await started(draft, kind, body), await started(erp.client, kind, body)];
  await service.work();
  const [inside, outside] = [await shown(ofDraft), await shown(ofPlan)];
  expect([inside.status, inside.draft, outside.status, outside.draft]).toEqual(['done', id, 'done', null]);
  expect(inside.proposal.moves).toMatchObject([{ action: 'assign', task: { taskNo: 'OPEN' }, resources: ['R0'] }]);
  expect(outside.proposal.moves).toEqual([]);
  expect(outside.proposal.unassigned).toMatchObject([{ task: { taskNo: 'OPEN' } }]);
  // Without the header as well: the plan has no room for it.
  const applied = await erp.client.post(`/optimization/${ofDraft}/apply`, {});
  expect([applied.status, applied.body.applied.length, applied.body.changes]).toEqual([200, 1, null]);
  expect(await planned(draft)).toEqual(['Waits']);
  expect(await planned(erp.client)).toEqual(['Task 0']);
});

test('the best insertion points are those of the draft', async () => {
  const draft = inDraft(erp.client, await aFreeDay());
  const asked = { ...OPEN, start: '2026-03-30T08:00', end: '2026-03-30T17:00' };
  const [inside, outside] = [
    await draft.post('/optimization/insert', asked),
    await erp.client.post('/optimization/insert', asked),
  ];
  expect([inside.status, outside.status], inside.text).toEqual([200, 200]);
  const free = ({ body }: typeof inside) =>
    body.places.some(({ shifted, displaced }: Record<string, unknown[]>) => !shifted?.length && !displaced?.length);
  expect([free(inside), free(outside)]).toEqual([true, false]);
});

test('a run uses the draft as it is when the run begins, on a plan that has changed meanwhile', async () => {
  const id = await aDraft();
  const draft = inDraft(erp.client, id);
  const run = await started(draft);
  expect((await draft.del('/appointment', { appointmentGuid: guidOf('T0') })).status).toBe(200);
  await aPlan(erp.client, 1, 1, { task: 'LATER', start: '2026-03-30T08:00', end: '2026-03-30T12:00' });
  await service.work();
  const { proposal } = await shown(run);
  expect(proposal.moves).toHaveLength(1);
  expect(Date.parse(proposal.moves[0].start)).toBeGreaterThanOrEqual(Date.parse('2026-03-30T12:00:00+02:00'));
});

test.each(['deleted', 'published', 'no longer shared'])(
  'a run whose draft is %s fails with the reason',
  async (how) => {
    const { client: anna } = await aLimitedPerson(service, erp, 'planner');
    const id = await aFreeDay(erp.client, true);
    const run = await started(inDraft(anna, id));
    const answer =
      how === 'deleted'
        ? await erp.client.del(`/drafts/${id}`, undefined)
        : how === 'published'
          ? await erp.client.post(`/drafts/${id}/publish`, {})
          : await erp.client.send('PATCH', `/drafts/${id}`, { shared: false });
    expect(answer.status, answer.text).toBeLessThan(300);
    await service.work();
    const isShared = how !== 'no longer shared';
    // Who shared the draft sees the run as long as the draft is there; who started it as soon as it is gone.
    const { status, reason, draft } = await shown(run, isShared ? anna : erp.client);
    expect([status, draft]).toEqual(['failed', id]);
    expect(reason).toContain(`The draft ${id} of run ${run} was published or deleted, or is no longer shared`);
    const other = isShared ? erp.client : anna;
    expect((await other.get(`/optimization/${run}`)).status).toBe(404);
  },
);

test('only who sees the draft sees its runs, stops them and hears of them', async () => {
  const [{ client: anna, token: ofAnna }, { client: ben, token: ofBen }, { token: ofReader, client: reader }] = [
    await aLimitedPerson(service, erp, 'planner'),
    await aLimitedPerson(service, erp, 'planner'),
    await aLimitedPerson(service, erp, 'viewer'),
  ];
  const heard = [ofAnna, ofBen, ofReader].map((headers) => {
    const stream = new EventClient(`${service.baseUrl}/changes/stream`, headers);
    streams.push(stream);
    return stream;
  });
  for (const stream of heard) await stream.isOpen();
  const hears = (stream: EventClient, run: number): boolean =>
    stream.named('optimization').some(({ data }) => data.id === run);
  const runsOf = async (client: Client) =>
    (await client.get('/optimization')).body.map((run: { id: number }) => run.id).sort();
  const id = await aFreeDay(anna);
  const secret = await started(inDraft(anna, id));
  expect([await runsOf(anna), await runsOf(ben), await runsOf(reader)]).toEqual([[secret], [], []]);
  expect((await ben.get(`/optimization/${secret}`)).status).toBe(404);
  expect((await ben.del(`/optimization/${secret}`, undefined)).status).toBe(404);
  expect((await ben.post(`/optimization/${secret}/apply`, {})).status).toBe(404);
  await service.work();
  await anna.send('PATCH', `/drafts/${id}`, { shared: true });
  expect([await runsOf(ben), await runsOf(reader)]).toEqual([[secret], []]);
  const ofPlan = await started(anna);
  expect((await inDraft(anna, id).get('/optimization')).body).toMatchObject([{ id: secret, draft: id }]);
  const shared = await started(inDraft(ben, id));
  await service.work();
  for (const stream of heard) await stream.until(() => hears(stream, ofPlan), 'the run of the plan');
  for (const stream of heard.slice(0, 2)) await stream.until(() => hears(stream, shared), 'the shared run');
  const ids = heard.map((stream) => [...new Set(stream.named('optimization').map(({ data }) => data.id))].sort());
  expect(ids).toEqual([[secret, ofPlan, shared].sort(), [ofPlan, shared].sort(), [ofPlan]]);
});

test('a run of a draft is not applied elsewhere, and not once the draft is gone', async () => {
  const id = await aFreeDay();
  const run = await started(inDraft(erp.client, id));
  await service.work();
  const elsewhere = await inDraft(erp.client, await aDraft()).post(`/optimization/${run}/apply`, {});
  expect([elsewhere.status, elsewhere.body.Code]).toEqual([409, 'APP080']);
  expect((await erp.client.del(`/drafts/${id}`, undefined)).status).toBe(204);
  const gone = await erp.client.post(`/optimization/${run}/apply`, {});
  expect([gone.status, gone.body.Code]).toEqual([409, 'APP080']);
  expect(await planned(erp.client)).toEqual(['Task 0']);
  expect((await shown(run)).proposal.moves).toHaveLength(1);
});
