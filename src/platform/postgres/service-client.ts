import type { Socket } from 'node:net';
import pg from 'pg';

type StartupParameters = Record<string, string>;
const { getStartupConf } = pg.Client.prototype as unknown as { getStartupConf(this: pg.Client): StartupParameters };

/**
 * What our parsers of instants and dates depend on. As startup parameters, since PgBouncer tracks exactly these two for each client in every mode;
 * it refuses or drops the parameter `options`. As PostgreSQL reports them: PgBouncer would set another spelling again for every transaction.
 */
const FORMATS: StartupParameters = { TimeZone: 'UTC', DateStyle: 'ISO, MDY' };

/** Compiling a statement takes longer than any of ours runs. */
export const SESSION_SETTINGS = {
  jit: 'off',
  statement_timeout: '2min',
  idle_in_transaction_session_timeout: '2min',
} as const;

const SET = Object.entries(SESSION_SETTINGS)
  .map(([name, value]) => `set ${name} = '${value}'; `)
  .join('');
const IS_STANDBY = 'select pg_is_in_recovery() as standby';
const PREPARE_MS = 5000;

/** After a failover a load balancer may lead to the former leader for a moment. It would answer reads with old data. */
class StandbyError extends Error {
  override readonly name = 'StandbyError';
  readonly code = '25006';

  constructor() {
    super('the server is a standby, which stores nothing');
  }
}

/** A connection whose instants and dates come as our parsers expect them. */
export class ServiceClient extends pg.Client {
  // The name is that of the driver: it asks for what is sent with the first message.
  getStartupConf(): StartupParameters {
    return { ...getStartupConf.call(this), ...FORMATS };
  }
}

/** What the statements of a connection are written to. */
export const socketOf = ({ connection }: pg.Client): Socket => connection.stream as Socket;

/**
 * Before anything else on a new connection. Settings belong to the session, so they are only given where the connection keeps its session: behind a
 * pooler in transaction mode they are those of the role.
 */
export async function prepareConnection(client: pg.ClientBase, ownsSession: boolean): Promise<void> {
  const statement = { text: ownsSession ? SET + IS_STANDBY : IS_STANDBY, query_timeout: PREPARE_MS };
  const last = [await client.query<{ standby: boolean }>(statement)].flat().at(-1);
  if (last?.rows[0]?.standby) throw new StandbyError();
}

/** A connection beside any pool. */
export async function openConnection(config: pg.ClientConfig, ownsSession = true): Promise<pg.Client> {
  const client = new ServiceClient(config);
  // Without a listener a connection that breaks would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await prepareConnection(client, ownsSession);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return client;
}
