import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { archiverOf } from './backups.ts';
import { say } from './command-context.ts';
import { secretOf } from './compose.ts';
import { type Config, readConfig } from './config.ts';
import { OperatorError } from './domain/operator-error.ts';
import { exportDatabase, type OnProgress } from './platform/export-file/export-database.ts';
import { checkFile, type Header } from './platform/export-file/file-format.ts';
import { importDatabase } from './platform/export-file/import-database.ts';
import { needPassphrase } from './platform/export-file/passphrase.ts';
import { upgradePostgres } from './platform/export-file/upgrade-postgres.ts';
import { type Log, makeLog } from './platform/log.ts';
import { Database } from './platform/postgres/database.ts';
import { findRunningPostgres, startEmbeddedPostgres } from './platform/postgres/embedded/index.ts';
import { makeSealer, type Sealer } from './platform/sealer.ts';
import { version } from './version.ts';

interface Installation {
  readonly db: Database;
  readonly sealer: Sealer;
}

const CONNECTIONS = 2;

async function sealerOf(config: Config, log: Log): Promise<Sealer> {
  const previous = config.jwtSecretPrevious;
  return makeSealer(
    await secretOf(config, log),
    previous === undefined ? undefined : new TextEncoder().encode(previous),
  );
}

/** The database of DATABASE_URL, the private one of a running service, or the private one, started for the command. */
async function withInstallation<T>(
  config: Config,
  log: Log,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const sealer = await sealerOf(config, log);
  const { databaseUrl, dataDir } = config;
  if (databaseUrl !== undefined) return withDatabase(databaseUrl, sealer, work);
  const running = await findRunningPostgres(dataDir);
  if (running) return withDatabase(running.connection, sealer, work).finally(() => running.close());
  const started = await startEmbeddedPostgres({
    dataDir,
    log: (level, message) => log[level](message),
    ...archiverOf(config, log),
  });
  return withDatabase(started.connection, sealer, work).finally(() => started.stop());
}

async function withDatabase<T>(
  connection: ConstructorParameters<typeof Database>[0]['connection'],
  sealer: Sealer,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const db = new Database({ connection, connections: CONNECTIONS });
  try {
    await db.check().catch(({ message }: Error) => {
      throw new OperatorError(`The database cannot be used: ${message}.`);
    });
    return await work({ db, sealer });
  } finally {
    await db.close();
  }
}

async function passphraseOf(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new OperatorError(`${file} cannot be read: ${error.message}.`);
  });
  return text.replace(/\r?\n$/, '');
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const described = ({ version: of, at, server, tenant }: Header): string =>
  `${tenant ? `tenant ${tenant.name}` : 'a whole installation'}, written at ${at} by Openslot ${of} on PostgreSQL ${server}`;

/** The name of standard output and standard input. */
const STREAM = '-';
const PROGRESS_MS = 5000;

/** Where standard output has the export, people read standard error. */
const warn = (text: string): boolean => process.stderr.write(`${text}\n`);

/** A line every few seconds. */
function progress(): OnProgress {
  let next = Date.now() + PROGRESS_MS;
  return (table, bytes) => {
    if (Date.now() < next) return;
    next = Date.now() + PROGRESS_MS;
    warn(`${table}: ${megabytes(bytes)} so far`);
  };
}

interface ExportOptions {
  readonly to: string;
  readonly tenant?: string;
  readonly passphraseFile?: string;
  readonly encrypt?: boolean;
}

async function runExport({ to, tenant, passphraseFile, encrypt = false }: ExportOptions): Promise<void> {
  if (to === STREAM && process.stdout.isTTY)
    throw new OperatorError('Standard output is a terminal. Redirect it to a file or a program.');
  const passphrase = await passphraseOf(passphraseFile);
  if (encrypt) needPassphrase(passphrase);
  const tell = to === STREAM ? warn : say;
  const log = makeLog('warn', to === STREAM ? process.stderr : undefined);
  const done = await withInstallation(readConfig(process.env), log, (installation) =>
    exportDatabase(
      { ...installation, version, now: () => new Date() },
      {
        to: to === STREAM ? process.stdout : to,
        ...{ tenant, passphrase, encrypt },
        onProgress: to === STREAM ? progress() : undefined,
      },
    ),
  );
  tell(`${to}: ${done.rows} rows of ${done.tables} tables, ${megabytes(done.bytes)}.`);
  tell(
    encrypt
      ? 'All of it is encrypted with the passphrase.'
      : passphrase === undefined
        ? 'Its secrets stay encrypted with the JWT_SECRET of this installation: to import it, the same secret is needed.'
        : `${done.secrets} secrets are encrypted with the passphrase.`,
  );
  if (passphrase !== undefined && done.unopened > 0)
    tell(
      `${done.unopened} values look encrypted and cannot be read with JWT_SECRET. If these are secrets of connectors, set JWT_SECRET as the service has it and export again.`,
    );
}

interface ImportOptions {
  readonly from: string;
  readonly passphraseFile?: string;
  readonly check?: boolean;
}

async function runImport({ from, passphraseFile, check }: ImportOptions): Promise<void> {
  if (from === STREAM && process.stdin.isTTY)
    throw new OperatorError('Standard input is a terminal. Redirect it from a file or a program.');
  const passphrase = await passphraseOf(passphraseFile);
  const input = from === STREAM ? (process.stdin as AsyncIterable<Buffer>) : from;
  if (check) return void say(`${from} is complete: ${described(await checkFile(input, passphrase))}.`);
  // A bad file is reported before a database is started for it.
  if (from !== STREAM) await checkFile(input, passphrase);
  const onProgress = from === STREAM ? progress() : undefined;
  const { header, rows, tables, tenantId } = await withInstallation(
    readConfig(process.env),
    makeLog('warn'),
    (installation) => importDatabase(installation, { from: input, passphrase, onProgress }),
  );
  say(`Imported ${described(header)}: ${rows} rows of ${tables} tables.`);
  if (header.tenant && tenantId !== header.tenant.id)
    say(`The id ${header.tenant.id} was taken: the tenant has the id ${tenantId} here.`);
}

async function runUpgrade({ oldPrograms }: { oldPrograms?: string }): Promise<void> {
  const config = readConfig(process.env);
  if (config.databaseUrl !== undefined)
    throw new OperatorError('DATABASE_URL is set: openslot upgrade-postgres is for the private database.');
  const log = makeLog('warn');
  await upgradePostgres({
    dataDir: config.dataDir,
    oldPrograms,
    sealer: await sealerOf(config, log),
    version,
    log: (level, message) => log[level](message),
    say,
  });
}

/** openslot export, openslot import, openslot upgrade-postgres */
export function exportCommands(program: Command): void {
  program
    .command('export')
    .description('write the whole installation, or one tenant, to a file; the service may run')
    .requiredOption('--to <file>', 'a new file, or - for standard output')
    .option('--tenant <name>', 'only this tenant')
    .option('--passphrase-file <file>', 'encrypt the secrets in the file with the passphrase in this file')
    .option('--encrypt', 'encrypt all of the file with the passphrase')
    .action(runExport);

  program
    .command('import')
    .description('read a file of openslot export: an installation into an empty database, a tenant beside others')
    .requiredOption('--from <file>', 'a file, or - for standard input')
    .option('--passphrase-file <file>', 'the passphrase that the export was given')
    .option('--check', 'only check that the file is complete')
    .action(runImport);

  program
    .command('upgrade-postgres')
    .description('move the private database to the PostgreSQL of this version; stop the service first')
    .option('--old-programs <folder>', 'a PostgreSQL of the version that made the database, with bin/')
    .action(runUpgrade);
}
