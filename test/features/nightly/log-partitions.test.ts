import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { preparePartitions } from '../../../src/features/nightly/add-partitions.ts';
import { trimLog as nightly } from '../../../src/features/nightly/trim-log.ts';
import { partitionsOf } from '../../../src/platform/postgres/partitions.ts';
import { CHANGES } from '../../../src/records/storage/partitioned-tables.ts';
import { aJob } from '../../records/builders.ts';
import { pastPartitions } from '../../support/past-partitions.ts';
import { startService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
beforeEach(async () => {
  service = await startService();
  // The oldest ends 120 days ago, the next one 80: the log is kept for 90.
  await pastPartitions(service.deps.db, CHANGES, 40, 4);
  await query('drop table change_first');
});
afterEach(() => service.close());

const query = <Row>(text: string, values: unknown[] = []) => service.deps.db.query<Row>(text, values);
const never = new AbortController().signal;
const night = () => nightly.run(service.deps, never);
const names = async (): Promise<string[]> =>
  (await partitionsOf(service.deps.db, 'change')).map(({ name }) => name).filter((name) => /_p/.test(name));
/** As if the changes had been written so many days ago. */
async function age({ tenant }: TestTenant, from: number, till: number, days: number): Promise<void> {
  for (const [table, column] of [
    ['change', 'no'],
    ['change_set', 'last_no'],
  ])
    await query(
      `update ${table} set at = now() - $4 * interval '1 day' where tenant_id = $1 and ${column} between $2 and $3`,
      [tenant.id, from, till, days],
    );
}
const seen = ({ tenant }: TestTenant, position: number) =>
  query(
    `insert into geocode_state (tenant_id, seen) values ($1, $2) on conflict (tenant_id) do update set seen = excluded.seen`,
    [tenant.id, position],
  );
async function written(count: number): Promise<{ erp: TestTenant; base: number }> {
  const erp = await service.tenant();
  const base = (await erp.client.get('/changes')).body.last;
  for (let no = 1; no <= count; no++) await erp.client.import([aJob(`J${no}`)]);
  return { erp, base };
}
/** Number and partition of every stored change, oldest first, and what the tenant says is the oldest. */
async function log({ tenant }: TestTenant) {
  const rows = await query<{ no: number; place: string }>(
    `select no, regexp_replace(tableoid::regclass::text, '\\d+$', '') as place from change where tenant_id = $1 order by no`,
    [tenant.id],
  );
  const sets = await query<{ no: number }>('select last_no as no from change_set where tenant_id = $1 order by 1', [
    tenant.id,
  ]);
  const [row] = await query<{ oldest: number }>('select oldest_change as oldest from tenant where id = $1', [
    tenant.id,
  ]);
  return { rows: rows.map(({ no, place }) => `${no} ${place}`), sets: sets.map(({ no }) => no), oldest: row?.oldest };
}

test('a start adds the partitions that are missing, and goes on if it cannot', async () => {
  const all = await names();
  await query(`drop table ${all.slice(-2).join(', ')}`);
  let release = (): void => {};
  const held = new Promise<void>((settle) => {
    release = settle;
  });
  const reading = service.deps.db.transaction(async (tx) => {
    await tx.query('select count(*) from change');
    await held;
    return { commit: true, value: undefined };
  });
  await preparePartitions(service.deps);
  expect(await names()).toEqual(all.slice(0, -2));
  // Without a partition nothing is refused.
  const { erp, base } = await written(1);
  expect((await log(erp)).rows).toContain(`${base + 1} change_rest`);
  release();
  await reading;
  await preparePartitions(service.deps);
  // Today has rows in the rest.
  expect((await names()).length).toBeGreaterThan(all.length - 2);
  const [, ...rest] = (await partitionsOf(service.deps.db, 'delivery')).map(({ name }) => name);
  expect(rest).toHaveLength(2);
});

describe('the change log in partitions', () => {
  test('loses a whole partition when all in it is old, and a tenant without changes is not in the way', async () => {
    const { erp, base } = await written(4);
    const other = await written(2);
    await service.tenant();
    await age(erp, 1, base + 2, 130);
    await age(erp, base + 3, base + 3, 95);
    await age(other.erp, 1, other.base + 2, 130);
    for (const [{ erp: each }, last] of [
      [{ erp }, base + 4],
      [other, other.base + 2],
    ] as const)
      await seen(each, last);
    const before = await names();
    expect(await night()).toEqual({ partitions: 1, changes: 0 });
    expect(await names()).toEqual(before.slice(1));
    // 95 days are old enough, but others of its partition are not.
    expect(await log(erp)).toEqual({
      rows: [`${base + 3} change_p`, `${base + 4} change_p`],
      sets: [base + 3, base + 4],
      oldest: base + 3,
    });
    expect(await log(other.erp)).toEqual({ rows: [], sets: [], oldest: other.base + 3 });
    expect((await erp.client.get(`/changes?after=${base + 1}`)).body).toMatchObject({
      Code: 'APP022',
      oldest: base + 3,
    });
    expect((await erp.client.get(`/changes?after=${base + 2}`)).body.changes).toHaveLength(2);
    expect((await other.erp.client.get(`/changes?after=${other.base + 2}`)).body.changes).toEqual([]);
    await other.erp.client.import([aJob('next')]);
    expect((await log(other.erp)).rows).toEqual([`${other.base + 3} change_p`]);
  });

  test('keeps what a reader has not read: few changes are moved, and go when they were read', async () => {
    const { erp, base } = await written(4);
    const other = await written(1);
    await age(erp, 1, base + 4, 130);
    await age(other.erp, 1, other.base + 1, 130);
    await seen(erp, base + 1);
    await seen(other.erp, other.base + 1);
    expect(await night()).toEqual({ partitions: 1, changes: 0 });
    expect(await log(erp)).toEqual({
      rows: [2, 3, 4].map((no) => `${base + no} change_rest`),
      sets: [2, 3, 4].map((no) => base + no),
      oldest: base + 2,
    });
    expect((await erp.client.get(`/changes?after=${base + 1}`)).body.changes).toHaveLength(3);
    expect(await log(other.erp)).toEqual({ rows: [], sets: [], oldest: other.base + 2 });
    await seen(erp, base + 3);
    expect(await night()).toEqual({ partitions: 0, changes: 2 });
    expect(await log(erp)).toMatchObject({ rows: [`${base + 4} change_rest`], oldest: base + 4 });
  });

  test('keeps a partition of which a reader has not read much, and deletes the other changes in it', async () => {
    const { erp, base } = await written(1);
    const other = await written(2);
    const MANY = 10_001;
    await query(
      `with counted as (update tenant set change_seq = change_seq + $2 where id = $1 returning change_seq as last),
       noted as (insert into change_set (tenant_id, last_no, first_no, actor, origin, request_id)
         select $1, last, last - $2 + 1, 'a', 'import', 'many' from counted)
       insert into change (tenant_id, no, set_no, entity, record_id, key, action, version, from_back_office)
       select $1, last - $2 + n, last, 'Job', n, 'k', 'created', 1, false from counted, generate_series(1, $2::integer) n`,
      [erp.tenant.id, MANY],
    );
    await age(erp, 1, base + 1 + MANY, 130);
    await age(other.erp, 1, other.base + 2, 130);
    await seen(erp, base + 1);
    await seen(other.erp, other.base + 2);
    const before = await names();
    expect(await night()).toEqual({ partitions: 0, changes: base + 1 + other.base + 2 });
    expect(await names()).toEqual(before);
    expect((await log(erp)).rows).toHaveLength(MANY);
    expect(await log(erp)).toMatchObject({ oldest: base + 2, sets: [base + 1 + MANY] });
    expect((await log(other.erp)).rows).toEqual([]);
    await seen(erp, base + 1 + MANY);
    expect(await night()).toEqual({ partitions: 1, changes: 0 });
    expect(await log(erp)).toEqual({ rows: [], sets: [], oldest: base + 2 + MANY });
  });

  test('has no gap where writes overlapped at the edge of a partition', async () => {
    const { erp, base } = await written(4);
    await age(erp, 1, base + 1, 130);
    // It began before the second and ended after it.
    await age(erp, base + 2, base + 2, 80);
    await age(erp, base + 3, base + 3, 130);
    await seen(erp, base + 4);
    expect(await night()).toEqual({ partitions: 1, changes: 0 });
    expect(await log(erp)).toMatchObject({ rows: [`${base + 4} change_p`], sets: [base + 4], oldest: base + 4 });
  });

  test('is trimmed by the next night if others use it now, or if the process is killed in between', async () => {
    const { erp, base } = await written(2);
    await age(erp, 1, base + 1, 130);
    await seen(erp, base + 2);
    const before = await names();
    let release = (): void => {};
    const held = new Promise<void>((settle) => {
      release = settle;
    });
    const reading = service.deps.db.transaction(async (tx) => {
      await tx.query('select count(*) from change');
      await held;
      return { commit: true, value: undefined };
    });
    await expect(night()).rejects.toMatchObject({ code: '55P03' });
    expect(await names()).toEqual(before);
    const killed = night().then(
      () => 'done',
      () => 'killed',
    );
    await expect
      .poll(() =>
        query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
             and query like 'lock table only change%' and wait_event_type = 'Lock'`,
        ),
      )
      .toHaveLength(1);
    expect(await killed).toBe('killed');
    // What is still stored has no gap, and says where it begins.
    const left = await log(erp);
    expect(left.rows).toHaveLength(base + 2);
    expect(left.oldest).toBe(base + 2);
    expect((await erp.client.import([aJob('meanwhile')])).status).toBe(200);
    release();
    await reading;
    expect(await night()).toEqual({ partitions: 1, changes: 0 });
    expect(await log(erp)).toMatchObject({
      rows: [`${base + 2} change_p`, `${base + 3} change_p`],
      sets: [base + 2, base + 3],
      oldest: base + 2,
    });
  });
});
