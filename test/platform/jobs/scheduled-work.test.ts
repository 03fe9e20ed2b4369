import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ScheduledWork } from '../../../src/platform/jobs/scheduled-work.ts';
import { startQueues } from '../../../src/platform/jobs/worker.ts';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const HOUR_MS = 3_600_000;
const anHourAgo = new Date(Math.floor(Date.now() / 60_000) * 60_000 - HOUR_MS);
const atMinute = anHourAgo.getUTCHours() * 60 + anHourAgo.getUTCMinutes();

/** As if a worker had last run days ago. */
const noteLastRun = (kind: string): Promise<unknown> =>
  service.deps.db.query(
    `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
     values ($1, now() - interval '9 days', now() - interval '5 days')`,
    [kind],
  );

/** Two processes, as far as the database can tell. */
async function onTwoNodes(work: ScheduledWork, until: () => void): Promise<void> {
  const nodes = await Promise.all([1, 2].map(() => startQueues(service.deps, [], [work])));
  try {
    await vi.waitFor(until, { timeout: 30_000, interval: 50 });
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
  }
}

const waiting = (kind: string): Promise<unknown[]> =>
  service.deps.db.query('select id from graphile_worker.jobs where task_identifier = $1', [kind]);

test('work that was missed for days is run once, by one of two nodes, with the time when it was last due', async () => {
  await noteLastRun('missed');
  const runs: number[] = [];
  const work = { kind: 'missed', atMinute, run: async (dueAt: number) => void runs.push(dueAt) };
  await onTwoNodes(work, () => expect(runs).toHaveLength(1));
  await onTwoNodes(work, () => {});
  expect(runs).toEqual([anHourAgo.getTime()]);
  expect(await waiting('missed')).toEqual([]);
});

test('work that fails is run again until it succeeds', async () => {
  await noteLastRun('failing');
  let runs = 0;
  const work = {
    kind: 'failing',
    atMinute,
    run: async () => {
      if (++runs === 1) throw new Error('not tonight');
    },
  };
  await onTwoNodes(work, () => expect(runs).toBe(2));
  expect(await waiting('failing')).toEqual([]);
});
