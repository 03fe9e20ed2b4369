import type pg from 'pg';
import { OperatorError } from '../../domain/operator-error.ts';
import { migrateQueue } from '../jobs/job-runner.ts';
import { handOverOrphans } from '../jobs/queue.ts';
import { copyIn } from '../postgres/copy.ts';
import type { Database, Session } from '../postgres/database.ts';
import { sqlState } from '../postgres/database-failure.ts';
import { applyMigrations, checkServer, migrationFiles } from '../postgres/migrate.ts';
import type { Sealer } from '../sealer.ts';
import type { OnProgress } from './export-database.ts';
import {
  checkFile,
  type ExportInput,
  type Header,
  type OpenExport,
  openExport,
  type TableHeader,
} from './file-format.ts';
import { BodyReader, type Section } from './read-file.ts';
import { fileSealerOf, Reseal } from './sealing.ts';
import { openSession } from './session.ts';
import { quoted, tablesOf } from './tables.ts';
import { TenantRows } from './tenant-rows.ts';

export interface ImportRequest {
  readonly from: ExportInput;
  readonly passphrase?: string | undefined;
  readonly onProgress?: OnProgress | undefined;
}

export interface Imported {
  readonly header: Header;
  readonly tables: number;
  readonly rows: number;
  readonly secrets: number;
  /** The id of the one tenant here. */
  readonly tenantId?: number;
}

/**
 * Reads a file into a database: a whole installation into an empty one, one tenant beside others. In one transaction. A file is checked first; a
 * stream cannot be read twice, and its checksum is compared before the commit.
 */
export async function importDatabase(
  { db, sealer }: { db: Database; sealer: Sealer },
  { from, passphrase, onProgress = () => {} }: ImportRequest,
): Promise<Imported> {
  if (typeof from === 'string') await checkFile(from, passphrase);
  const file = await openExport(from, passphrase);
  try {
    const header = file.header();
    const reseal = new Reseal(fileSealerOf(header.sealing, passphrase, sealer), sealer);
    await checkServer(db);
    const { client, session } = await openSession(db);
    try {
      await client.query('begin');
      const imported = await fill(client, session, file, header, reseal, onProgress);
      await client.query('commit');
      await client.query('analyze');
      await migrateQueue(db);
      if (header.tenant) await handOverOrphans(session);
      return { ...imported, header, secrets: reseal.done };
    } finally {
      // The server rolls back what was not committed.
      await client.end();
    }
  } catch (error) {
    throw explained(error);
  } finally {
    await file.close();
  }
}

async function fill(
  client: pg.Client,
  session: Session,
  file: OpenExport,
  header: Header,
  reseal: Reseal,
  onProgress: OnProgress,
): Promise<Pick<Imported, 'tables' | 'rows' | 'tenantId'>> {
  await prepareTables(session, header);
  const tables = new Map((await tablesOf(session)).map((table) => [table.name, table]));
  const tenant = header.tenant ? await TenantRows.into(session, header.tenant) : undefined;
  if (!tenant) await needEmpty(session, [...tables.keys()]);
  const body = new BodyReader(file);
  let [filled, total] = [0, 0];
  try {
    for (;;) {
      const section = await body.json<Section>();
      if ('end' in section) {
        if (section.end.tables !== filled || section.end.rows !== total)
          throw new OperatorError(`${file.name} has other rows than it says. Export again.`);
        await body.finish();
        break;
      }
      if ('sequences' in section) await (tenant?.raise(section.sequences) ?? setSequences(session, section.sequences));
      else {
        const known = tables.get(section.table);
        const strange = section.columns.filter((column) => !known?.columns.includes(column));
        if (!known || strange.length > 0)
          throw new OperatorError(`This database has no table ${section.table} with ${strange.join(', ')}.`);
        const stored = await fillTable(client, body, section, reseal, tenant, onProgress);
        const { rows } = await body.json<{ rows: number }>();
        const expected = rows - (tenant?.dropped(section.table) ?? 0);
        if (stored !== expected)
          throw new OperatorError(`${section.table}: ${stored} rows were stored, and the file has ${expected}.`);
        filled += 1;
        total += rows;
      }
    }
  } finally {
    await body.close();
  }
  // Those of a newer version, over the data of the older one.
  await applyMigrations(session);
  return { tables: filled, rows: total, ...(tenant ? { tenantId: tenant.id } : {}) };
}

async function fillTable(
  client: pg.Client,
  body: BodyReader,
  section: TableHeader,
  reseal: Reseal,
  tenant: TenantRows | undefined,
  onProgress: OnProgress,
): Promise<number> {
  const change = tenant?.changeOf(section);
  async function* rows(): AsyncGenerator<Buffer, void, undefined> {
    for await (const portion of body.rows()) {
      onProgress(section.table, body.unpackedBytes);
      const opened = reseal.rows(portion);
      const changed = change ? change(opened) : opened;
      if (changed.length > 0) yield changed;
    }
  }
  if (tenant && section.table === 'account') return tenant.addAccounts(client, section.columns, rows());
  return copyIn(client, `copy ${quoted(section.table)} (${section.columns.map(quoted).join(', ')}) from stdin`, rows());
}

/** The tables as they were where the file was written. Those of an empty database are made, others must be the same. */
async function prepareTables(session: Session, { migrations, version }: Header): Promise<void> {
  const known = await migrationFiles();
  const newer = migrations.filter((name) => !known.includes(name));
  if (newer.length > 0)
    throw new OperatorError(
      `The file was written by a newer Openslot (${version}: ${newer.join(', ')}). Import it with that version or a newer one.`,
    );
  const [table] = await session.query<{ found: boolean }>(
    `select to_regclass('public.migration') is not null as found`,
  );
  const applied = table?.found
    ? (await session.query<{ name: string }>('select name from migration')).map(({ name }) => name)
    : [];
  if (applied.length === 0) {
    await applyMigrations(session, new Set(migrations));
    return;
  }
  const missingHere = migrations.filter((name) => !applied.includes(name));
  if (missingHere.length > 0)
    throw new OperatorError('The tables of this database are of an older Openslot. Run openslot migrate first.');
  if (applied.length > migrations.length)
    throw new OperatorError(
      `The file was written by an older Openslot (${version}), and this database has the tables of a newer one. ` +
        'Import the file into a database without tables, or upgrade the installation that it comes from and export again.',
    );
  // Waits for others that migrate, and lets them wait.
  await applyMigrations(session);
}

async function needEmpty(session: Session, names: readonly string[]): Promise<void> {
  const parts = names.map((name) => `select '${name}' as name where exists (select from ${quoted(name)})`);
  const filled = await session.query<{ name: string }>(parts.join(' union all '));
  if (filled.length > 0)
    throw new OperatorError(
      `The database is not empty (${filled.map(({ name }) => name).join(', ')}). A whole installation is imported into an empty database: ` +
        'name a new one with DATABASE_URL, or a new folder with DATA_DIR.',
    );
}

async function setSequences(session: Session, sequences: Readonly<Record<string, number>>): Promise<void> {
  await session.query(
    `select setval(format('public.%I', s.name)::regclass, s.last) from unnest($1::text[], $2::bigint[]) as s(name, last)`,
    [Object.keys(sequences), Object.values(sequences)],
  );
}

/** What a person should read. */
function explained(error: unknown): unknown {
  if (error instanceof OperatorError) return error;
  const { message, table, detail } = error as Error & { table?: string; detail?: string };
  if (sqlState(error) === '23505')
    return new OperatorError(
      `The table ${table} already has a record of the file (${detail ?? message}). Was this tenant imported before? Nothing was imported.`,
    );
  if (sqlState(error) !== undefined)
    return new OperatorError(
      `The database refused the import: ${message}${detail ? ` (${detail})` : ''}. Nothing was imported.`,
    );
  return error;
}
