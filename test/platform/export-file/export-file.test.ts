import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportDatabase } from '../../../src/platform/export-file/export-database.ts';
import { importDatabase } from '../../../src/platform/export-file/import-database.ts';
import { Database } from '../../../src/platform/postgres/database.ts';
import { makeSealer } from '../../../src/platform/sealer.ts';
import { models } from '../../../src/records/derive/model.ts';
import { CHANGES, DELIVERIES } from '../../../src/records/storage/partitioned-tables.ts';
import { SharedDatabase } from '../../process/shared-database.ts';
import { alsoMarked, type Marks, markedRecord } from '../../records/marked-records.ts';
import { pastPartitions } from '../../support/past-partitions.ts';
import { startService, type TestService } from '../../support/service.ts';
import { contentOf, fillEveryTable, ODD } from './filled-tables.ts';

const MARKS: Marks = {
  key: 'before',
  text: 'beforethemove',
  guid: '0f8fad5b-d9cb-469f-a165-70867728950e',
  otherGuid: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  email: 'before@example.com',
};
const OTHER_SECRET = makeSealer(new TextEncoder().encode('another secret of at least 32 characters'));
const PASSPHRASE = 'correct horse battery staple';

const DIGEST_BYTES = 65;

/** An export file with another header or body, and the checksum of that. */
function rewritten(
  file: Buffer,
  change: { header?: (text: string) => string; body?: (text: string) => string },
): Buffer {
  const end = file.indexOf('\n') + 1;
  const header = (change.header ?? ((text) => text))(file.toString('utf8', 0, end - 1));
  const packed = file.subarray(end, file.length - DIGEST_BYTES);
  const body = change.body ? gzipSync(change.body(gunzipSync(packed).toString('latin1'))) : packed;
  const all = Buffer.concat([Buffer.from(`${header}\n`), body]);
  return Buffer.concat([all, Buffer.from(`${createHash('sha256').update(all).digest('hex')}\n`)]);
}

describe('an export file', () => {
  let source: TestService;
  let folder: string;
  let whole: string;
  let before: Record<string, string[]>;
  let first: number;
  const targets: { shared: SharedDatabase; db: Database }[] = [];
  const target = async (kind: 'empty' | 'make' = 'empty'): Promise<Database> => {
    const shared = await SharedDatabase[kind]();
    const db = new Database({ connection: shared.url, connections: 2 });
    targets.push({ shared, db });
    return db;
  };
  const exporting = (request: Omit<Parameters<typeof exportDatabase>[1], 'to'>, name: string) =>
    exportDatabase(
      { ...source.deps, version: '1.2.3', now: () => new Date('2026-05-01') },
      { ...request, to: path.join(folder, name) },
    );
  const importing = (db: Database, name: string, sealer = source.deps.sealer, passphrase?: string) =>
    importDatabase({ db, sealer }, { from: path.join(folder, name), passphrase });
  const sequences = (db: Database) =>
    db.query<{ name: string; last: number | null }>(
      `select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' order by 1`,
    );

  beforeAll(async () => {
    source = await startService();
    await pastPartitions(source.deps.db, CHANGES, 30, 3);
    await pastPartitions(source.deps.db, DELIVERIES, 10, 3);
    folder = await mkdtemp(path.join(os.tmpdir(), 'openslot-export-'));
    const one = await source.tenant({ name: 'One' });
    const two = await source.tenant({ name: 'Two' });
    const { client } = one;
    for (const model of models.values())
      for (const record of [markedRecord(model, MARKS), alsoMarked(model, MARKS)])
        if (record) expect((await client.post(`/${model.entity.route}`, record)).status).toBe(200);
    await client.post('/tag', { code: 'odd', name: ODD });
    await client.post('/tag', { code: 'gone' });
    await client.del('/tag', { code: 'gone' });
    await client.post('/cursors', { name: 'erp' });
    first = one.tenant.id;
    const { db } = source.deps;
    for (const { tenant } of [one, two]) {
      const [account] = await db.query<{ id: number }>(
        `insert into account (email, password_hash) values ($1, 'hash') returning id`,
        [`${tenant.name}@example.com`],
      );
      await db.query('insert into membership (tenant_id, user_id, account_id) values ($1, 999, $2)', [
        tenant.id,
        account?.id,
      ]);
      await fillEveryTable(source.deps, tenant.id, account?.id ?? 0);
    }
    await db.query(`update change set at = now() - no % 4 * interval '30 days'`);
    await db.query(`update delivery set created_at = now() - tenant_id % 2 * interval '20 days'`);
    const places = await db.query('select distinct tableoid from change union select distinct tableoid from delivery');
    expect(places.length).toBeGreaterThanOrEqual(6);
    await exporting({}, 'whole');
    whole = path.join(folder, 'whole');
    before = await contentOf(db, source.deps.sealer);
  });
  afterAll(async () => {
    for (const { shared, db } of targets) {
      await db.close();
      await shared.remove();
    }
    await source?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('holds every row of every table, and a database without tables gets them all, with the sequences', async () => {
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
    const db = await target();
    const imported = await importing(db, 'whole');
    expect(await contentOf(db, source.deps.sealer)).toEqual(before);
    expect(await sequences(db)).toEqual(await sequences(source.deps.db));
    const total = Object.entries(before)
      .filter(([name]) => !name.endsWith('_search'))
      .reduce((sum, [, rows]) => sum + rows.length, 0);
    expect(imported).toMatchObject({ rows: total, header: { version: '1.2.3' } });
    expect((await stat(whole)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).not.toContain('whole.partial');
  });

  test('holds secrets under a passphrase, also inside of documents; another installation opens them with its own secret', async () => {
    const link = source.deps.sealer.seal('https://openslot.invalid/reset');
    await source.deps.db.query(`update background_job set payload = $1`, [{ mail: { sealedLink: link } }]);
    const content = await contentOf(source.deps.db, source.deps.sealer);
    const { secrets } = await exporting({ passphrase: PASSPHRASE }, 'sealed');
    expect(secrets).toBeGreaterThan(4);
    const file = await readFile(path.join(folder, 'sealed'));
    const body = gunzipSync(file.subarray(file.indexOf('\n') + 1, -DIGEST_BYTES)).toString('latin1');
    expect(body).not.toContain(link);
    const db = await target();
    await importing(db, 'sealed', OTHER_SECRET, PASSPHRASE);
    expect(await contentOf(db, OTHER_SECRET)).toEqual(content);
    const [stored] = await db.query<{ password: string }>('select password from connector');
    expect(OTHER_SECRET.open(stored?.password ?? '')).toBe(MARKS.text);
  });

  test('is taken from one snapshot while others write', async () => {
    const { db } = source.deps;
    const [tenant] = await db.query<{ id: number }>(`select id from tenant where name = 'Two'`);
    let isOver = false;
    // Every commit writes one row into each of two tables that are exported one after the other.
    const writing = (async () => {
      for (let no = 1; !isOver; no++)
        await db.transaction(async (tx) => {
          await tx.query(`insert into access_event (tenant_id, kind, actor) values ($1, 'pair', $2)`, [
            tenant?.id,
            `pair ${no}`,
          ]);
          await tx.query(
            `insert into road_leg (tenant_id, from_latitude, from_longitude, to_latitude, to_longitude) values ($1, 7, 7, 7, $2)`,
            [tenant?.id, no],
          );
          return { commit: true, value: undefined };
        });
    })();
    await exporting({}, 'busy');
    isOver = true;
    await writing;
    const copy = await target();
    await importing(copy, 'busy');
    const [counts] = await copy.query<{ events: number; legs: number }>(
      `select (select count(*) from access_event where kind = 'pair') as events, (select count(*) from road_leg where from_latitude = 7) as legs`,
    );
    expect(counts?.legs).toBe(counts?.events);
  });

  describe('of one tenant', () => {
    beforeAll(() => exporting({ tenant: 'one' }, 'one'));
    const ofOne = (content: Record<string, string[]>, id: number): Record<string, string[]> =>
      Object.fromEntries(
        Object.entries(content).map(([name, rows]) => [
          name,
          rows
            .map((row) => JSON.parse(row) as Record<string, unknown>)
            .filter((row) => row['tenant_id'] === id)
            // Made of the id of the tenant.
            .map(({ tenant_id: _, account_id, id: own, ...row }) =>
              JSON.stringify({ ...row, ...(name === 'violation' ? {} : { own }) }),
            )
            .sort(),
        ]),
      );

    test('is imported beside others, whose ids it may share, and all keep their own rows', async () => {
      const before = await contentOf(source.deps.db, source.deps.sealer);
      const db = await target();
      await importing(db, 'whole');
      await db.query(`update tenant set name = 'Former' where name = 'One'`);
      // Another installation has other credentials, and accounts of its own under the same ids.
      for (const table of ['api_key', 'calendar_feed', 'invitation', 'web_session', 'password_reset'])
        await db.query(`update ${table} set hash = sha256(hash)`);
      await db.query('update passkey set credential_id = sha256(credential_id)');
      await db.query(`update account set email = 'else-' || email where managed_by is null`);
      const others = await contentOf(db, source.deps.sealer);
      const { tenantId = 0 } = await importing(db, 'one');
      expect(tenantId).not.toBe(first);
      const after = await contentOf(db, source.deps.sealer);
      expect(ofOne(after, tenantId)).toEqual(ofOne(before, first));
      for (const [name, rows] of Object.entries(others))
        expect(after[name], name).toEqual(expect.arrayContaining(rows));
      const owners = await db.query<{ email: string; tenant: string }>(
        `select a.email, t.name as tenant from membership m join account a on a.id = m.account_id join tenant t on t.id = m.tenant_id order by 1`,
      );
      expect(owners).toContainEqual({ email: 'One@example.com', tenant: 'One' });
      expect(owners).toContainEqual({ email: 'else-One@example.com', tenant: 'Former' });
      for (const { name, last } of await sequences(source.deps.db)) {
        const here = (await sequences(db)).find((each) => each.name === name)?.last;
        expect(Number(here), name).toBeGreaterThanOrEqual(Number(last));
      }
      await expect(importing(db, 'one')).rejects.toThrow('This installation has a tenant named One already');
      await db.query(`update tenant set name = 'Renamed' where name = 'One'`);
      await expect(importing(db, 'one')).rejects.toThrow(/The table \w+ already has a record of the file/);
      expect(await db.query('select name from tenant order by 1')).toEqual([
        { name: 'Former' },
        { name: 'Renamed' },
        { name: 'Two' },
      ]);
    });

    test('leaves people who have an account there with the password and factors that they have there', async () => {
      const db = await target('make');
      await db.query(
        `insert into account (id, email, password_hash) overriding system value values (900, 'One@example.com', 'of the target')`,
      );
      await importing(db, 'one');
      expect(
        await db.query(
          `select a.id, a.password_hash as hash from account a join membership m on m.account_id = a.id where a.managed_by is null`,
        ),
      ).toEqual([{ id: 900, hash: 'of the target' }]);
      expect(await db.query('select from passkey')).toEqual([]);
      const [next] = await db.query<{ id: number }>(
        `insert into account (email, password_hash) values ('next', '') returning id`,
      );
      expect(next?.id).toBeGreaterThan(900);
      expect(await db.query('select id, name from tenant')).toEqual([{ id: first, name: 'One' }]);
    });

    test('names the tenants when there is none of that name', async () => {
      await expect(exporting({ tenant: 'Three' }, 'three')).rejects.toThrow(
        'There is no tenant named Three. Tenants: One, Two.',
      );
      expect(await readdir(folder)).not.toContain('three');
    });
  });

  describe('that is not good', () => {
    let none: Database;
    let migrated: Database;
    beforeAll(async () => {
      none = await target();
      migrated = await target('make');
    });
    const bad = async (bytes: Buffer, message: RegExp | string, passphrase?: string): Promise<void> => {
      await writeFile(path.join(folder, 'bad'), bytes);
      await expect(importing(none, 'bad', source.deps.sealer, passphrase)).rejects.toThrow(message);
      expect(await none.query(`select from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([]);
    };
    /** A file that is whole, and found to be wrong while it is imported. */
    const wrong = async (body: (text: string) => string, message: string): Promise<void> => {
      await writeFile(path.join(folder, 'wrong'), rewritten(await readFile(whole), { body }));
      await expect(importing(migrated, 'wrong')).rejects.toThrow(message);
      expect(Object.values(await contentOf(migrated, source.deps.sealer)).flat()).toEqual([]);
    };

    test('is refused when it is cut off, wherever', async () => {
      const file = await readFile(whole);
      for (const length of [20, 3000, Math.floor(file.length / 2), file.length - 1])
        await bad(file.subarray(0, length), 'is incomplete: its end is missing');
      await bad(Buffer.from(''), 'is not an export of Openslot');
      await bad(Buffer.from('PK something else\n'), 'is not an export of Openslot');
    });

    test('is refused when one byte is changed, wherever', async () => {
      const file = await readFile(whole);
      for (const at of [60, file.indexOf('\n') + 30, Math.floor(file.length / 2), file.length - 70, file.length - 5]) {
        const changed = Buffer.from(file);
        changed[at] = (changed[at] ?? 0) === 0x61 ? 0x62 : 0x61;
        await bad(changed, 'its checksum does not match');
      }
    });

    test('is refused when its format, its tables or its rows are others than here', async () => {
      const file = await readFile(whole);
      const change = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to);
      await bad(
        rewritten(file, { header: change(':1,', ':2,') }),
        /has format 2, and this Openslot reads formats up to 1\. Import it with a newer Openslot/,
      );
      await bad(
        rewritten(file, { header: change('"migrations":[', '"migrations":["9999-future.sql",') }),
        /written by a newer Openslot \(1\.2\.3: 9999-future\.sql\)/,
      );
      await bad(
        rewritten(file, { body: change('{"table":"tag",', '{"table":"tog",') }),
        'This database has no table tog',
      );
      await wrong(change(/\{"end":\{"tables":\d+/, '{"end":{"tables":1'), 'other rows than it says');
      await wrong(change(/\\\.\n\{"rows":\d+\}/, '\\.\n{"rows":77}'), 'and the file has 77');
      await wrong((text) => text.slice(0, -40), 'is incomplete');
      await wrong(change(/(\{"table":"job"[^\n]*\n)/, '$1x\ty\n'), 'The database refused the import');
    });

    test('is refused without the passphrase, with a wrong one, and with another secret', async () => {
      await exporting({ passphrase: PASSPHRASE, tenant: 'Two' }, 'sealed-tenant');
      const sealed = await readFile(path.join(folder, 'sealed-tenant'));
      await bad(sealed, 'name it with --passphrase-file');
      await bad(sealed, 'The passphrase is not the one of this file', 'something else entirely');
      await expect(importing(none, 'whole', OTHER_SECRET)).rejects.toThrow('Set JWT_SECRET to the same secret');
      await expect(exporting({ passphrase: 'short' }, 'weak')).rejects.toThrow('at least 12 characters');
    });

    test('is refused when the database is not empty, or has newer tables than the file', async () => {
      await expect(importing(source.deps.db, 'whole')).rejects.toThrow(/The database is not empty \(.*tenant/);
      const db = migrated;
      const [newest] = await db.query<{ name: string }>('select max(name) as name from migration');
      const file = rewritten(await readFile(whole), {
        header: (text) => text.replace(new RegExp(`,"${newest?.name}"`), ''),
      });
      await writeFile(path.join(folder, 'older'), file);
      await expect(importing(db, 'older')).rejects.toThrow('Import the file into a database without tables');
      await db.query(`delete from migration where name = $1`, [newest?.name]);
      await expect(importing(db, 'whole')).rejects.toThrow('Run openslot migrate first');
    });

    test('is never written over another file', async () => {
      await expect(exporting({}, 'whole')).rejects.toThrow('exists already');
      await expect(
        exportDatabase({ ...source.deps, version: '', now: () => new Date() }, { to: path.join(folder, 'no/where') }),
      ).rejects.toThrow('cannot be written');
      await expect(
        exportDatabase(
          { db: none, sealer: OTHER_SECRET, version: '', now: () => new Date() },
          { to: path.join(folder, 'nothing') },
        ),
      ).rejects.toThrow('has no tables of Openslot');
    });
  });

  test('of an older version is imported into its own tables, which are then migrated', async () => {
    const [newest] = await source.deps.db.query<{ name: string }>('select max(name) as name from migration');
    const old = new Set((await readdir('db/migrations')).filter((name) => name < '0066'));
    expect(newest?.name).toBeDefined();
    const older = await target();
    const { applyMigrations } = await import('../../../src/platform/postgres/migrate.ts');
    await older.transaction(async (tx) => {
      await applyMigrations(tx, old);
      await tx.query(`insert into tenant (name, time_zone) values ('Old', 'UTC')`);
      await tx.query(
        `insert into app_user (tenant_id, key, email, created_by, updated_by) select id, 'a', 'a', 'x', 'x' from tenant`,
      );
      return { commit: true, value: undefined };
    });
    await exportDatabase(
      { db: older, sealer: OTHER_SECRET, version: '0.9', now: () => new Date() },
      { to: path.join(folder, 'old-version') },
    );
    const db = await target();
    await importing(db, 'old-version', OTHER_SECRET);
    expect(await db.query('select max(name) as name from migration')).toEqual([newest]);
    expect(await db.query('select email, theme from app_user')).toEqual([{ email: 'a', theme: 0 }]);
  });
});
