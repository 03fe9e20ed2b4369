import type pg from 'pg';
import { isConnectionLost } from '../../platform/postgres/database-failure.ts';
import { OwnConnection } from '../../platform/postgres/own-connection.ts';
import type { DatabaseMetrics } from './database-metrics.ts';

/** Values hold for so long: several scrapers, or one that asks every second, cost no more. */
const GOOD_FOR_MS = 5000;
/** The server ends a statement first; a connection on which not even that arrives is given up. */
const STATEMENT_MS = 1500;
export const CONNECT_OPTIONS = { connectionTimeoutMillis: 2000, query_timeout: 2000 } as const;

export type Row = Readonly<Record<string, number | null>>;

export interface Reading {
  readonly isUp: boolean;
  /** By statement; those that failed are missing. */
  readonly rows: ReadonlyMap<DatabaseMetrics, readonly Row[]>;
}

/**
 * Reads what metrics show of the database on a connection of its own: a pool that is used up, or a statement that waits for a lock, must
 * not make the metrics wait that would explain it.
 */
export class DatabaseReader {
  readonly #connection: OwnConnection;
  readonly #statements: readonly DatabaseMetrics[];
  readonly #clock: () => number;
  #known: { readonly reading: Reading; readonly until: number } | undefined;
  #asking: Promise<Reading> | undefined;

  constructor(
    connect: () => Promise<pg.Client>,
    statements: readonly DatabaseMetrics[],
    clock: () => number = () => performance.now(),
  ) {
    this.#connection = new OwnConnection(connect, (client) =>
      client.query(`set statement_timeout = ${STATEMENT_MS}; set default_transaction_read_only = on`),
    );
    this.#statements = statements;
    this.#clock = clock;
  }

  /** Those who ask meanwhile share one reading. Never fails. */
  read(): Promise<Reading> {
    if (this.#known && this.#clock() < this.#known.until) return Promise.resolve(this.#known.reading);
    this.#asking ??= this.#readAll()
      .then((reading) => {
        this.#known = { reading, until: this.#clock() + GOOD_FOR_MS };
        return reading;
      })
      .finally(() => {
        this.#asking = undefined;
      });
    return this.#asking;
  }

  async #readAll(): Promise<Reading> {
    const rows = new Map<DatabaseMetrics, readonly Row[]>();
    try {
      const client = await this.#connection.client();
      for (const statement of this.#statements) await this.#one(client, statement, rows);
      return { isUp: true, rows };
    } catch {
      await this.#connection.drop();
      return { isUp: false, rows: new Map() };
    }
  }

  /** A statement that the server refuses or ends is left out; one that loses the connection ends the reading. */
  async #one(client: pg.Client, statement: DatabaseMetrics, rows: Map<DatabaseMetrics, readonly Row[]>): Promise<void> {
    try {
      const { rows: found } = await client.query<Row>(statement.text, [...(statement.values?.() ?? [])]);
      rows.set(statement, found);
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === undefined || isConnectionLost(error)) throw error;
    }
  }

  async close(): Promise<void> {
    await this.#asking;
    await this.#connection.drop();
  }
}
