import type pg from 'pg';
import { OperatorError } from '../../domain/operator-error.ts';
import { copyOut } from '../postgres/copy.ts';
import type { Database, Session } from '../postgres/database.ts';
import type { Sealer } from '../sealer.ts';
import { encrypted } from './encryption.ts';
import { END_OF_ROWS, FORMAT, type Header } from './file-format.ts';
import { needPassphrase } from './passphrase.ts';
import { newFileSealer, Reseal } from './sealing.ts';
import { openSession } from './session.ts';
import { quoted, rowsOfTenant, sequencesOf, type TableRows, tablesOf, wholeTable } from './tables.ts';
import { exportBytes, writeExportFile, writeExportStream } from './write-file.ts';

export interface ExportRequest {
  /** A new file, or a stream. */
  readonly to: string | NodeJS.WritableStream;
  /** The name of one tenant; the whole installation without it. */
  readonly tenant?: string | undefined;
  /** Encrypts the secrets in the file. Without it they stay encrypted with the secret of the installation. */
  readonly passphrase?: string | undefined;
  /** Encrypts the whole file with the passphrase. */
  readonly encrypt?: boolean | undefined;
  readonly onProgress?: OnProgress | undefined;
}

/** Called again and again, with the table that is being written or read, and the bytes of all rows up to now. */
export type OnProgress = (table: string, bytes: number) => void;

export interface Exported {
  readonly tables: number;
  readonly rows: number;
  readonly bytes: number;
  /** Secrets that were encrypted again. */
  readonly secrets: number;
  /** Texts that look encrypted, and that the secret of the installation does not open. */
  readonly unopened: number;
}

/** Writes a whole installation or one tenant to a file, from one snapshot: the service may go on writing. */
export async function exportDatabase(
  { db, sealer, version, now }: { db: Database; sealer: Sealer; version: string; now: () => Date },
  { to, tenant: name, passphrase, encrypt = false, onProgress = () => {} }: ExportRequest,
): Promise<Exported> {
  if (encrypt) needPassphrase(passphrase);
  const { client, session } = await openSession(db);
  try {
    await client.query('begin isolation level repeatable read, read only');
    const tenant = name === undefined ? undefined : await tenantNamed(session, name);
    const own = newFileSealer(passphrase, sealer);
    const header: Header = {
      openslotExport: FORMAT,
      version,
      at: now().toISOString(),
      server: (await session.query<{ server_version: string }>('show server_version'))[0]?.server_version ?? '',
      migrations: await migrationsOf(session),
      ...(tenant ? { tenant } : {}),
      sealing: own.sealing,
    };
    const all = await tablesOf(session);
    const tables = tenant ? rowsOfTenant(all, tenant.id) : all.map(wholeTable);
    const reseal = new Reseal(sealer, own.sealer);
    const counts = { tables: tables.length, rows: 0 };
    const plain = exportBytes(header, body(client, session, tables, reseal, counts, onProgress));
    const written = encrypt ? encrypted(plain, passphrase) : plain;
    const bytes = await (typeof to === 'string' ? writeExportFile(to, written) : writeExportStream(to, written));
    return { ...counts, bytes, secrets: reseal.done, unopened: reseal.unopened };
  } finally {
    await client.end();
  }
}

async function* body(
  client: pg.Client,
  session: Session,
  tables: readonly TableRows[],
  reseal: Reseal,
  counts: { readonly tables: number; rows: number },
  onProgress: OnProgress,
): AsyncGenerator<Buffer | string, void, undefined> {
  let bytes = 0;
  for (const { name, columns, where } of tables) {
    yield `${JSON.stringify({ table: name, columns })}\n`;
    const rows = copyOut(
      client,
      `copy (select ${columns.map(quoted).join(', ')} from ${quoted(name)} ${where}) to stdout`,
    );
    let portion = await rows.next();
    for (; !portion.done; portion = await rows.next()) {
      bytes += portion.value.length;
      onProgress(name, bytes);
      yield reseal.rows(portion.value);
    }
    counts.rows += portion.value;
    yield `${END_OF_ROWS}${JSON.stringify({ rows: portion.value })}\n`;
  }
  // They do not belong to the snapshot: read last, they are never behind the rows.
  yield `${JSON.stringify({ sequences: await sequencesOf(session) })}\n`;
  yield `${JSON.stringify({ end: counts })}\n`;
}

async function migrationsOf(session: Session): Promise<string[]> {
  const [table] = await session.query<{ found: boolean }>(
    `select to_regclass('public.migration') is not null as found`,
  );
  if (!table?.found) throw new OperatorError('This database has no tables of Openslot: there is nothing to export.');
  return (await session.query<{ name: string }>('select name from migration order by name')).map(({ name }) => name);
}

async function tenantNamed(session: Session, name: string): Promise<{ id: number; name: string }> {
  const [found] = await session.query<{ id: number; name: string }>(
    'select id, name from tenant where lower(name) = lower($1)',
    [name],
  );
  if (found) return found;
  const names = (await session.query<{ name: string }>('select name from tenant order by name limit 50')).map(
    (each) => each.name,
  );
  throw new OperatorError(`There is no tenant named ${name}. Tenants: ${names.join(', ')}.`);
}
