import http from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { models } from '../../src/records/derive/model.ts';
import { aCall, sharedService, type TestService, type TestTenant } from '../support/service.ts';
import { aJob, aResource, aTask, jobKey, taskKey } from './builders.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
  erp = await service.tenant();
  await erp.client.import([
    aJob('J1', { SiteCity: 'Ghent', FreeDecimal1: 3, StartDate: '2026-06-03T08:00', Importance: 1 }),
    aJob('J2', { SiteCity: 'lier', FreeDecimal1: 1, StartDate: '2026-06-01T08:00', ReadOnly: true }),
    aJob('J3', { SiteCity: "L'Aquila", FreeDecimal1: 2, StartDate: '2026-06-02T08:00' }),
    aJob('J4', { FreeDecimal1: 2, Description: '100% sure_thing' }),
  ]);
});
afterAll(() => service.close());

const numbers = async (query: string): Promise<string[]> => {
  const answer = await erp.client.get(`/job?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.map((job: { jobNo: string }) => job.jobNo);
};
const old = (parts: unknown) => encodeURIComponent(JSON.stringify(parts));
const quoted = (parts: unknown) => encodeURIComponent(JSON.stringify(parts).replaceAll('"', "'"));

describe('a list', () => {
  test.each(
    [...models.values()]
      .filter(({ entity }) => entity.listShape !== 'page' && entity.reads !== 'own')
      .map(({ entity }) => entity.route),
  )('GET /%s is a bare array with X-Total-Count', async (route) => {
    const answer = await erp.client.get(`/${route}`);
    expect(answer.body).toBeInstanceOf(Array);
    expect(answer.headers.get('x-total-count')).toBe(String(answer.body.length));
  });

  test('GET /resourceCapacity is {data, total}', async () => {
    const tenant = await service.tenant();
    await tenant.client.import([
      aResource('R'),
      ...['01', '02', '03'].map((day) =>
        aCall('mboc_upsertResourceCapacity', {
          ResourceNo: 'R',
          CapacityDate: `2026-06-${day}`,
          CapacityInSeconds: 3600,
        }),
      ),
    ]);
    const query = `page=2&limit=2&sort=${old([{ property: 'date', direction: 'DESC' }])}`;
    const answer = await tenant.client.get(`/resourceCapacity?${query}`);
    expect(answer.body).toEqual({ total: 3, data: [expect.objectContaining({ date: '2026-06-01' })] });
    const filter = quoted([{ property: 'date', operator: '==', value: '2026-06-02' }]);
    expect((await tenant.client.get(`/resourceCapacity?filter=${filter}`)).body.total).toBe(1);
  });

  test('shows every record once over its pages, and returns the total', async () => {
    const pages = [
      await numbers('sort=jobNo&limit=3'),
      await numbers('sort=jobNo&limit=3&page=2'),
      await numbers('limit=3&page=3'),
    ];
    expect(pages).toEqual([['J1', 'J2', 'J3'], ['J4'], []]);
    expect((await erp.client.get('/job?limit=3&page=9')).headers.get('x-total-count')).toBe('4');
    expect((await erp.client.get('/job?limit=0')).body).toEqual([]);
  });

  test.each([
    ['jobNo:desc', ['J4', 'J3', 'J2', 'J1']],
    ['FREEDECIMAL1:asc,jobNo:DESC', ['J2', 'J4', 'J3', 'J1']],
    ['startDate', ['J2', 'J3', 'J1', 'J4']],
    ['startDate:desc', ['J1', 'J3', 'J2', 'J4']],
    ['createdAt:desc', undefined],
  ])('sorts by %s', async (sort, expected) => {
    expect(await numbers(`sort=${sort}`)).toEqual(expected ?? expect.arrayContaining(['J1', 'J2', 'J3', 'J4']));
  });

  test('sorts by the older list, with either kind of quotes', async () => {
    const sort = [
      { direction: 'ASC', property: 'freeDecimal1' },
      { direction: 'DESC', property: 'JobNo' },
    ];
    for (const text of [old(sort), quoted(sort)])
      expect(await numbers(`sort=${text}`)).toEqual(['J2', 'J4', 'J3', 'J1']);
  });

  test.each<[string, unknown, string[]]>([
    ['==', { property: 'siteCity', operator: '==', value: 'LIER' }, ['J2']],
    ['like, without case', { property: 'siteCity', operator: 'like', value: 'HEN' }, ['J1']],
    ['like, taking % and _ as they are', { property: 'description', operator: 'like', value: '0% sure_t' }, ['J4']],
    ['like with a % that does not occur', { property: 'siteCity', operator: 'like', value: 'G%t' }, []],
    ['!=', { property: 'siteCity', operator: '!=', value: 'Ghent' }, ['J2', 'J3']],
    ['>=', { property: 'freeDecimal1', operator: '>=', value: '2' }, ['J1', 'J3', 'J4']],
    ['< on a date', { property: 'startDate', operator: '<', value: '2026-06-02T06:00Z' }, ['J2']],
    ['== null', { property: 'siteCity', operator: '==', value: null }, ['J4']],
    ['== on a boolean', { property: 'readOnly', operator: '==', value: true }, ['J2']],
  ])('filters by %s', async (_what, condition, expected) => {
    expect(await numbers(`sort=jobNo&filter=${old([condition])}`)).toEqual(expected);
  });

  test('filters by several conditions together, and by single quotes', async () => {
    const filter = [
      { property: 'freeDecimal1', operator: '==', value: '2' },
      { property: 'jobNo', operator: 'like', value: '3' },
    ];
    for (const text of [old(filter), quoted(filter)]) expect(await numbers(`filter=${text}`)).toEqual(['J3']);
  });

  test('filters by an apostrophe within double quotes', async () => {
    expect(await numbers(`filter=${old([{ property: 'siteCity', operator: '==', value: "L'Aquila" }])}`)).toEqual([
      'J3',
    ]);
  });

  test('filters by plain query parameters, and leaves those of others alone', async () => {
    expect(await numbers('sitecity=ghent')).toEqual(['J1']);
    expect(await numbers('siteCity=Ghent&freeDecimal1=9')).toEqual([]);
    expect(await numbers('sort=jobNo&_=1717171717')).toEqual(['J1', 'J2', 'J3', 'J4']);
  });

  test('counts what the filter leaves', async () => {
    expect((await erp.client.get('/job?freeDecimal1=2&limit=1')).headers.get('x-total-count')).toBe('2');
  });

  test.each([
    'page=0',
    'page=x',
    'page=1.5',
    'limit=-1',
    'limit=x',
    'limit=10001',
    'sort=nothing',
    'sort=jobNo:sideways',
    'sort=[{',
    `sort=${old([{ property: 'nothing' }])}`,
    'filter=nonsense',
    `filter=${old([{ property: 'nothing', operator: '==', value: 1 }])}`,
    `filter=${old([{ property: 'jobNo', operator: 'matches', value: 1 }])}`,
    `filter=${old([{ property: 'startDate', operator: '==', value: 'x' }])}`,
    `filter=${old([{ property: 'jobNo', operator: '==', value: { a: 1 } }])}`,
    `filter=${old([1])}`,
    `filter=${old(null)}`,
    'startDate=x',
    'readOnly=perhaps',
    'id=99999999999999999999',
    `sort=${encodeURIComponent('jobNo;drop table job')}`,
  ])('GET /job?%s is 400 and names the parameter', async (query) => {
    const answer = await erp.client.get(`/job?${query}`);
    expect([answer.status, answer.body.Code]).toEqual([400, 'REQ008']);
    expect(answer.body.parameter.toLowerCase()).toBe((query.split('=')[0] ?? '').toLowerCase());
  });

  test('without a limit comes completely: 3,000 rows, each once', async () => {
    const tenant = await service.tenant();
    await tenant.client.import(Array.from({ length: 3000 }, (_, i) => aJob(`J${i}`, { Description: 'x'.repeat(200) })));
    const answer = await tenant.client.get('/job');
    expect(answer.body).toHaveLength(3000);
    expect(new Set(answer.body.map((job: { jobNo: string }) => job.jobNo)).size).toBe(3000);
    expect(answer.headers.get('x-total-count')).toBe('3000');
  });

  test('a client that leaves in the middle of a long list does not keep a connection of the pool', async () => {
    const tenant = await service.tenant();
    await tenant.client.import(
      Array.from({ length: 3000 }, (_, i) => aJob(`J${i}`, { Description: 'x'.repeat(2000) })),
    );
    for (let i = 0; i < 15; i++)
      await new Promise<void>((left) => {
        http.get(`${service.baseUrl}/job`, { agent: false, headers: { 'x-api-key': tenant.key } }, (answer) => {
          answer.once('data', () => {
            answer.destroy();
            left();
          });
        });
      });
    expect((await tenant.client.get('/job?limit=1')).status).toBe(200);
  });
});

describe('open tasks', () => {
  let tenant: TestTenant;
  beforeAll(async () => {
    tenant = await service.tenant();
    await tenant.client.import([
      aJob('J'),
      aTask('J', 'open'),
      aTask('J', 'done', { IsComplete: true }),
      aTask('J', 'later', { TaskOpenAsOf: '2900-01-01' }),
      aTask('J', 'over', { TaskOpenTill: '2000-01-01' }),
      aTask('J', 'within', { TaskOpenAsOf: '2000-01-01', TaskOpenTill: '2900-01-01' }),
    ]);
  });

  test.each([
    ['', ['open', 'within']],
    ['?open=true', ['open', 'within']],
    ['?open=false', ['done', 'later', 'over']],
    ['?open=all', ['done', 'later', 'open', 'over', 'within']],
    ['?open=all&isComplete=true', ['done']],
  ])('GET /task%s', async (query, expected) => {
    const answer = await tenant.client.get(`/task${query}`);
    expect(answer.body.map((task: { taskNo: string }) => task.taskNo).sort()).toEqual(expected);
    expect(answer.headers.get('x-total-count')).toBe(String(expected.length));
  });

  test('GET /task?open=maybe is 400', async () => {
    expect((await tenant.client.get('/task?open=maybe')).body).toMatchObject({ Code: 'REQ008', parameter: 'open' });
  });

  test('one task is shown whether it is open or not', async () => {
    expect((await tenant.client.get('/task/done')).status).toBe(200);
  });
});

describe('one record', () => {
  test('carries its version as ETag, and 304 answers who has it', async () => {
    const first = await erp.client.get('/job/J1');
    expect(first.headers.get('etag')).toBe(`"${first.body.version}"`);
    const again = await erp.client.get('/job/J1', { 'if-none-match': '"1"' });
    expect([again.status, again.text]).toEqual([304, '']);
    expect(again.headers.get('etag')).toBe('"1"');
    expect((await erp.client.get('/job/J1', { 'if-none-match': '"2"' })).status).toBe(200);
  });

  test.each(['W/"1"', '"7", "1"', '*'])('If-None-Match: %s is understood', async (value) => {
    expect((await erp.client.get('/job/J1', { 'if-none-match': value })).status).toBe(304);
  });

  test('a new version is a new ETag', async () => {
    const tenant = await service.tenant();
    await tenant.client.import([aJob('J')]);
    await tenant.client.import([aJob('J', { SiteCity: 'Ghent' })]);
    const answer = await tenant.client.get('/job/J', { 'if-none-match': '"1"' });
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"2"']);
  });

  test('carries id, version, and who made and changed it when', async () => {
    const { body } = await erp.client.get('/job/J1');
    expect(body).toMatchObject({ id: expect.any(Number), version: 1, createdBy: 'key:test', updatedBy: 'key:test' });
    expect(body.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?\+0[12]:00$/);
  });

  test('is found by its number in any case, by its id with by=id', async () => {
    const { body } = await erp.client.get('/job/j1');
    expect(body.jobNo).toBe('J1');
    expect((await erp.client.get(`/job/${body.id}?by=id`)).body.jobNo).toBe('J1');
    expect((await erp.client.get(`/job/${body.id}`)).status).toBe(404);
    for (const id of ['J1', '0', '-1', '1.5', '9'.repeat(30)])
      expect((await erp.client.get(`/job/${id}?by=id`)).status, id).toBe(404);
  });

  test('is found by a number with slashes, blanks and percent signs in it', async () => {
    const no = 'A/B C%2F+?#';
    await erp.client.import([aJob(no)]);
    expect((await erp.client.get(`/job/${encodeURIComponent(no)}`)).body.jobNo).toBe(no);
    await erp.client.del('/job', jobKey(no));
  });

  test('of an ambiguous number is 409 with the candidates, until the query names one of them', async () => {
    const tenant = await service.tenant();
    await tenant.client.import([aJob('J'), aJob('J', { SourceApp: 'CRM' }), aJob('J', { SourceType: 'SALES' })]);
    const answer = await tenant.client.get('/job/J');
    expect([answer.status, answer.body.Code]).toEqual([409, 'APP002']);
    expect(answer.body.candidates).toHaveLength(3);
    expect(answer.body.candidates).toContainEqual({
      id: expect.any(Number),
      sourceApp: 'ERP',
      sourceType: 'SALES',
      jobNo: 'J',
    });
    expect((await tenant.client.get('/job/J?sourceApp=ERP')).status).toBe(409);
    expect((await tenant.client.get('/job/J?sourceApp=crm')).body.sourceApp).toBe('CRM');
    expect((await tenant.client.get('/job/J?SourceApp=ERP&sourceType=SALES')).body.sourceType).toBe('SALES');
    expect((await tenant.client.get('/job/J/history')).status).toBe(409);
    expect((await tenant.client.get('/job/J?sourceApp=none')).status).toBe(404);
  });

  test('shows its history, oldest first, from its making to its last change', async () => {
    const tenant = await service.tenant();
    await tenant.client.import([aJob('J'), aJob('K')]);
    await tenant.client.import([aJob('J', { SiteCity: 'Ghent' })]);
    await tenant.client.post('/job', { ...jobKey('J'), SiteCity: 'Lier' });
    const { body } = await tenant.client.get('/job/J/history');
    expect(body).toMatchObject([
      { action: 'created', version: 1, origin: 'import', after: { jobNo: 'J' } },
      { action: 'updated', version: 2, origin: 'import', before: { siteCity: null }, after: { siteCity: 'Ghent' } },
      { action: 'updated', version: 3, origin: 'rest', before: { siteCity: 'Ghent' }, after: { siteCity: 'Lier' } },
    ]);
  });

  test('that does not exist is 404, its history too', async () => {
    for (const path of ['/job/none', '/job/none/history', '/task/none', '/resourceCapacity/1', '/notification/x'])
      expect((await erp.client.get(path)).body.Code, path).toBe('APP001');
  });

  test('of a part is found by its id', async () => {
    const tenant = await service.tenant();
    await tenant.client.import([aJob('J'), aTask('J', 'T')]);
    const made = await tenant.client.post('/taskUri', { ...taskKey('J', 'T'), Uri: 'https://x' });
    const { id } = made.body.results[0];
    expect((await tenant.client.get(`/taskUri/${id}`)).body).toMatchObject({ id, uri: 'https://x' });
  });
});
