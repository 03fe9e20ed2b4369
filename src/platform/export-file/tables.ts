import type { Session } from '../postgres/database.ts';

/** Tables that no export file has, with the reason. Every other table of the database is exported, also one that is added later. */
export const leftOut: Readonly<Record<string, string>> = {
  migration: 'the header of the file lists the migrations; the import applies them',
  live_stream: 'open connections of running nodes',
  node_heartbeat: 'running processes, which report themselves every ten seconds',
  job_search: 'written by triggers when jobs are imported',
  task_search: 'written by triggers when tasks are imported',
  appointment_search: 'written by triggers when appointments are imported',
};

/** Schemas that no export file has. */
export const leftOutSchemas: Readonly<Record<string, string>> = {
  draft_rows: 'computed from draft_change when a draft is read',
  past_rows: 'computed from the change log when somebody looks back',
  graphile_worker: 'the queue of the workers: the next worker queues the waiting jobs of background_job again',
};

/** Tables that belong to the installation: the export of one tenant leaves them out. */
export const ofInstallation: Readonly<Record<string, string>> = {
  geo_pack: 'country packs of the offline geocoder, added with openslot geo',
  geocode_cache: 'cached responses of the geocoding service',
  login_failure: 'throttle of failed sign-ins',
  nightly_task: 'when the nightly jobs ran last',
  sign_in_step: 'sign-ins that are not finished, valid for minutes',
  sso_attempt: 'single sign-ons that are not finished, valid for minutes',
  sso_logout_token: 'logouts that providers reported',
};

/** Columns that no export file has, with the reason. */
const leftOutColumns: Readonly<Record<string, readonly string[]>> = {
  // The number of the job in the queue of the workers, which is left out.
  background_job: ['queue_id'],
  // What draft_rows was computed for, which is left out.
  draft: ['rows_at', 'roads_at'],
};

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns that the database counts up. */
  readonly identity: readonly string[];
  /** Tables that must be filled before. */
  readonly references: readonly string[];
}

/** The tables of the database, in an order in which they can be filled. */
export async function tablesOf(db: Session): Promise<Table[]> {
  const rows = await db.query<{ name: string; columns: string[]; identity: string[]; references: string[] }>(
    `select c.relname as name,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         and a.attgenerated = '' order by a.attnum) as columns,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '') as identity,
       array(select r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as references
     from pg_class c where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
     order by c.relname`,
  );
  const tables = rows
    .filter(({ name }) => !(name in leftOut))
    .map((table) => ({
      ...table,
      columns: table.columns.filter((column) => !leftOutColumns[table.name]?.includes(column)),
    }));
  return inOrder(tables);
}

/** Accounts come second: those of one tenant get other ids if theirs are taken. */
function inOrder(tables: readonly Table[]): Table[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const ordered = new Set<Table>();
  const add = (table: Table | undefined): void => {
    if (!table || ordered.has(table)) return;
    for (const name of table.references) add(byName.get(name));
    ordered.add(table);
  };
  add(byName.get('tenant'));
  add(byName.get('account'));
  for (const table of tables) add(table);
  return [...ordered];
}

export interface TableRows extends Table {
  /** Which rows, as SQL. */
  readonly where: string;
}

/** The accounts that rows of the tenant name, and those that it manages. */
const accountsOf = (tables: readonly Table[], tenantId: number): string =>
  [
    `select id from account where managed_by = ${tenantId}`,
    ...tables
      .filter(({ columns }) => columns.includes('tenant_id') && columns.includes('account_id'))
      .map(({ name }) => `select account_id from ${quoted(name)} where tenant_id = ${tenantId}`),
  ].join(' union ');

/**
 * The parts of tables that belong to one tenant: by its tenant, or by the accounts of its users. Without tables of the installation.
 * What other tables of accounts count up gets new numbers, because other tenants may have the same numbers.
 */
export const rowsOfTenant = (tables: readonly Table[], tenantId: number): TableRows[] => {
  const accounts = accountsOf(tables, tenantId);
  return tables.flatMap((table) => part(table, tenantId, accounts) ?? []);
};

function part(table: Table, tenantId: number, accounts: string): TableRows | undefined {
  const has = (column: string): boolean => table.columns.includes(column);
  if (table.name in ofInstallation) return undefined;
  if (table.name === 'tenant') return { ...table, where: `where id = ${tenantId}` };
  if (table.name === 'account') return { ...table, where: `where id in (${accounts})` };
  if (has('tenant_id')) return { ...table, where: `where tenant_id = ${tenantId}` };
  if (!has('account_id'))
    throw new Error(`the table ${table.name} is neither of a tenant, nor of an account, nor named in ofInstallation`);
  const columns = table.columns.filter((column) => !table.identity.includes(column));
  return { ...table, columns, where: `where account_id in (${accounts})` };
}

export const wholeTable = (table: Table): TableRows => ({ ...table, where: '' });

/** Every sequence that was used, with the last number that it gave. */
export async function sequencesOf(db: Session): Promise<Record<string, number>> {
  const rows = await db.query<{ name: string; last: number }>(
    `select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' and last_value is not null order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
