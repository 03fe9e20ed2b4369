import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tasksWaitingFor } from '../../../src/features/planning/plan-scope.ts';
import { affectedAfter } from '../../../src/features/planning/planning-index-store.ts';
import { recomputePlan } from '../../../src/features/planning/recompute-plan.ts';
import type { Database, Transaction } from '../../../src/platform/postgres/database.ts';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import { aCall, startService, type TestService, type TestTenant } from '../../support/service.ts';

/**
 * What follows from a change costs what changed, not what the tenant has done in all the years before. PostgreSQL counts the rows that a
 * transaction reads: neither a quick machine nor a slow one changes that.
 */
const WEEKS = 2000;
const TASKS = 5;
/** Ids above all that the service has given. */
const COPIES_FROM = 100_000;

let service: TestService;
let long: TestTenant;
let appointments: number[];
let before: number;

beforeAll(async () => {
  service = await startService();
  long = await service.tenant({ timeZone: 'UTC' });
  const numbers = Array.from({ length: TASKS }, (_, number) => number);
  await long.client.import([
    aJob('J'),
    ...numbers.flatMap((number) => [
      aResource(`R${number}`),
      aTask('J', `T${number}`, number === 0 ? {} : { PredecessorTaskNo: `T${number - 1}` }),
    ]),
    ...numbers.map((number) =>
      aCall('mboc_upsertAppointment', {
        ...taskKey('J', `T${number}`),
        ResourceNo: `R${number}`,
        Start: `2026-07-01T1${number}:00:00`,
        End: `2026-07-01T1${number}:30:00`,
      }),
    ),
  ]);
  expect((await long.client.get('/board?start=2026-07-01&end=2026-07-02')).body.appointments).toHaveLength(TASKS);
  const { db } = service.deps;
  const found = await db.query<{ id: number }>('select id from appointment where tenant_id = $1', [long.tenant.id]);
  appointments = found.map(({ id }) => id);
  const [state] = await db.query<{ seq: number }>('select change_seq as seq from tenant where id = $1', [
    long.tenant.id,
  ]);
  before = state?.seq ?? 0;
  await addHistory();
});
afterAll(() => service.close());

/** Every row of the week again, in each of the weeks before it. */
async function addHistory(): Promise<void> {
  const { db } = service.deps;
  const copyOf = (id: string): string => `${COPIES_FROM} * w + t.${id}`;
  const earlier = { start: `t.start - w * interval '7 days'`, end: `t."end" - w * interval '7 days'` };
  const copies: Record<string, Record<string, string>> = {
    job: { id: copyOf('id'), key: `t.key || '/' || w` },
    // Hardly any task waits for another: PostgreSQL may believe that it is best to look at all of them for one that does.
    task: { id: copyOf('id'), key: `t.key || '/' || w`, job_id: copyOf('job_id'), predecessor_task_no: 'null' },
    appointment: {
      ...{ id: copyOf('id'), key: `t.key || '/' || w`, task_id: copyOf('task_id'), ...earlier },
      appointment_guid: 'gen_random_uuid()',
    },
    assignment: { id: copyOf('id'), key: `t.key || '/' || w`, owner_id: copyOf('owner_id') },
    appointment_plan: { appointment_id: copyOf('appointment_id'), task_id: copyOf('task_id'), ...earlier },
    resource_plan: { appointment_id: copyOf('appointment_id'), ...earlier },
    task_plan: { task_id: copyOf('task_id') },
  };
  for (const [table, replaced] of Object.entries(copies)) {
    const columns = await db.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    const values = columns.map(({ name }) => replaced[name] ?? `t."${name}"`);
    await db.query(
      `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')}) overriding system value
       select ${values.join(', ')} from ${table} t cross join generate_series(1, ${WEEKS}) w where t.tenant_id = $1`,
      [long.tenant.id],
    );
    await db.query(`analyze ${table}`);
  }
}

const COUNTED = [
  ...['job', 'task', 'appointment', 'assignment', 'appointment_plan', 'resource_plan', 'task_plan'],
  ...['violation', 'change'],
];

/** Counts of the session that were not handed on yet: what an earlier transaction has read may be among them. */
const counts = (tx: Transaction): Promise<{ name: string; read: number }[]> =>
  tx.query(
    `select relname as name, seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_xact_user_tables
     where schemaname = 'public' and relname = any($1)`,
    [COUNTED],
  );

/** Rows of each table that the work reads, whatever it finds. */
async function rowsRead(work: (tx: Transaction) => Promise<unknown>): Promise<Record<string, number>> {
  return service.deps.db.transaction(async (tx) => {
    const earlier = new Map((await counts(tx)).map(({ name, read }) => [name, read]));
    await work(tx);
    const later = await counts(tx);
    expect(later).toHaveLength(COUNTED.length);
    const value = Object.fromEntries(later.map(({ name, read }) => [name, read - (earlier.get(name) ?? 0)]));
    return { commit: false, value };
  });
}

/** Each appointment may be looked at by every rule. */
const MOST = 30 * TASKS;

describe(`a tenant with ${WEEKS} weeks of history`, () => {
  const tenant = () => ({ tenantId: long.tenant.id, timeZone: 'UTC' });

  test('computes the plan of a few appointments from a few rows', async () => {
    const read = await rowsRead((tx) => recomputePlan(tx, tenant(), { appointments, tasks: [] }));
    expect(read['task']).toBeGreaterThan(0);
    expect(Object.entries(read).filter(([, rows]) => rows > MOST)).toEqual([]);
  });

  test('finds the tasks that wait for some hundred others among those of their jobs', async () => {
    const { db } = service.deps;
    const found = await db.query<{ id: number }>('select id from task where tenant_id = $1 order by id limit $2', [
      long.tenant.id,
      100 * TASKS,
    ]);
    const ids = found.map(({ id }) => id);
    let waiting: readonly number[] = [];
    const read = await rowsRead(async (tx) => {
      waiting = await tasksWaitingFor(tx, long.tenant.id, ids, []);
    });
    expect([...waiting].sort((a, b) => a - b)).toEqual(ids.slice(1, TASKS));
    expect(read['task']).toBeLessThanOrEqual(2 * ids.length);
  });

  test('reads for the search of slots what has changed', async () => {
    const moved = Array.from({ length: TASKS }, (_, number) =>
      aResource(`R${number}`, { DisplayName: 'Another name' }),
    );
    await long.client.import([...moved, aTask('J', 'T0', { IgnoreCalendars: true })]);
    let touched = 0;
    const read = await rowsRead(async (tx) => {
      const db = { prepared: (text: string, values: readonly unknown[]) => tx.query(text, values) };
      touched = (await affectedAfter(db as unknown as Database, long.tenant.id, before)).appointments.length;
    });
    expect(touched).toBe(1);
    expect(Object.entries(read).filter(([, rows]) => rows > MOST)).toEqual([]);
  });
});
