import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { Server } from './server.ts';
import type { Log } from './server-log.ts';
import { errorCode } from './system-error.ts';

export interface Connection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

const pauseMs = 15;
const reportEveryMs = 10_000;
const notYetListening = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P03'];

/**
 * Waits until the server lets us in, and makes the database on the first start. There is no time limit: recovery
 * after a crash takes as long as it takes, and ending it half-way would only make it start again.
 */
export async function connectFirst(
  connection: Connection,
  server: Server,
  passwordFile: string,
  log: Log,
): Promise<void> {
  let ended = false;
  const exited = server.exited.then(() => {
    ended = true;
  });
  for (let waited = pauseMs; !ended; waited += pauseMs) {
    try {
      await makeDatabase(connection);
      return;
    } catch (error) {
      if (errorCode(error) === '28P01') throw wrongPassword(passwordFile);
      if (!ended && !notYetListening.includes(errorCode(error) ?? '')) throw error;
    }
    if (waited % reportEveryMs < pauseMs) log('info', 'The private database is still recovering from a crash.');
    await Promise.race([delay(pauseMs), exited]);
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL stopped during startup. Its output:\n${await server.complaints()}\nFix this, then start again.`,
  );
}

async function makeDatabase(connection: Connection): Promise<void> {
  try {
    await runQuery(connection, 'select 1');
  } catch (error) {
    const missing = errorCode(error) === '3D000';
    if (!missing) throw error;
    await runQuery({ ...connection, database: 'postgres' }, `create database ${connection.database}`);
  }
}

/**
 * The checkpointer is what finishes a segment of the log after archive_timeout. It starts before the recovery ends, and then sleeps for
 * checkpoint_timeout, which is 5 minutes, since archive_timeout does not count during a recovery. A reload wakes it.
 */
export const wakeCheckpointer = (connection: Connection): Promise<void> =>
  runQuery(connection, 'select pg_reload_conf()');

async function runQuery(connection: Connection, sql: string): Promise<void> {
  // The same socket as in database.ts, for the same reason.
  const client = new pg.Client({ ...connection, stream: () => new Socket() });
  // The server may end between two steps; what then matters is reported by the step itself.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function wrongPassword(passwordFile: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The private database does not accept the password in ${passwordFile}. ` +
      'Remove this file: the next start then sets a new password.',
  );
}
