import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aJob, aTask, taskKey } from '../../records/builders.ts';
import { clientFor, sharedService, startService, type TestService, type TestTenant } from '../../support/service.ts';

/** What clients send beside JSON in UTF-8 to the usual paths, and get the usual answer for. */
let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
});

const NAME = 'Zoë Łódź 東京 😀';
const send = (body: string | Uint8Array, contentType: string, headers: Record<string, string> = {}, path = '/import') =>
  erp.client.send('POST', path, body, { 'content-type': contentType, ...headers });
const described = async (no: string): Promise<unknown> => (await erp.client.get(`/job/${no}`)).body.description;
const calls = (no: string, description = NAME): string => JSON.stringify([aJob(no, { Description: description })]);

describe('a body', () => {
  test.each(['text/json', 'text/json; charset=utf-8', 'Text/JSON;charset="UTF-8"', 'application/vnd.erp+json'])(
    'of the type %s is read as JSON',
    async (type) => {
      expect((await send(calls('J'), type)).status).toBe(200);
      expect(await described('J')).toBe(NAME);
    },
  );

  test.each([
    ['utf-16', Buffer.from(`\ufeff${calls('J')}`, 'utf16le')],
    ['utf-16', Buffer.from(calls('J'), 'utf16le')],
    ['utf-16', Buffer.from(`\ufeff${calls('J')}`, 'utf16le').swap16()],
    ['utf-16le', Buffer.from(calls('J'), 'utf16le')],
    ['utf-16be', Buffer.from(calls('J'), 'utf16le').swap16()],
  ])('in %s is decoded, compressed or not', async (charset, bytes) => {
    const type = `application/json; charset=${charset}`;
    expect((await send(bytes, type)).body.counts).toMatchObject({ created: 1 });
    expect(await described('J')).toBe(NAME);
    const again = await send(gzipSync(bytes), type, { 'content-encoding': 'gzip' });
    expect(again.body.counts).toMatchObject({ unchanged: 1 });
  });

  test('in Latin-1 is decoded, and the import log shows its text', async () => {
    const bytes = Buffer.from(calls('J', 'Café Zoë'), 'latin1');
    expect((await send(bytes, 'application/json; charset=iso-8859-1')).status).toBe(200);
    expect(await described('J')).toBe('Café Zoë');
    const [{ id }] = (await erp.client.get('/import/log')).body;
    expect((await erp.client.get(`/import/log/${id}`)).text).toContain('Café Zoë');
  });

  test('with bytes that are none of its character set is refused, and nothing is stored', async () => {
    const bytes = Buffer.from(calls('J'), 'utf16le').subarray(0, -1);
    const refused = await send(bytes, 'application/json; charset=utf-16le');
    expect([refused.status, refused.body.Code]).toEqual([400, 'REQ001']);
    expect(refused.body.message).toContain('UTF-16');
    const unknown = await send(calls('J'), 'application/json; charset=utf-7');
    expect([unknown.status, unknown.body.Code, unknown.body.parameter]).toEqual([415, 'REQ003', 'Content-Type']);
    const undeclared = await send(Buffer.from(`\ufeff${calls('J')}`, 'utf16le'), 'application/json');
    expect([undeclared.status, undeclared.body.Code]).toEqual([400, 'REQ001']);
    expect(undeclared.body.message).toContain('charset=utf-16');
    expect((await erp.client.get('/job')).body).toEqual([]);
  });

  test('in UTF-16 of a setup package is read', async () => {
    const text = JSON.stringify({ owner: 'anna@example.com', profiles: [{ code: 'P', name: NAME }] });
    const answer = await send(
      Buffer.from(text, 'utf16le'),
      'application/json; charset=utf-16le',
      {},
      '/import/setup?plan',
    );
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(NAME);
  });
});

describe('the limit of a body', () => {
  let small: TestService;
  let tenant: TestTenant;
  beforeAll(async () => {
    small = await startService({ limits: { bytesPerRequest: 20_000 } });
    tenant = await small.tenant();
  });
  afterAll(() => small.close());

  const sized = (bytes: Uint8Array, charset: string, packed = false) =>
    tenant.client.send('POST', '/import', packed ? gzipSync(bytes) : bytes, {
      'content-type': `application/json; charset=${charset}`,
      ...(packed ? { 'content-encoding': 'gzip' } : {}),
    });

  test('counts the bytes as they come', async () => {
    const wide = Buffer.from(calls('J', 'x'.repeat(11_000)), 'utf16le');
    for (const packed of [false, true]) expect((await sized(wide, 'utf-16le', packed)).status).toBe(413);
  });

  test('counts what they are decoded to', async () => {
    const narrow = Buffer.from(calls('J', 'é'.repeat(11_000)), 'latin1');
    expect(narrow.length).toBeLessThan(12_000);
    for (const packed of [false, true]) expect((await sized(narrow, 'latin1', packed)).status).toBe(413);
    expect((await sized(Buffer.from(calls('J', 'é'.repeat(3000)), 'latin1'), 'latin1')).status).toBe(200);
  });
});

describe('a single call', () => {
  test('is stored as a list of one, with a warning, and the import log counts it', async () => {
    const answer = await erp.client.import(aJob('J'));
    expect(answer.body).toMatchObject({
      counts: { created: 1 },
      warnings: [
        { index: 0, procedure: 'mboc_upsertJob', message: 'The body is a single call. Send an array of calls.' },
      ],
    });
    const [noted] = (await erp.client.get('/import/log')).body;
    expect(noted).toMatchObject({ calls: 1, procedures: { mboc_upsertJob: 1 }, warnings: 1 });
  });

  test('is no record of a REST route, and a wrong one is refused as in a list', async () => {
    const record = await erp.client.import({ sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J' });
    expect([record.status, record.body.Code]).toEqual([400, 'REQ007']);
    const wrong = await erp.client.import({ storedProcedureName: 'mboc_nonsense' });
    expect([wrong.status, wrong.body.Code]).toEqual([400, 'REQ011']);
  });
});

describe('older paths of POST /import', () => {
  test.each([
    '/api/Import/Insert',
    '/api/Import/Execute',
    '/API/import/INSERT',
    '//api//Import//Execute/',
    '/v0.1/api/Import/Insert',
    '/V0.1//api/import/execute',
  ])('%s stores as /import does', async (path) => {
    const answer = await erp.client.post(path, [aJob('J')]);
    expect(answer.body.counts).toMatchObject({ created: 1 });
    expect((await erp.client.get('/import/log')).body).toHaveLength(1);
  });

  test('need the same scope, and keep the limits', async () => {
    const reader = clientFor(service.baseUrl, { 'x-api-key': await erp.addKey({ scopes: ['read'] }) });
    expect((await reader.post('/api/Import/Insert', [aJob('J')])).status).toBe(403);
    expect((await erp.client.get('/api/Import/Insert')).status).toBe(405);
    const dry = await erp.client.post('/api/Import/Execute?dryRun', [aJob('J')]);
    expect(dry.body.counts).toMatchObject({ created: 1 });
    expect((await erp.client.get('/job')).body).toEqual([]);
  });
});

describe('GET /health', () => {
  const health = (headers: Record<string, string> = {}) => clientFor(service.baseUrl, headers).get('/health');

  test('tests the connection: the service is ready', async () => {
    for (const answer of [await health(), await erp.client.get('/health'), await erp.client.get('/v0.1/Health')])
      expect([answer.status, answer.body]).toEqual([200, { status: 'ready' }]);
  });

  test('refuses a wrong credential, which a connection test is for', async () => {
    for (const headers of [{ 'x-api-key': 'wrong' }, { authorization: 'Bearer wrong' }, { 'ds-user': 'anna' }]) {
      const answer = await health(headers);
      expect([answer.status, answer.body.Code]).toEqual([401, 'USR002']);
    }
  });
});

describe('a facet', () => {
  const GUID = '11111111-2222-4333-8444-555555555555';
  beforeEach(async () => {
    const made = await erp.client.import([aJob('J'), aTask('J', 'T')]);
    expect(made.status).toBe(200);
    await erp.client.post('/category', { name: 'Red', displayName: 'Red', color: '#ff0000' });
    const appointment = {
      ...taskKey('J', 'T'),
      appointmentGuid: GUID,
      subject: 'Pump',
      start: '2026-06-01T08:00',
      end: '2026-06-01T09:00',
      category: 'Red',
      importance: 1,
    };
    expect((await erp.client.post('/appointment', appointment)).status).toBe(200);
  });

  test.each([
    ['/appointmentCategory', { category: 'Red' }],
    ['/appointmentContent', { subject: 'Pump', body: null }],
    ['/appointmentImportance', { importance: 1 }],
    ['/appointmentLocked', { locked: false }],
    ['/appointmentPlanningQuantity', { planningQuantity: expect.any(Number) }],
  ])('GET %s lists the current values', async (path, values) => {
    const { body, headers } = await erp.client.get(path);
    expect(body).toEqual([
      {
        id: expect.any(Number),
        appointmentNo: expect.any(String),
        appointmentGuid: GUID,
        ...values,
        version: 1,
        createdAt: expect.any(String),
        createdBy: 'key:test',
        updatedAt: expect.any(String),
        updatedBy: 'key:test',
      },
    ]);
    expect(headers.get('x-total-count')).toBe('1');
  });

  test('without a value is not listed, and lists take the usual parameters', async () => {
    expect((await erp.client.get('/appointmentTimeMarker')).body).toEqual([]);
    await erp.client.post('/appointmentTimeMarker', { appointmentGuid: GUID, timeMarker: 'Stripe' });
    expect((await erp.client.get('/appointmentTimeMarker')).body).toMatchObject([{ timeMarker: 'Stripe' }]);
    expect((await erp.client.get('/appointmentImportance?importance=0')).body).toEqual([]);
    expect((await erp.client.get(`/appointmentImportance?appointmentGuid=${GUID}&limit=1`)).body).toHaveLength(1);
    expect((await erp.client.get('/appointmentContent?page=2&limit=1&sort=subject:desc')).body).toEqual([]);
  });

  test('of another tenant, or of a source system that a key does not reach, is not listed', async () => {
    const other = await service.tenant();
    expect((await other.client.get('/appointmentCategory')).body).toEqual([]);
    const limited = clientFor(service.baseUrl, {
      'x-api-key': await erp.addKey({ sourceApps: ['CRM'], scopes: ['read'] }),
    });
    for (const path of ['/appointmentContent', '/taskLocked']) expect((await limited.get(path)).body).toEqual([]);
  });

  test('TaskLocked is listed, and DELETE unlocks', async () => {
    const locked = async (): Promise<unknown[]> =>
      (await erp.client.get('/taskLocked')).body.map((each: { locked: boolean }) => each.locked);
    await erp.client.post('/taskLocked', { ...taskKey('J', 'T'), locked: true });
    expect(await locked()).toEqual([true]);
    expect((await erp.client.del('/taskLocked', taskKey('J', 'T'))).body.counts).toMatchObject({ updated: 1 });
    expect(await locked()).toEqual([false]);
    expect((await erp.client.del('/taskLocked', taskKey('J', 'T'))).body.counts).toMatchObject({ unchanged: 1 });
    expect((await erp.client.del('/taskLocked', taskKey('J', 'X'))).body.counts).toMatchObject({ ignored: 1 });
  });
});
