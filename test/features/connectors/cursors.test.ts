import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { trimChanges } from '../../../src/records/storage/log-trim.ts';
import { aJob, aResource, aTask } from '../../records/builders.ts';
import { type Client, clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
});

const lease = (body: unknown = {}, client: Client = erp.client, name = 'nav') =>
  client.post(`/cursors/${name}/lease`, body);
const ack = (id: string, client: Client = erp.client) => client.post('/cursors/nav/ack', { lease: id });
const keys = (answer: { body: { changes: { key: string }[] } }): string[] => answer.body.changes.map(({ key }) => key);
const runOut = () =>
  service.deps.db.query(`update change_cursor set lease_until = now() - interval '1 second' where tenant_id = $1`, [
    erp.tenant.id,
  ]);

describe('a cursor', () => {
  test('hands out the changes batch by batch, and moves on with each acknowledgement', async () => {
    const made = await erp.client.post('/cursors', { name: 'nav', after: 0, entity: 'Job' });
    expect([made.status, made.body.position, made.body.entities]).toEqual([201, 0, ['Job']]);
    await erp.client.import([aJob('A'), aResource('R'), aJob('B'), aJob('C')]);
    const first = await lease({ limit: 2 });
    expect(keys(first)).toEqual(['ERP/SERVICE/A', 'ERP/SERVICE/B']);
    expect(first.body.lease).toMatch(/-/);
    const moved = await ack(first.body.lease);
    expect(moved.body.position).toBe(first.body.changes.at(-1).number);
    const second = await lease({ limit: 2 });
    expect(keys(second)).toEqual(['ERP/SERVICE/C']);
    const done = await ack(second.body.lease);
    expect(done.body.position).toBe(done.body.last);
    expect((await lease()).body).toMatchObject({ lease: null, leasedUntil: null, changes: [] });
    // It passes over what does not concern it, and does not look at it again.
    await erp.client.import([aResource('S')]);
    const none = await lease();
    expect([none.body.changes, none.body.position]).toEqual([[], none.body.last]);
  });

  test('begins with what happens from now on, and is left where it stands when it is made again', async () => {
    await erp.client.import([aJob('OLD')]);
    expect((await erp.client.post('/cursors', { name: 'nav' })).status).toBe(201);
    await erp.client.import([aJob('NEW')]);
    const again = await erp.client.post('/cursors', { name: 'NAV' });
    expect([again.status, again.body.name]).toEqual([200, 'nav']);
    expect(keys(await lease())).toEqual(['ERP/SERVICE/NEW']);
    const other = await erp.client.post('/cursors', { name: 'nav', entity: 'Task' });
    expect([other.status, other.body.Code]).toEqual([409, 'APP025']);
  });

  test('gives a batch to one reader only, until it is acknowledged or its time is over', async () => {
    await erp.client.post('/cursors', { name: 'nav', after: 0 });
    await erp.client.import([aJob('A'), aJob('B')]);
    const tried = await Promise.all(Array.from({ length: 8 }, () => lease({ seconds: 30 })));
    const got = tried.filter(({ status }) => status === 200);
    expect(got).toHaveLength(1);
    const late = tried.find(({ status }) => status === 409);
    expect([late?.body.Code, Number(late?.headers.get('retry-after')) <= 30]).toEqual(['APP023', true]);
    const [cursor] = (await erp.client.get('/cursors')).body;
    expect(cursor).toMatchObject({ name: 'nav', leasedBy: 'key:test', leasedUntil: expect.stringMatching(/^20/) });
    await runOut();
    const again = await lease();
    expect(keys(again)).toEqual(keys(got[0]!));
    expect((await ack(got[0]!.body.lease)).body.Code).toBe('APP024');
    expect((await ack(again.body.lease)).status).toBe(200);
  });

  test('takes an acknowledgement twice, and one that is late but not too late', async () => {
    await erp.client.post('/cursors', { name: 'nav', after: 0 });
    await erp.client.import([aJob('A')]);
    const { body } = await lease();
    await runOut();
    const first = await ack(body.lease);
    expect(first.status).toBe(200);
    expect((await ack(body.lease)).body).toEqual(first.body);
    expect((await ack('0f8fad5b-d9cb-469f-a165-70867728950e')).body.Code).toBe('APP024');
  });

  test('hands out every change exactly once to readers that acknowledge, however many they are', async () => {
    await erp.client.post('/cursors', { name: 'nav', after: 0, entity: ['Job', 'Task'] });
    const jobs = Array.from({ length: 40 }, (_, n) => `J${n}`);
    const writing = (async () => {
      for (const no of jobs) await erp.client.import([aJob(no), aTask(no, 'T')]);
    })();
    const seen: number[] = [];
    const reader = async () => {
      while (seen.length < 80) {
        const batch = await lease({ limit: 7 });
        if (batch.status !== 200 || batch.body.lease === null) {
          await new Promise((wake) => setTimeout(wake, 5));
          continue;
        }
        seen.push(...batch.body.changes.map(({ number }: { number: number }) => number));
        expect((await ack(batch.body.lease)).status).toBe(200);
      }
    };
    await Promise.all([writing, reader(), reader(), reader()]);
    expect(seen).toHaveLength(80);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(new Set(seen).size).toBe(80);
  });

  test('whose position is no longer in the log is refused, and can be made again', async () => {
    await erp.client.post('/cursors', { name: 'nav', after: 0 });
    await erp.client.import([aJob('A'), aJob('B')]);
    const { last } = (await erp.client.get('/changes')).body;
    await trimChanges(service.deps.db, { tenantId: erp.tenant.id, upTo: last - 1 });
    const gone = await lease();
    expect([gone.status, gone.body.Code, gone.body.oldest, gone.body.last]).toEqual([410, 'APP022', last, last]);
    await erp.client.del('/cursors/nav', {});
    await erp.client.post('/cursors', { name: 'nav', after: last - 1 });
    expect(keys(await lease())).toEqual(['ERP/SERVICE/B']);
  });

  test('is not advanced by a key that may not see all its changes', async () => {
    await erp.client.post('/cursors', { name: 'nav', after: 0 });
    const limited = clientFor(service.baseUrl, {
      'x-api-key': await erp.addKey({ scopes: ['import'], sourceApps: ['CRM'] }),
    });
    const importer = clientFor(service.baseUrl, { 'x-api-key': await erp.addKey({ scopes: ['import'] }) });
    for (const client of [limited, importer]) expect((await lease({}, client)).body.Code).toBe('USR004');
    expect((await importer.get('/cursors')).body).toEqual([]);
    const own = await limited.post('/cursors', { name: 'crm', after: 0 });
    expect(own.body.sourceApps).toEqual(['crm']);
    await erp.client.import([aJob('A'), aJob('B', { SourceApp: 'CRM' })]);
    expect(keys(await lease({}, limited, 'crm'))).toEqual(['CRM/SERVICE/B']);
  });

  test('needs the scope import to be made and moved; reading is enough to see it', async () => {
    await erp.client.post('/cursors', { name: 'nav', entity: 'Job' });
    const reader = clientFor(service.baseUrl, { 'x-api-key': await erp.addKey({ scopes: ['read'] }) });
    expect((await reader.get('/cursors')).body).toHaveLength(1);
    expect((await lease({}, reader)).body.Code).toBe('USR004');
    expect((await reader.send('DELETE', '/cursors/nav')).body.Code).toBe('USR004');
  });

  test('is the tenant’s own, and can be deleted', async () => {
    await erp.client.post('/cursors', { name: 'nav' });
    const stranger = await service.tenant();
    expect((await stranger.client.get('/cursors')).body).toEqual([]);
    expect((await lease({}, stranger.client)).status).toBe(404);
    expect((await stranger.client.send('DELETE', '/cursors/nav')).status).toBe(404);
    expect((await erp.client.send('DELETE', '/cursors/Nav')).status).toBe(200);
    expect((await erp.client.send('DELETE', '/cursors/nav')).status).toBe(404);
  });

  test('that cannot be made is refused with code and position; unknown properties give a warning', async () => {
    const made = async (sent: object) => (await erp.client.post('/cursors', sent)).body;
    expect(await made({ name: 'a/b' })).toMatchObject({ Code: 'REQ014', parameter: 'name' });
    expect(await made({ name: 'n', entity: 'Nothing' })).toMatchObject({ Code: 'REQ008', parameter: 'entity' });
    expect(await made({ name: 'n', after: 10_000_000 })).toMatchObject({ Code: 'REQ014', parameter: 'after' });
    expect(await made({ name: 'n', sourceApps: 'ERP' })).toMatchObject({
      sourceApps: null,
      warnings: [{ parameter: 'sourceApps', message: expect.stringContaining('Did you mean sourceApp?') }],
    });
    expect((await lease({ seconds: 3601 }, erp.client, 'n')).body).toMatchObject({
      Code: 'REQ014',
      parameter: 'seconds',
    });
    expect((await lease(undefined, erp.client, 'n')).body).toMatchObject({ lease: null });
  });
});
