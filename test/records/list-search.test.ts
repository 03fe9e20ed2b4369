import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCall, sharedService, type TestService, type TestTenant } from '../support/service.ts';
import { aJob, aResource, aTask } from './builders.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
  erp = await service.tenant();
  const { status, text } = await erp.client.import([
    aJob('J1', { CustomerName: 'Hotel Astoria', SiteCity: 'Gent' }),
    aJob('J2', { CustomerName: '100% Bikes', SiteCity: 'Lier' }),
    aTask('J1', 'T1', { ShortDescription: 'Replace seal' }),
    aTask('J1', 'T2', { ShortDescription: 'Check pump' }),
    aTask('J2', 'T1', { ShortDescription: 'Check brakes' }),
    aResource('ANNA', { DisplayName: 'Anna Peeters', TeamName: 'North', HomeCity: 'Aalst' }),
    aResource('BEN', { DisplayName: 'Ben Claes', TeamName: 'South' }),
    aCall('mboc_upsertContainer', { Name: 'Roof' }),
  ]);
  expect(status, text).toBe(200);
});
afterAll(() => service.close());

async function found(route: string, search: string, more = ''): Promise<readonly string[]> {
  const answer = await erp.client.get(`/${route}?search=${encodeURIComponent(search)}${more}`);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers.get('x-total-count')).toBe(String(answer.body.length));
  return answer.body.map(
    (row: Record<string, string>) => row['taskNo'] ?? row['jobNo'] ?? row['resourceNo'] ?? row['name'],
  );
}

test('every word must be in a text that the record is known by, whatever its case', async () => {
  expect(await found('job', 'ASTORIA')).toEqual(['J1']);
  expect(await found('job', 'gent asto')).toEqual(['J1']);
  expect(await found('job', 'gent bikes')).toEqual([]);
  expect(await found('job', '100%')).toEqual(['J2']);
  expect(await found('job', '_')).toEqual([]);
  expect(await found('resource', 'north')).toEqual(['ANNA']);
  expect(await found('container', 'oo')).toEqual(['Roof']);
});

test('a task is found by its own texts and by the customer and site of its job', async () => {
  expect(await found('task', 'check', '&sort=taskNo:desc')).toEqual(['T2', 'T1']);
  expect(await found('task', 'check astoria')).toEqual(['T2']);
  expect(await found('task', 'lier')).toEqual(['T1']);
});

test('where somebody lives is not searched', async () => {
  expect(await found('resource', 'aalst')).toEqual([]);
});

test('a blank, long or unprintable search does no harm, and other filters still hold', async () => {
  expect(await found('job', '  ')).toEqual(['J1', 'J2']);
  expect(await found('job', `${'x '.repeat(1000)}`)).toEqual([]);
  expect(await found('job', '\0astoria')).toEqual(['J1']);
  expect(await found('job', 'j', '&siteCity=lier')).toEqual(['J2']);
});

test('finds nothing of another tenant', async () => {
  const other = await service.tenant();
  expect((await other.client.get('/job?search=astoria')).body).toEqual([]);
});

test('the number of statements does not depend on the number of records', async () => {
  const count = async (path: string): Promise<number> => {
    service.statements();
    await erp.client.get(path);
    return service.statements().length;
  };
  const few = await count('/task?search=brakes&limit=50');
  expect(await count('/task?search=t&limit=50')).toBe(few);
});
