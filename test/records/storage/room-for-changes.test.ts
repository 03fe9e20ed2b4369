import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aCall, sharedService, type TestService, type TestTenant } from '../../support/service.ts';
import { aJob, aResource, aTask } from '../builders.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
});

const COUNT = 300;
const numbered = <T>(make: (no: string) => T): T[] => Array.from({ length: COUNT }, (_, at) => make(String(at)));
const anEntry = (no: string, Description: string) =>
  aCall('mboc_upsertTimeEntry', {
    SourceApp: 'ERP',
    SourceType: 'SERVICE',
    BackofficeID: no,
    ResourceNo: 'R',
    Date: '2026-03-02',
    DurationInSeconds: '60',
    JobNo: '0',
    TaskNo: 'T',
    Description,
  });

/** The page of each row. */
const pages = async (table: string): Promise<Map<number, string>> => {
  const rows = await service.deps.db.query<{ id: number; page: string }>(
    `select id, split_part(ctid::text, ',', 1) as page from ${table} where tenant_id = $1`,
    [erp.tenant.id],
  );
  return new Map(rows.map(({ id, page }) => [id, page]));
};

test.each([
  ['job', (no: string, text: string) => aJob(no, { FreeText1: text })],
  ['task', (no: string, text: string) => aTask('0', no, { FreeText1: text })],
  ['time_entry', (no: string, text: string) => anEntry(no, text)],
])('pages of %s have room for the changes of many of their rows', async (table, make) => {
  await erp.client.import([aJob('0'), aTask('0', 'T'), aResource('R')]);
  await erp.client.import(numbered((no) => make(no, 'as it was sent')));
  const before = await pages(table);
  const { body } = await erp.client.import(numbered((no) => make(no, 'as it was changed')));
  expect(body.results.every(({ outcome }: { outcome: string }) => outcome === 'updated')).toBe(true);
  const after = await pages(table);
  const stayed = [...after].filter(([id, page]) => before.get(id) === page);
  expect(after.size).toBeGreaterThanOrEqual(COUNT);
  expect(stayed.length).toBeGreaterThan(COUNT / 4);
});
