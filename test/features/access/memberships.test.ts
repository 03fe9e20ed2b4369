import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { Database } from '../../../src/platform/postgres/database.ts';
import { migrate } from '../../../src/platform/postgres/migrate.ts';
import { databaseUrl } from '../../support/global-setup.ts';

const FOLDER = fileURLToPath(new URL('../../../db/migrations/', import.meta.url));
const NAME = `openslot_memberships_${process.pid}`;

let admin: Database;
let db: Database;
beforeAll(async () => {
  const server = inject('server');
  admin = new Database({ connection: server, connections: 1 });
  await admin.query(`create database ${NAME}`);
  db = new Database({ connection: databaseUrl(server, NAME), connections: 2 });
});
afterAll(async () => {
  await db.close();
  await admin.query(`drop database ${NAME} with (force)`);
  await admin.close();
});

test('a database of before keeps its memberships, and accounts that opened nothing go', async () => {
  await db.query('create table migration (name text primary key, applied_at timestamptz not null default now())');
  for (const name of readdirSync(FOLDER)
    .sort()
    .filter((each) => each < '0026')) {
    await db.query(readFileSync(`${FOLDER}${name}`, 'utf8'));
    await db.query('insert into migration (name) values ($1)', [name]);
  }
  await db.query(`insert into tenant (name, time_zone) values ('A', 'UTC'), ('B', 'UTC')`);
  await db.query(
    `insert into account (email, password_hash) values ('one@x', 'h1'), ('both@x', 'h2'), ('none@x', null), ('gone@x', 'h3')`,
  );
  await db.query(`insert into app_user (tenant_id, key, email, created_by, updated_by)
    select t, e, e, 's', 's' from (values (1, 'one@x'), (1, 'both@x'), (2, 'both@x'), (2, 'none@x')) as u(t, e)`);
  const { applied } = await migrate(db);
  expect(applied).toContain('0026-memberships.sql');
  const rows = await db.query(
    `select a.email, m.tenant_id as tenant, a.managed_by as "managedBy", a.verified_at as "verifiedAt", u.email as user
     from membership m join account a on a.id = m.account_id join app_user u on u.tenant_id = m.tenant_id and u.id = m.user_id
     order by a.email, m.tenant_id`,
  );
  const both = { email: 'both@x', user: 'both@x', managedBy: null, verifiedAt: null };
  expect(rows).toEqual([
    { ...both, tenant: 1 },
    { ...both, tenant: 2 },
    { email: 'one@x', user: 'one@x', tenant: 1, managedBy: 1, verifiedAt: null },
  ]);
  expect(await db.query('select email from account order by email')).toEqual([{ email: 'both@x' }, { email: 'one@x' }]);
});
