import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transaction } from '../../../src/platform/postgres/database.ts';
import { model } from '../../../src/records/derive/model.ts';
import { listRecords } from '../../../src/records/storage/record-reads.ts';
import { startService, type TestService, type TestTenant } from '../../support/service.ts';
import { aJob, aTask } from '../builders.ts';

/** Several source systems may have a job of one number, so the number does not begin the key. PostgreSQL counts the rows that are read. */
const JOBS = 2000;

let service: TestService;
let tenant: TestTenant;

beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant({ timeZone: 'UTC' });
  const numbers = Array.from({ length: JOBS }, (_, number) => number);
  await tenant.client.import(numbers.flatMap((number) => [aJob(`J${number}`), aTask(`J${number}`, `T${number}`)]));
  for (const table of ['job', 'task']) await service.deps.db.query(`analyze ${table}`);
});
afterAll(() => service.close());

const rowsOf = async (tx: Transaction, table: string): Promise<number> => {
  const [row] = await tx.query<{ read: number }>(
    'select seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_xact_user_tables where relname = $1',
    [table],
  );
  return row?.read ?? 0;
};

test.each([
  ['Job', 'job', 'jobNo', 'j1234 '],
  ['Task', 'task', 'taskNo', 't1234 '],
])('a %s is found by its number alone without reading the others', async (entity, table, property, value) => {
  await service.deps.db.transaction(async (tx) => {
    const before = await rowsOf(tx, table);
    const query = { conditions: [{ property, operator: '==', value } as const], orders: [] };
    const found = await listRecords(tx, tenant.tenant.id, model(entity), query, 6, 0);
    expect(found.map((record) => record[property])).toEqual([value.trim().toUpperCase()]);
    expect((await rowsOf(tx, table)) - before).toBeLessThanOrEqual(2);
    return { commit: false, value: undefined };
  });
});
