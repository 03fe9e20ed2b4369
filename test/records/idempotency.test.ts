import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { clientFor, sharedService, startService, type TestService, type TestTenant } from '../support/service.ts';
import { aJob, aTask, holdings } from './builders.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
});

const key = (name: string) => ({ 'idempotency-key': name });

test('the same key and body gives the first answer again, says so, and does nothing', async () => {
  const first = await erp.client.import([aJob('J', { SiteCity: 'Ghent' })], key('k'));
  await erp.client.import([aJob('J', { SiteCity: 'Lier' })]);
  const before = await holdings(service, erp);
  const again = await erp.client.import([aJob('J', { SiteCity: 'Ghent' })], key('k'));
  expect(again.text).toBe(first.text);
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(await holdings(service, erp)).toEqual(before);
  expect((await erp.client.get('/job/J')).body.siteCity).toBe('Lier');
});

test('another body, route or handling under the same key is 422 and stores nothing', async () => {
  await erp.client.import([aJob('J')], key('k'));
  const before = await holdings(service, erp);
  const others = [
    await erp.client.import([aJob('K')], key('k')),
    await erp.client.post('/job', [aJob('J')], key('k')),
    await erp.client.import([aJob('J')], { ...key('k'), prefer: 'handling=lenient' }),
  ];
  for (const answer of others) expect([answer.status, answer.body.Code]).toEqual([422, 'REQ017']);
  expect(await holdings(service, erp)).toEqual(before);
});

/** Keeps every write of the tenant from ending while the work is done. */
const whileWritesHang = (work: () => Promise<void>) =>
  service.deps.db.transaction(async (tx) => {
    await tx.query('select from tenant where id = $1 for no key update', [erp.tenant.id]);
    await work();
    return { commit: false, value: undefined };
  });

const inFlight = async (): Promise<void> => {
  for (;;) {
    const [row] = await service.deps.db.query<{ n: number }>(
      "select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (row && row.n > 0) return;
    await new Promise((wake) => setTimeout(wake, 10));
  }
};

test('a key still in flight is 409, on this node and on another one', async () => {
  const other = await startService({ database: service.databaseUrl });
  try {
    let first: ReturnType<typeof erp.client.import> | undefined;
    await whileWritesHang(async () => {
      first = erp.client.import([aJob('J')], key('k'));
      await inFlight();
      for (const { baseUrl } of [service, other]) {
        const second = await clientFor(baseUrl, { 'x-api-key': erp.key }).import([aJob('J')], key('k'));
        expect([second.status, second.body.Code]).toEqual([409, 'REQ018']);
      }
    });
    expect((await first)?.body.counts.created).toBe(1);
    const replay = await erp.client.import([aJob('J')], key('k'));
    expect(replay.headers.get('idempotency-replayed')).toBe('true');
  } finally {
    await other.close();
  }
});

test('of many requests with one key at once exactly one does the work', async () => {
  const batch = Array.from({ length: 200 }, (_, i) => aJob(`J${i}`));
  const answers = await Promise.all(Array.from({ length: 8 }, () => erp.client.import(batch, key('k'))));
  const workers = answers.filter(({ status, headers }) => status === 200 && !headers.get('idempotency-replayed'));
  expect(workers).toHaveLength(1);
  expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  expect((await holdings(service, erp))['job']).toBe(200);
});

test('a refused request frees its key', async () => {
  expect((await erp.client.import([aTask('NONE', 'T')], key('k'))).status).toBe(409);
  const corrected = await erp.client.import([aJob('NONE'), aTask('NONE', 'T')], key('k'));
  expect(corrected.body.counts.created).toBe(2);
  expect(corrected.headers.get('idempotency-replayed')).toBeNull();
});

test('a dry run does not use the key up', async () => {
  await erp.client.import([aJob('J')], key('k'), '?dryRun=true');
  const real = await erp.client.import([aJob('J')], key('k'));
  expect(real.body.counts.created).toBe(1);
  expect(real.headers.get('idempotency-replayed')).toBeNull();
});

test('two tenants may use the same key', async () => {
  const other = await service.tenant();
  await erp.client.import([aJob('J')], key('k'));
  const theirs = await other.client.import([aJob('J')], key('k'));
  expect(theirs.body.counts.created).toBe(1);
  expect(theirs.headers.get('idempotency-replayed')).toBeNull();
});

test('a key older than 24 hours is free again', async () => {
  await erp.client.import([aJob('J')], key('k'));
  await service.deps.db.query("update idempotency set created_at = now() - interval '25 hours' where tenant_id = $1", [
    erp.tenant.id,
  ]);
  const again = await erp.client.import([aJob('K')], key('k'));
  expect(again.body.counts.created).toBe(1);
});

test('a lenient answer with rejected calls is repeated as it was', async () => {
  const send = () => erp.client.import([aJob('J'), aTask('NONE', 'T')], { ...key('k'), prefer: 'handling=lenient' });
  const first = await send();
  const again = await send();
  expect(again.text).toBe(first.text);
  expect(again.body.success).toBe(false);
});

test('another caller of the tenant does not get the answer, whatever its key is called', async () => {
  const first = await erp.client.post('/apiKey', { name: 'ERP', scopes: ['import'] }, key('k'));
  expect(first.body.key).toMatch(/^os_/);
  const namesake = clientFor(service.baseUrl, { 'x-api-key': await erp.addKey() });
  const foreign = await namesake.post('/apiKey', { name: 'ERP', scopes: ['import'] }, key('k'));
  expect([foreign.status, foreign.body.Code]).toEqual([422, 'REQ017']);
  expect(foreign.text).not.toContain(first.body.key);
  const rows = await service.deps.db.query<{ row: string }>('select to_jsonb(i)::text as row from idempotency i');
  expect(rows.map(({ row }) => row).join()).not.toContain(first.body.key);
});

test('an answer that was stored before answers were sealed is given again', async () => {
  const first = await erp.client.import([aJob('J')], key('k'));
  await service.deps.db.query('update idempotency set caller = null, body = $2 where tenant_id = $1', [
    erp.tenant.id,
    first.text,
  ]);
  const again = await erp.client.import([aJob('J')], key('k'));
  expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([200, first.text, 'true']);
});

test('a request that could not be done a second time is answered again', async () => {
  const sent = { code: 'WEEK', name: 'Week' };
  const made = await erp.client.post('/layout', sent, { ...key('k'), 'if-match': '*' });
  expect(made.status).toBe(412);
  const first = await erp.client.post('/layout', sent, key('k'));
  const undone = await erp.client.post(`/changes/${first.body.changes}/undo`, undefined, key('u'));
  // The change is undone by now, and an undo of it is refused.
  expect((await erp.client.post(`/changes/${first.body.changes}/undo`, undefined)).status).toBe(409);
  const again = await erp.client.post(`/changes/${first.body.changes}/undo`, undefined, key('u'));
  expect([again.status, again.text]).toEqual([200, undone.text]);
});
