import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/postgres/embedded/index.ts';
import { BreakingProxy } from '../support/breaking-proxy.ts';

const urlOf = ({ connection }: EmbeddedPostgres): string =>
  `postgres://${connection.user}:${connection.password}@localhost:${connection.port}/${connection.database}?host=${encodeURIComponent(connection.host)}`;

const start = (dataDir: string, settings: Readonly<Record<string, string>> = {}): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({ dataDir, log: () => {}, settings: { fsync: 'off', ...settings } });

/** A PostgreSQL and one that follows it by streaming replication. */
export class ReplicatedDatabase {
  readonly #home: string;
  readonly #primary: EmbeddedPostgres;
  readonly #replica: EmbeddedPostgres;
  readonly #link: BreakingProxy;

  private constructor(home: string, primary: EmbeddedPostgres, replica: EmbeddedPostgres, link: BreakingProxy) {
    this.#home = home;
    this.#primary = primary;
    this.#replica = replica;
    this.#link = link;
  }

  static async start(): Promise<ReplicatedDatabase> {
    const home = await mkdtemp(path.join(os.tmpdir(), 'openslot-replica-'));
    const [first, second] = [path.join(home, 'primary'), path.join(home, 'replica')];
    // A copy of a server that is stopped is a base backup.
    await (await start(first)).stop();
    await promisify(execFile)('cp', ['-a', first, second]);
    const signal = path.join(second, 'postgres', 'standby.signal');
    await writeFile(signal, '');
    const { uid, gid } = await stat(path.join(second, 'postgres'));
    await chown(signal, uid, gid);
    const primary = await start(first);
    // Another account may not enter the folder of the socket.
    const link = await BreakingProxy.start(urlOf(primary));
    const { hostname, port, username, password } = new URL(link.url);
    const conninfo = `host=${hostname} port=${port} user=${username} password=${password}`;
    const replica = await start(second, { primary_conninfo: conninfo });
    return new ReplicatedDatabase(home, primary, replica, link);
  }

  get url(): string {
    return urlOf(this.#primary);
  }

  get readUrl(): string {
    return urlOf(this.#replica);
  }

  onPrimary<Row>(sql: string): Promise<Row[]> {
    return query<Row>(this.url, sql);
  }

  onReplica<Row>(sql: string): Promise<Row[]> {
    return query<Row>(this.readUrl, sql);
  }

  stopReplica(): Promise<void> {
    return this.#replica.stop();
  }

  async remove(): Promise<void> {
    await this.#replica.stop();
    await this.#link.stop();
    await this.#primary.stop();
    await rm(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function query<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}
