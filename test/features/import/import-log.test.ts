import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SECRET } from '../../../src/features/import/pack-payload.ts';
import { trimImports } from '../../../src/features/import/trim-imports.ts';
import { models } from '../../../src/records/derive/model.ts';
import { until } from '../../process/process.ts';
import { aCall, clientFor, startService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await startService({ limits: { callsPerImport: 50_000 } });
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
});

const aTag = (code: string, name = code) => aCall('mboc_upsertTag', { Code: code, Name: name });
const log = async (query = '') => (await erp.client.get(`/import/log${query}`)).body;
const whole = async (id: number) => (await erp.client.get(`/import/log/${id}`)).body;

test('an import is noted with its caller, procedures, outcome and body', async () => {
  const body = ` [${JSON.stringify(aTag('A', '<img src=x onerror=alert(1)> \u202e😀'))}, ${JSON.stringify(aTag('B'))}]`;
  const answer = await erp.client.import(body);
  const [noted] = await log();
  expect(noted).toMatchObject({
    actor: 'key:test',
    requestId: answer.headers.get('x-request-id'),
    outcome: 'stored',
    status: 200,
    calls: 2,
    procedures: { mboc_upsertTag: 2 },
    counts: { created: 2, rejected: 0 },
    code: null,
    payloadBytes: Buffer.byteLength(body),
  });
  expect(await whole(noted.id)).toMatchObject({ payload: body, isCut: false, rejected: [] });
  await erp.client.import(gzipSync(body), { 'content-encoding': 'gzip' });
  // What changes nothing does not wait for its line.
  await until(async () => (await log()).length === 2, 'the second line');
  const [again] = await log();
  expect(again.counts).toMatchObject({ unchanged: 2 });
  expect((await whole(again.id)).payload).toBe(body);
});

describe('warnings', () => {
  /** One call of each kind that is accepted although it is unusual. */
  const unusual = [
    aCall('mboc_upsertTag', { Code: 'A', Colour: 'red' }),
    {},
    aCall('mboc_updateTaskLocked', { SourceApp: 'ERP', SourceType: 'S', JobNo: 'J', TaskNo: 'T', Locked: 1 }),
    aCall('mboc_upsertResourceFilterValue', { ResourceNo: 'R9', FilterGroup: 'Skill', FilterValue: 'Gas' }),
  ];

  test('of an import are in its response and in the log, with call and parameter', async () => {
    const answer = await erp.client.import(unusual);
    expect(answer.body.warnings.map(({ index }: { index: number }) => index)).toEqual([0, 1, 2, 3]);
    const [noted] = await log();
    expect(noted).toMatchObject({ outcome: 'stored', warnings: 4 });
    const { firstWarnings } = await whole(noted.id);
    expect(firstWarnings).toEqual(answer.body.warnings);
    expect(firstWarnings[0]).toMatchObject({ procedure: 'mboc_upsertTag', parameter: 'Colour' });
  });

  test('of a refused import are noted as well, and of many the first', async () => {
    await erp.client.import([...unusual, aCall('mboc_nonsense', { A: 1 })]);
    expect((await log('?outcome=refused'))[0]).toMatchObject({ warnings: 4 });
    await erp.client.import(Array.from({ length: 150 }, () => ({})));
    await until(async () => (await log()).length === 2, 'the second line');
    const [many] = await log();
    expect(many).toMatchObject({ warnings: 150 });
    expect((await whole(many.id)).firstWarnings).toHaveLength(100);
  });

  test('are zero for an import without any', async () => {
    await erp.client.import([aTag('A')]);
    const [noted] = await log();
    expect(noted.warnings).toBe(0);
    expect((await whole(noted.id)).firstWarnings).toEqual([]);
  });
});

test('refused imports are noted with the reason, and with the calls that were wrong', async () => {
  await erp.client.import([aTag('A'), aCall('mboc_upsertJob', { SourceApp: 'ERP' }), aCall('mboc_nonsense', { A: 1 })]);
  const [noted] = await log('?outcome=refused');
  expect(noted).toMatchObject({ outcome: 'refused', status: 400, code: 'REQ019', counts: { rejected: 2 }, calls: 3 });
  const { rejected, payload } = await whole(noted.id);
  expect(rejected.map(({ index, code }: { index: number; code: string }) => [index, code])).toEqual([
    [1, 'REQ015'],
    [2, expect.any(String)],
  ]);
  expect(JSON.parse(payload)).toHaveLength(3);
  await erp.client.import('[{"StoredProcedureName": "mboc_upsertTag",');
  expect((await log())[0]).toMatchObject({ code: 'REQ001', calls: null, procedures: {}, counts: null });
  expect((await whole((await log())[0].id)).payload).toBe('[{"StoredProcedureName": "mboc_upsertTag",');
  await erp.client.import([{ StoredProcedureName: 'a\u0000b', ParameterNames: [], ParameterValues: [] }]);
  expect((await log())[0].procedures).toEqual({ 'a\ufffdb': 1 });
  expect(await log()).toHaveLength(3);
  expect((await erp.client.get('/tag')).body).toEqual([]);
});

test('a rejected call is noted with what its message names', async () => {
  const task = { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'MISSING', TaskNo: 'T' };
  await erp.client.import([aCall('mboc_upsertTask', task)]);
  const [noted] = await log('?outcome=refused');
  const { rejected } = await whole(noted.id);
  expect(rejected).toMatchObject([{ index: 0, code: 'APP004', parameters: { value: 'ERP/SERVICE/MISSING' } }]);
});

test('what was stored of a lenient import is marked as such, and dry runs and repetitions are not logged', async () => {
  await erp.client.import([aTag('A'), aCall('mboc_upsertTag', {})], { prefer: 'handling=lenient' });
  expect((await log())[0]).toMatchObject({ outcome: 'partly', counts: { created: 1, rejected: 1 } });
  await erp.client.import([aTag('B')], {}, '?dryRun=true');
  await erp.client.import([aCall('mboc_upsertTag', {})], {}, '?dryRun=true');
  for (let times = 0; times < 2; times++) await erp.client.import([aTag('C')], { 'idempotency-key': 'once' });
  expect((await log()).map(({ outcome }: { outcome: string }) => outcome)).toEqual(['stored', 'partly']);
});

describe('of the body', () => {
  test.each([
    ['128 KiB are kept where all is well', [], 200, 131_072],
    ['1 MiB is kept where something is wrong', [aCall('mboc_upsertTag', {})], 400, 1_048_576],
  ])('%s, and letters are not cut in two', async (_, wrong, status, most) => {
    const calls = [...Array.from({ length: 12_000 }, (_, i) => aTag(`T${i}`, 'ü'.repeat(60))), ...wrong];
    expect((await erp.client.import(calls)).status).toBe(status);
    const { payload, isCut, payloadBytes } = await whole((await log())[0].id);
    expect(payloadBytes).toBeGreaterThan(2_000_000);
    expect(isCut).toBe(true);
    expect(JSON.stringify(calls).startsWith(payload)).toBe(true);
    expect(most - Buffer.byteLength(payload)).toBeLessThan(6);
    expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(most);
  });

  test('secrets are masked, however they are spelled, and an unreadable body that may hold one is not kept', async () => {
    const connector = { SourceApp: 'ERP', Name: 'BC', WebServiceAddress: 'https://erp.example', PASSWORD: 'hush hush' };
    await erp.client.import([aCall('mboc_upsertConnector', connector)]);
    const { payload } = await whole((await log())[0].id);
    expect(payload).not.toContain('hush');
    expect(JSON.parse(payload)[0].ParameterValues).toEqual(['ERP', 'BC', 'https://erp.example', '***']);
    await erp.client.import(JSON.stringify([aCall('mboc_upsertConnector', connector)]).replace('PASS', 'P\\u0041SS'));
    expect((await whole((await log())[0].id)).payload).not.toContain('hush');
    await erp.client.import('[{"ParameterNames": ["Password"], "ParameterValues": ["hush"');
    expect(await whole((await log())[0].id)).toMatchObject({ code: 'REQ001', payload: null });
    await erp.client.import([{ password: 'hush' }, 'password hush']);
    expect((await whole((await log())[0].id)).payload).not.toContain('hush');
  });

  test('every secret of the declarations has a name that is known to be one', () => {
    const secrets = [...models.values()].flatMap(({ columns }) => columns.filter(({ spec }) => spec.kind === 'secret'));
    expect(secrets.length).toBeGreaterThan(0);
    for (const { property, param } of secrets) expect(`${property} ${param}`).toMatch(SECRET);
  });
});

test('the list is narrowed by outcome, caller and time, and paged', async () => {
  const key = await erp.addKey({ name: 'Warehouse', scopes: ['import'] });
  const warehouse = clientFor(service.baseUrl, { 'x-api-key': key });
  for (const code of ['A', 'B', 'C']) await erp.client.import([aTag(code)]);
  await warehouse.import([aTag('D')]);
  expect(await log('?caller=warEHOUSE')).toHaveLength(1);
  expect(await log('?since=2999-01-01')).toEqual([]);
  expect(await log('?since=2020-01-01&outcome=stored')).toHaveLength(4);
  const page = await erp.client.get('/import/log?limit=2&page=2');
  expect([page.headers.get('x-total-count'), page.body.length]).toEqual(['4', 2]);
  for (const wrong of ['?outcome=odd', '?since=yesterday', '?caller=%00'])
    expect((await erp.client.get(`/import/log${wrong}`)).body.Code).toBe('REQ008');
  expect((await warehouse.get('/import/log')).status).toBe(403);
});

test('a key that is limited to some source systems sees what it sent itself', async () => {
  const key = await erp.addKey({ name: 'limited', scopes: ['admin'], sourceApps: ['CRM'] });
  const limited = clientFor(service.baseUrl, { 'x-api-key': key });
  await erp.client.import([aTag('A')]);
  const [foreign] = await log();
  await limited.import([aCall('mboc_upsertJob', { SourceApp: 'CRM', SourceType: 'S', JobNo: 'J' })]);
  const own = (await limited.get('/import/log')).body;
  expect(own.map(({ actor }: { actor: string }) => actor)).toEqual(['key:limited']);
  expect((await limited.get(`/import/log/${foreign.id}`)).status).toBe(404);
  expect(await log()).toHaveLength(2);
});

test('it costs one statement, however many calls there are', async () => {
  const noting = async (calls: readonly object[]): Promise<number> => {
    service.statements();
    await erp.client.import(calls);
    return service.statements().filter((text) => text.includes('import_log')).length;
  };
  expect(await noting([aTag('A')])).toBe(1);
  expect(await noting(Array.from({ length: 500 }, (_, i) => aTag(`B${i}`)))).toBe(1);
  expect(await noting([aCall('mboc_upsertTag', {})])).toBe(1);
});

test('old ones are forgotten at night, and with 0 days nothing is noted', async () => {
  await erp.client.import([aTag('A')]);
  await erp.client.import([aTag('B')]);
  await service.deps.db.query(
    `update import_log set at = now() - interval '31 days' where tenant_id = $1 and id = (select min(id) from import_log where tenant_id = $1)`,
    [erp.tenant.id],
  );
  expect(await trimImports.run(service.deps, new AbortController().signal)).toEqual({ imports: 1 });
  expect(await log()).toHaveLength(1);
  const [days, settings] = [service.deps.importLogKeepDays, service.deps as { importLogKeepDays: number }];
  try {
    settings.importLogKeepDays = 0;
    await erp.client.import([aTag('C')]);
    await erp.client.import([aCall('mboc_upsertTag', {})]);
  } finally {
    settings.importLogKeepDays = days;
  }
  expect(await log()).toHaveLength(1);
});
