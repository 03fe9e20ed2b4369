import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCall, sharedService, type TestService, type TestTenant } from '../support/service.ts';
import { aJob, aResource, aTask, aTaskFilter } from './builders.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
  erp = await service.tenant();
  const skill = (no: string, value: string) =>
    aCall('mboc_upsertResourceFilterValue', { ResourceNo: no, FilterGroup: 'Skill', FilterValue: value });
  await erp.client.import([
    ...['A', 'B', 'C'].map((no) => aResource(no)),
    skill('A', 'Welding'),
    skill('A', 'Diving'),
    skill('B', 'Welding'),
    aCall('mboc_upsertResourceCertificate', { ResourceNo: 'B', CertificateNo: 'F-GAS', ValidUntil: '2027-01-01' }),
    aJob('J1'),
    aTask('J1', 'T1'),
    aTaskFilter('J1', 'T1', 'Welding'),
  ]);
});
afterAll(() => service.close());

test('resources come with their filter values and certificates when asked', async () => {
  const { body } = await erp.client.get('/resource?include=filterValues,certificates&sort=resourceNo');
  const values = body.map((each: { filterValues: { filterValue: string }[] }) =>
    each.filterValues.map(({ filterValue }) => filterValue),
  );
  expect(values).toEqual([['Diving', 'Welding'], ['Welding'], []]);
  expect(body[1].certificates).toMatchObject([{ no: 'F-GAS', validUntil: '2027-01-01T00:00:00+01:00' }]);
  expect(body[2].certificates).toEqual([]);
});

test('without asking they come alone', async () => {
  expect((await erp.client.get('/resource')).body[0]).not.toHaveProperty('filterValues');
});

test('one record takes it too, and other kinds have their own', async () => {
  expect((await erp.client.get('/resource/A?include=FILTERVALUES')).body.filterValues).toHaveLength(2);
  expect((await erp.client.get('/task/T1?include=filterValues')).body.filterValues).toHaveLength(1);
  expect((await erp.client.get('/job/J1?include=tasks')).body.tasks).toMatchObject([{ taskNo: 'T1' }]);
});

test('what cannot be included is refused with what can', async () => {
  const answer = await erp.client.get('/resource?include=secrets');
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ Code: 'REQ008', parameter: 'include' });
  expect(answer.body.message).toContain('certificates');
  expect((await erp.client.get('/pin?include=x')).status).toBe(400);
});

test('the number of statements does not depend on the number of records', async () => {
  const count = async (limit: number): Promise<number> => {
    service.statements();
    await erp.client.get(`/resource?include=filterValues,certificates&limit=${limit}`);
    return service.statements().length;
  };
  expect(await count(3)).toBe(await count(1));
});
