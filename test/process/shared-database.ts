import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { databaseUrl } from '../support/global-setup.ts';

/** A database on a PostgreSQL that the service did not start: the one of the test run. */
export class SharedDatabase {
  readonly url: string;
  readonly #name: string;

  private constructor(name: string) {
    this.#name = name;
    this.url = databaseUrl(inject('server'), name);
  }

  /** With the tables of this version and no rows, so that the first service need not migrate it. */
  static make(): Promise<SharedDatabase> {
    return SharedDatabase.#create(` template ${inject('template')}`);
  }

  /** Without tables. */
  static empty(): Promise<SharedDatabase> {
    return SharedDatabase.#create('');
  }

  static async #create(from: string): Promise<SharedDatabase> {
    const name = `${inject('databases')}${randomBytes(6).toString('hex')}`;
    await query(inject('server'), `create database ${name}${from}`);
    return new SharedDatabase(name);
  }

  get password(): string {
    return decodeURIComponent(new URL(this.url).password);
  }

  query(sql: string): Promise<unknown[]> {
    return query(this.url, sql);
  }

  /** Ends all connections, and takes no more until it is opened again. */
  async close(): Promise<void> {
    await query(inject('server'), `alter database ${this.#name} with allow_connections false`);
    await query(
      inject('server'),
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${this.#name}'`,
    );
  }

  async open(): Promise<void> {
    await query(inject('server'), `alter database ${this.#name} with allow_connections true`);
  }

  /** One that cannot be dropped, because the checkpoint that this needs failed beside those of others, goes with the server of the run. */
  async remove(): Promise<void> {
    await query(inject('server'), `drop database if exists ${this.#name} with (force)`).catch(() => {});
  }
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
