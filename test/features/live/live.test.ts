import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { trimChanges } from '../../../src/records/storage/log-trim.ts';
import { aJob, aResource, aTask } from '../../records/builders.ts';
import { EventClient } from '../../support/event-client.ts';
import { eventually } from '../../support/eventually.ts';
import { clientFor, startService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let other: TestService;
let erp: TestTenant;
let clients: EventClient[] = [];
beforeAll(async () => {
  service = await startService({ live: { tendMs: 100 }, quotas: { stream: { tenant: 220, credential: 220 } } });
  other = await startService({ database: service.databaseUrl, live: { tendMs: 100 } });
});
afterAll(async () => {
  await other.close();
  await service.close();
});
beforeEach(async () => {
  erp = await service.tenant();
});
afterEach(() => {
  for (const client of clients) client.close();
  clients = [];
});

interface At {
  readonly on?: TestService;
  readonly headers?: Record<string, string>;
  readonly query?: string;
}

function stream({ on = service, headers = { 'x-api-key': erp.key }, query = '' }: At = {}): EventClient {
  const client = new EventClient(`${on.baseUrl}/changes/stream${query}`, headers);
  clients.push(client);
  return client;
}

async function opened(at: At = {}): Promise<EventClient> {
  const client = stream(at);
  await client.isOpen();
  return client;
}

const jobs = (name: string, count: number, more: Record<string, unknown> = {}) =>
  Array.from({ length: count }, (_, i) => aJob(`${name}${i}`, more));
const last = async () => (await erp.client.get('/changes?limit=1')).body.last as number;
const from = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);
const seen = (client: EventClient, count: number) => client.until(() => client.numbers().length >= count, 'changes');
const keysOf = (client: EventClient) => client.named('change').map(({ data }) => data.key);

async function user(email: string, roles = 'planner'): Promise<Record<string, string>> {
  const password = 'a password that is long enough';
  await erp.client.post('/user', { email, password, roles });
  const { body } = await clientFor(service.baseUrl, {}).post('/tokens', { username: email, password });
  return { authorization: `Bearer ${body.access_token}` };
}
const anEmail = () => `${randomBytes(4).toString('hex')}@example.com`;

describe('GET /changes/stream', () => {
  test('sends what happens from now on, each change as GET /changes shows it', async () => {
    await erp.client.import(jobs('before', 3));
    const client = await opened();
    const start = await last();
    await erp.client.import([aJob('A'), aTask('A', 'T')]);
    await seen(client, 2);
    expect(client.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    const { changes } = (await erp.client.get(`/changes?after=${start}`)).body;
    expect(client.named('change').map(({ data }) => data)).toEqual(changes);
    expect(client.numbers()).toEqual(from(start + 1, 2));
  });

  test.each([
    ['the header Last-Event-ID', (at: number) => ({ headers: { 'x-api-key': '', 'last-event-id': String(at) } })],
    ['?lastEventId', (at: number) => ({ query: `?lastEventId=${at}` })],
    ['?after', (at: number) => ({ query: `?after=${at}` })],
  ])('goes on where a client stopped, by %s, over more than one page of the log', async (_name, place) => {
    const start = await last();
    await erp.client.import(jobs('J', 1300));
    const at = place(start + 50) as At;
    const client = await opened({ ...at, headers: { ...at.headers, 'x-api-key': erp.key } });
    await seen(client, 1250);
    await erp.client.import([aJob('new')]);
    await seen(client, 1251);
    expect(client.numbers()).toEqual(from(start + 51, 1251));
  });

  test('a client that is cut off before its first change knows where to go on', async () => {
    const start = await last();
    const client = await opened();
    client.close();
    expect(client.lastId).toBe(String(start));
  });

  test('gives those who join while much is written every change once, in order', async () => {
    const start = await last();
    const writing = (async () => {
      for (let i = 0; i < 30; i++) await erp.client.import(jobs(`w${i}-`, 7));
    })();
    const joining = [];
    for (let i = 0; i < 20; i++) {
      joining.push(stream({ on: i % 2 ? service : other, query: `?after=${start}` }));
      await new Promise((wake) => setTimeout(wake, 20));
    }
    await writing;
    for (const client of joining) {
      await seen(client, 210);
      expect(client.numbers()).toEqual(from(start + 1, 210));
    }
  });

  test('filters as GET /changes does', async () => {
    const start = await last();
    const byEntity = await opened({ query: '?entity=Task' });
    const byApp = await opened({ query: '?sourceApp=crm' });
    const late = await opened({ query: `?entity=task&after=${start}` });
    await erp.client.import([aJob('A'), aTask('A', 'T1'), aJob('B', { SourceApp: 'CRM' }), aTask('A', 'T2')]);
    for (const [client, count] of [
      [byEntity, 2],
      [byApp, 1],
      [late, 2],
    ] as const)
      await seen(client, count);
    const task = (no: string) => `ERP/SERVICE/A/${no}`;
    expect([keysOf(byEntity), keysOf(byApp), keysOf(late)]).toEqual([
      [task('T1'), task('T2')],
      ['CRM/SERVICE/B'],
      [task('T1'), task('T2')],
    ]);
  });

  test('shows a limited key only its own, and users only to administrators', async () => {
    const limited = await opened({
      headers: { 'x-api-key': await erp.addKey({ scopes: ['read'], sourceApps: ['CRM'] }) },
    });
    const reader = await opened({ headers: { 'x-api-key': await erp.addKey({ scopes: ['read'] }) } });
    const start = await last();
    await erp.client.post('/user', { email: anEmail() });
    await erp.client.import([aJob('A'), aJob('B', { SourceApp: 'CRM' })]);
    await seen(limited, 1);
    await seen(reader, 2);
    expect(limited.numbers()).toEqual([start + 3]);
    expect(reader.numbers()).toEqual([start + 2, start + 3]);
    const refused = await erp.client.get('/changes/stream?entity=User', {
      'x-api-key': await erp.addKey({ scopes: ['read'] }),
    });
    expect([refused.status, refused.body.Code]).toEqual([403, 'USR004']);
  });

  test('sends a tenant nothing of another', async () => {
    const stranger = await service.tenant();
    const client = await opened({ headers: { 'x-api-key': stranger.key } });
    await erp.client.import([aJob('A')]);
    await erp.client.post('/message', { text: 'Hello' });
    await stranger.client.import([aJob('B')]);
    await seen(client, 1);
    expect(client.events).toHaveLength(1);
    expect(keysOf(client)).toEqual(['ERP/SERVICE/B']);
  });

  test.each([
    ['?entity=Nothing', {}, 'REQ008'],
    ['?events=weather', {}, 'REQ008'],
    ['', { 'last-event-id': 'abc' }, 'REQ009'],
  ])('refuses %s %o', async (query, headers, code) => {
    const answer = await erp.client.get(`/changes/stream${query}`, headers);
    expect([answer.status, answer.body.Code]).toEqual([400, code]);
  });

  test('a client behind the trimmed log, or ahead of it, gets a reset to read everything again, and continues from there', async () => {
    await erp.client.import(jobs('J', 10));
    const end = await last();
    await trimChanges(service.deps.db, { tenantId: erp.tenant.id, upTo: end - 4 });
    const behind = await opened({ query: `?after=${end - 6}` });
    const ahead = await opened({ query: `?after=${end + 100}` });
    const just = await opened({ query: `?after=${end - 4}` });
    await erp.client.import([aJob('new')]);
    for (const client of [behind, ahead]) {
      await seen(client, 1);
      expect(client.events.map(({ name, id }) => [name, id])).toEqual([
        ['reset', String(end)],
        ['change', String(end + 1)],
      ]);
      expect(client.events[0]!.data).toMatchObject({ last: end });
    }
    await seen(just, 5);
    expect(just.named('reset')).toEqual([]);
    await trimChanges(service.deps.db, { tenantId: erp.tenant.id, upTo: end + 1 });
    const emptied = await opened({ query: `?after=${end}` });
    await emptied.until(() => emptied.named('reset').length === 1, 'a reset');
  });

  test('one change costs 200 streams of a tenant one look at the log', async () => {
    const many = Array.from({ length: 200 }, () => stream());
    await Promise.all(many.map((client) => client.isOpen()));
    const taken = () => service.statements().filter((text) => /from change c/.test(text));
    const start = await last();
    // Until their last look for themselves is over.
    do await new Promise((wake) => setTimeout(wake, 300));
    while (taken().length > 0);
    await erp.client.import([aJob('A')]);
    await Promise.all(many.map((client) => seen(client, 1)));
    const looks = taken();
    expect(looks.length).toBeLessThanOrEqual(2);
    for (const client of many) expect(client.numbers()).toEqual([start + 1]);
  });

  test('beyond the most streams of a tenant is refused, and open again when one ends', async () => {
    const many = Array.from({ length: 220 }, () => stream());
    await Promise.all(many.map((client) => client.isOpen()));
    const refused = await erp.client.get('/changes/stream');
    expect([refused.status, refused.body.Code]).toEqual([429, 'APP027']);
    many[0]!.close();
    await eventually(async () => {
      const next = stream();
      await next.until(({ status }) => status !== 0, 'an answer');
      expect(next.status).toBe(200);
    });
  });
});

describe('a slow client', () => {
  test('holds up nobody, and gets everything in the end: what it does not take stays in the log', async () => {
    const slow = await opened();
    const quick = await opened();
    const start = await last();
    slow.pause();
    const Description = 'x'.repeat(2000);
    for (let i = 0; i < 8; i++) await erp.client.import(jobs(`b${i}-`, 500, { Description }));
    await seen(quick, 4000);
    expect(slow.numbers().length).toBeLessThan(4000);
    slow.resume();
    await seen(slow, 4000);
    await erp.client.import([aJob('end')]);
    await seen(slow, 4001);
    expect(slow.numbers()).toEqual(from(start + 1, 4001));
  });
});

describe('a stream ends', () => {
  const ended = (client: EventClient) => client.until(({ ends }) => ends === 1, 'the end of the stream');

  test('when its key is revoked', async () => {
    const { id, key } = (await erp.client.post('/apiKey', { name: 'short', scopes: ['read'] })).body;
    const client = await opened({ headers: { 'x-api-key': key } });
    const stays = await opened();
    await erp.client.send('DELETE', `/apiKey/${id}`);
    await ended(client);
    expect(stays.ends).toBe(0);
  });

  test('when its key expires', async () => {
    const began = Date.now();
    await opened();
    // Time enough to open another, however slow this machine is.
    const expires = Date.now() + 1000 + 10 * (Date.now() - began);
    const key = await erp.addKey({ scopes: ['read'], expiresAt: new Date(expires).toISOString() });
    await ended(await opened({ headers: { 'x-api-key': key } }));
  });

  test.each<[string, (email: string, headers: Record<string, string>) => Promise<unknown>]>([
    ['is disabled', (email) => erp.client.post('/user', { email, enabled: false })],
    ['gets other rights', (email) => erp.client.post('/user', { email, roles: 'viewer' })],
    ['signs out everywhere', (_email, headers) => clientFor(service.baseUrl, headers).send('DELETE', '/tokens')],
  ])('when its user %s', async (_what, end) => {
    const email = anEmail();
    const headers = await user(email);
    const client = await opened({ headers });
    await end(email, headers);
    await ended(client);
  });

  test('also for a client that does not read, which is shown nothing of what comes later', async () => {
    const { id, key } = (await erp.client.post('/apiKey', { name: 'short', scopes: ['read'] })).body;
    const client = await opened({ headers: { 'x-api-key': key } });
    client.pause();
    for (let i = 0; i < 6; i++) await erp.client.import(jobs(`b${i}-`, 500, { Description: 'x'.repeat(6000) }));
    await erp.client.send('DELETE', `/apiKey/${id}`);
    await eventually(async () => expect((await erp.client.post('/message', { text: '?' })).body.receivers).toBe(0));
    await new Promise((wake) => setTimeout(wake, 1500));
    await erp.client.import([aJob('later')]);
    client.resume();
    await client.until(({ cuts }) => cuts === 1, 'the end of the connection');
    expect(client.numbers().length).toBeLessThan(3000);
    expect(keysOf(client)).not.toContain('ERP/SERVICE/later');
  });
});

describe('POST /message', () => {
  test('pops up on all streams of the tenant, on every node, and returns their number', async () => {
    const [here, there] = [await opened(), await opened({ on: other })];
    const answer = await erp.client.post('//message', { Text: 'Road closed', Severity: 3 });
    expect(answer.body).toMatchObject({ success: true, message: null, appointments: [], receivers: 2 });
    expect(JSON.parse(answer.body.content)).toMatchObject({ Success: true, Appointments: [] });
    for (const client of [here, there]) {
      await client.until(() => client.events.length > 0, 'the message');
      expect(client.events).toMatchObject([
        { name: 'message', id: here.lastId, data: { text: 'Road closed', severity: 3, from: 'key:test' } },
      ]);
    }
  });

  test('to a user reaches each of that user’s streams and nobody else', async () => {
    const [anna, ben] = [anEmail(), anEmail()];
    const [annas, bens] = [await user(anna), await user(ben)];
    const forAnna = [await opened({ headers: annas }), await opened({ on: other, headers: annas })];
    const others = [await opened({ headers: bens }), await opened()];
    const sent = await erp.client.post('/message', { TEXT: 'For you', user: anna.toUpperCase() });
    expect(sent.body.receivers).toBe(2);
    expect((await erp.client.post('/message', { text: 'For all' })).body.receivers).toBe(4);
    for (const client of [...forAnna, ...others])
      await client.until(() => client.events.some(({ data }) => data.text === 'For all'), 'the message for all');
    for (const client of forAnna) expect(client.events.map(({ data }) => data.text)).toEqual(['For you', 'For all']);
    for (const client of others) expect(client.events.map(({ data }) => data.text)).toEqual(['For all']);
  });

  test('takes several at once, and counts those who want messages only', async () => {
    const deaf = await opened({ query: '?events=change' });
    const only = await opened({ query: '?events=message' });
    const answer = await erp.client.post('/message', [{ text: 'one' }, { text: 'two', severity: '0' }]);
    expect(answer.body).toMatchObject({ receivers: 2, counts: { created: 2 } });
    await erp.client.import([aResource('R1')]);
    await only.until(() => only.events.length === 2, 'both messages');
    await seen(deaf, 1);
    expect(only.events.map(({ name, data }) => [name, data.text, data.severity])).toEqual([
      ['message', 'one', 2],
      ['message', 'two', 0],
    ]);
    expect(deaf.events.map(({ name }) => name)).toEqual(['change']);
  });

  test('to a user without an open stream has no receivers, and a stream that ended is none', async () => {
    const email = anEmail();
    const client = await opened({ headers: await user(email) });
    client.close();
    // The service notices it when the socket closes, which on a busy machine takes its time.
    await eventually(async () =>
      expect((await erp.client.post('/message', { text: 'Hello', user: email })).body.receivers).toBe(0),
    );
  });

  test('does not count a stream that ended while its node was saying that it is open', async () => {
    const email = anEmail();
    const headers = await user(email);
    await service.deps.db.query(
      `create function dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(0.5); return new; end'`,
    );
    await service.deps.db.query(
      'create trigger dawdle before insert on live_stream for each row execute function dawdle()',
    );
    try {
      for (const ms of [0, 150, 300]) {
        const client = await opened({ headers });
        await pause(ms);
        client.close();
      }
      const receivers = async () => (await erp.client.post('/message', { text: 'Hello', user: email })).body.receivers;
      await eventually(async () => expect(await receivers()).toBe(0));
      await pause(1000);
      expect(await receivers()).toBe(0);
    } finally {
      await service.deps.db.query('drop function dawdle() cascade');
    }
  });

  test('costs a node without streams no statements', async () => {
    const client = await opened();
    client.close();
    await eventually(async () => {
      service.statements();
      await pause(500);
      expect(service.statements()).toEqual([]);
    });
  });

  test('does not count what a node that died has left', async () => {
    const left = (age: string) =>
      service.deps.db.query(
        `insert into live_stream (tenant_id, id, node, messages, seen_at) values ($1, gen_random_uuid(), gen_random_uuid(), true, now() - $2::interval)`,
        [erp.tenant.id, age],
      );
    await left('10 minutes');
    expect((await erp.client.post('/message', { text: 'Anybody?' })).body.receivers).toBe(0);
    await opened();
    const rows = () => service.deps.db.query('select from live_stream where tenant_id = $1', [erp.tenant.id]);
    await eventually(async () => expect(await rows()).toHaveLength(1));
  });

  test('with an Idempotency-Key is shown once, and a dry run shows nothing', async () => {
    const client = await opened();
    const headers = { 'idempotency-key': 'once' };
    expect((await erp.client.post('/message?dryRun=true', { text: 'dry' })).body.receivers).toBe(1);
    for (let i = 0; i < 3; i++) expect((await erp.client.post('/message', { text: 'once' }, headers)).status).toBe(200);
    await erp.client.post('/message', { text: 'end' });
    await client.until(() => client.events.some(({ data }) => data.text === 'end'), 'the end');
    expect(client.events.map(({ data }) => data.text)).toEqual(['once', 'end']);
  });

  test('of the longest text arrives, whatever its characters', async () => {
    const client = await opened();
    for (const text of ['😀'.repeat(500), '漢'.repeat(1000), `a${'\u0001'.repeat(998)}b`, `${'שלום\n'.repeat(199)}.`]) {
      expect((await erp.client.post('/message', { text })).status).toBe(200);
      await client.until(() => client.events.at(-1)?.data.text === text, 'the text');
    }
  });

  test.each([
    [{ text: 'x', user: 'nobody@example.com' }, 409, 'APP004', 'user'],
    [[{ text: 'x' }, { text: 'y', severity: 9 }], 400, 'REQ014', '[1].severity'],
  ])('refuses %o', async (body, status, code, parameter) => {
    const client = await opened();
    const answer = await erp.client.post('/message', body);
    expect([answer.status, answer.body.Code, answer.body.parameter]).toEqual([status, code, parameter]);
    await erp.client.post('/message', { text: 'after' });
    await client.until(() => client.events.length > 0, 'the next message');
    expect(client.events.map(({ data }) => data.text)).toEqual(['after']);
  });

  test('warns of unknown properties, with the index of the message', async () => {
    const answer = await erp.client.post('/message', [{ text: 'one' }, { text: 'two', level: 3 }]);
    expect(answer.status).toBe(200);
    expect(answer.body.warnings).toEqual([
      { index: 1, parameter: '[1].level', message: 'Unknown property [1].level was ignored.' },
    ]);
  });

  test('refuses more than a hundred at once, and those who may write nothing', async () => {
    const many = Array.from({ length: 101 }, () => ({ text: 'x' }));
    expect((await erp.client.post('/message', many)).status).toBe(413);
    const reader = { 'x-api-key': await erp.addKey({ scopes: ['read'] }) };
    expect((await erp.client.post('/message', { text: 'x' }, reader)).status).toBe(403);
  });

  test('does not reach the user of another tenant', async () => {
    const stranger = await service.tenant();
    const email = anEmail();
    await user(email);
    const answer = await stranger.client.post('/message', { text: 'x', user: email });
    expect([answer.status, answer.body.Code]).toEqual([409, 'APP004']);
  });
});
