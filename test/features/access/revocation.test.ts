import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aJob, aResource } from '../../records/builders.ts';
import { EventClient } from '../../support/event-client.ts';
import { eventually } from '../../support/eventually.ts';
import { clientFor, startService, type TestService, type TestTenant } from '../../support/service.ts';

const PROMISED_MS = 1000;

let nodes: readonly [TestService, TestService];
let erp: TestTenant;
let clients: EventClient[] = [];
beforeAll(async () => {
  // Nothing is found out by looking now and then.
  const live = { tendMs: 3_600_000 };
  const first = await startService({ live });
  nodes = [first, await startService({ database: first.databaseUrl, live })];
});
afterAll(async () => {
  await nodes[1].close();
  await nodes[0].close();
});
beforeEach(async () => {
  erp = await nodes[0].tenant();
  await erp.client.import([aResource('ANNA')]);
});
afterEach(() => {
  for (const client of clients) client.close();
  clients = [];
});

type Headers = Record<string, string>;

interface Credential {
  readonly headers: Headers;
  /** Withdraws it, on the first node. */
  readonly withdraw: () => Promise<unknown>;
  /** What a request that waits is answered. */
  readonly answer: number;
}

const password = 'a password that is long enough';

async function aUser(): Promise<{ email: string; token: Headers }> {
  const email = `${randomBytes(4).toString('hex')}@example.com`;
  await erp.client.post('/user', { email, password, roles: 'planner' });
  const { body } = await clientFor(nodes[0].baseUrl, {}).post('/tokens', { username: email, password });
  return { email, token: { authorization: `Bearer ${body.access_token}` } };
}

async function aSession(email: string): Promise<Headers> {
  const signedIn = await fetch(`${nodes[0].baseUrl}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: nodes[0].baseUrl },
    body: JSON.stringify({ username: email, password }),
  });
  expect(signedIn.status).toBe(200);
  return { cookie: (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
}

const ofUser =
  (withdraw: (email: string, token: Headers) => Promise<unknown>, answer = 401) =>
  async (): Promise<Credential> => {
    const { email, token } = await aUser();
    return { headers: token, withdraw: () => withdraw(email, token), answer };
  };

const credentials: Readonly<Record<string, () => Promise<Credential>>> = {
  'an API key that is revoked': async () => {
    const { id, key } = (await erp.client.post('/apiKey', { name: 'short', scopes: ['read'] })).body;
    return {
      headers: { 'x-api-key': key },
      withdraw: () => erp.client.send('DELETE', `/apiKey/${id}`),
      answer: 401,
    };
  },
  'a user who is disabled': ofUser((email) => erp.client.post('/user', { email, enabled: false })),
  'a user who is deleted': ofUser((email) => erp.client.del('/user', { email })),
  'a user whose roles change': ofUser((email) => erp.client.post('/user', { email, roles: 'viewer' }), 200),
  'a user who becomes another resource': ofUser(
    (email) => erp.client.post('/user', { email, resourceNo: 'ANNA' }),
    200,
  ),
  'a user whose password changes': ofUser((email) => erp.client.post('/user', { email, password: `${password}!` })),
  'a user who signs out everywhere': ofUser((_email, token) =>
    clientFor(nodes[0].baseUrl, token).send('DELETE', '/tokens'),
  ),
  'a browser session that ends': async () => {
    const headers = await aSession((await aUser()).email);
    const withdraw = () =>
      fetch(`${nodes[0].baseUrl}/session`, { method: 'DELETE', headers: { ...headers, origin: nodes[0].baseUrl } });
    return { headers, withdraw, answer: 401 };
  },
};

async function streamOn(node: TestService, headers: Headers): Promise<EventClient> {
  const client = new EventClient(`${node.baseUrl}/changes/stream`, headers);
  clients.push(client);
  await client.isOpen();
  return client;
}

const waitOn = async (node: TestService, headers: Headers) => {
  const { body } = await clientFor(node.baseUrl, headers).get('/changes?limit=1');
  const answer = clientFor(node.baseUrl, headers).get(`/changes?after=${body.last}&wait=60`);
  return { answer, at: answer.then(() => performance.now()) };
};

describe('what is held open ends within a second on every node', () => {
  test.each(Object.entries(credentials))('for %s', async (_what, make) => {
    const { headers, withdraw, answer } = await make();
    const own = await Promise.all(nodes.map((node) => streamOn(node, headers)));
    const other = await Promise.all(nodes.map((node) => streamOn(node, { 'x-api-key': erp.key })));
    const waits = await Promise.all(nodes.map((node) => waitOn(node, headers)));
    await eventually(() => expect(nodes.map(({ deps }) => deps.live.openCount(erp.tenant.id))).toEqual([3, 3]));
    const ended = own.map(async (client) => {
      await client.until(({ ends }) => ends === 1, 'the end of the stream');
      return performance.now();
    });
    // Its own work, such as the hash of a password, is not counted.
    await withdraw();
    // A message that is sent now takes as long to arrive as this machine makes everything take: the time is counted from there.
    await erp.client.post('/message', { text: 'now' });
    await Promise.all(other.map((client) => client.until(() => client.named('message').length === 1, 'a message', 60)));
    const start = performance.now();
    for (const at of await Promise.all([...ended, ...waits.map((wait) => wait.at)]))
      expect(at - start).toBeLessThan(PROMISED_MS);
    for (const wait of waits) {
      const { status, body } = await wait.answer;
      expect(status).toBe(answer);
      if (status === 200) expect(body.changes).toEqual([]);
    }
    for (const client of other) expect(client.ends).toBe(0);
  });

  test('for an API key that expires', async () => {
    const began = Date.now();
    await Promise.all(nodes.map((node) => streamOn(node, { 'x-api-key': erp.key })));
    // Time enough to open them again, however slow this machine is.
    const expires = Date.now() + 1000 + 10 * (Date.now() - began);
    const key = await erp.addKey({ scopes: ['read'], expiresAt: new Date(expires).toISOString() });
    const headers = { 'x-api-key': key };
    const own = await Promise.all(nodes.map((node) => streamOn(node, headers)));
    const waits = await Promise.all(nodes.map((node) => waitOn(node, headers)));
    // How late this machine is with a look at the database that begins at the same moment.
    const late = setTimeout(Math.max(0, expires - Date.now())).then(async () => {
      await nodes[0].deps.db.query('select');
      return Date.now() - expires;
    });
    await Promise.all([
      ...own.map((client) => client.until(({ ends }) => ends === 1, 'the end of the stream')),
      ...waits.map((wait) => wait.at),
    ]);
    expect(Date.now()).toBeGreaterThanOrEqual(expires);
    expect(Date.now() - expires).toBeLessThan(PROMISED_MS + (await late));
  });

  test('for a key that is revoked while no connection listens', async () => {
    const { id, key } = (await erp.client.post('/apiKey', { name: 'short', scopes: ['read'] })).body;
    const own = await Promise.all(nodes.map((node) => streamOn(node, { 'x-api-key': key })));
    const listeners = `from pg_stat_activity where datname = current_database() and query like 'listen %'`;
    await nodes[0].deps.db.transaction(async (tx) => {
      await tx.query('update api_key set revoked_at = now() where tenant_id = $1 and id = $2', [erp.tenant.id, id]);
      // They come back after the commit, and were not there at it.
      const { db } = nodes[1].deps;
      const before = await db.query<{ pid: number }>(`select pid, pg_terminate_backend(pid) ${listeners}`);
      expect(before).toHaveLength(2);
      const pids = before.map(({ pid }) => pid);
      await eventually(async () =>
        expect(await db.query(`select pid ${listeners} and pid = any($1)`, [pids])).toEqual([]),
      );
      return { commit: true, value: undefined };
    });
    await Promise.all(own.map((client) => client.until(({ ends }) => ends === 1, 'the end of the stream')));
  });

  test('and a key that was revoked while its stream was being opened gets none', async () => {
    const { id, key } = (await erp.client.post('/apiKey', { name: 'short', scopes: ['read'] })).body;
    const { deps } = nodes[0];
    const { authenticate } = await import('../../../src/features/access/authenticate.ts');
    const credential = { apiKey: key, authorization: undefined };
    const caller = await authenticate(deps, credential, { requestId: 'test', origin: 'rest' });
    await erp.client.send('DELETE', `/apiKey/${id}`);
    await expect(deps.live.wait(caller, credential)).rejects.toMatchObject({ detail: { code: 'USR002' } });
  });
});

describe('the quota of streams', () => {
  test('counts streams and waiting requests, of the credential and of the tenant, on one node', async () => {
    const quotas = { stream: { tenant: 5, credential: 3 } };
    const own = await startService({ database: nodes[0].databaseUrl, quotas });
    try {
      const other = { 'x-api-key': await erp.addKey({ name: 'other', scopes: ['read'] }) };
      const mine = { 'x-api-key': erp.key };
      const waits = await Promise.all([waitOn(own, mine), waitOn(own, mine)]);
      const stream = await streamOn(own, mine);
      await eventually(() => expect(own.deps.live.openCount(erp.tenant.id)).toBe(3));
      const client = clientFor(own.baseUrl, mine);
      const refused = await client.get('/changes/stream');
      expect([refused.status, refused.body.Code]).toEqual([429, 'APP027']);
      expect(refused.body.Description).toMatch(/^Quota stream: this credential has 3 /);
      const { body } = await client.get('/changes?limit=1');
      const late = await client.get(`/changes?after=${body.last}&wait=5`);
      expect([late.status, late.body.Code]).toEqual([429, 'APP027']);
      // Other credentials have their own, up to that of the tenant.
      await streamOn(own, other);
      await streamOn(own, other);
      const full = await clientFor(own.baseUrl, other).get('/changes/stream');
      expect(full.body.Description).toMatch(/^Quota stream: the tenant has 5 /);
      // Another node, and another tenant, have theirs.
      await streamOn(nodes[0], other);
      const stranger = await nodes[0].tenant();
      await streamOn(own, { 'x-api-key': stranger.key });
      // What has ended counts no longer.
      stream.close();
      await erp.client.import([aJob('A')]);
      for (const wait of waits) expect((await wait.answer).status).toBe(200);
      await eventually(() => expect(own.deps.live.openCount(erp.tenant.id)).toBe(2));
      await streamOn(own, mine);
    } finally {
      await own.close();
    }
  });
});
