import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trimOrphans } from '../../../src/features/connectors/delivery-store.ts';
import { fanOut } from '../../../src/features/connectors/fan-out.ts';
import { trimDeliveries } from '../../../src/features/connectors/trim-deliveries.ts';
import { addPartitions, partitionsOf } from '../../../src/platform/postgres/partitions.ts';
import { CHANGES, DELIVERIES } from '../../../src/records/storage/partitioned-tables.ts';
import { pastPartitions } from '../../support/past-partitions.ts';
import { startService, type TestService, type TestTenant } from '../../support/service.ts';
import { anAppointment, basics, GUID } from './delivering.ts';

const never = new AbortController().signal;
let service: TestService;
const query = <Row>(text: string, values: unknown[] = []) => service.deps.db.query<Row>(text, values);
/** Paused, so that what is made for it waits. */
async function withReceiver(): Promise<{ erp: TestTenant; receiver: number }> {
  const erp = await service.tenant();
  expect((await erp.client.import(basics)).status).toBe(200);
  const made = await erp.client.post('/connector', { sourceApp: 'ERP', name: 'BC', uri: 'http://127.0.0.1:1/plan' });
  await fanOut(service.deps, never);
  await erp.client.post(`/connector/${made.body.results[0].id}/pause`, undefined);
  const [row] = await query<{ id: number }>('select id from receiver where tenant_id = $1', [erp.tenant.id]);
  return { erp, receiver: row?.id ?? 0 };
}

describe('deliveries in partitions', () => {
  beforeAll(async () => {
    service = await startService({ outbound: { allowPrivate: true, timeoutMs: 1000 } });
    // The oldest ends 30 days ago.
    await pastPartitions(service.deps.db, DELIVERIES, 10, 4);
  });
  afterAll(() => service.close());

  const names = async (): Promise<string[]> =>
    (await partitionsOf(service.deps.db, 'delivery')).map(({ name }) => name).filter((name) => /_p/.test(name));
  const put = async (tenant: number, receiver: number, states: readonly [string, string, number, number | null][]) => {
    for (const [at, [action, status, created, ended]] of states.entries())
      await query(
        `insert into delivery (tenant_id, receiver_id, entity, record_id, change_no, action, body, status, created_at, ended_at, next_at)
         values ($1, $2, 'Appointment', 1, $3, $4, '{}', $5, now() - $6 * interval '1 day', now() - $7 * interval '1 day', now() + interval '1 day')`,
        [tenant, receiver, 1000 + at, action, status, created, ended],
      );
  };
  const stored = async (tenant: number) =>
    (
      await query<{ row: string }>(
        `select concat_ws(' ', change_no, status, regexp_replace(tableoid::regclass::text, '\\d+$', '')) as row
         from delivery where tenant_id = $1 order by change_no`,
        [tenant],
      )
    ).map(({ row }) => row);

  test('go with their partition; those that wait, or were given up not long ago, are moved and stay', async () => {
    const { erp, receiver } = await withReceiver();
    await put(erp.tenant.id, receiver, [
      ['I', 'delivered', 35, 35],
      ['U', 'delivered', 35, 3],
      ['U', 'dead', 35, 32],
      ['U', 'waiting', 35, null],
      ['U', 'delivered', 25, 25],
    ]);
    const before = await names();
    const ids = await query(`select id from delivery where tenant_id = $1 and change_no > 1000 order by no`, [
      erp.tenant.id,
    ]);
    expect(await trimDeliveries.run(service.deps, never)).toEqual({ deliveries: 0, partitions: 2 });
    expect(await names()).toEqual(before.slice(1));
    expect(await stored(erp.tenant.id)).toEqual([
      '1001 delivered delivery_rest',
      '1002 dead delivery_rest',
      '1003 waiting delivery_rest',
      '1004 delivered delivery_p',
    ]);
    expect(await query('select id from delivery where tenant_id = $1 order by no', [erp.tenant.id])).toEqual(ids);
    // What was moved goes as others do: a month after it arrived.
    await query(
      `update delivery set status = 'delivered', ended_at = now() - interval '31 days' where tenant_id = $1 and change_no = 1003`,
      [erp.tenant.id],
    );
    expect(await trimDeliveries.run(service.deps, never)).toEqual({ deliveries: 1 });
    expect(await stored(erp.tenant.id)).toHaveLength(3);
  });

  test('keep a partition in which many wait', async () => {
    const { erp, receiver } = await withReceiver();
    await pastPartition();
    const before = await names();
    await query(
      `insert into delivery (tenant_id, receiver_id, entity, record_id, change_no, action, body, created_at, next_at)
       select $1, $2, 'Appointment', n, 5000, 'U', '{}', now() - interval '45 days', now() from generate_series(1, 10001) n`,
      [erp.tenant.id, receiver],
    );
    await put(erp.tenant.id, receiver, [['I', 'delivered', 45, 45]]);
    expect(await trimDeliveries.run(service.deps, never)).toEqual({ deliveries: 1 });
    expect(await names()).toEqual(before);
    expect(
      await query(`select from delivery where tenant_id = $1 and status = 'waiting'`, [erp.tenant.id]),
    ).toHaveLength(10_001);
    await query(
      `update delivery set status = 'delivered', ended_at = now() - interval '31 days' where tenant_id = $1`,
      [erp.tenant.id],
    );
    expect(await trimDeliveries.run(service.deps, never)).toEqual({ deliveries: 0, partitions: 1 });
    expect(await stored(erp.tenant.id)).toEqual([]);
  });

  test('of a receiver that was deleted go, without a look at those of others', async () => {
    const [{ erp, receiver }, other] = [await withReceiver(), await withReceiver()];
    const [gone, many] = [3, 20_000];
    await query(
      `insert into delivery (tenant_id, receiver_id, entity, record_id, change_no, action, body, next_at)
       select $1, $2, 'Appointment', n, 5000, 'U', '{}', now() + interval '1 day' from generate_series(1, $3::integer) n`,
      [erp.tenant.id, receiver, many],
    );
    await query('analyze delivery');
    await put(other.erp.tenant.id, other.receiver + 1000, Array(gone).fill(['U', 'waiting', 1, null]));
    await put(other.erp.tenant.id, other.receiver, [['U', 'waiting', 1, null]]);
    const read = await service.deps.db.transaction(async (tx) => {
      await trimOrphans(tx);
      const [row] = await tx.query<{ read: number }>(
        `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read from pg_stat_xact_user_tables where relname like 'delivery%'`,
      );
      return { commit: true, value: row?.read ?? many };
    });
    expect(await stored(other.erp.tenant.id)).toHaveLength(1);
    expect(await stored(erp.tenant.id)).toHaveLength(many);
    expect(read).toBeLessThan(many / 10);
  });

  /** One that is older than all others. */
  const pastPartition = () => addPartitions(service.deps.db, DELIVERIES, 10, Date.now() - 45 * 86_400_000);
});

test('across the edge of a partition each change has one number, and each receiver one delivery of it', async () => {
  service = await startService({ outbound: { allowPrivate: true, timeoutMs: 1000 } });
  const other = await startService({
    database: service.databaseUrl,
    outbound: { allowPrivate: true, timeoutMs: 1000 },
  });
  try {
    const { erp } = await withReceiver();
    const { db } = service.deps;
    const edge = new Date(Date.now() + 1500).toISOString();
    for (const { table } of [CHANGES, DELIVERIES])
      await db.transaction(async (tx) => {
        await tx.query(`alter table ${table} detach partition ${table}_first`);
        await tx.query(
          `alter table ${table} attach partition ${table}_first for values from (minvalue) to ('${edge}')`,
        );
        await tx.query(`create table ${table}_next (like ${table}_rest including all)`);
        await tx.query(`alter table ${table} attach partition ${table}_next for values from ('${edge}') to (maxvalue)`);
        return { commit: true, value: undefined };
      });
    const places = async (): Promise<number> =>
      (await query('select distinct tableoid from delivery where tenant_id = $1', [erp.tenant.id])).length;
    let subjects = 0;
    const write = async (): Promise<void> => {
      const answer = await erp.client.import([anAppointment(GUID, { Subject: `s${++subjects}` })]);
      expect(answer.status, answer.text).toBe(200);
    };
    // Two processes write and fan out at the same time, until both partitions have rows.
    for (let rounds = 0; rounds < 10 || (await places()) < 2; rounds++)
      await Promise.all([write(), write(), fanOut(service.deps, never), fanOut(other.deps, never)]);
    while (!(await fanOut(service.deps, never)));
    const [counted] = await query<{ changes: number; numbers: number; last: number }>(
      `select count(*) as changes, count(distinct c.no) as numbers, max(t.change_seq) as last
       from tenant t join change c on c.tenant_id = t.id where t.id = $1`,
      [erp.tenant.id],
    );
    expect(counted).toEqual({ changes: counted?.last, numbers: counted?.last, last: counted?.last });
    const [made] = await query<{ deliveries: number; once: number }>(
      `select count(*) as deliveries, count(distinct (receiver_id, change_no, entity, record_id)) as once from delivery where tenant_id = $1`,
      [erp.tenant.id],
    );
    expect(made).toEqual({ deliveries: subjects, once: subjects });
  } finally {
    await other.close();
    await service.close();
  }
});
