import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { procedures } from '../../../src/records/derive/model.ts';
import { aCall, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

const description = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, { tags?: string[] }>>;
};
/** Every route of time registration, as the description lists them. */
const routes = Object.entries(description.paths).flatMap(([path, operations]) =>
  Object.entries(operations)
    .filter(([, { tags }]) => tags?.includes('Time registration'))
    .map(([method]) => ({ method: method.toUpperCase(), path })),
);
/** Tables; what a page of the application shows is none, nor are settings. */
const reads = routes.filter(({ method, path }) => method === 'GET' && !/^\/timesheet|\/settings$/.test(path));
const WINDOW = 'start=2026-05-01&end=2026-06-01';

let service: TestService;
let erp: TestTenant;
const source = { SourceApp: 'ERP', SourceType: 'S', JobNo: 'J1', TaskNo: 'T1' };
beforeAll(async () => {
  service = await sharedService();
  service.setNow('2026-12-01T00:00:00Z');
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  await erp.client.import([
    aCall('mboc_upsertJob', { SourceApp: 'ERP', SourceType: 'S', JobNo: 'J1', ShortDescription: 'Pump' }),
    aCall('mboc_upsertTask', { ...source, ShortDescription: 'T' }),
    aCall('mboc_upsertResource', { ResourceNo: '=R1' }),
    aCall('mboc_upsertTimeEntry', {
      ...source,
      ResourceNo: '=R1',
      Date: '2026-05-04',
      DurationInSeconds: 3600,
      Description: '=HYPERLINK("http://x","é, click")',
    }),
    aCall('mboc_upsertTimeSession', {
      ...source,
      ResourceNo: '=R1',
      StartedAt: '2026-05-04T08:00',
      StoppedAt: '2026-05-04T09:00',
      Note: '-1+1',
    }),
  ]);
});
afterAll(() => service.close());

describe('Accept: text/csv', () => {
  test.each(reads)('GET $path is a table with a head, in UTF-8, and says that it varies', async ({ path }) => {
    const { body } = await erp.client.get(`${path}?${WINDOW}`);
    const answer = await erp.client.get(`${path}?${WINDOW}`, { accept: 'text/csv' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.csv"$/);
    expect(answer.headers.get('vary')).toBe('Accept');
    const [head, ...rows] = answer.text.split('\r\n');
    expect(head).toBe(Object.keys(body[0]).join(','));
    expect(rows).toHaveLength(body.length + 1);
    expect(answer.text).not.toMatch(/(^|[,\n])"?[=+\-@](?!\d)/);
  });

  test('a text that looks like a formula is defused and quoted, a number is not', async () => {
    const { text } = await erp.client.get(`/timeEntry?${WINDOW}`, { accept: 'text/csv' });
    expect(text).toContain(`,"'=HYPERLINK(""http://x"",""é, click"")",`);
    expect(text).toContain(",'=R1,J1,T1,2026-05-04,3600,");
    const sessions = await erp.client.get(`/timeSession?${WINDOW}`, { accept: 'text/csv' });
    expect(sessions.text).toContain(",'-1+1,");
  });

  test('JSON is what others get, and it varies as well', async () => {
    for (const accept of ['*/*', 'application/json', 'text/csv;q=0.5, application/json', 'text/html']) {
      const answer = await erp.client.get(`/timeEntry?${WINDOW}`, { accept });
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(answer.headers.get('vary')).toBe('Accept');
    }
  });

  test('a refusal is JSON all the same', async () => {
    const answer = await erp.client.get('/timeEntry', { accept: 'text/csv' });
    expect(answer.body.Code).toBe('REQ008');
  });
});

describe('without the module timeRegistration', () => {
  let other: TestTenant;
  beforeAll(async () => {
    other = await service.tenant();
    await service.deps.db.query("update tenant set modules = array_remove(modules, 'timeRegistration') where id = $1", [
      other.tenant.id,
    ]);
  });

  test('the routes of time registration are these', () => {
    expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      [
        ...['GET', 'POST', 'PUT', 'DELETE'].flatMap((verb) => [`${verb} /timeEntry`, `${verb} /timeSession`]),
        'GET /timeEntry/summary',
        'GET /timeEntry/missing',
        'GET /timesheet',
        'GET /timesheet/tasks',
        'GET /timeEntry/settings',
        'PUT /timeEntry/settings',
        'POST /timeEntry/decide',
        'POST /timeEntry/claim',
        'POST /timeSession/start',
        'POST /timeSession/stop',
      ].sort(),
    );
  });

  test.each(routes)('$method $path is a clear 403', async ({ method, path }) => {
    const answer = await other.client.send(method, `${path}?${WINDOW}`, method === 'GET' ? undefined : {});
    expect([answer.status, answer.body.Code]).toEqual([403, 'USR005']);
    expect(answer.body.Description).toContain('timeRegistration');
  });

  test.each(procedures.filter(({ model }) => model.entity.module === 'timeRegistration').map(({ name }) => ({ name })))(
    '$name is a clear 403',
    async ({ name }) => {
      const answer = await other.client.import([aCall(name, { ...source, ResourceNo: 'R1' })]);
      expect([answer.status, answer.body.Code]).toEqual([403, 'USR005']);
      const lenient = await other.client.import([aCall(name, source)], { prefer: 'handling=lenient' });
      expect(lenient.body.results).toMatchObject([{ outcome: 'rejected', code: 'USR005' }]);
    },
  );

  test('the rest of the service works', async () => {
    expect((await other.client.import([aCall('mboc_upsertResource', { ResourceNo: 'R1' })])).status).toBe(200);
  });
});
