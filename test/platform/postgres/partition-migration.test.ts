import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { exportDatabase } from '../../../src/platform/export-file/export-database.ts';
import { importDatabase } from '../../../src/platform/export-file/import-database.ts';
import { Database } from '../../../src/platform/postgres/database.ts';
import { applyMigrations, migrate, migrationFiles } from '../../../src/platform/postgres/migrate.ts';
import { addPartitions, partitionsOf } from '../../../src/platform/postgres/partitions.ts';
import { makeSealer } from '../../../src/platform/sealer.ts';
import { SharedDatabase } from '../../process/shared-database.ts';
import { databaseUrl } from '../../support/global-setup.ts';

const NAME = `${inject('databases')}partition_migration`;
const FIRST = '0075-times-of-changes.sql';
const LAST = '0077-partitions-by-time.sql';
const DAY = 86_400_000;

/** As the version before writes them. */
const ADD_CHANGE = `insert into change
    (tenant_id, no, set_no, entity, record_id, key, source_app, action, version, from_back_office, before, after)
  values (1, $1, $1, 'Job', 1, 'k', null, 'created', 1, false, null, '{}')`;
const ADD_DELIVERY = `insert into delivery (tenant_id, receiver_id, entity, record_id, change_no, action, source_app, body)
  select 1, 1, 'Appointment', 1, $1, 'I', null, '{}' on conflict do nothing returning no`;

describe('the migration to partitions', () => {
  let admin: Database;
  let db: Database;
  let files: string[];
  beforeAll(async () => {
    const server = inject('server');
    admin = new Database({ connection: server, connections: 1 });
    await admin.query(`create database ${NAME}`);
    db = new Database({ connection: databaseUrl(server, NAME), connections: 4 });
    files = await migrationFiles();
    await db.transaction(async (tx) => ({
      commit: true,
      value: await applyMigrations(tx, new Set(files.filter((name) => name < FIRST))),
    }));
  });
  afterAll(async () => {
    await db.close();
    await admin.query(`drop database ${NAME} with (force)`);
    await admin.close();
  });

  test('keeps rows, numbers and rights, while the previous version writes between its steps', async () => {
    await db.query(`grant select on change to public`);
    let no = 0;
    const numbers: number[] = [];
    // The same texts on the same connections: what the driver has prepared must outlive the change of the table.
    const write = async (): Promise<void> => {
      await db.transaction(async (tx) => {
        no += 1;
        await tx.query(ADD_CHANGE, [no]);
        const [made] = await tx.query<{ no: number }>(ADD_DELIVERY, [no]);
        numbers.push(made?.no ?? 0);
        return { commit: true, value: undefined };
      });
    };
    for (let at = 0; at < 5; at++) await write();
    for (const name of files.filter((each) => each >= FIRST && each <= LAST)) {
      await db.transaction(async (tx) => ({ commit: true, value: await applyMigrations(tx, new Set([name])) }));
      await write();
      await write();
    }
    await migrate(db);
    expect(numbers).toEqual(Array.from({ length: 11 }, (_, at) => at + 1));
    expect(await db.query('select no from change order by no')).toHaveLength(11);
    expect(await db.query(ADD_DELIVERY, [no])).toEqual([]);
    for (const table of ['change', 'delivery']) {
      const [first, rest, ...others] = await partitionsOf(db, table);
      expect(others).toEqual([]);
      expect([first?.name, first?.from, rest]).toEqual([
        `${table}_first`,
        null,
        { name: `${table}_rest`, from: null, till: null },
      ]);
      const days = ((first?.till ?? 0) - Date.now()) / DAY;
      expect(days).toBeGreaterThan(58);
      expect(days).toBeLessThanOrEqual(60);
      expect(await db.query(`select from ${table}_first`)).toHaveLength(11);
      // Nothing refuses rows of a later time.
      expect(
        await addPartitions(db, { table, by: table === 'change' ? 'at' : 'created_at' }, 30, (first?.till ?? 0) - DAY),
      ).toBe(1);
    }
    const [right] = await db.query<{ mayRead: boolean; mayWrite: boolean }>(
      `select has_table_privilege('public', 'change', 'select') as "mayRead", has_table_privilege('public', 'change', 'insert') as "mayWrite"`,
    );
    expect(right).toEqual({ mayRead: true, mayWrite: false });
    // Rows that were there have no moment of their own: it is that of the migration.
    const [moment] = await db.query<{ times: number }>('select count(distinct at) as times from change where no <= 5');
    expect(moment).toEqual({ times: 1 });
  });

  test('is made by the import of a file of the version before, with the same numbers', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'openslot-old-export-'));
    const [old, target] = await Promise.all([SharedDatabase.empty(), SharedDatabase.empty()]);
    const from = new Database({ connection: old.url, connections: 2 });
    const into = new Database({ connection: target.url, connections: 2 });
    const sealer = makeSealer(new TextEncoder().encode('a secret of at least 32 characters, for tests'));
    try {
      await from.transaction(async (tx) => ({
        commit: true,
        value: await applyMigrations(tx, new Set(files.filter((name) => name < FIRST))),
      }));
      for (const no of [1, 2, 3]) {
        await from.query(ADD_CHANGE, [no]);
        await from.query(ADD_DELIVERY, [no]);
      }
      const to = path.join(folder, 'old');
      await exportDatabase({ db: from, sealer, version: '0.0.1', now: () => new Date() }, { to });
      await importDatabase({ db: into, sealer }, { from: to });
      expect(await into.query('select no, tableoid::regclass::text as place from change order by no')).toEqual(
        [1, 2, 3].map((no) => ({ no, place: 'change_first' })),
      );
      const deliveries = 'select no, id, change_no, created_at from delivery order by no';
      expect(await into.query(deliveries)).toEqual(await from.query(deliveries));
      expect(await into.query(ADD_DELIVERY, [3])).toEqual([]);
      const [next] = await into.query<{ no: number }>(ADD_DELIVERY, [4]);
      expect(next?.no).toBeGreaterThan(3);
    } finally {
      await Promise.all([from.close(), into.close()]);
      await Promise.all([old.remove(), target.remove()]);
      await rm(folder, { recursive: true, force: true });
    }
  });
});
