import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliverChanges } from '../../../src/features/connectors/deliver-changes.ts';
import { receiversDue } from '../../../src/features/connectors/delivery-store.ts';
import { trimDeliveries } from '../../../src/features/connectors/trim-deliveries.ts';
import { makeLog } from '../../../src/platform/log.ts';
import { followChanges } from '../../../src/records/follow-changes.ts';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import { TestReceiver } from '../../support/receiver.ts';
import { aCall, startService, type TestService, type TestTenant } from '../../support/service.ts';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly tenant?: number | string;
}

let lines: Line[] = [];
let service: TestService;
let erp: TestTenant;
let office: TestReceiver;
let following: Promise<void>;
const stopping = new AbortController();
beforeAll(async () => {
  const log = makeLog('info', { write: (text) => lines.push(JSON.parse(text)) });
  service = await startService({ log, outbound: { allowPrivate: true, timeoutMs: 1000 } });
  following = followChanges(service.deps, deliverChanges(), stopping.signal);
});
afterAll(async () => {
  stopping.abort();
  await following;
  await service.close();
});
beforeEach(async () => {
  service.setNow(undefined);
  erp = await service.tenant();
  office = await TestReceiver.start();
  lines = [];
  expect((await erp.client.import([aJob('J'), aTask('J', 'T'), aResource('ANNA')])).status).toBe(200);
});
afterEach(() => office.stop());

/** What the log has about the tenant's receivers, and of the service. Lines of requests have the name of a tenant. */
const told = () =>
  lines
    .filter(({ level, tenant }) => tenant === erp.tenant.id || (tenant === undefined && level > 30))
    .map(({ msg }) => msg);
const guid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [GUID, OTHER_GUID] = [guid(998), guid(999)];
const anAppointment = (AppointmentGuid: string, more: Record<string, unknown> = {}) =>
  aCall('mboc_upsertAppointment', {
    ...taskKey('J', 'T'),
    AppointmentGuid,
    ResourceNo: 'ANNA',
    Start: '2026-06-01T10:00',
    End: '2026-06-01T12:00',
    ...more,
  });
const write = async (...calls: object[]) => expect((await erp.client.import(calls)).status).toBe(200);
const soon = (what: () => unknown) => expect.poll(what, { timeout: 40_000, interval: 20 });
/** A day has passed for the service. */
const aDayLater = () => service.setNow(new Date(Date.now() + 25 * 3_600_000).toISOString());
const notifications = async () => (await erp.client.get('/notification')).body;

const connector = {
  async make(): Promise<string> {
    const { body } = await erp.client.post('/connector', { sourceApp: 'ERP', name: 'BC', uri: `${office.url}/plan` });
    return `/connector/${body.results[0].id}`;
  },
  notice: /^Connector BC is suspended/,
};
const webhook = {
  async make(): Promise<string> {
    const hook = { notificationURL: `${office.url}/plan`, name: 'Flow' };
    const made = await erp.client.post('/webhooks/AppointmentCreated', hook);
    return made.headers.get('location') ?? '';
  },
  notice: /^Webhook Flow is suspended/,
};

async function suspended(kind: typeof connector): Promise<string> {
  const path = await kind.make();
  office.answer = () => 'drop';
  await write(anAppointment(GUID));
  await soon(async () => (await erp.client.get(`${path}/sending`)).body.failingSince).not.toBeNull();
  aDayLater();
  await soon(async () => (await erp.client.get(`${path}/sending`)).body.suspended).toBe(true);
  return path;
}

describe('the log', () => {
  test('has one line when a receiver begins to fail and one when it has recovered, for hundreds of deliveries', async () => {
    const path = await connector.make();
    office.answer = () => 'drop';
    await write(...Array.from({ length: 300 }, (_, n) => anAppointment(guid(n))));
    await soon(async () => (await erp.client.get(`${path}/sending`)).body.failures).toBeGreaterThanOrEqual(3);
    expect(told()).toEqual(['receiver failing, retrying']);
    office.answer = () => ({ status: 200 });
    await soon(async () => (await erp.client.get(`${path}/sending`)).body.waiting).toBe(0);
    expect(told()).toEqual(['receiver failing, retrying', 'receiver recovered']);
    expect(lines.find(({ msg }) => msg === 'receiver recovered')).toMatchObject({ tenant: erp.tenant.id });
    expect((await erp.client.get(`${path}/sending`)).body).toMatchObject({ failingSince: null, failures: 0 });
  });

  test.each([500, 404])('has one line for a receiver that answers %s to everything', async (status) => {
    const path = await connector.make();
    office.answer = () => ({ status });
    await write(...Array.from({ length: 300 }, (_, n) => anAppointment(guid(n))));
    await soon(() => office.received.length).toBeGreaterThan(10);
    await soon(async () => (await erp.client.get(`${path}/sending`)).body.failingReason).toBe(
      `The receiver returned ${status}.`,
    );
    expect(told()).toEqual(['receiver failing, retrying']);
  });

  test('has none for a receiver that takes some deliveries and refuses others', async () => {
    const path = await connector.make();
    office.answer = ({ body }) => ({ status: body.AppointmentGuid === GUID ? 422 : 200 });
    await write(...Array.from({ length: 50 }, (_, n) => anAppointment(guid(n))), anAppointment(GUID));
    await soon(async () => (await erp.client.get(`${path}/sending`)).body).toMatchObject({ waiting: 1, retrying: 1 });
    expect((await erp.client.get(`${path}/sending`)).body.failingSince).toBeNull();
    expect(told()).toEqual([]);
  });
});

describe('a receiver that fails for a day', () => {
  test.each([
    ['connector', connector],
    ['webhook', webhook],
  ] as const)('is suspended with a notification: %s', async (_what, kind) => {
    const path = await suspended(kind);
    const { body } = await erp.client.get(`${path}/sending`);
    expect(body).toMatchObject({ suspended: true, paused: false, waiting: 1, dead: 0 });
    expect(body.suspendedAt).not.toBeNull();
    expect(body.failingReason).toMatch(/connection/i);
    expect(await notifications()).toMatchObject([{ type: 2, text: expect.stringMatching(kind.notice) }]);
    expect(told()).toEqual(['receiver failing, retrying', 'receiver suspended']);
  });

  test('is sent nothing until it is resumed, and then everything in order', async () => {
    const path = await suspended(connector);
    const before = office.received.length;
    office.answer = () => ({ status: 200 });
    await write(anAppointment(OTHER_GUID));
    for (const Subject of ['second', 'third']) await write(anAppointment(GUID, { Subject }));
    await soon(async () => (await erp.client.get(`${path}/sending`)).body.waiting).toBe(4);
    const due = await receiversDue(service.deps.db);
    expect(due.filter(({ tenantId }) => tenantId === erp.tenant.id)).toEqual([]);
    expect(office.received).toHaveLength(before);

    const resumed = await erp.client.post(`${path}/resume`, undefined);
    expect(resumed.body).toMatchObject({ suspended: false, suspendedAt: null, failingSince: null });
    await soon(async () => (await erp.client.get(`${path}/sending`)).body.waiting).toBe(0);
    const own = office.received.slice(before).filter(({ body }) => body.AppointmentGuid === GUID);
    expect(own.map(({ body }) => body.DatabaseAction)).toEqual(['I', 'U', 'U']);
    const numbers = own.map(({ body }) => body.ChangeNumber);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(own.at(-1)?.body.Subject).toBe('third');
    expect(office.received).toHaveLength(before + 4);
    expect(await notifications()).toEqual([]);
  });

  test('is sent again when its connector is switched off and on', async () => {
    const path = await suspended(connector);
    office.answer = () => ({ status: 200 });
    for (const sendAppointmentToWebService of [false, true])
      await erp.client.post('/connector', { sourceApp: 'ERP', name: 'BC', sendAppointmentToWebService });
    expect((await erp.client.get(`${path}/sending`)).body).toMatchObject({ enabled: true, suspended: false });
    await soon(async () => (await erp.client.get(`${path}/sending`)).body.waiting).toBe(0);
    expect(await notifications()).toEqual([]);
  });

  test.each([
    ['connector', connector, () => erp.client.del('/connector', { sourceApp: 'ERP', name: 'BC' })],
    ['webhook', webhook, (path: string) => erp.client.send('DELETE', path)],
  ] as const)('takes its notification along when it is deleted: %s', async (_what, kind, end) => {
    const path = await suspended(kind);
    expect(await notifications()).toHaveLength(1);
    expect((await end(path)).status).toBe(200);
    expect(await notifications()).toEqual([]);
  });

  test('has its deliveries given up after a month, which can be replayed', async () => {
    const path = await suspended(connector);
    const { db } = service.deps;
    await trimDeliveries.run(service.deps, stopping.signal);
    expect((await erp.client.get(`${path}/sending`)).body).toMatchObject({ waiting: 1, dead: 0 });
    await db.query(
      `update delivery set created_at = now() - interval '31 days', retry_since = now() - interval '31 days' where tenant_id = $1`,
      [erp.tenant.id],
    );
    await trimDeliveries.run(service.deps, stopping.signal);
    expect((await erp.client.get(`${path}/sending`)).body).toMatchObject({ waiting: 0, dead: 1 });
    expect((await erp.client.get(`/appointment/${GUID}`)).body).toMatchObject({
      backOffice: 'refused',
      backOfficeMessage: expect.stringContaining('suspended'),
    });
    const [{ id }] = (await erp.client.get(`${path}/deliveries`)).body;
    expect((await erp.client.post(`${path}/replay`, { deliveryId: id })).body.replayed).toBe(1);
  });
});

test('a receiver that works again before a day has passed is not suspended', async () => {
  const path = await connector.make();
  office.answer = () => 'drop';
  await write(anAppointment(GUID));
  await soon(async () => (await erp.client.get(`${path}/sending`)).body.failingSince).not.toBeNull();
  office.answer = () => ({ status: 200 });
  await soon(async () => (await erp.client.get(`${path}/sending`)).body.waiting).toBe(0);
  aDayLater();
  office.answer = () => 'drop';
  await write(anAppointment(GUID, { Subject: 'later' }));
  await soon(async () => (await erp.client.get(`${path}/sending`)).body.failures).toBeGreaterThanOrEqual(2);
  expect((await erp.client.get(`${path}/sending`)).body).toMatchObject({ suspended: false, waiting: 1 });
  expect(await notifications()).toEqual([]);
});
