import { afterAll, beforeAll, expect, test } from 'vitest';
import { aLimitedPerson, type LimitedPerson } from '../support/limited-person.ts';
import { aCall, type Client, sharedService, type TestService, type TestTenant } from '../support/service.ts';
import { aJob, aResource, aTask, aTaskFilter, taskKey } from './builders.ts';

let service: TestService;
let erp: TestTenant;
let anna: LimitedPerson;

const GUID = '00000000-0000-4000-8000-000000000001';
const READS = [
  '/task?open=all',
  '/task?open=all&limit=1&sort=taskNo',
  '/task/T1',
  '/task/T1/history',
  '/taskUri',
  '/taskCategory',
  '/resource?include=filterValues',
  '/job?include=tasks',
  '/notification',
  '/taskFilterValue?pending=true',
  '/appointment?startDate=2026-03-01&endDate=2026-03-08&resources=R1',
  `/appointment/${GUID}`,
];

beforeAll(async () => {
  service = await sharedService();
  erp = await service.tenant();
  const { status, text } = await erp.client.import([
    aCall('mboc_upsertFilterGroup', { GroupName: 'Skill', DataFilter: true }),
    aCall('mboc_upsertFilterValue', { FilterGroupName: 'Skill', FilterValue: 'Welding' }),
    aResource('R1'),
    aJob('J1'),
    aTask('J1', 'T1'),
    aTaskFilter('J1', 'T1', 'Welding'),
    aCall('mboc_upsertAppointment', {
      AppointmentGuid: GUID,
      ...taskKey('J1', 'T1'),
      Start: '2026-03-02T08:00:00Z',
      End: '2026-03-02T09:00:00Z',
      ResourceNo: 'R1',
    }),
  ]);
  expect(status, text).toBe(200);
  anna = await aLimitedPerson(service, erp, 'planner');
});
afterAll(() => service.close());

/** What a read asks of the database, without the credential. */
async function statementsOf(client: Client, path: string): Promise<string[]> {
  await client.get(path);
  service.statements();
  const { status, text } = await client.get(path);
  expect(status, text).toBe(200);
  return service.statements().filter((statement) => !/\b(?:api_key|membership)\b/.test(statement));
}

test('a user without data filters asks the same of the database as an API key', async () => {
  await anna.limit({});
  for (const path of [...READS, '/changes?after=0'])
    expect(await statementsOf(anna.client, path), path).toEqual(await statementsOf(erp.client, path));
});

test('data filters add conditions, not statements', async () => {
  await anna.limit({
    filterValues: [['Skill', 'Welding']],
    categories: ['Visit'],
    timeMarkers: ['Late'],
    teams: ['T1'],
  });
  for (const path of READS)
    expect(await statementsOf(anna.client, path), path).toHaveLength((await statementsOf(erp.client, path)).length);
});

test('the number of statements that read the log does not depend on the number of changes', async () => {
  const few = await statementsOf(anna.client, '/changes?after=0&limit=1');
  await erp.client.import(Array.from({ length: 50 }, (_, i) => aTask('J1', `N${i}`)));
  const many = await statementsOf(anna.client, '/changes?after=0&limit=500');
  expect(many.length).toBeLessThanOrEqual(few.length + 1);
});
