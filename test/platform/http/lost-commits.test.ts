import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { Database } from '../../../src/platform/postgres/database.ts';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import { BreakingProxy, isCommit, sends } from '../../support/breaking-proxy.ts';
import { databaseUrl } from '../../support/global-setup.ts';
import { type Answer, aCall, type Client, clientFor, startService, type TestService } from '../../support/service.ts';
import { TableDigests } from '../../support/table-digests.ts';

/** A service whose connections to PostgreSQL go through a proxy that breaks them, and a look past it. */
let admin: Database;
let direct: Database;
let digests: TableDigests;
let proxy: BreakingProxy;
let service: TestService;
let patient: TestService;
let client: Client;
let patientClient: Client;
let browser: Client;
const name = `openslot_lost_${process.pid}`;

beforeAll(async () => {
  admin = new Database({ connection: inject('server'), connections: 1 });
  await admin.query(`create database ${name} template ${inject('template')}`);
  const url = databaseUrl(inject('server'), name);
  direct = new Database({ connection: url, connections: 2 });
  digests = await TableDigests.open(url, 'all', ASIDE);
  proxy = await BreakingProxy.start(url);
  // One that soon gives up to look for a lost commit, which no test here need wait for, and one that has all the time it needs.
  service = await startService({ database: proxy.url, lookUpMs: 150 });
  patient = await startService({ database: proxy.url, lookUpMs: 60_000 });
  const tenant = await service.tenant();
  client = tenant.client;
  patientClient = clientFor(patient.baseUrl, { 'x-api-key': tenant.key });
  const made = await client.import([
    aJob('J'),
    ...['T', 'T2'].map((no) => aTask('J', no, { PlannedDurationInSeconds: 3600 })),
    aResource('R'),
    aCall('mboc_upsertUser', { Email: 'anna@example.com', Roles: ['admin'], Password: 'a long enough password' }),
  ]);
  expect(made.status, made.text).toBe(200);
  const connector = await client.post('/connector', { sourceApp: 'ERP', name: 'C', uri: 'https://example.com/hook' });
  expect(connector.status, connector.text).toBe(200);
  const signedIn = await fetch(`${service.baseUrl}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'anna@example.com', password: 'a long enough password' }),
  });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  browser = clientFor(service.baseUrl, { cookie, origin: service.baseUrl });
});

afterAll(async () => {
  await patient.close();
  await service.close();
  await proxy.stop();
  await direct.close();
  await digests.close();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.close();
});

beforeEach(() => {
  proxy.clear();
  proxy.refuse(false);
});

/** What reading itself leaves behind. */
const ASIDE = [
  'login_failure',
  'live_stream',
  'import_log',
  'plan_state',
  'task_plan',
  'appointment_plan',
  'resource_plan',
  'road_leg',
  'violation',
  'migration',
  'api_key_use',
];

/** Waits until no session of the service works on anything: what it will store is stored then. */
async function quiet(): Promise<void> {
  for (;;) {
    const busy = await direct.query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
    );
    if (busy.length === 0) return;
    await new Promise((wake) => setTimeout(wake, 20));
  }
}

let count = 0;
const another = (what: string) => `${what}${++count}`;
const times = { start: '2031-05-05T08:00:00Z', end: '2031-05-05T09:00:00Z' };
const lowerKey = { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J', taskNo: 'T' };

const mondays = {
  ...lowerKey,
  resource: 'R',
  startDate: '2031-06-02T09:00',
  endDate: '2031-06-30',
  recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO',
  onConflict: 'allow',
};

async function slotToken(): Promise<string> {
  const found = await client.post('/recommendation', {
    startDate: '2031-05-05T00:00',
    endDate: '2031-05-20T00:00',
    duration: 'PT1H',
    ...lowerKey,
    limit: 1,
  });
  expect(found.status, found.text).toBe(200);
  return found.body.slots[0].token;
}

type Prepared = () => Promise<Answer>;
/** Every kind of write; each prepares what it needs and then returns the request to break. */
const writes: Readonly<Record<string, () => Promise<Prepared>>> = {
  'POST /import': async () => {
    const no = another('I');
    return () => client.import([aResource(no)]);
  },
  'POST /import, lenient': async () => {
    const no = another('I');
    return () =>
      client.import([aResource(no), aTask('nowhere', 'T')], {
        prefer: 'handling=lenient',
      });
  },
  'POST /import with an Idempotency-Key': async () => {
    const no = another('I');
    return () => client.import([aResource(no)], { 'idempotency-key': no });
  },
  'POST /resource': async () => {
    const resourceNo = another('P');
    return () => client.post('/resource', { resourceNo });
  },
  'DELETE /resource': async () => {
    const resourceNo = another('D');
    await client.post('/resource', { resourceNo });
    return () => client.del('/resource', { resourceNo });
  },
  'POST /appointment': async () => () => client.post('/appointment', { ...lowerKey, ...times }),
  'POST /appointmentRecurring': async () => () => client.post('/appointmentRecurring', mondays),
  'POST /timeSession/start': async () => () =>
    client.post('/timeSession/start', { ...lowerKey, resourceNo: 'R', externalId: another('S') }),
  'POST /timeSession/stop': async () => {
    await client.post('/timeSession/start', { ...lowerKey, resourceNo: 'R', externalId: another('S') });
    return () => client.post('/timeSession/stop', { resourceNo: 'R' });
  },
  'POST /timeEntry/claim': async () => {
    const resourceNo = another('C');
    await client.import([
      aResource(resourceNo),
      aCall('mboc_upsertTimeSession', {
        ...taskKey('J', 'T'),
        ResourceNo: resourceNo,
        StartedAt: '2026-05-04T08:00:00Z',
        StoppedAt: '2026-05-04T09:00:00Z',
      }),
    ]);
    return () => client.post('/timeEntry/claim', { resourceNo, date: '2026-05-04' });
  },
  'POST /recommendation/hold': async () => {
    const token = await slotToken();
    return () => client.post('/recommendation/hold', { token });
  },
  'POST /recommendation/book': async () => {
    const token = await slotToken();
    return () => client.post('/recommendation/book', { token });
  },
  'DELETE /recommendation/hold': async () => {
    const token = await slotToken();
    await client.post('/recommendation/hold', { token });
    return () => client.del('/recommendation/hold', { token });
  },
  'POST /changes/{number}/undo': async () => {
    const { body } = await client.import([aResource(another('U'))]);
    return () => client.post(`/changes/${body.changes}/undo`, undefined);
  },
  'POST /apiKey': async () => () => client.post('/apiKey', { name: another('key'), scopes: ['read'] }),
  'PUT /apiKey/{id}': async () => {
    const made = await client.post('/apiKey', { name: another('key'), scopes: ['read'] });
    return () => client.put(`/apiKey/${made.body.id}`, { ipRanges: ['10.0.0.0/8'] });
  },
  'POST /apiKey/{id}/rotate': async () => {
    const made = await client.post('/apiKey', { name: another('key'), scopes: ['read'] });
    return () => client.post(`/apiKey/${made.body.id}/rotate`, {});
  },
  'DELETE /apiKey/{id}': async () => {
    const made = await client.post('/apiKey', { name: another('key'), scopes: ['read'] });
    return () => client.send('DELETE', `/apiKey/${made.body.id}`);
  },
  'POST /calendarFeed': async () => () => client.post('/calendarFeed', { resourceNo: 'R' }),
  'POST /cursors': async () => () => client.post('/cursors', { name: another('cursor') }),
  'POST /cursors/{name}/lease': async () => {
    const cursor = another('cursor');
    await client.post('/cursors', { name: cursor, after: 0 });
    return () => client.post(`/cursors/${cursor}/lease`, { limit: 1 });
  },
  'POST /cursors/{name}/ack': async () => {
    const cursor = another('cursor');
    await client.post('/cursors', { name: cursor, after: 0 });
    const { body } = await client.post(`/cursors/${cursor}/lease`, { limit: 1 });
    return () => client.post(`/cursors/${cursor}/ack`, { lease: body.lease });
  },
  'DELETE /cursors/{name}': async () => {
    const cursor = another('cursor');
    await client.post('/cursors', { name: cursor });
    return () => client.send('DELETE', `/cursors/${cursor}`);
  },
  'POST /webhooks/{event}': async () => () =>
    client.post('/webhooks/AppointmentCreated', { notificationURL: 'https://example.com/hook' }),
  'POST /connector/{id}/pause': async () => {
    const id = await connectorId();
    await client.send('POST', `/connector/${id}/resume`);
    return () => client.send('POST', `/connector/${id}/pause`);
  },
  'POST /connector/{id}/resume': async () => {
    const id = await connectorId();
    await client.send('POST', `/connector/${id}/pause`);
    return () => client.send('POST', `/connector/${id}/resume`);
  },
  'POST /connector/{id}/secret': async () => {
    const id = await connectorId();
    return () => client.send('POST', `/connector/${id}/secret`);
  },
  'PUT /modules/{name}': async () => {
    const { body } = await client.get('/modules');
    const { enabled } = body.find((each: { name: string }) => each.name === 'basicMap');
    return () => client.put('/modules/basicMap', { enabled: !enabled });
  },
  'POST /optimization/fieldService': async () => {
    await endRuns();
    return () => client.post('/optimization/fieldService', { start: '2031-05-05', end: '2031-05-07' });
  },
  'DELETE /optimization/{id}': async () => {
    await endRuns();
    const { body } = await client.post('/optimization/fieldService', { start: '2031-05-05', end: '2031-05-07' });
    return () => client.send('DELETE', `/optimization/${body.id}`);
  },
  'DELETE /webhooks/{event}/{id}': async () => {
    const { body } = await client.post('/webhooks/AppointmentCreated', { notificationURL: 'https://example.com/hook' });
    return () => client.send('DELETE', `/webhooks/AppointmentCreated/${body.id}`);
  },
  'DELETE /calendarFeed/{id}': async () => {
    const { body } = await client.post('/calendarFeed', { resourceNo: 'R' });
    return () => client.send('DELETE', `/calendarFeed/${body.id}`);
  },
  'DELETE /appointmentRecurring': async () => {
    const { body } = await client.post('/appointmentRecurring', mondays);
    return () => client.del('/appointmentRecurring', { seriesId: body.seriesId });
  },
  'POST /import/setup': async () => () =>
    client.post('/import/setup', { owner: 'anna@example.com', profiles: [{ code: another('profile') }] }),
  'POST /session': async () => () =>
    clientFor(service.baseUrl, {}).post('/session', {
      username: 'anna@example.com',
      password: 'a long enough password',
    }),
  'PUT /session': async () => {
    const language = ++count % 2 ? 'nl' : 'de';
    return () => browser.put('/session', { language });
  },
};

/** Ten may wait at most, and nobody works here. */
const endRuns = () =>
  direct.query(`update optimization set status = 'cancelled', ended_at = now() where ended_at is null`);

const connectorId = async (): Promise<number> => (await client.get('/connector')).body[0].id;

/** The server is gone, once what is on its way to the client has arrived. */
function goAway(): void {
  proxy.refuse(true);
  setImmediate(() => proxy.cutAll());
}

/** Notes of use and of logins, and the alignment of receivers, happen beside the request. */
const BESIDE = /last_used_at|login_failure|insert into receiver|delete from receiver/;
const storesSomething = (bytes: Buffer): boolean =>
  ['insert into', 'update', 'delete from', 'with '].some((word) => sends(word)(bytes)) &&
  /insert into|update|delete from/.test(bytes.toString('latin1')) &&
  !BESIDE.test(bytes.toString('latin1'));

/** A failure that was stored must say that it may be; one that says "nothing was stored" must be right. */
function honest(answer: Answer, changed: readonly string[], what: string): void {
  const told = `${what}: ${answer.status} ${answer.body?.Code}, changed: ${changed.join(', ')}`;
  const isStored = changed.length > 0;
  if (answer.status < 400) {
    expect(isStored, told).toBe(true);
    return;
  }
  if (isStored) expect(answer.body.outcome, told).toBe('unknown');
  if (answer.body.outcome === 'unknown') expect(answer.body.message, told).toContain(answer.body.requestId);
  expect(answer.status, told).toBe(503);
}

describe('a connection that breaks', () => {
  for (const [what, prepare] of Object.entries(writes))
    test(`${what}: no failure claims what is not known`, async () => {
      const breaks: Record<string, () => void> = {
        'at COMMIT, before the server has it': () => proxy.cutOn(isCommit, 'before-forward', { times: 2 }),
        'at COMMIT, after the server has it': () => proxy.cutOn(isCommit, 'after-forward'),
        'at COMMIT, and the server is away then': () => proxy.cutOn(isCommit, 'after-forward', { onCut: goAway }),
        'right after the reply to COMMIT, all connections': () =>
          proxy.cutOn(isCommit, 'after-reply', { onCut: goAway }),
        'at a statement that stores, after the server has it': () => proxy.cutOn(storesSomething, 'after-forward'),
        'right after the reply to a statement that stores, all connections': () =>
          proxy.cutOn(storesSomething, 'after-reply', { onCut: goAway }),
      };
      const unbroken = await (await prepare())();
      expect(unbroken.status, unbroken.text).toBeLessThan(300);
      for (const [how, break_] of Object.entries(breaks)) {
        const request = await prepare();
        await quiet();
        const before = await digests.read();
        break_();
        const answer = await request();
        proxy.clear();
        proxy.refuse(false);
        await quiet();
        const after = await digests.read();
        const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
        honest(answer, changed, `${what}, ${how}`);
      }
    });
});

describe('a lost commit', () => {
  test('is looked up: what is stored is answered as usual, and stored once', async () => {
    const no = another('L');
    proxy.cutOn(isCommit, 'after-forward');
    const answer = await patientClient.import([aResource(no)]);
    expect(answer.body).toMatchObject({ status: 200, counts: { created: 1 } });
    const { body } = await client.get(`/changes?order=desc&requestId=${answer.headers.get('x-request-id')}`);
    expect(body.changes).toHaveLength(1);
  });

  test('that never arrived is repeated', async () => {
    const no = another('L');
    proxy.cutOn(isCommit, 'before-forward');
    const answer = await patientClient.import([aResource(no)]);
    expect(answer.body).toMatchObject({ status: 200, counts: { created: 1 } });
  });

  test('with a server that stays away is SYS004, and its request id finds the changes', async () => {
    const no = another('L');
    proxy.cutOn(isCommit, 'after-forward', { onCut: () => proxy.refuse(true) });
    const answer = await client.import([aResource(no)]);
    expect(answer.body).toMatchObject({ status: 503, Code: 'SYS004', outcome: 'unknown' });
    expect(answer.headers.get('retry-after')).not.toBeNull();
    proxy.refuse(false);
    const { body } = await client.get(`/changes?order=desc&requestId=${answer.body.requestId}`);
    expect(body.changes.map(({ key }: { key: string }) => key)).toEqual([no]);
  });

  test('with an Idempotency-Key is found out by a repeat', async () => {
    const no = another('L');
    proxy.cutOn(isCommit, 'after-forward', { onCut: () => proxy.refuse(true) });
    const first = await client.import([aResource(no)], { 'idempotency-key': no });
    expect(first.body).toMatchObject({ Code: 'SYS004' });
    proxy.refuse(false);
    const again = await client.import([aResource(no)], { 'idempotency-key': no });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toMatchObject({ counts: { created: 1 } });
  });

  test('costs no statement on the usual way', async () => {
    await client.import([aResource(another('W'))]);
    service.statements();
    await client.import([aResource(another('W'))]);
    const statements = service.statements();
    const asking = statements.filter((text) => /pg_current_xact_id|pg_xact_status/.test(text));
    expect(asking).toEqual([expect.stringContaining('update tenant set change_seq')]);
  });
});
