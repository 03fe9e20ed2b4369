import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { EventClient } from '../../support/event-client.ts';
import { aLimitedPerson, type LimitedPerson } from '../../support/limited-person.ts';
import { type Client, clientFor, startService, type TestService, type TestTenant } from '../../support/service.ts';
import { aPlan, guidOf, inDraft } from './a-plan.ts';

let service: TestService;
let other: TestService;
let erp: TestTenant;
let owner: LimitedPerson;
let planner: LimitedPerson;
let viewer: LimitedPerson;
let streams: EventClient[] = [];
beforeAll(async () => {
  service = await startService();
  other = await startService({ database: service.databaseUrl });
});
afterAll(async () => {
  await other.close();
  await service.close();
});
beforeEach(async () => {
  erp = await service.tenant();
  await aPlan(erp.client, 2, 2);
  [owner, planner, viewer] = [
    await aLimitedPerson(service, erp, 'planner'),
    await aLimitedPerson(service, erp, 'planner'),
    await aLimitedPerson(service, erp, 'viewer'),
  ];
});
afterEach(() => {
  for (const each of streams) each.close();
  streams = [];
});

async function opened(headers: Record<string, string>, on = service, query = ''): Promise<EventClient> {
  const stream = new EventClient(`${on.baseUrl}/changes/stream${query}`, headers);
  streams.push(stream);
  await stream.isOpen();
  return stream;
}

/** Of the owner, of another planner on another node, of somebody who only reads, and of a key that may not plan. */
async function everybody(): Promise<EventClient[]> {
  const key = await erp.addKey({ scopes: ['read'] });
  return [
    await opened(owner.token),
    await opened(planner.token, other),
    await opened(viewer.token),
    await opened({ 'x-api-key': key }, other),
  ];
}

async function aDraft(shared: boolean, client = owner.client): Promise<number> {
  const { status, body, text } = await client.post('/drafts', { name: 'Confidential', shared });
  expect(status, text).toBe(201);
  return body.id;
}

let hour = 8;
const write = async (client: Client, id: number, requestId: string): Promise<void> => {
  hour = hour === 15 ? 8 : hour + 1;
  const times = { start: `2026-03-31T${hour + 1}:00`, end: `2026-03-31T${hour + 2}:00` };
  const body = { appointmentGuid: guidOf('T0'), ...times, subject: 'Confidential' };
  const { status, text } = await inDraft(client, id).post('/appointment', body, { 'x-request-id': requestId });
  expect(status, text).toBe(200);
};

const requestsIn = (stream: EventClient): string[] => stream.named('draft').map(({ data }) => data.requestId);

/** Whatever was sent before has arrived when a message to everybody has. */
async function settled(all: readonly EventClient[]): Promise<void> {
  const text = `mark ${Math.random()}`;
  expect((await erp.client.post('/message', { text })).status).toBe(200);
  for (const stream of all)
    await stream.until(() => stream.named('message').some(({ data }) => data.text === text), 'the message');
}

test('a write in a shared draft reaches planners on all nodes, without what was written', async () => {
  const all = await everybody();
  const id = await aDraft(true);
  await write(owner.client, id, 'by-owner');
  await write(clientFor(other.baseUrl, planner.token), id, 'by-planner');
  await settled(all);
  const [ofOwner, ofPlanner, ofViewer, ofKey] = all as [EventClient, EventClient, EventClient, EventClient];
  expect(requestsIn(ofOwner).slice(-2)).toEqual(['by-owner', 'by-planner']);
  expect(requestsIn(ofPlanner)).toEqual(requestsIn(ofOwner));
  expect(ofPlanner.named('draft').at(-1)?.data).toEqual({ id, requestId: 'by-planner' });
  for (const stream of [ofViewer, ofKey]) expect(stream.named('draft')).toEqual([]);
  for (const stream of all) {
    expect(stream.named('change')).toEqual([]);
    expect(JSON.stringify(stream.events)).not.toContain('Confidential');
  }
});

test('a draft that is not shared reaches its owner only, until it is published', async () => {
  const all = await everybody();
  const [ofOwner, ...others] = all as [EventClient, ...EventClient[]];
  const id = await aDraft(false);
  await write(owner.client, id, 'kept');
  const taken = (await owner.client.get(`/drafts/${id}/compare`)).body.changes[0].id;
  await owner.client.post(`/drafts/${id}/revert`, { changes: [taken] });
  await write(owner.client, id, 'again');
  await settled(all);
  expect(requestsIn(ofOwner)).toHaveLength(4);
  for (const stream of others) expect(stream.events.filter(({ name }) => name !== 'message')).toEqual([]);
  const published = await owner.client.post(`/drafts/${id}/publish`, {}, { 'x-request-id': 'published' });
  expect(published.status, published.text).toBe(200);
  await settled(all);
  expect(requestsIn(ofOwner).at(-1)).toBe('published');
  for (const stream of others) {
    expect(stream.named('draft')).toEqual([]);
    expect(stream.named('change').map(({ data }) => data.requestId)).toContain('published');
  }
});

test('sharing, no longer sharing, renaming and deleting reach those who see or saw the draft', async () => {
  const all = await everybody();
  const ofPlanner = all[1] as EventClient;
  const id = await aDraft(false);
  const change = (body: object, requestId: string) =>
    owner.client.send('PATCH', `/drafts/${id}`, body, { 'x-request-id': requestId });
  await change({ name: 'Hidden' }, 'renamed-hidden');
  await change({ shared: true }, 'shared');
  await change({ name: 'Known' }, 'renamed');
  await change({ shared: false }, 'withdrawn');
  await write(owner.client, id, 'alone');
  await change({ shared: true }, 'shared-again');
  expect((await owner.client.send('DELETE', `/drafts/${id}`, undefined, { 'x-request-id': 'deleted' })).status).toBe(
    204,
  );
  await settled(all);
  expect(requestsIn(ofPlanner)).toEqual(['shared', 'renamed', 'withdrawn', 'shared-again', 'deleted']);
});

test('what is tried, refused or unchanged in a draft is no news, and events can be left out', async () => {
  const without = await opened(owner.token, service, '?events=change,message');
  const id = await aDraft(true);
  // The news of the draft itself has come and gone.
  await settled([without]);
  const stream = await opened(planner.token);
  const body = { appointmentGuid: guidOf('T0'), start: '2026-03-31T09:00', end: '2026-03-31T10:00' };
  const draft = inDraft(owner.client, id);
  expect((await draft.post('/appointment?dryRun=true', body)).status).toBe(200);
  expect((await draft.post('/appointment', { ...body, end: '2026-03-30T10:00' })).status).toBeGreaterThanOrEqual(400);
  expect((await draft.get('/board?start=2026-03-30&end=2026-04-06')).status).toBe(200);
  expect((await owner.client.post(`/drafts/${id}/publish?dryRun=true`, {})).status).toBeGreaterThanOrEqual(400);
  await settled([stream, without]);
  expect(stream.named('draft')).toEqual([]);
  await write(owner.client, id, 'written');
  await settled([stream, without]);
  expect(requestsIn(stream)).toEqual(['written']);
  expect(without.named('draft')).toEqual([]);
});
