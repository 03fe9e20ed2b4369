import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  leftOut,
  leftOutSchemas,
  ofInstallation,
  rowsOfTenant,
  tablesOf,
} from '../../../src/platform/export-file/tables.ts';
import { otherIds } from '../../../src/platform/export-file/tenant-rows.ts';
import { sharedService, type TestService } from '../../support/service.ts';

describe('the tables of an export', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await sharedService();
  });
  afterAll(() => service.close());

  test('are all tables of the database, except those that are named with a reason', async () => {
    const all = await service.deps.db.query<{ schema: string; name: string }>(
      `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'm', 'f') and not c.relispartition and n.nspname !~ '^pg_|^information_schema$'`,
    );
    const exported = new Set((await tablesOf(service.deps.db)).map(({ name }) => name));
    const forgotten = all.filter(
      ({ schema, name }) =>
        !(schema in leftOutSchemas) && !(schema === 'public' && (exported.has(name) || name in leftOut)),
    );
    expect(forgotten, 'export the table, or name it in leftOut with a reason').toEqual([]);
    const names = all.filter(({ schema }) => schema === 'public').map(({ name }) => name);
    for (const [name, reason] of Object.entries({ ...leftOut, ...ofInstallation })) {
      expect(names).toContain(name);
      expect(reason.length).toBeGreaterThan(10);
    }
    expect(exported.size).toBeGreaterThan(75);
  });

  test('are each of a tenant, of an account, or of the installation', async () => {
    const tables = await tablesOf(service.deps.db);
    // Throws for a table of which nobody said whose it is.
    const exported = rowsOfTenant(tables, 1).map(({ name }) => name);
    const without = tables.map(({ name }) => name).filter((name) => !exported.includes(name));
    expect(without).toEqual(Object.keys(ofInstallation));
    expect(() => rowsOfTenant([{ name: 'new', columns: ['id'], identity: [], references: [] }], 1)).toThrow(
      'neither of a tenant, nor of an account',
    );
  });

  test('come in an order in which they can be filled', async () => {
    const tables = await tablesOf(service.deps.db);
    const names = tables.map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(['tenant', 'account']);
    for (const { name, references } of tables)
      for (const other of references) expect(names.indexOf(other), name).toBeLessThan(names.indexOf(name));
  });

  test('name tenants and accounts in columns that the import of a tenant knows', async () => {
    const columns = await service.deps.db.query<{ name: string }>(
      `select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
         and a.atttypid in ('int4'::regtype, 'int8'::regtype) and a.attname ~ '(tenant|account|managed)'
         and a.attname not in ('tenant_id', 'account_id')`,
    );
    const strange = columns
      .map(({ name }) => name)
      .filter((name) => !(name in otherIds) && !((name.split('.')[0] ?? '') in ofInstallation));
    expect(strange, 'add the column to otherIds').toEqual([]);
  });
});
