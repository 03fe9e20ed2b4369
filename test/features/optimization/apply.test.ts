import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Move, NamedResource } from '../../../src/engine/optimization/proposal.ts';
import { planVisits } from '../../../src/features/optimization/contract.ts';
import { endRun, insertRun } from '../../../src/features/optimization/optimization-store.ts';
import { visitsRequest } from '../../../src/features/optimization/run-request.ts';
import { aJob, aResource, aTask, holdings, taskKey } from '../../records/builders.ts';
import { bodyReader } from '../../support/body-reader.ts';
import { runs } from '../../support/random-cases.ts';
import {
  aCall,
  clientFor,
  sharedService,
  startService,
  type TestService,
  type TestTenant,
} from '../../support/service.ts';

const NOW = '2026-06-01T05:00:00Z';
const CREW = ['R1', 'R2', 'R3'];
const TASKS = 8;

let one: TestService;
let two: TestService;
beforeAll(async () => {
  one = await sharedService();
  two = await startService({ database: one.databaseUrl });
  one.setNow(NOW);
  two.setNow(NOW);
});
afterAll(async () => {
  await two.close();
  await one.close();
});

interface Stored {
  readonly tenant: TestTenant;
  readonly tasks: readonly { id: number; version: number; taskNo: string }[];
  readonly resources: readonly NamedResource[];
}

async function aTenant(): Promise<Stored> {
  const tenant = await one.tenant({ timeZone: 'UTC' });
  await tenant.client.import([
    ...CREW.map((no) => aResource(no)),
    aJob('J'),
    ...Array.from({ length: TASKS }, (_, i) => aTask('J', `T${i}`, { DurationInSeconds: 3600 })),
  ]);
  const { db } = one.deps;
  return {
    tenant,
    tasks: await db.query('select id, version, task_no as "taskNo" from task where tenant_id = $1 order by id', [
      tenant.tenant.id,
    ]),
    resources: await db.query('select id, resource_no as "resourceNo" from resource where tenant_id = $1 order by id', [
      tenant.tenant.id,
    ]),
  };
}

/** A run as if it had ended with these moves: which task, who, and when in quarters of an hour after eight. */
async function aRun({ tenant, tasks, resources }: Stored, wanted: readonly (readonly [number, number, number])[]) {
  const request = visitsRequest(
    bodyReader(planVisits, 'UTC').read({ start: '2026-06-01', end: '2026-06-01' }),
    Date.parse(NOW),
  );
  const moves = wanted.map(([task, who, quarter], i): Move => {
    const { id, version, taskNo } = tasks[task]!;
    const start = Date.parse('2026-06-01T08:00:00Z') + quarter * 900_000;
    return {
      no: i + 1,
      action: 'assign',
      task: { id, version, sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J', taskNo, shortDescription: 'T' },
      appointment: null,
      known: [],
      to: { resources: [resources[who]!], start, end: start + 3_600_000 },
      from: null,
      gain: 0,
      reason: 'It was made up.',
    };
  });
  const id = tenant.tenant.id;
  return one.deps.db.transaction(async (tx) => {
    const run = {
      kind: 'fieldService',
      request,
      sourceApps: null,
      actor: 'test',
      requestId: 'r',
      draftId: null,
    } as const;
    const made = await insertRun(tx, id, run);
    const proposal = { moves, unassigned: [], before: {}, after: {}, travel: 'estimate', warnings: [] };
    await endRun(tx, id, made, { status: 'done', progress: null, history: [], proposal, error: null });
    return { commit: true, value: made };
  });
}

const booked = ({ tenant }: Stored): Promise<{ task: number; resource: number; start: number; end: number }[]> =>
  one.deps.db.query(
    `select a.task_id as task, s.resource_id as resource, a.start, a."end" from appointment a
     join assignment s on s.tenant_id = a.tenant_id and s.owner_id = a.id where a.tenant_id = $1 order by a.start, a.id`,
    [tenant.tenant.id],
  );

const aMove = fc.tuple(fc.nat(TASKS - 1), fc.nat(CREW.length - 1), fc.nat(32));
/** A task once in each proposal. */
const aProposal = fc.uniqueArray(aMove, { minLength: 1, maxLength: 6, selector: ([task]) => task });

test('whatever two proposals say, applied at once on two nodes they book nobody twice, no task twice, and nobody outside working time', async () => {
  await fc.assert(
    fc.asyncProperty(aProposal, aProposal, async (first, second) => {
      const stored = await aTenant();
      const runs = [await aRun(stored, first), await aRun(stored, second)];
      const answers = await Promise.all(
        runs.map((id, i) =>
          clientFor((i ? two : one).baseUrl, { 'x-api-key': stored.tenant.key }).post(`/optimization/${id}/apply`, {}),
        ),
      );
      for (const { status, text } of answers) expect(status, text).toBe(200);
      const made = await booked(stored);
      const told = answers.flatMap(({ body }) => body.applied.length as number);
      expect(made).toHaveLength(told.reduce((a, b) => a + b, 0));
      expect(answers.flatMap(({ body }) => [...body.applied, ...body.refused])).toHaveLength(
        first.length + second.length,
      );
      expect(new Set(made.map(({ task }) => task)).size).toBe(made.length);
      for (const a of made) {
        expect(a.end).toBeLessThanOrEqual(Date.parse('2026-06-01T17:00:00Z'));
        for (const b of made)
          if (a !== b && a.resource === b.resource) expect(a.end <= b.start || b.end <= a.start).toBe(true);
      }
    }),
    { numRuns: runs(6, 15) },
  );
});

describe('a move', () => {
  const reasonOf = async (stored: Stored, id: number) => {
    const { body } = await stored.tenant.client.post(`/optimization/${id}/apply`, {});
    return body.refused.map(({ reason }: { reason: string }) => reason);
  };

  test('is refused where a slot of that time is held', async () => {
    const stored = await aTenant();
    const question = { startDate: '2026-06-01T08:00Z', endDate: '2026-06-01T10:00Z', duration: 'PT1H' };
    const { body } = await stored.tenant.client.post('/recommendation', {
      ...question,
      options: { resources: ['R1'] },
    });
    await stored.tenant.client.post('/recommendation/hold', { token: body.slots[0].token });
    expect(await reasonOf(stored, await aRun(stored, [[0, 0, 2]]))).toEqual([
      'The time has been taken in the meantime.',
    ]);
    expect(await booked(stored)).toEqual([]);
  });

  test('is refused where its task is gone or has changed, its resource is gone, or its time has come', async () => {
    const stored = await aTenant();
    const run = await aRun(stored, [
      [0, 0, 0],
      [1, 1, 0],
      [2, 2, 0],
      [3, 1, 8],
    ]);
    await stored.tenant.client.import([
      aCall('mboc_deleteTask', taskKey('J', 'T0')),
      aTask('J', 'T1', { Subject: 'Other' }),
      aResource('R3', { DoNotShow: true }),
    ]);
    expect(await reasonOf(stored, run)).toEqual([
      'The task was deleted.',
      'The task has changed.',
      'A resource was deleted, or is no longer shown to planners.',
    ]);
    expect(await booked(stored)).toHaveLength(1);
    const late = await aRun(stored, [[4, 0, 0]]);
    one.setNow('2026-06-01T08:30:00Z');
    expect(await reasonOf(stored, late)).toEqual(['Its start time has already passed.']);
    one.setNow(NOW);
  });

  test('that makes room for another is not made half: who takes the place of one that stays is refused as well', async () => {
    const stored = await aTenant();
    const { client } = stored.tenant;
    await client.import([
      aCall('mboc_upsertAppointment', {
        ...taskKey('J', 'T0'),
        ResourceNo: 'R1',
        Start: '2026-06-01T08:00:00Z',
        End: '2026-06-01T09:00:00Z',
      }),
    ]);
    const run = await aRun(stored, [[1, 0, 0]]);
    expect(await reasonOf(stored, run)).toEqual(['The time has been taken in the meantime.']);
    const before = await holdings(one, stored.tenant);
    expect((await client.post(`/optimization/${run}/apply`, { moves: [1] })).body.applied).toEqual([]);
    expect(await holdings(one, stored.tenant)).toEqual(before);
  });

  test('the number of statements does not grow with the moves', async () => {
    const count = async (moves: number): Promise<number> => {
      const stored = await aTenant();
      const id = await aRun(
        stored,
        Array.from({ length: moves }, (_, i) => [i, i % 3, 4 * Math.floor(i / 3)] as const),
      );
      await stored.tenant.client.get('/task?limit=1');
      one.statements();
      const { body } = await stored.tenant.client.post(`/optimization/${id}/apply`, {});
      expect(body.applied).toHaveLength(moves);
      return one.statements().length;
    };
    const few = await count(2);
    expect(await count(8)).toBe(few);
  });
});
