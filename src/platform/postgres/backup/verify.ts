import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import type { EmbeddedPostgresOptions } from '../embedded/index.ts';
import { archivedFiles, type BackupFolder, openFolder } from './backup-folder.ts';
import { ARCHIVE, readArchive } from './base-archive.ts';
import { neededSegments } from './base-backup.ts';
import { differences, type Manifest, partialBackups, type ReadableBackup, readBackups } from './manifest.ts';
import { eachOf, measureFile } from './packed-file.ts';
import { planRecovery } from './recovery-plan.ts';
import { restoreForTrial } from './restore.ts';

const FILES_AT_ONCE = 4;

export interface Verified {
  readonly backups: readonly Pick<Manifest, 'id' | 'finishedAt' | 'bytes'>[];
  readonly files: number;
  readonly problems: readonly string[];
  readonly notes: readonly string[];
}

/** Compares every file of the backups, and the log that they need, with the checksums. */
export async function verifyBackups(from: string, only?: string): Promise<Verified> {
  const folder = await openFolder(from);
  const { backups, problems } = await readBackups(folder);
  const chosen = backups.filter(({ manifest }) => only === undefined || manifest.id === only);
  if (chosen.length === 0) problems.push(`There is no complete backup${only === undefined ? '' : ` ${only}`}.`);
  let files = 0;
  for (const backup of chosen) {
    problems.push(...(await problemsOf(backup)));
    files += backup.manifest.files.length;
  }
  const log = await logProblems(folder, chosen);
  const partial = await partialBackups(folder);
  return {
    backups: chosen.map(({ manifest: { id, finishedAt, bytes } }) => ({ id, finishedAt, bytes })),
    files: files + log.files,
    problems: [...problems, ...log.problems],
    notes: partial.map((name) => `${name} is being taken, or was interrupted; the next backup removes it.`),
  };
}

async function problemsOf({ folder, manifest }: ReadableBackup): Promise<string[]> {
  const found = await readArchive(path.join(folder, ARCHIVE)).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? `${ARCHIVE} is missing` : `${ARCHIVE} cannot be read (${error.message})`,
  );
  const wrong = typeof found === 'string' ? [found] : differences(manifest.files, found);
  return wrong.map((each) => `Backup ${manifest.id}: ${each}.`);
}

async function whatIsWrong(file: string, sha256: string): Promise<string | undefined> {
  try {
    return (await measureFile(file)).sha256 === sha256 ? undefined : 'was changed: its checksum is wrong';
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? `${ARCHIVE} is missing` : `cannot be read (${message})`;
  }
}

async function logProblems(
  folder: BackupFolder,
  backups: readonly ReadableBackup[],
): Promise<{ readonly files: number; readonly problems: string[] }> {
  const stored = await archivedFiles(folder);
  const problems: string[] = [];
  for (const { manifest } of backups)
    for (const name of neededSegments(manifest).filter((each) => !stored.has(each)))
      problems.push(`Backup ${manifest.id}: ${name} of its log is missing in the archive. It cannot be restored.`);
  // From the newest backup on everything must be there; a gap between older ones makes only some moments unreachable.
  for (const { manifest } of problems.length > 0 ? [] : backups) {
    const target = { at: undefined, timeline: undefined, backup: manifest.id };
    const missing = await planRecovery(folder, target).then(
      (plan) => plan.missing,
      () => undefined,
    );
    if (missing !== undefined)
      problems.push(
        `${missing} is missing in the archive: with backup ${manifest.id} later moments cannot be restored.`,
      );
  }
  await eachOf(stored, FILES_AT_ONCE, async ([, { file, sha256 }]) => {
    const wrong = await whatIsWrong(file, sha256);
    if (wrong !== undefined) problems.push(`${path.basename(file)} ${wrong}.`);
  });
  return { files: stored.size, problems: [...new Set(problems)] };
}

export interface Trial {
  readonly backup: string;
  readonly tables: number;
  readonly rows: number;
  readonly indexes: number;
  readonly lastTransaction: Date | undefined;
  readonly problems: readonly string[];
}

/** Really restores a backup with all its log into a temporary folder, reads every row there and checks every index. */
export async function tryBackup(
  from: string,
  backup: string | undefined,
  log: EmbeddedPostgresOptions['log'],
  parent = os.tmpdir(),
): Promise<Trial> {
  const into = await mkdtemp(path.join(parent, 'openslot-verify-'));
  try {
    const target = { at: undefined, timeline: undefined, backup };
    const { plan, found } = await restoreForTrial({ from, log, into, ...target }, inspect);
    return { backup: plan.backup.manifest.id, ...found };
  } finally {
    await rm(into, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function inspect(client: pg.Client): Promise<Omit<Trial, 'backup'>> {
  const problems: string[] = [];
  await client.query('set statement_timeout = 0; create extension if not exists amcheck');
  const list = async (sql: string) => (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name);
  const attempt = async (what: string, sql: string): Promise<number> => {
    try {
      return Number((await client.query<{ n: string }>(sql)).rows[0]?.n ?? 0);
    } catch (error) {
      problems.push(`${what}: ${(error as Error).message}`);
      return 0;
    }
  };
  const tables = await list(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  let rows = 0;
  // As text, so that values that are stored apart from their row are read too.
  for (const name of tables)
    rows += await attempt(name, `select count(t::text) + 0 * coalesce(sum(length(t::text)), 0) as n from ${name} t`);
  const indexes = await list(
    `select c.oid::regclass::text as name from pg_class c join pg_am a on a.oid = c.relam join pg_index i on i.indexrelid = c.oid
     where c.relkind = 'i' and a.amname = 'btree' and i.indisvalid and c.relpersistence = 'p' order by 1`,
  );
  for (const name of indexes)
    await attempt(name, `select 1 as n from bt_index_check(${client.escapeLiteral(name)}::regclass, true)`);
  problems.push(...(await changeLogProblems(client)));
  const [last] = (await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at')).rows;
  return { tables: tables.length, rows, indexes: indexes.length, lastTransaction: last?.at ?? undefined, problems };
}

/** The numbers of the change log have no gap: a state between two commits would have one. */
async function changeLogProblems(client: pg.Client): Promise<string[]> {
  const { rows: log } = await client.query(`select where to_regclass('public.change') is not null`);
  if (log.length === 0) return [];
  const { rows } = await client.query<{ tenant: string }>(
    `select tenant_id::text as tenant from change group by tenant_id
     having max(no) - min(no) + 1 <> count(*)`,
  );
  return rows.map(({ tenant }) => `The change log of tenant ${tenant} has a gap.`);
}
