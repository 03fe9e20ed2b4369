import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aJob, holdings, jobKey, sendRaw } from '../../records/builders.ts';
import { aCall, clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
let before: Record<string, number>;
beforeAll(async () => {
  service = await sharedService();
  erp = await service.tenant();
  await erp.client.import([aJob('KEPT')]);
  before = await holdings(service, erp);
});
afterAll(() => service.close());

const json = (): Record<string, string> => ({ 'content-type': 'application/json', 'x-api-key': erp.key });

/** Sends the bytes as they are to POST /import. */
const raw = (body: string | Uint8Array, headers: Record<string, string> = {}, path = '/import') =>
  erp.client.send('POST', path, body, headers);

async function expectRefused(answer: { status: number; body: { Code: string } }, status: number, code: string) {
  expect(answer.body).toMatchObject({ Code: code, statusCode: status });
  expect(answer.status).toBe(status);
  expect(await holdings(service, erp)).toEqual(before);
}

describe('a body that cannot be read is refused and nothing of it is stored', () => {
  test.each([
    ['broken JSON', '[{"StoredProcedureName": "mboc_upsertJob", ', 400, 'REQ001'],
    ['text behind the JSON', '[] nonsense', 400, 'REQ001'],
    ['an empty body', '', 400, 'REQ001'],
    ['blanks only', '  \n', 400, 'REQ001'],
    ['a million brackets', '['.repeat(1e6), 400, 'REQ001'],
    ['a million objects within each other', '{"a":'.repeat(1e6), 400, 'REQ001'],
    ['an object that is no call', '{"JobNo":"J"}', 400, 'REQ007'],
    ['a text instead of an array', '"mboc_upsertJob"', 400, 'REQ007'],
    ['null', 'null', 400, 'REQ007'],
    ['an array of numbers', '[1, 2]', 400, 'REQ007'],
    ['an array of nulls', '[null]', 400, 'REQ007'],
    ['an array of arrays', '[[]]', 400, 'REQ007'],
    ['a procedure name that is a number', '[{"StoredProcedureName": 1}]', 400, 'REQ007'],
    [
      'names that are no list',
      '[{"StoredProcedureName":"mboc_upsertJob","ParameterNames":"JobNo","ParameterValues":["1"]}]',
      400,
      'REQ007',
    ],
    [
      'names that are no texts',
      '[{"StoredProcedureName":"mboc_upsertJob","ParameterNames":[1],"ParameterValues":["1"]}]',
      400,
      'REQ007',
    ],
  ])('%s', async (_what, body, status, code) => {
    await expectRefused(await raw(body), status, code);
  });

  test('bytes that are not UTF-8', async () => {
    const body = Buffer.from(JSON.stringify([aJob('X', { Description: '§' })]));
    body[body.indexOf(0xc2)] = 0xff;
    await expectRefused(await raw(body), 400, 'REQ001');
  });

  test('no body at all', async () => {
    await expectRefused(await erp.client.send('POST', '/import'), 400, 'REQ007');
    await expectRefused(await erp.client.send('POST', '/job'), 400, 'REQ007');
    await expectRefused(await erp.client.send('DELETE', '/job'), 400, 'REQ007');
  });

  test('REST records that are no objects', async () => {
    for (const body of ['7', '"J1"', 'null', '[1]', '[null]', '[[]]'])
      await expectRefused(await raw(body, {}, '/job'), 400, 'REQ007');
  });

  test('the message of broken JSON repeats nothing of the body, which may hold a secret', async () => {
    const answer = await raw('[{"Password": hunter2}]');
    expect(answer.body.Code).toBe('REQ001');
    expect(answer.text).not.toContain('hunter2');
  });
});

describe('a body of another form than JSON is refused', () => {
  test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'Content-Type %s',
    async (type) => {
      await expectRefused(await raw(JSON.stringify([aJob('X')]), { 'content-type': type }), 415, 'REQ003');
    },
  );

  test('without a Content-Type', async () => {
    const answer = await sendRaw(service, {
      method: 'POST',
      path: '/import',
      headers: { 'x-api-key': erp.key },
      body: JSON.stringify([aJob('X')]),
    });
    await expectRefused({ status: answer.status, body: JSON.parse(answer.text) }, 415, 'REQ003');
  });

  test('with an unknown Content-Encoding', async () => {
    const answer = await raw(JSON.stringify([aJob('X')]), { 'content-encoding': 'zstd' });
    await expectRefused(answer, 415, 'REQ003');
    expect(answer.body.parameter).toBe('Content-Encoding');
  });

  test.each(['gzip', 'br', 'deflate'])('with bytes that are not %s although they claim to be', async (encoding) => {
    await expectRefused(await raw(JSON.stringify([aJob('X')]), { 'content-encoding': encoding }), 400, 'REQ001');
  });

  test('with a packed body that ends too early', async () => {
    const packed = gzipSync(JSON.stringify([aJob('X')]));
    await expectRefused(await raw(packed.subarray(0, -12), { 'content-encoding': 'gzip' }), 400, 'REQ001');
  });
});

describe('a body that is too large is refused with the limit', () => {
  const tooLarge = 33 * 1_048_576;
  const mebibyteOfTexts = `"${'x'.repeat(1021)}",`.repeat(1024);

  test('33 MiB as they are', async () => {
    const answer = await raw(Buffer.alloc(tooLarge, ' '));
    await expectRefused(answer, 413, 'REQ004');
    expect(answer.body.message).toContain('32 MiB');
  });

  test('33 MiB without an announced length', async () => {
    const body = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 33; i++) controller.enqueue(Buffer.from((i === 0 ? '[' : '') + mebibyteOfTexts));
        controller.close();
      },
    });
    const answer = await fetch(`${service.baseUrl}/import`, {
      method: 'POST',
      headers: json(),
      body,
      duplex: 'half',
    } as RequestInit);
    await expectRefused({ status: answer.status, body: (await answer.json()) as { Code: string } }, 413, 'REQ004');
  });

  test('200 MB of zeros packed by gzip', async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000));
    expect(bomb.length).toBeLessThan(1_000_000);
    await expectRefused(await raw(bomb, { 'content-encoding': 'gzip' }), 413, 'REQ004');
  });

  test('200 MB of zeros packed by brotli', async () => {
    const bomb = brotliCompressSync(Buffer.alloc(200_000_000), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
    await expectRefused(await raw(bomb, { 'content-encoding': 'br' }), 413, 'REQ004');
  });

  test('the service goes on answering afterwards', async () => {
    expect((await erp.client.get('/health/ready')).status).toBe(200);
    expect((await erp.client.get('/job')).body).toHaveLength(1);
  });
});

test('packed bodies that are right are taken: gzip, x-gzip, br, deflate', async () => {
  const other = await service.tenant();
  const pack = { gzip: gzipSync, 'x-gzip': gzipSync, br: brotliCompressSync, deflate: deflateSync };
  for (const [encoding, packer] of Object.entries(pack)) {
    const body = packer(Buffer.from(JSON.stringify([aJob(encoding, { Description: 'Überprüfung ✓' })])));
    const answer = await other.client.send('POST', '/import', body, { 'content-encoding': encoding });
    expect(answer.body.counts.created, encoding).toBe(1);
  }
  const jobs = await other.client.get('/job?sort=jobNo');
  expect(jobs.body.map((job: { jobNo: string }) => job.jobNo).sort()).toEqual(['br', 'deflate', 'gzip', 'x-gzip']);
  for (const job of jobs.body) expect(job.description).toBe('Überprüfung ✓');
});

describe('a call that is wrong is refused by its own code and stores nothing', () => {
  const names = ['SourceApp', 'SourceType', 'JobNo', 'ShortDescription'];
  test.each<[string, unknown, string, string | undefined]>([
    ['an unknown procedure', aCall('mboc_upsertSpaceship', { JobNo: '1' }), 'REQ011', undefined],
    ['parameters without a procedure', { ParameterNames: ['JobNo'], ParameterValues: ['1'] }, 'REQ011', undefined],
    ['more names than values', { ...aJob('X'), ParameterValues: ['ERP', 'SERVICE', 'X'] }, 'REQ012', undefined],
    ['more values than names', { ...aJob('X'), ParameterNames: names.slice(1) }, 'REQ012', undefined],
    ['a text one character too long', aJob('X', { ShortDescription: 'x'.repeat(4001) }), 'REQ013', 'ShortDescription'],
    ['a key one character too long', aJob('x'.repeat(101)), 'REQ013', 'JobNo'],
    ['a word for a number', aJob('X', { FreeDecimal1: 'many' }), 'REQ014', 'FreeDecimal1'],
    ['a comma and a point', aJob('X', { FreeDecimal1: '1.234,5' }), 'REQ014', 'FreeDecimal1'],
    [
      'a decimal that rounds beyond its digits',
      aJob('X', { FreeDecimal1: '999999999999.9999999' }),
      'REQ014',
      'FreeDecimal1',
    ],
    [
      'a decimal with 13 digits before the point',
      aJob('X', { FreeDecimal1: '1000000000000' }),
      'REQ014',
      'FreeDecimal1',
    ],
    ['an infinite number', '1e999 as FreeDecimal1', 'REQ014', 'FreeDecimal1'],
    ['a latitude beyond the pole', aJob('X', { SiteAddressGeoLat: '90.5' }), 'REQ014', 'SiteAddressGeoLat'],
    ['a fraction for a choice', aJob('X', { Importance: '0.5' }), 'REQ014', 'Importance'],
    ['a choice that does not exist', aJob('X', { Importance: '3' }), 'REQ014', 'Importance'],
    ['a word for a date', aJob('X', { StartDate: 'tomorrow' }), 'REQ014', 'StartDate'],
    ['30 February', aJob('X', { StartDate: '2026-02-30' }), 'REQ014', 'StartDate'],
    ['29 February of a common year', aJob('X', { StartDate: '2026-02-29T10:00' }), 'REQ014', 'StartDate'],
    ['month 13', aJob('X', { StartDate: '2026-13-01' }), 'REQ014', 'StartDate'],
    ['25 o’clock', aJob('X', { StartDate: '2026-01-01T25:00' }), 'REQ014', 'StartDate'],
    ['a number for a date', aJob('X', { StartDate: 20260101 }), 'REQ014', 'StartDate'],
    ['an offset of a day', aJob('X', { StartDate: '2026-01-01T10:00+24:00' }), 'REQ014', 'StartDate'],
    ['a word for a boolean', aJob('X', { ReadOnly: 'perhaps' }), 'REQ014', 'ReadOnly'],
    ['2 for a boolean', aJob('X', { ReadOnly: 2 }), 'REQ014', 'ReadOnly'],
    ['a list for a text', aJob('X', { Description: ['a'] }), 'REQ014', 'Description'],
    ['an object for a text', aJob('X', { Description: { a: 1 } }), 'REQ014', 'Description'],
    ['a wrong GUID', aCall('mboc_upsertNotification', { AppointmentGuid: '123' }), 'REQ014', 'AppointmentGuid'],
    [
      'a time zone that does not exist',
      aCall('mboc_upsertResource', { ResourceNo: 'R', TimeZone: 'Mars/Olympus' }),
      'REQ014',
      'TimeZone',
    ],
    ['a NUL character', aJob('X', { Description: 'a\0b' }), 'REQ016', 'Description'],
    ['a NUL character in a key', aJob('a\0b'), 'REQ016', 'JobNo'],
    ['a lone surrogate', aJob('X', { Description: 'a\ud800b' }), 'REQ016', 'Description'],
    ['a lone surrogate in a key', aJob('\udc00'), 'REQ016', 'JobNo'],
    ['a control character in a key', aJob('a\u001fb'), 'REQ016', 'JobNo'],
    ['an empty key', aJob(''), 'REQ015', 'JobNo'],
    ['a key of null', aJob('X', { JobNo: null }), 'REQ015', 'JobNo'],
    ['a missing required value', aCall('mboc_upsertJob', jobKey('X')), 'REQ015', 'ShortDescription'],
    [
      'a task without its job',
      aCall('mboc_upsertTask', { ...jobKey('X'), TaskNo: '1', ShortDescription: 'x' }),
      'APP004',
      'JobNo',
    ],
  ])('%s', async (_what, call, code, parameter) => {
    const body =
      typeof call === 'string'
        ? JSON.stringify([aJob('X', { FreeDecimal1: 0 })]).replace(/,0\]/, ',1e999]')
        : JSON.stringify([aJob('BEFORE'), call]);
    const answer = await raw(body);
    await expectRefused(answer, code === 'APP004' ? 409 : 400, code);
    expect(answer.body.parameter).toBe(parameter);
    expect(answer.body.results).toEqual([expect.objectContaining({ outcome: 'rejected', code })]);
  });

  test('a span, a time and a whole number that are none', async () => {
    const task = (more: Record<string, unknown>) => [
      aJob('X'),
      aCall('mboc_upsertTask', { ...jobKey('X'), TaskNo: '1', ShortDescription: 'x', ...more }),
    ];
    for (const more of [
      { Duration: '25:00:00' },
      { Duration: 'PT1H' },
      { Duration: true },
      { RequestedStartTime: '24:00' },
      { PercentDone: '1.5' },
      { PercentDone: true },
      { RequiredNoResources: '2147483648' },
      { DurationInSeconds: '9007199254740993' },
    ]) {
      const answer = await erp.client.import(task(more));
      await expectRefused(answer, 400, 'REQ014');
      expect(answer.body.parameter).toBe(Object.keys(more)[0]);
    }
  });
});

describe('NUL characters outside of records are refused, never a fault of ours', () => {
  test.each([
    '/job/a%00b',
    '/job/a%00b/history',
    '/job/1?by=id&sourceApp=%00',
    '/job?jobNo=%00',
    `/job?filter=${encodeURIComponent(JSON.stringify([{ property: 'jobNo', operator: 'like', value: '\0' }]))}`,
    '/changes?sourceApp=%00',
    '/changes?entity=%00',
  ])('GET %s', async (path) => {
    const answer = await erp.client.get(path);
    expect([200, 400, 404]).toContain(answer.status);
    if (answer.status === 200) expect(answer.text).not.toContain('KEPT');
  });

  test('POST /tokens', async () => {
    const answer = await erp.client.post('/tokens', { username: 'a\0b', password: 'x' });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  test.each([
    { name: 'a\0b', scopes: ['read'] },
    { name: 'a', scopes: ['read'], expiresAt: '2026-02-30' },
    { name: 'a', scopes: ['fly'] },
    { name: 'a', scopes: [] },
    { name: 'x'.repeat(101), scopes: ['read'] },
  ])('POST /apiKey %j', async (body) => {
    const keys = (await erp.client.get('/apiKey')).body.length;
    const answer = await erp.client.post('/apiKey', body);
    expect(answer.status).toBe(400);
    expect((await erp.client.get('/apiKey')).body).toHaveLength(keys);
  });
});

describe('headers and query parameters that are wrong are named', () => {
  test.each([
    ['If-Match', 'three', 'REQ009'],
    ['If-Match', '"1", "2"', 'REQ009'],
    ['Idempotency-Key', 'k'.repeat(256), 'REQ009'],
  ])('%s: %s', async (header, value, code) => {
    const answer = await erp.client.post('/job', { ...jobKey('X'), ShortDescription: 'x' }, { [header]: value });
    await expectRefused(answer, 400, code);
    expect(answer.body.parameter).toBe(header);
  });

  test('If-Match with several records', async () => {
    const jobs = ['X', 'Y'].map((no) => ({ ...jobKey(no), ShortDescription: 'x' }));
    await expectRefused(await erp.client.post('/job', jobs, { 'if-match': '"1"' }), 400, 'REQ009');
  });

  test('dryRun=maybe', async () => {
    await expectRefused(await erp.client.import([aJob('X')], {}, '?dryRun=maybe'), 400, 'REQ008');
  });
});

describe('a credential that opens nothing is answered with 401 and stores nothing', () => {
  const withKey = (key: string) => clientFor(service.baseUrl, { 'x-api-key': key });
  const withToken = (token: string) => clientFor(service.baseUrl, { authorization: `Bearer ${token}` });
  const claims = { tenant: 1, epoch: 0 };
  const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

  test('no credential', async () => {
    await expectRefused(await clientFor(service.baseUrl, {}).import([aJob('X')]), 401, 'USR002');
  });

  test('an unknown key', async () => {
    await expectRefused(await withKey('os_unknown').import([aJob('X')]), 401, 'USR002');
  });

  test('an expired key', async () => {
    const key = await erp.addKey({ name: 'short', expiresAt: '2026-01-01T00:00:00Z' });
    await expectRefused(await withKey(key).import([aJob('X')]), 401, 'USR002');
  });

  test('a key that expires while it is in use', async () => {
    const key = await erp.addKey({ name: 'soon', expiresAt: '2030-01-01T00:00:00Z' });
    service.setNow('2029-12-31T23:59:59Z');
    expect((await withKey(key).get('/job')).status).toBe(200);
    service.setNow('2030-01-01T00:00:00Z');
    await expectRefused(await withKey(key).import([aJob('X')]), 401, 'USR002');
    service.setNow(undefined);
  });

  test('a revoked key', async () => {
    const made = await erp.client.post('/apiKey', { name: 'gone', scopes: ['admin'] });
    expect((await withKey(made.body.key).get('/job')).status).toBe(200);
    await erp.client.send('DELETE', `/apiKey/${made.body.id}`);
    await expectRefused(await withKey(made.body.key).import([aJob('X')]), 401, 'USR002');
  });

  test('a token that someone else signed', async () => {
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('openslot')
      .setSubject('1')
      .setExpirationTime(inAnHour())
      .sign(new TextEncoder().encode('a secret that is not the one of the service'));
    await expectRefused(await withToken(token).import([aJob('X')]), 401, 'USR002');
  });

  test('a token with the algorithm none', async () => {
    const token = new UnsecuredJWT(claims).setIssuer('openslot').setSubject('1').setExpirationTime(inAnHour()).encode();
    await expectRefused(await withToken(token).import([aJob('X')]), 401, 'USR002');
  });

  test.each(['Bearer', 'Bearer a b', 'Bearer garbage', 'Basic YTpi', 'Bearer a.b.c'])(
    'Authorization: %s',
    async (authorization) => {
      await expectRefused(await clientFor(service.baseUrl, { authorization }).import([aJob('X')]), 401, 'USR002');
    },
  );

  test('a key of another tenant sees and changes nothing of this one', async () => {
    const other = await service.tenant();
    expect((await other.client.get('/job')).body).toEqual([]);
    expect((await other.client.get('/job/KEPT')).status).toBe(404);
    await other.client.import([aCall('mboc_deleteJob', jobKey('KEPT')), aJob('KEPT', { Description: 'theirs' })]);
    expect(await holdings(service, erp)).toEqual(before);
    expect((await erp.client.get('/job/KEPT')).body.description).toBeNull();
  });
});

describe('an address that does not exist', () => {
  test.each(['/nothing', '/jobz', '/job/1/2/3', '/import/nothing', '/v0.2/job', '/%ZZ', '/job/%ZZ', '/job/%E0%A4%A'])(
    'GET %s is 404',
    async (path) => {
      const answer = await sendRaw(service, { path, headers: { 'x-api-key': erp.key } });
      expect(answer.status).toBe(404);
      expect(JSON.parse(answer.text)).toMatchObject({ Code: 'REQ005', success: false });
      expect(answer.headers['x-request-id']).toBeTruthy();
    },
  );

  test('a path parameter beyond any key is 404', async () => {
    const answer = await erp.client.get(`/job/${'x'.repeat(5000)}`);
    expect(answer.status).toBe(404);
  });

  test.each([
    ['PATCH', '/job', 'DELETE, GET, HEAD, POST, PUT'],
    ['GET', '/import', 'POST'],
    ['GET', '/token', 'POST'],
    ['POST', '/whoami', 'GET, HEAD'],
    ['POST', '/JOB/x', 'GET, HEAD'],
    ['OPTIONS', '/v0.1/import', 'POST'],
    ['PUT', '//changes', 'GET, HEAD'],
  ])('%s %s is 405 and lists the allowed methods', async (method, path, allowed) => {
    const answer = await sendRaw(service, { method, path, headers: { 'x-api-key': erp.key } });
    expect(answer.status).toBe(405);
    expect(JSON.parse(answer.text).Code).toBe('REQ006');
    expect(answer.headers.allow).toBe(allowed);
  });
});

describe('a request that is no proper HTTP gets an answer in our words', () => {
  test('headers of 100 kB', async () => {
    const answer = await sendRaw(service, {
      path: '/job',
      headers: { 'x-api-key': erp.key, 'x-long': 'x'.repeat(100_000) },
    });
    expect([400, 431]).toContain(answer.status);
    expect(JSON.parse(answer.text)).toMatchObject({ Code: 'REQ020', success: false });
    expect(answer.headers['x-request-id']).toBeTruthy();
  });
});
