import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepPlans } from '../../../src/features/planning/keep-plans.ts';
import { followChanges } from '../../../src/records/follow-changes.ts';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import { aCall, sharedService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

test('what an import planned is computed soon after it, without a read', async () => {
  const erp = await service.tenant();
  const idle = await service.tenant();
  const stopping = new AbortController();
  const following = followChanges(service.deps, { ...keepPlans, gatherMs: 1 }, stopping.signal);
  const appointment = (hour: number) =>
    aCall('mboc_upsertAppointment', {
      ...taskKey('J', 'T'),
      ResourceNo: 'R',
      Start: `2026-06-01T${hour}:00`,
      End: `2026-06-01T${hour + 2}:00`,
    });
  const planned = await erp.client.import([aJob('J'), aTask('J', 'T'), aResource('R'), appointment(11)]);
  expect(planned.status).toBe(200);
  const overlaps = async (): Promise<number> => {
    const [row] = await service.deps.db.query<{ n: number }>(
      `select count(*) as n from violation where tenant_id = $1 and rule = 'overlap'`,
      [erp.tenant.id],
    );
    return row?.n ?? 0;
  };
  await erp.client.import([appointment(10)]);
  await expect.poll(overlaps).toBe(1);
  stopping.abort();
  await following;
  const touched = await service.deps.db.query('select from plan_state where tenant_id = $1', [idle.tenant.id]);
  expect(touched).toEqual([]);
});
