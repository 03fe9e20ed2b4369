import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ApiError,
  type Client,
  createClient,
  importCall,
  NoConnection,
  ndjson,
} from '../../packages/client/src/index.ts';
import { operations, routesWithoutKey } from '../../packages/client/src/operations.ts';
import { BreakingProxy } from '../support/breaking-proxy.ts';
import { startService, type TestService, type TestTenant } from '../support/service.ts';

let service: TestService;
let proxy: BreakingProxy;
let owner: TestTenant;
/** Straight to the service, and through a proxy that breaks connections. */
let client: Client;
let broken: Client;
beforeAll(async () => {
  service = await startService();
  proxy = await BreakingProxy.start(service.baseUrl);
});
afterAll(async () => {
  await proxy.stop();
  await service.close();
});
beforeEach(async () => {
  owner = await service.tenant();
  client = createClient({ url: service.baseUrl, apiKey: owner.key });
  broken = createClient({ url: proxy.url, apiKey: owner.key });
});

const sending = (start: string) => (bytes: Buffer) => bytes.toString('latin1').startsWith(start);
const tags = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ code: `T${String(at).padStart(3, '0')}`, name: `Tag ${at}` }));

/** Whether a promise is still open is seen by its end only: collects what a loop gets. */
async function collected<T>(records: AsyncIterable<T>, enough = Number.POSITIVE_INFINITY): Promise<T[]> {
  const found: T[] = [];
  for await (const record of records) {
    found.push(record);
    if (found.length >= enough) break;
  }
  return found;
}

describe('methods', () => {
  test('there is one for each operation of the API, and names are used once in a group', () => {
    const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as { paths: Record<string, object> };
    const routes = Object.entries(paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path}`),
    );
    const made = Object.values(operations).flatMap((group) => Object.values(group));
    expect([...made].sort()).toEqual(routes.sort());
    expect([...routesWithoutKey].filter((route) => !routes.includes(route))).toEqual([]);
  });

  test('write, read and delete records', async () => {
    const written = await client.job.upsertJob({
      body: { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J 1/2', shortDescription: 'Pump' },
    });
    expect(written.counts.created).toBe(1);
    const job = await client.job.getJob({ path: { jobNo: 'J 1/2' } });
    expect([job.shortDescription, job.version]).toEqual(['Pump', 1]);
    const found = await client.job.listJob({ query: { shortDescription: 'pump', limit: 10 } });
    expect(found.map(({ jobNo }) => jobNo)).toEqual(['J 1/2']);
    const { counts } = await client.job.deleteJob({
      body: { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J 1/2' },
    });
    expect(counts.deleted).toBe(1);
    expect(await client.request('GET /job')).toEqual([]);
  });

  test('a request without content gives undefined, a file the response', async () => {
    await client.resource.upsertResource({ body: { resourceNo: 'ANNA' } });
    const feed = await client.calendarFeed.postCalendarFeed({ body: { resourceNo: 'ANNA' } });
    const file = new URL(feed.url).pathname.split('/').at(-1) ?? '';
    const calendar = await client.calendarFeed.getFeed({ path: { file } });
    expect(await calendar.text()).toContain('BEGIN:VCALENDAR');
    const csv = await client.response('GET /audit', { query: { format: 'csv' } });
    expect(csv.headers.get('content-type')).toContain('text/csv');
    await csv.body?.cancel();
  });

  test('a token and a user name with a password are credentials too', async () => {
    const [name, password] = [`${randomBytes(6).toString('hex')}@example.com`, 'a long password of a person'];
    await client.user.upsertUser({ body: { email: name, password, roles: ['planner'] } });
    const nobody = createClient({ url: service.baseUrl });
    await expect(nobody.access.whoAmI()).rejects.toMatchObject({ status: 401 });
    const { access_token: token } = (await nobody.access.postTokens({
      body: { username: name, password },
    })) as { access_token: string };
    for (const credentials of [{ token }, { token: async () => token }, { user: { name, password } }])
      expect(await createClient({ url: service.baseUrl, ...credentials }).access.whoAmI()).toMatchObject({
        actor: `user:${name}`,
      });
  });
});

describe('errors', () => {
  test('have status, code, the rejected call with its parameter, and the request id', async () => {
    const calls = [
      importCall('mboc_upsertTag', { Code: 'A' }),
      importCall('mboc_upsertTask', {
        SourceApp: 'ERP',
        SourceType: 'S',
        JobNo: 'none',
        TaskNo: 'T',
        ShortDescription: 'T',
      }),
    ];
    const failed = client.import.importCalls({ body: calls, requestId: 'night-run-1' });
    const error = await failed.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 409, code: 'APP004', index: 1, requestId: 'night-run-1' });
    expect((error as ApiError).message).toContain('none');
    expect((error as ApiError).parameter).toBeTypeOf('string');
  });

  test('a stale version is 412 with the current record', async () => {
    await client.indicator.upsertTag({ body: { code: 'A', name: 'one' } });
    const stale = client.indicator.putTag({ body: { code: 'A', name: 'two' }, version: 7 });
    await expect(stale).rejects.toMatchObject({ status: 412, code: 'APP003', failure: { current: { version: 1 } } });
  });
});

describe('retries', () => {
  /** Planned without a number of its own: each request that is executed makes another one. */
  const anAppointment = { subject: 'Meeting', start: '2026-07-01T09:00:00Z', end: '2026-07-01T10:00:00Z' };

  test('a POST whose response was lost is sent again, and has its effect once', async () => {
    await client.resource.upsertResource({ body: { resourceNo: 'ANNA' } });
    const body = { ...anAppointment, resourceNo: 'ANNA' };
    const before = proxy.cuts;
    proxy.cutOn(sending('POST /appointment'), 'after-forward', { times: 2 });
    const answer = await broken.appointment.upsertAppointment({ body });
    expect(proxy.cuts - before).toBe(2);
    expect(answer.counts.created).toBe(1);
    const window = { startDate: '2026-07-01', endDate: '2026-07-02' };
    expect(await client.appointment.listAppointment({ query: window })).toHaveLength(1);
    // Without the key it would have been a second one.
    await client.appointment.upsertAppointment({ body });
    expect(await client.appointment.listAppointment({ query: window })).toHaveLength(2);
  });

  test('a PUT and a GET that did not arrive are sent again', async () => {
    proxy.cutOn(sending('PUT /tag'), 'before-forward');
    expect((await broken.indicator.putTag({ body: { code: 'A' } })).counts.created).toBe(1);
    proxy.cutOn(sending('GET /tag'), 'after-forward');
    expect(await broken.indicator.listTag()).toHaveLength(1);
  });

  test('a POST that accepts no key is not sent again when its response was lost', async () => {
    let count = 0;
    const counting: typeof fetch = (...request) => {
      count++;
      return fetch(...request);
    };
    proxy.cutOn(sending('POST /geocode'), 'after-forward');
    const once = createClient({ url: proxy.url, apiKey: owner.key, fetch: counting });
    await expect(once.geocode.geocode({ body: { address: 'Ghent' } })).rejects.toBeInstanceOf(NoConnection);
    expect(count).toBe(1);
    proxy.clear();
  });

  test('a refused request is not repeated, and an aborted one ends with the reason of its signal', async () => {
    let count = 0;
    const counting: typeof fetch = (...request) => {
      count++;
      return fetch(...request);
    };
    const once = createClient({ url: service.baseUrl, apiKey: owner.key, fetch: counting });
    await expect(once.job.getJob({ path: { jobNo: 'none' } })).rejects.toMatchObject({ status: 404 });
    expect(count).toBe(1);
    const stop = new AbortController();
    const waiting = client.changes.getChanges({ query: { after: 1000, wait: 30 }, signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });

  /** A server that answers as it is wanted, and keeps what it was asked. */
  async function answering(answers: readonly ((at: number) => [status: number, headers: object] | undefined)[]) {
    const seen: { at: number; key: unknown }[] = [];
    const server = createServer((request, response) => {
      seen.push({ at: performance.now(), key: request.headers['idempotency-key'] });
      const answer = answers[seen.length - 1]?.(seen.length);
      if (answer) response.writeHead(answer[0], { 'content-type': 'application/json', ...answer[1] }).end('{}');
    });
    await new Promise<void>((ready) => {
      server.listen(0, '127.0.0.1', ready);
    });
    const { port } = server.address() as { port: number };
    const close = () => {
      server.closeAllConnections();
      server.close();
    };
    return { url: `http://127.0.0.1:${port}`, seen, close };
  }

  test('429 and 503 are repeated after Retry-After, with the same key, also where no key is accepted', async () => {
    const limited = () => [429, { 'retry-after': '1' }] as [number, object];
    const done = () => [200, {}] as [number, object];
    const server = await answering([limited, () => [503, {}], done, limited, done]);
    try {
      const asking = createClient({ url: server.url });
      await asking.indicator.upsertTag({ body: { code: 'A' } });
      const [first, second, third] = server.seen;
      expect(second!.at - first!.at).toBeGreaterThanOrEqual(1000);
      expect(first!.key).toMatch(/^[0-9a-f-]{36}$/);
      expect([second!.key, third!.key]).toEqual([first!.key, first!.key]);
      await asking.recommendation.findSlots({ body: { startDate: '2026-07-01', endDate: '2026-07-02' } });
      expect(server.seen.map(({ key }) => key === undefined)).toEqual([false, false, false, true, true]);
    } finally {
      server.close();
    }
  });

  test('a service that wants a long pause, and one that never answers, are given up', async () => {
    const silent = () => undefined;
    const server = await answering([() => [503, { 'retry-after': '3600' }], silent, silent]);
    try {
      await expect(createClient({ url: server.url }).indicator.listTag()).rejects.toMatchObject({
        status: 503,
        retryAfter: 3600,
      });
      const hasty = createClient({ url: server.url, timeoutMs: 50, retries: 1 });
      await expect(hasty.indicator.listTag()).rejects.toBeInstanceOf(NoConnection);
      expect(server.seen).toHaveLength(3);
    } finally {
      server.close();
    }
  });
});

describe('pages', () => {
  test('records come from as many requests as there are pages', async () => {
    await client.indicator.upsertTag({ body: tags(25) });
    const query = { sort: 'code', limit: 10 };
    const pages = await collected(client.pages('GET /tag', { query }));
    expect(pages.map(({ records, total }) => [records.length, total])).toEqual([
      [10, 25],
      [10, 25],
      [5, 25],
    ]);
    const records = await collected(client.records('GET /tag', { query }));
    expect(records.map(({ code }) => code)).toEqual(tags(25).map(({ code }) => code));
    expect(await collected(client.records('GET /tag', { query: { ...query, page: 3 } }))).toHaveLength(5);
    expect(await collected(client.records('GET /tag', { query: { ...query, limit: 25 } }))).toHaveLength(25);
    expect(await collected(client.records('GET /pin'))).toEqual([]);
  });

  test('a loop that ends early requests no further page', async () => {
    await client.indicator.upsertTag({ body: tags(25) });
    service.statements();
    expect(await collected(client.records('GET /tag', { query: { limit: 5 } }), 3)).toHaveLength(3);
    expect(service.statements().filter((text) => /\bfrom tag\b/i.test(text)).length).toBeLessThanOrEqual(2);
  });

  test('the change log is read to its end, in portions', async () => {
    await client.indicator.upsertTag({ body: tags(25) });
    const changes = await collected(client.changeLog({ after: 2, limit: 10, entity: 'Tag' }));
    expect(changes.map(({ number }) => number)).toEqual(Array.from({ length: 25 }, (_, at) => at + 3));
  });
});

describe('streams', () => {
  test('live events go on where they were when the connection is cut, and end with the loop', async () => {
    const numbers: number[] = [];
    const stop = new AbortController();
    const reading = (async () => {
      for await (const { event, data } of broken.liveEvents({ after: 2, signal: stop.signal }))
        if (event === 'change') numbers.push(data.number);
    })();
    await client.indicator.upsertTag({ body: tags(3) });
    await expect.poll(() => numbers).toEqual([3, 4, 5]);
    proxy.cutAll();
    await client.indicator.upsertTag({ body: tags(5) });
    await expect.poll(() => numbers).toEqual([3, 4, 5, 6, 7]);
    stop.abort();
    await reading;
    // The stream is closed; other connections may be kept for the next request.
    await client.indicator.upsertTag({ body: tags(6) });
    expect(numbers).toHaveLength(5);
  });

  test('a loop over live events that ends closes the connection, and a refusal ends the loop', async () => {
    await client.indicator.upsertTag({ body: tags(1) });
    const [first] = await collected(client.liveEvents({ after: 2 }), 1);
    expect(first).toMatchObject({ event: 'change', data: { entity: 'Tag', key: 'T000' } });
    const nobody = createClient({ url: service.baseUrl, apiKey: 'os_wrong' });
    await expect(collected(nobody.liveEvents())).rejects.toMatchObject({ status: 401 });
  });

  test('the body of a response can be aborted half way', async () => {
    await client.indicator.upsertTag({ body: tags(500) });
    const stop = new AbortController();
    const response = await client.response('GET /tag', { signal: stop.signal });
    const reader = response.body!.getReader();
    expect((await reader.read()).done).toBe(false);
    stop.abort();
    await expect(reader.read().then(() => reader.read())).rejects.toThrow(/abort/i);
  });

  test('keys are compared while they are sent', async () => {
    const job = (jobNo: string) => ({ sourceApp: 'ERP', sourceType: 'SERVICE', jobNo, shortDescription: jobNo });
    await client.job.upsertJob({ body: [job('J-1'), job('J-2')] });
    async function* lines() {
      yield { sourceApp: 'ERP', sourceType: 'SERVICE', entity: 'Job' };
      yield { key: 'J-1' };
      for (let at = 0; at < 20_000; at++) yield { key: `X-${at}` };
    }
    const result = await client.import.reconcile({
      content: { type: 'application/x-ndjson', body: ndjson(lines()) },
    });
    expect(result).toMatchObject({ counts: { sent: 20_001, same: 1, missing: 20_000, phantom: 1 }, phantom: ['J-2'] });
  });
});
