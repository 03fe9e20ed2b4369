import { afterAll, beforeAll, expect, test } from 'vitest';
import { QUEUE_REVISION } from '../../../src/platform/jobs/job-runner.ts';
import { migrate } from '../../../src/platform/postgres/migrate.ts';
import { sharedService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

test('the tables of graphile-worker come with ours, in the version that we know', async () => {
  const [row] = await service.deps.db.query<{ id: number }>('select max(id) as id from graphile_worker.migrations');
  expect(row?.id, 'the library brings other tables: raise QUEUE_REVISION').toBe(QUEUE_REVISION);
});

test('a migration that finds everything in place asks for nothing of it again', async () => {
  service.statements();
  expect((await migrate(service.deps.db)).applied).toEqual([]);
  expect(service.statements().filter((text) => text.includes('graphile_worker'))).toHaveLength(2);
});
