import { beforeAll, describe, expect, inject, test } from 'vitest';
import { Database } from '../../../src/platform/postgres/database.ts';
import { tableOf } from '../../../src/records/derive/ddl.ts';
import { models } from '../../../src/records/derive/model.ts';
import { databaseUrl } from '../../support/global-setup.ts';

/**
 * Migrations are written by hand, declarations change: this holds the one against the other. The declared table is really made,
 * in a schema of its own, and both are read from the catalogue of the same PostgreSQL, so that nothing is compared as text.
 */
interface ColumnRow {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly default: string | null;
  readonly collation: string | null;
  readonly identity: string;
}

const COLUMNS = `select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
    not a.attnotnull as nullable, pg_get_expr(d.adbin, d.adrelid) as default,
    case when l.collname <> 'default' then l.collname end as collation, a.attidentity::text as identity
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  left join pg_collation l on l.oid = a.attcollation
  where n.nspname = $1 and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`;

interface ConstraintRow {
  readonly table: string;
  readonly kind: 'p' | 'u' | 'f' | 'c';
  readonly columns: string[];
  readonly target: string | null;
  readonly targetColumns: string[] | null;
}

const names = (oids: string, of: string): string =>
  `(select array_agg(own.attname::text order by o.n) from unnest(${oids}) with ordinality o(num, n)
    join pg_attribute own on own.attrelid = ${of} and own.attnum = o.num)`;

const CONSTRAINTS = `select c.relname as table, k.contype::text as kind, ${names('k.conkey', 'k.conrelid')} as columns,
    t.relname as target, ${names('k.confkey', 'k.confrelid')} as "targetColumns"
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  left join pg_class t on t.oid = k.confrelid
  where n.nspname = $1 and k.contype in ('p', 'u', 'f')`;

const INDEXES = `select c.relname as table, ${names('i.indkey::smallint[]', 'i.indrelid')} as columns
  from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname = $1`;

/** Tables that stand above tenants, with the reason. */
const ABOVE_TENANTS: Readonly<Record<string, string>> = {
  tenant: 'is the tenant',
  account: 'one person may be a user of several tenants',
  password_reset: 'the password belongs to the account',
  login_failure: 'who signs in has no tenant yet',
  passkey: 'belongs to the account',
  one_time_code: 'belongs to the account',
  recovery_code: 'belongs to the account',
  sign_in_step: 'who signs in has no tenant yet',
  sso_attempt: 'who signs in has no tenant yet',
  sso_logout_token: 'a provider may serve several tenants',
  migration: 'belongs to the installation',
  nightly_task: 'is done once a night for the whole installation',
  node_heartbeat: 'a process of the installation',
  geo_pack: 'postal codes are the same for all',
  geocode_cache: 'public facts, under a hash of the question',
};

/** Foreign keys that do not carry tenant_id beside another column. */
const TO_THE_TENANT_ITSELF = (key: ConstraintRow): boolean =>
  key.target === 'tenant' && key.columns.join() === 'tenant_id';

let db: Database;
let migrated: { columns: ColumnRow[]; constraints: ConstraintRow[]; indexes: { table: string; columns: string[] }[] };
let declared: typeof migrated;

const read = async (schema: string): Promise<typeof migrated> => ({
  columns: await db.query<ColumnRow>(COLUMNS, [schema]),
  constraints: await db.query<ConstraintRow>(CONSTRAINTS, [schema]),
  indexes: await db.query<{ table: string; columns: string[] }>(INDEXES, [schema]),
});

beforeAll(async () => {
  const server = inject('server');
  const name = `openslot_ddl_${process.pid}`;
  const admin = new Database({ connection: server, connections: 1 });
  await admin.query(`create database ${name} template ${inject('template')}`);
  db = new Database({ connection: databaseUrl(server, name), connections: 1 });
  migrated = await read('public');
  const tables = [...models.values()].map(tableOf).join('\n');
  await db.query(`create schema declared`);
  await db.query(`set search_path = declared`);
  for (const statement of tables.split(/;\n?/).filter((each) => each.trim() !== '')) await db.query(statement);
  declared = await read('declared');
  await db.close();
  await admin.query(`drop database ${name} with (force)`);
  await admin.close();
});

const shown = ({ column, type, nullable, default: value, collation, identity }: ColumnRow): string =>
  [
    column,
    type,
    collation && `collate ${collation}`,
    nullable ? '' : 'not null',
    value && `default ${value}`,
    identity && `identity ${identity}`,
  ]
    .filter(Boolean)
    .join(' ');
const of = <T extends { table: string }>(rows: readonly T[], table: string): T[] =>
  rows.filter((row) => row.table === table);
const key = ({ kind, columns, target, targetColumns }: ConstraintRow): string =>
  `${kind} (${columns.join(', ')})${target ? ` -> ${target} (${targetColumns?.join(', ')})` : ''}`;

const tables = [...models.values()].map(({ table }) => [table]);

describe('the migrated database is what the declarations say', () => {
  test.each(tables)('%s has the declared columns: type, nullability, default', (table) => {
    expect(of(migrated.columns, table).map(shown).sort()).toEqual(of(declared.columns, table).map(shown).sort());
  });

  test.each(tables)('%s has the declared keys and references', (table) => {
    const found = of(migrated.constraints, table).map(key);
    for (const each of of(declared.constraints, table).map(key)) expect(found).toContain(each);
  });

  test.each(tables)('%s has the declared indexes', (table) => {
    const found = of(migrated.indexes, table).map(({ columns }) => columns.join());
    for (const { columns } of of(declared.indexes, table)) expect(found).toContain(columns.join());
  });

  test('a declared record has all of its stored columns, and what every record has', () => {
    for (const { table, stored, references } of models.values()) {
      const found = of(migrated.columns, table).map(({ column }) => column);
      expect(found.sort()).toEqual(
        [
          ...['tenant_id', 'id', 'key', 'version', 'created_at', 'created_by', 'updated_at', 'updated_by'],
          ...references.map((each) => each.db),
          ...stored.map((each) => each.db),
        ].sort(),
      );
    }
  });
});

describe('the schema can be distributed by tenant', () => {
  const everyTable = (): string[] => [...new Set(migrated.columns.map(({ table }) => table))];

  test('every primary key begins with tenant_id, but for the few tables above tenants', () => {
    const without = everyTable().filter(
      (table) =>
        migrated.constraints.find((each) => each.table === table && each.kind === 'p')?.columns[0] !== 'tenant_id',
    );
    expect(without.filter((table) => !(table in ABOVE_TENANTS))).toEqual([]);
  });

  test('a table above tenants is still there and still without tenant_id', () => {
    for (const table of Object.keys(ABOVE_TENANTS)) {
      expect(everyTable()).toContain(table);
      expect(of(migrated.columns, table).map(({ column }) => column)).not.toContain('tenant_id');
    }
  });

  test('no foreign key ties records together: their check, row by row, costs more than the insert', () => {
    const foreign = migrated.constraints.filter((each) => each.kind === 'f' && !TO_THE_TENANT_ITSELF(each));
    expect(foreign.map((each) => `${each.table} ${key(each)}`)).toEqual([]);
  });
});
