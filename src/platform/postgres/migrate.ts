import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '../../domain/operator-error.ts';
import { migrateQueue } from '../jobs/job-runner.ts';
import { projectPath } from '../project-path.ts';
import type { Database, Session } from './database.ts';

const FOLDER = projectPath('db', 'migrations');
/** Any number of processes may start at once on one database: one migrates, the others wait. */
const MIGRATION_LOCK = 7341;
const OLDEST_SERVER = 150_000;
/** What the previous version still uses is removed only by files with this ending (docs/guides/operate/upgrade.md). */
const CONTRACT = '.contract.sql';
/** While a migration waits for a table, everybody else who wants it waits behind the migration. */
const LOCK_TIMEOUT = '2s';
const PATIENCE_MS = 5 * 60_000;
/** A lock that did not come in time, and a deadlock with a request. */
const BUSY = new Set(['55P03', '40P01']);

export interface Migrated {
  readonly applied: readonly string[];
  readonly version: string;
  /** Files of a newer version that this one can work with. */
  readonly newer: readonly string[];
}

/** What can be used, and what is still under way. */
export interface Migrating extends Migrated {
  /** Settles when the views of drafts and past moments are there too. */
  readonly views: Promise<void>;
}

/** Applies what is missing. */
export async function migrate(db: Database): Promise<Migrated> {
  const { views, ...migrated } = await migrateTables(db);
  await views;
  return migrated;
}

/**
 * Applies what is missing, in the order of the names: an empty database in one transaction, another one file by file, because other nodes serve
 * meanwhile and wait for what a transaction has locked.
 */
export async function migrateTables(db: Database): Promise<Migrating> {
  await checkServer(db);
  // The tables of the queue are no others' business: both at once take two cores.
  const [{ hasViews, ...migrated }] = await Promise.all([applyMissing(db), migrateQueue(db)]);
  const views = hasViews ? Promise.resolve() : addViews(db);
  // A caller that gives up before does not wait for it.
  views.catch(() => {});
  return { ...migrated, views };
}

async function applyMissing(db: Database): Promise<Migrated & { hasViews: boolean }> {
  const known = await appliedMigrations(db);
  // What a first start left out that was cut off: later migrations count on it.
  if (known.length > 0 && (await missingViews(db)).length > 0) await addViews(db);
  const missing = (await migrationFiles()).filter((name) => !known.includes(name));
  const portions = known.length === 0 ? [] : missing.map((name) => new Set([name]));
  const applied: string[] = [];
  for (const portion of portions) applied.push(...(await whenTablesAreFree(db, portion)).applied);
  const last = await whenTablesAreFree(db);
  return { ...last, applied: [...applied, ...last.applied], hasViews: known.length > 0 };
}

async function appliedMigrations(db: Session): Promise<string[]> {
  const [table] = await db.query<{ found: boolean }>(`select to_regclass('migration') is not null as found`);
  if (!table?.found) return [];
  return (await db.query<{ name: string }>('select name from migration')).map(({ name }) => name);
}

async function whenTablesAreFree(db: Database, only?: ReadonlySet<string>): Promise<Migrated> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await delay(200 + Math.random() * 800)) {
    try {
      return await db.transaction(async (tx) => ({ commit: true, value: await applyFiles(tx, only) }));
    } catch (error) {
      if (!BUSY.has(String((error as { code?: unknown }).code))) throw error;
      if (Date.now() > deadline)
        throw new OperatorError(
          `The migration ${[...(only ?? [])].join(', ')} waited ${PATIENCE_MS / 60_000} minutes for tables that others use. ` +
            'Look for long transactions in pg_stat_activity, or stop the other nodes, and start again.',
        );
    }
  }
}

/** Throws for a server that is too old. */
export async function checkServer(db: Session): Promise<void> {
  const [server] = await db.query<{ server_version_num: string }>('show server_version_num');
  if (Number(server?.server_version_num ?? 0) < OLDEST_SERVER)
    throw new OperatorError(`PostgreSQL 15 or newer is required; this server is ${server?.server_version_num}.`);
}

/** The files of this version. */
export const migrationFiles = async (): Promise<string[]> =>
  (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();

/** Inside of a transaction: those that are missing, or of them only some. Other processes that migrate wait until the transaction ends. */
export async function applyMigrations(tx: Session, only?: ReadonlySet<string>): Promise<Migrated> {
  const migrated = await applyFiles(tx, only);
  await createViews(tx);
  return migrated;
}

/** Views that several migrations create again, because they changed a table, are not created in an empty database. */
async function applyFiles(tx: Session, only?: ReadonlySet<string>): Promise<Migrated> {
  const files = await migrationFiles();
  // Another process may migrate for minutes.
  await tx.query('set local statement_timeout = 0');
  await tx.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
  await tx.query(
    'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
  );
  const known = new Set((await tx.query<{ name: string }>('select name from migration')).map((row) => row.name));
  const newer = [...known].filter((name) => !files.includes(name));
  const strange = newer.filter((name) => name.endsWith(CONTRACT));
  if (strange.length > 0)
    throw new OperatorError(
      `The database was migrated by a newer Openslot, which removed what this version needs (${strange.join(', ')}). Start that version.`,
    );
  const applied = files.filter((each) => !known.has(each) && (only?.has(each) ?? true));
  if (known.size > 0) await tx.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
  else await tx.query(`set local openslot.views = 'later'`);
  if (applied.length > 0) {
    await tx.query(await textOf(applied));
    await tx.query('insert into migration (name) select unnest($1::text[])', [applied]);
  }
  if (known.size === 0) await tx.query(`set local openslot.views = ''`);
  await tx.query('set local lock_timeout to default');
  await tx.query('set local statement_timeout to default');
  return { applied, version: files.at(-1) ?? '', newer };
}

/** Files as one text: a trip to the server for each, and the wait for its answer, took a fifth of the time of an empty database. */
async function textOf(names: readonly string[]): Promise<string> {
  const texts = await Promise.all(names.map((name) => readFile(path.join(FOLDER, name), 'utf8')));
  // A text that comes again is prepared, and only a single statement can be: no try has the text of the one before.
  return `${texts.join('\n;\n')}\n-- ${randomUUID()}`;
}

/** What creates the views, which of them is created last, and the lock of who creates them. Those of one function are created together. */
const VIEWS = [
  { create: 'create_draft_views', last: 'draft_view.violation', lock: 7351 },
  { create: 'create_past_views', last: 'past_view.violation', lock: 7352 },
] as const;

/** Those that are missing, as far as the functions that create them are there. */
async function missingViews(db: Session): Promise<(typeof VIEWS)[number][]> {
  const missing = await db.query<{ name: string }>(
    `select name from unnest($1::text[], $2::text[]) as v(name, last) where to_regproc(name) is not null and to_regclass(last) is null`,
    [VIEWS.map(({ create }) => create), VIEWS.map(({ last }) => last)],
  );
  return VIEWS.filter(({ create }) => missing.some(({ name }) => name === create));
}

/**
 * The views of an empty database, in transactions of their own: a third of a second in which the tables can be used. Both at once take two cores.
 * A start that is cut off before their end leaves the rest to the next one.
 */
async function addViews(db: Database): Promise<void> {
  const added = VIEWS.map(({ create, lock }) =>
    db.transaction(async (tx) => {
      await tx.query('set local statement_timeout = 0');
      // Shared, because the other views are added meanwhile: no migration runs, and nobody else adds the same.
      await tx.query(`select pg_advisory_xact_lock_shared(${MIGRATION_LOCK}), pg_advisory_xact_lock(${lock})`);
      // Another process may have done it meanwhile.
      if ((await missingViews(tx)).some((each) => each.create === create)) await tx.query(`select ${create}()`);
      return { commit: true, value: undefined };
    }),
  );
  await Promise.all(added);
}

async function createViews(tx: Session): Promise<void> {
  for (const { create } of await missingViews(tx)) await tx.query(`select ${create}()`);
}
