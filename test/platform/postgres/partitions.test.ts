import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { Database } from '../../../src/platform/postgres/database.ts';
import { migrate } from '../../../src/platform/postgres/migrate.ts';
import { addPartitions, isWrittenOutside, partitionsOf } from '../../../src/platform/postgres/partitions.ts';
import { CHANGES, DELIVERIES } from '../../../src/records/storage/partitioned-tables.ts';
import { databaseUrl } from '../../support/global-setup.ts';

const DAY = 86_400_000;
const today = Math.floor(Date.now() / DAY) * DAY;
const NAME = `${inject('databases')}partitions`;

let admin: Database;
let db: Database;
beforeEach(async () => {
  admin = new Database({ connection: inject('server'), connections: 1 });
  await admin.query(`create database ${NAME}`);
  db = new Database({ connection: databaseUrl(inject('server'), NAME), connections: 8 });
  await migrate(db);
});
afterEach(async () => {
  await db.close();
  await admin.query(`drop database ${NAME} with (force)`);
  await admin.close();
});

/** From and till in days from today. */
const shown = async (table = 'change') =>
  (await partitionsOf(db, table)).map(({ name, from, till }) => [
    name.replace(/\d{8}$/, ''),
    from === null ? null : (from - today) / DAY,
    till === null ? null : (till - today) / DAY,
  ]);
const write = (no: number, inDays: number) =>
  db.query(
    `insert into change (tenant_id, no, set_no, entity, record_id, key, action, version, from_back_office, at)
     values (1, $1, $1, 'Job', 1, 'k', 'created', 1, false, $2)`,
    [no, new Date(today + inDays * DAY)],
  );
const placeOf = async (no: number): Promise<string | undefined> =>
  (await db.query<{ name: string }>('select tableoid::regclass::text as name from change where no = $1', [no]))[0]
    ?.name;

describe('partitions by time', () => {
  test('are added one ahead, once, however many processes look', async () => {
    expect(await shown()).toEqual([
      ['change_first', null, 1],
      ['change_rest', null, null],
    ]);
    const added = await Promise.all(Array.from({ length: 5 }, () => addPartitions(db, CHANGES, 30)));
    expect(added.reduce((sum, each) => sum + each, 0)).toBe(1);
    expect(await shown()).toEqual([
      ['change_first', null, 1],
      ['change_p', 1, 31],
      ['change_rest', null, null],
    ]);
    expect(await addPartitions(db, CHANGES, 30)).toBe(0);
    expect(await addPartitions(db, CHANGES, 30, today + 2 * DAY)).toBe(1);
    expect((await shown()).at(-2)).toEqual(['change_p', 31, 61]);
  });

  test('have the keys, indexes, rules and defaults of the others', async () => {
    await addPartitions(db, CHANGES, 30);
    await addPartitions(db, DELIVERIES, 10);
    for (const table of ['change', 'delivery']) {
      const describe = async (name: string) => {
        const indexes = await db.query<{ text: string }>(
          `select regexp_replace(pg_get_indexdef(indexrelid), '^(CREATE.* INDEX) .* USING', '\\1 USING') || indisprimary as text
           from pg_index where indrelid = $1::regclass order by 1`,
          [name],
        );
        const rules = await db.query<{ text: string }>(
          `select pg_get_constraintdef(oid) as text from pg_constraint where conrelid = $1::regclass and contype <> 'n' order by 1`,
          [name],
        );
        const columns = await db.query<{ text: string }>(
          `select a.attname || format_type(a.atttypid, a.atttypmod) || a.attnotnull || coalesce(pg_get_expr(d.adbin, d.adrelid), '') as text
           from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
           where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
          [name],
        );
        return [indexes, rules, columns].map((rows) => rows.map(({ text }) => text));
      };
      const names = (await partitionsOf(db, table)).map(({ name }) => name);
      expect(names).toHaveLength(3);
      const [first, ...others] = await Promise.all(names.map(describe));
      expect(first?.[0]?.length).toBeGreaterThan(3);
      for (const other of others) expect(other).toEqual(first);
    }
  });

  test('never refuse a row: what has no partition goes into the rest, and later partitions begin after it', async () => {
    await db.query('alter table change detach partition change_first');
    await write(1, -400);
    await write(2, -2);
    await write(3, 3);
    expect(await isWrittenOutside(db, CHANGES)).toBe(false);
    await db.query('update change set at = now() where no = 2');
    expect(await isWrittenOutside(db, CHANGES)).toBe(true);
    await addPartitions(db, CHANGES, 30);
    expect(await shown()).toEqual([
      ['change_p', 4, 34],
      ['change_rest', null, null],
    ]);
    await write(4, 4);
    expect(await Promise.all([1, 2, 3, 4].map(placeOf))).toEqual([
      'change_rest',
      'change_rest',
      'change_rest',
      expect.stringMatching(/^change_p/),
    ]);
  });

  test('follow a clock that was a year ahead for a while, and a service that was stopped for a year', async () => {
    await addPartitions(db, CHANGES, 30);
    await addPartitions(db, CHANGES, 30, today + 365 * DAY);
    await write(1, 365);
    expect((await shown()).slice(2)).toEqual([
      ['change_p', 365, 395],
      ['change_p', 395, 425],
      ['change_rest', null, null],
    ]);
    expect(await addPartitions(db, CHANGES, 30)).toBe(0);
    await addPartitions(db, CHANGES, 30, today + 20 * DAY);
    await addPartitions(db, CHANGES, 30, today + 350 * DAY);
    // Up to the one that is there already, and not into it.
    expect((await shown()).slice(1)).toEqual([
      ['change_p', 1, 31],
      ['change_p', 31, 61],
      ['change_p', 350, 365],
      ['change_p', 365, 395],
      ['change_p', 395, 425],
      ['change_rest', null, null],
    ]);
    await write(2, 200);
    expect(await placeOf(2)).toBe('change_rest');
  });

  test('wait a second for a table in use, and others are not kept waiting for longer', async () => {
    let release = (): void => {};
    const held = new Promise<void>((settle) => {
      release = settle;
    });
    const reading = db.transaction(async (tx) => {
      await tx.query('select count(*) from change');
      await held;
      return { commit: true, value: undefined };
    });
    await expect(addPartitions(db, CHANGES, 30)).rejects.toMatchObject({ code: '55P03' });
    await write(1, 0);
    release();
    await reading;
    expect(await addPartitions(db, CHANGES, 30)).toBe(1);
  });
});
