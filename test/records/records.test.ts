import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aCall, sharedService, type TestService, type TestTenant } from '../support/service.ts';
import { aJob, aResource, aTask, taskKey } from './builders.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
});

test('a new tenant has one resource type and one default calendar', async () => {
  expect((await erp.client.get('/resourceType')).body).toHaveLength(1);
  expect((await erp.client.get('/calendar')).body).toMatchObject([
    { default: true, weekend: [6, 7], businessHours: [{ start: '08:00', end: '17:00' }], holidays: [] },
  ]);
});

describe('CreateJob', () => {
  test('leaves no job behind when the task is refused', async () => {
    const lost = { ...taskKey('LOST', 'T'), ShortDescription: 'Fix', CreateJob: true, CalendarCode: 'none such' };
    const answer = await erp.client.post('/task', lost, { prefer: 'handling=lenient' });
    expect(answer.body.results[0]).toMatchObject({ outcome: 'rejected', code: 'APP004' });
    expect((await erp.client.get('/job/LOST')).status).toBe(404);
  });

  test('creates the job of a task in the same call, and writes both into the log', async () => {
    const answer = await erp.client.post('/task', { ...taskKey('J', 'T'), ShortDescription: 'Fix', CreateJob: true });
    expect(answer.body.counts.created).toBe(1);
    expect((await erp.client.get('/job')).body).toMatchObject([
      { jobNo: 'J', sourceApp: 'ERP', shortDescription: 'Fix' },
    ]);
    const { body } = await erp.client.get(`/changes?after=${answer.body.changes - 2}`);
    expect(body.changes.map((each: { entity: string }) => each.entity)).toEqual(['Job', 'Task']);
  });

  test('leaves a job that exists as it is', async () => {
    await erp.client.import([aJob('J')]);
    await erp.client.post('/task', { ...taskKey('j', 'T'), ShortDescription: 'Fix', CreateJob: true });
    expect((await erp.client.get('/job')).body).toMatchObject([{ shortDescription: 'Job J', version: 1 }]);
  });

  test('creates one job for several tasks', async () => {
    const task = (no: string) => ({ ...taskKey('J', no), ShortDescription: no, CreateJob: true });
    expect((await erp.client.post('/task', [task('1'), task('2')])).body.counts.created).toBe(2);
    expect((await erp.client.get('/job')).body).toHaveLength(1);
  });

  test('false is no CreateJob', async () => {
    const answer = await erp.client.post('/task', { ...taskKey('J', 'T'), ShortDescription: 'x', CreateJob: false });
    expect(answer.body.Code).toBe('APP004');
  });

  test('creates no job for a task that is rejected', async () => {
    const answer = await erp.client.import([aCall('mboc_upsertTask', { ...taskKey('J', 'T'), CreateJob: 1 })], {
      prefer: 'handling=lenient',
    });
    expect(answer.body.counts.rejected).toBe(1);
    expect((await erp.client.get('/job')).body).toEqual([]);
  });
});

test('a resource type is made by naming it, once whatever its case', async () => {
  await erp.client.import([
    aResource('R1', { ResourceType: 'Van' }),
    aResource('R2', { ResourceType: 'VAN' }),
    aResource('R3', { ResourceType: 'Crane' }),
  ]);
  const types = await erp.client.get('/resourceType?sort=name');
  expect(types.body.map((each: { name: string }) => each.name)).toEqual(['Crane', 'Resource', 'Van']);
});

describe('GPS', () => {
  const at = (moment: string, Latitude: number, no = 'R') =>
    aCall('mboc_upsertResourceGpsTracking', { ResourceNo: no, Latitude, Longitude: 4, Date: moment });

  test('the list shows the newest position of each resource, the history all of them', async () => {
    await erp.client.import([
      aResource('R'),
      aResource('S'),
      at('2026-06-01T10:00', 50),
      at('2026-06-01T12:00', 52),
      at('2026-06-01T11:00', 51),
      at('2026-05-01T11:00', 40, 'S'),
    ]);
    const newest = await erp.client.get('/resourceGpsTracking?sort=resourceNo');
    expect(newest.body.map((each: { latitude: number }) => each.latitude)).toEqual([52, 40]);
    expect(newest.headers.get('x-total-count')).toBe('2');
    const history = await erp.client.get('/resourceGpsTracking?history=true&resourceNo=R&sort=date');
    expect(history.body.map((each: { latitude: number }) => each.latitude)).toEqual([50, 51, 52]);
  });

  test('a position without a date is one of now', async () => {
    service.setNow('2026-06-01T10:00:00Z');
    await erp.client.import([
      aResource('R'),
      aCall('mboc_upsertResourceGpsTracking', { ResourceNo: 'R', Latitude: 1, Longitude: 2 }),
    ]);
    service.setNow(undefined);
    expect((await erp.client.get('/resourceGpsTracking')).body[0].date).toBe('2026-06-01T12:00:00+02:00');
  });
});

describe('the secret of a connector', () => {
  const secret = 'S3cr3t-of-the-ERP';
  const connector = { SourceApp: 'ERP', Name: 'BC', Uri: 'https://erp.example', Login: 'svc', Password: secret };

  test('is never in an answer, and not in the change log', async () => {
    const texts = [];
    texts.push((await erp.client.post('/connector', connector, { 'idempotency-key': 'k' })).text);
    texts.push((await erp.client.post('/connector', { ...connector, Password: `${secret}2` })).text);
    texts.push(
      (await erp.client.post('/connector', { ...connector, Uri: 'https://new.example' }, { 'if-match': '"99"' })).text,
    );
    texts.push((await erp.client.get('/connector')).text);
    const [{ id }] = (await erp.client.get('/connector')).body;
    texts.push((await erp.client.get(`/connector/${id}`)).text);
    texts.push((await erp.client.get(`/connector/${id}/history`)).text);
    await erp.client.del('/connector', { SourceApp: 'ERP', Name: 'BC' });
    texts.push((await erp.client.get('/changes')).text);
    for (const text of texts) expect(text).not.toContain(secret);
    expect(texts.join()).not.toContain('v1.');
  });

  test('is stored sealed: no table of the database holds it', async () => {
    await erp.client.post('/connector', connector, { 'idempotency-key': 'k2' });
    const db = service.deps.db;
    const tables = await db.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    for (const { name } of tables) {
      const found = await db.query(`select 1 from ${name} t where strpos(t::text, $1) > 0`, [secret]);
      expect(found, name).toEqual([]);
    }
    const [row] = await db.query<{ password: string }>('select password from connector where tenant_id = $1', [
      erp.tenant.id,
    ]);
    expect(service.deps.sealer.open(row?.password ?? '')).toBe(secret);
  });

  test('sent again is unchanged; another one is a change that hides both', async () => {
    await erp.client.post('/connector', connector);
    expect((await erp.client.post('/connector', connector)).body.counts.unchanged).toBe(1);
    const changed = await erp.client.post('/connector', { ...connector, Password: 'another one' });
    expect(changed.body.counts.updated).toBe(1);
    const { body } = await erp.client.get(`/changes?after=${changed.body.changes - 1}`);
    expect(body.changes[0]).toMatchObject({ before: { password: '[hidden]' }, after: { password: '[hidden]' } });
  });

  test('cannot be guessed by filtering or sorting', async () => {
    await erp.client.post('/connector', connector);
    const filter = encodeURIComponent(JSON.stringify([{ property: 'password', operator: 'like', value: 'v1' }]));
    expect((await erp.client.get(`/connector?filter=${filter}`)).status).toBe(400);
    expect((await erp.client.get('/connector?sort=password')).status).toBe(400);
  });
});

test('TaskLocked locks and unlocks an existing task and creates none', async () => {
  await erp.client.import([aJob('J'), aTask('J', 'T')]);
  const locked = await erp.client.put('/taskLocked', { ...taskKey('J', 'T'), Locked: true });
  expect(locked.body.counts.updated).toBe(1);
  expect((await erp.client.get('/task/T')).body).toMatchObject({ locked: true, version: 2 });
  await erp.client.post('/taskLocked', { ...taskKey('J', 'NONE'), Locked: true });
  expect((await erp.client.get('/task')).body).toHaveLength(1);
});
