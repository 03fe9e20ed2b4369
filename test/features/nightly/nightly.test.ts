import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nightlyJobs } from '../../../src/background-work.ts';
import { nightOf } from '../../../src/domain/night.ts';
import { runNight } from '../../../src/features/nightly/run-night.ts';
import { bringUpToDate } from '../../../src/features/planning/bring-up-to-date.ts';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import { aCall, startService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const never = new AbortController().signal;
const tonight = () => nightOf(service.deps.now().getTime(), 120);
const night = async (which = nightlyJobs) => (await runNight(service.deps, which, tonight(), never)).done;
const again = () => runNight(service.deps, nightlyJobs, tonight(), never, true);
const query = <Row>(text: string, values: unknown[] = []) => service.deps.db.query<Row>(text, values);

describe('a night', () => {
  test('begins at its minute and has the date of that day', () => {
    const at = (text: string): string => nightOf(Date.parse(text), 120);
    expect(at('2026-06-02T01:59:59Z')).toBe('2026-06-01');
    expect(at('2026-06-02T02:00:00Z')).toBe('2026-06-02');
    expect(nightOf(Date.parse('2026-06-02T00:00:00Z'), 0)).toBe('2026-06-02');
  });

  test('is worked once however many look, and a night that was missed is made up for', async () => {
    let runs = 0;
    const task = {
      name: 'count',
      run: async () => {
        runs++;
        await new Promise((wake) => setTimeout(wake, 50));
        return { runs };
      },
    };
    service.setNow('2026-06-02T03:00:00Z');
    await Promise.all(Array.from({ length: 5 }, () => night([task])));
    expect(runs).toBe(1);
    service.setNow('2026-06-03T01:00:00Z');
    await night([task]);
    expect(runs, 'the next night has not begun').toBe(1);
    service.setNow('2026-06-09T12:00:00Z');
    await night([task]);
    await night([task]);
    expect(runs).toBe(2);
    service.setNow(undefined);
  });

  test('in which one task fails does the others, and tries that one again', async () => {
    let isBroken = true;
    const broken = {
      name: 'broken',
      run: async () => {
        if (isBroken) throw new Error('not tonight');
        return {};
      },
    };
    const fine = { name: 'fine', run: async () => ({ done: 1 }) };
    expect([...(await night([broken, fine])).keys()]).toEqual(['fine']);
    isBroken = false;
    expect([...(await night([broken, fine])).keys()]).toEqual(['broken']);
  });
});

test('what has expired is forgotten, and what has not is kept', async () => {
  const { tenant, client } = await service.tenant();
  await query(
    `insert into idempotency (tenant_id, key, request_hash, status, body, created_at)
     select $1, key, '', 200, '', now() - age from (values ('old', interval '25 hours'), ('new', interval '23 hours')) v(key, age)`,
    [tenant.id],
  );
  await query(
    `insert into hold (tenant_id, resource_id, start, "end", expires_at, actor, token_digest)
     select $1, 1, now(), now() + interval '1 hour', now() + age, 'x', token::bytea
     from (values ('\\x01', interval '-1 minute'), ('\\x02', interval '1 minute')) v(token, age)`,
    [tenant.id],
  );
  await query(
    `insert into geocode_cache (key, answer, expires_at) values ('\\x01', null, now() - interval '1 day'), ('\\x02', null, now() + interval '1 day')`,
  );
  await query(
    `insert into background_job (tenant_id, kind, about, status, payload, max_attempts, request_id, updated_at)
     select $1, 'mail', about, about, '{}', 1, 'r', now() - age
     from (values ('done', interval '31 days'), ('failed', interval '31 days'), ('done', interval '29 days')) v(about, age)`,
    [tenant.id],
  );
  await again();
  expect(await query('select key from idempotency where tenant_id = $1', [tenant.id])).toEqual([{ key: 'new' }]);
  expect(await query('select from hold where tenant_id = $1', [tenant.id])).toHaveLength(1);
  expect(await query('select from geocode_cache')).toHaveLength(1);
  const kept = (await client.get('/jobs')).body.map(({ status }: { status: string }) => status);
  expect(kept.sort()).toEqual(['done', 'failed']);
});

test('addresses that were not found are due again, those that were found are left alone', async () => {
  const { tenant } = await service.tenant();
  await query(
    `insert into geocode_result (tenant_id, entity, record_id, address_hash, address, latitude, at)
     values ($1, 'Job', 1, 'h', 'a', null, now() - interval '1 day'), ($1, 'Job', 2, 'h', 'a', 50, now() - interval '1 day')`,
    [tenant.id],
  );
  await again();
  const due = await query<{ id: number }>(
    'select record_id as id from geocode_result where tenant_id = $1 and retry_at <= now()',
    [tenant.id],
  );
  expect(due).toEqual([{ id: 1 }]);
});

describe('keys that expire', () => {
  const DAY = 86_400_000;
  const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString();
  const mailsTo = async (address: string): Promise<string[]> =>
    (await service.mails()).filter((mail) => mail.includes(`To: ${address}\r\n`));

  test('are reported to the administrators, once for each key and threshold', async () => {
    const { tenant, client, addKey } = await service.tenant();
    const email = `admin.${tenant.id}@example.com`;
    await client.post('/user', [
      { email, roles: ['admin'], password: 'a long password' },
      { email: `viewer.${tenant.id}@example.com`, roles: ['viewer'], loginType: 0 },
      { email: `gone.${tenant.id}@example.com`, roles: ['admin'], enabled: false },
    ]);
    await addKey({ name: 'soon', expiresAt: inDays(10) });
    await addKey({ name: 'later', expiresAt: inDays(20) });
    await addKey({ name: 'over', expiresAt: inDays(-1) });
    await again();
    await again();
    await service.work();
    const first = await mailsTo(email);
    expect(first).toHaveLength(1);
    expect(first[0]).toContain('- soon (');
    expect(first[0]).not.toMatch(/- (later|over|test) /);
    service.setNow(inDays(8));
    await again();
    await again();
    await service.work();
    const second = (await mailsTo(email)).slice(1);
    // "soon" has two days left now, "later" has come within fourteen.
    expect(second).toHaveLength(1);
    expect(second[0]).toMatch(/- soon .*\r\n- later /s);
    service.setNow(inDays(9.5));
    await Promise.all([again(), again()]);
    await service.work();
    service.setNow(undefined);
    // "soon" ends within a day.
    const third = (await mailsTo(email)).slice(2);
    expect(third).toHaveLength(1);
    expect(third[0]).toMatch(/- soon /);
    expect(third[0]).not.toMatch(/- later /);
    for (const who of ['viewer', 'gone']) expect(await mailsTo(`${who}.${tenant.id}@example.com`)).toEqual([]);
  });
});

test('a key that was replaced is reported once, on its last day, with its last use', async () => {
  const { tenant, client, addKey } = await service.tenant();
  const email = `admin.${tenant.id}@example.com`;
  await client.post('/user', { email, roles: ['admin'], password: 'a long password' });
  await client.get('/whoami', { 'x-api-key': await addKey({ name: 'old', scopes: ['read'] }) });
  const [, { id }] = (await client.get('/apiKey')).body;
  const { body: newer } = await client.post(`/apiKey/${id}/rotate`, {});
  const nights = [0, 1, 6.5, 6.6].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  for (const moment of nights) {
    service.setNow(moment);
    await again();
  }
  await service.work();
  service.setNow(undefined);
  const mails = (await service.mails()).filter((mail) => mail.includes(`To: ${email}\r\n`));
  expect(mails).toHaveLength(1);
  expect(mails[0]?.replaceAll('=\r\n', '')).toContain(`replaced by key ${newer.id}, last used`);
});

describe('the change log', () => {
  const age = (tenant: TestTenant, upTo: number) =>
    query(`update change_set set at = now() - interval '91 days' where tenant_id = $1 and last_no <= $2`, [
      tenant.tenant.id,
      upTo,
    ]);
  const seenByAll = (tenant: TestTenant, seen: number) =>
    query(
      `insert into geocode_state (tenant_id, seen) values ($1, $2) on conflict (tenant_id) do update set seen = excluded.seen`,
      [tenant.tenant.id, seen],
    );
  const numbers = async ({ client }: TestTenant): Promise<number[]> =>
    (await client.get('/changes')).body.changes.map(({ number }: { number: number }) => number);
  async function filled(): Promise<{ erp: TestTenant; base: number }> {
    const erp = await service.tenant();
    const base = (await erp.client.get('/changes')).body.last;
    for (const no of ['A', 'B', 'C', 'D']) await erp.client.import([aJob(no)], { 'x-request-id': `r-${no}` });
    return { erp, base };
  }

  test('loses what is older than it is kept, and a reader before that gets the oldest number', async () => {
    const { erp, base } = await filled();
    await seenByAll(erp, base + 4);
    await age(erp, base + 2);
    await again();
    expect(await numbers(erp)).toEqual([base + 3, base + 4]);
    for (const after of [0, base, base + 1]) {
      const gone = await erp.client.get(`/changes?after=${after}`);
      expect([gone.status, gone.body.Code]).toEqual([410, 'APP022']);
      expect(gone.body).toMatchObject({ oldest: base + 3, last: base + 4 });
    }
    const next = await erp.client.get(`/changes?after=${base + 2}`);
    expect(next.body.changes).toHaveLength(2);
    for (const path of [`/changes/${base + 1}/undo`]) {
      const undo = await erp.client.send('POST', path);
      expect([undo.status, undo.body.Description]).toEqual([404, expect.stringContaining('no longer in the log')]);
    }
    const request = await erp.client.post('/changes/undo', { requestId: 'r-A' });
    expect(request.body.Description).toContain('no longer in the log');
    expect((await erp.client.post('/changes/undo', { requestId: 'r-D' })).status).toBe(200);
    const other = await service.tenant();
    expect((await other.client.get('/changes?after=0')).status).toBe(200);
  });

  test('keeps what a reader of ours has not read yet, however old it is', async () => {
    const { erp, base } = await filled();
    await seenByAll(erp, base + 1);
    await age(erp, base + 4);
    await again();
    expect(await numbers(erp)).toEqual([base + 2, base + 3, base + 4]);
  });

  test('keeps what was not yet made into deliveries', async () => {
    const { erp, base } = await filled();
    await seenByAll(erp, base + 4);
    await service.deps.db.query('insert into outbound_position (tenant_id, position) values ($1, $2)', [
      erp.tenant.id,
      base + 2,
    ]);
    await age(erp, base + 4);
    await again();
    expect(await numbers(erp)).toEqual([base + 3, base + 4]);
  });

  test('that was trimmed past the plan makes the plan be computed again', async () => {
    const erp = await service.tenant();
    const caller = { tenantId: erp.tenant.id, timeZone: erp.tenant.timeZone };
    const appointment = (hour: number) =>
      aCall('mboc_upsertAppointment', {
        ...taskKey('J', 'T'),
        ResourceNo: 'R',
        Start: `2026-06-01T${hour}:00`,
        End: `2026-06-01T${hour + 2}:00`,
      });
    await erp.client.import([aJob('J'), aTask('J', 'T'), aResource('R'), appointment(10)]);
    await bringUpToDate(service.deps, caller);
    await erp.client.import([appointment(11)]);
    const { last } = (await erp.client.get('/changes')).body;
    await seenByAll(erp, last);
    await age(erp, last);
    await again();
    expect(await numbers(erp)).toEqual([]);
    const found = await erp.client.get('/violations?start=2026-05-01&end=2026-07-01');
    expect(JSON.stringify(found.body)).toContain('overlap');
  });
});
