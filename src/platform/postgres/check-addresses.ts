import { randomInt, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { OperatorError } from '../../domain/operator-error.ts';
import { openConnection, SESSION_SETTINGS } from './service-client.ts';

export interface DatabaseAddresses {
  readonly databaseUrl: string;
  readonly databaseListenUrl: string | undefined;
}

type Setting = 'DATABASE_URL' | 'DATABASE_LISTEN_URL';

const CONNECT_MS = 5000;
/** Connections that take a session while ours is between two transactions. */
const RIVALS = 2;
const ROUNDS = 3;

/** Stops the start with a sentence for the operator where the addresses cannot be used, or lead through a pooler in the wrong mode. */
export async function checkAddresses(addresses: DatabaseAddresses, warn: (message: string) => void): Promise<void> {
  const { databaseUrl, databaseListenUrl } = addresses;
  const ordinary = await Connections.open('DATABASE_URL', databaseUrl);
  try {
    if (databaseListenUrl === undefined) {
      if (!(await ordinary.keepSessions())) throw new OperatorError(SHARED);
      return;
    }
    await ordinary.allowTransactions();
    const sessions = await Connections.open('DATABASE_LISTEN_URL', databaseListenUrl);
    try {
      if (!(await sessions.keepSessions())) throw new OperatorError(SHARED_LISTEN);
      if (!(await isSameDatabase(ordinary.first, sessions.first))) throw new OperatorError(OTHER_DATABASE);
    } finally {
      await sessions.close();
    }
    await checkSettings(ordinary.first, warn);
  } finally {
    await ordinary.close();
  }
}

const SHARED =
  'DATABASE_URL leads through a connection pooler in transaction mode (PgBouncer: pool_mode = transaction): LISTEN and session locks do not work there. Use session mode, or set DATABASE_LISTEN_URL to an address of the same database whose connections keep their session: the server itself, or a pool in session mode.';
const SHARED_LISTEN =
  'DATABASE_LISTEN_URL leads through a connection pooler in transaction mode. It must be an address whose connections keep their session: the server itself, or a pool in session mode.';
const OTHER_DATABASE =
  'DATABASE_LISTEN_URL and DATABASE_URL lead to different databases. Both must lead to the same database on the same server.';

class Connections {
  readonly first: pg.Client;
  readonly #setting: Setting;
  readonly #rivals: readonly pg.Client[];

  private constructor(setting: Setting, first: pg.Client, rivals: readonly pg.Client[]) {
    this.#setting = setting;
    this.first = first;
    this.#rivals = rivals;
  }

  static open(setting: Setting, connectionString: string): Promise<Connections> {
    return named(setting, async () => {
      const opened: pg.Client[] = [];
      const config = { connectionString, connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS };
      const next = async (): Promise<pg.Client> => {
        // Nothing is set: behind a pooler it would stay on a session of others.
        const client = await openConnection({ ...config, application_name: 'openslot' }, false);
        opened.push(client);
        return client;
      };
      try {
        const first = await next();
        const rivals: pg.Client[] = [];
        while (rivals.length < RIVALS) rivals.push(await next());
        return new Connections(setting, first, rivals);
      } catch (error) {
        await Promise.all(opened.map((client) => client.end().catch(() => {})));
        throw error;
      }
    });
  }

  /**
   * Whether a connection has its session for itself. A mark is left in the session of one connection, outside any transaction; then others begin
   * transactions. A pooler in transaction mode gives them the session that has just become free, with the mark in it; or, if it takes turns, gives
   * the first connection another session, without the mark. Several rounds, for other clients of the pooler may be in between.
   */
  keepSessions(): Promise<boolean> {
    return named(this.#setting, async () => {
      for (let round = 0; round < ROUNDS; round++) if (!(await this.#keptOnce())) return false;
      return true;
    });
  }

  async #keptOnce(): Promise<boolean> {
    const mark = randomUUID();
    await this.first.query(`select set_config('openslot.session', $1, false)`, [mark]);
    try {
      for (const rival of this.#rivals) {
        await rival.query('begin');
        if ((await markOf(rival)) === mark) return false;
      }
      return (await markOf(this.first)) === mark;
    } finally {
      await Promise.all(this.#rivals.map((rival) => rival.query('rollback').catch(() => {})));
    }
  }

  /** A pooler in statement mode refuses them, and says so. */
  allowTransactions(): Promise<void> {
    return named(this.#setting, async () => {
      await this.first.query('begin');
      await this.first.query('rollback');
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.first, ...this.#rivals].map((client) => client.end().catch(() => {})));
  }
}

async function markOf(client: pg.Client): Promise<string | null | undefined> {
  const { rows } = await client.query<{ mark: string | null }>(
    `select current_setting('openslot.session', true) as mark`,
  );
  return rows[0]?.mark;
}

/** A lock that one address takes is taken for the other: locks belong to a database of a server. */
async function isSameDatabase(ordinary: pg.Client, sessions: pg.Client): Promise<boolean> {
  const key = randomInt(2 ** 47);
  await ordinary.query('begin');
  try {
    await ordinary.query('select pg_advisory_xact_lock($1)', [key]);
    const { rows } = await sessions.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [key]);
    return rows[0]?.free === false;
  } finally {
    await ordinary.query('rollback').catch(() => {});
  }
}

/** What a connection of a shared session cannot set for itself. */
async function checkSettings(ordinary: pg.Client, warn: (message: string) => void): Promise<void> {
  const { rows } = await ordinary.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) name',
    [Object.keys(SESSION_SETTINGS)],
  );
  for (const { name, value } of rows) {
    const wanted = SESSION_SETTINGS[name as keyof typeof SESSION_SETTINGS];
    if (name === 'jit' ? value !== wanted : value === '0')
      warn(
        `The setting ${name} of the database is ${value}. Behind the pooler, set it for the role: alter role … set ${name} = '${wanted}'`,
      );
  }
}

async function named<T>(setting: Setting, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { message, errors } = error as AggregateError;
    const why = message || errors?.map((each: Error) => each.message).join('; ');
    throw new OperatorError(`The database of ${setting} cannot be used: ${why}.`);
  }
}
