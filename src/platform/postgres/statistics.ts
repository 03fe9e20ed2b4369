import type { Database } from './database.ts';

/**
 * PostgreSQL plans from statistics that it renews a minute or more after a table has grown. A first import fills tables within seconds, and is
 * planned as if they were empty: whole tenants are read where one row is wanted. So we ask for new statistics ourselves
 * when a table has received as many rows as at the last time again. Only of the columns that rows are found by; that takes
 * milliseconds, locks out nobody, and nobody waits for it.
 *
 * A table that was large when the process started is left alone until it has grown by a twentieth: its statistics read up to 30,000 of its
 * blocks, which takes longer than an import of some hundred records, and say nothing new. PostgreSQL itself waits for a tenth.
 */
const FIRST_AFTER = 100;
const LARGEST_STEP = 200_000;
const LEAST_SHARE = 0.05;

interface Growth {
  since: number;
  step: number;
}

export class Statistics {
  readonly #db: Database;
  readonly #onError: (error: Error) => void;
  readonly #grown = new Map<string, Growth>();
  #running: Promise<void> = Promise.resolve();

  constructor(db: Database, onError: (error: Error) => void) {
    this.#db = db;
    this.#onError = onError;
  }

  /** After a commit: so many rows are new in the table. */
  grew(table: string, rows: number, columns: readonly string[]): void {
    const grown = this.#grown.get(table) ?? { since: 0, step: FIRST_AFTER };
    grown.since += rows;
    this.#grown.set(table, grown);
    if (grown.since < grown.step) return;
    const { since } = grown;
    grown.step = Math.min(LARGEST_STEP, grown.step + since);
    grown.since = 0;
    this.#running = this.#running.then(async () => {
      try {
        const enough = Math.min(LARGEST_STEP, (await this.#rowsKnown(table)) * LEAST_SHARE);
        if (since >= enough) await this.#db.query(`analyze ${table} (${columns.join(', ')})`);
        else {
          grown.since += since;
          grown.step = Math.max(grown.step, enough);
        }
      } catch (error) {
        this.#onError(error as Error);
      }
    });
  }

  /** How many rows a table had when its statistics were made; 0 without any. The number alone also comes from making an index. */
  async #rowsKnown(table: string): Promise<number> {
    const [known] = await this.#db.query<{ rows: number }>(
      `select reltuples as rows from pg_class where oid = $1::regclass
       and coalesce(pg_stat_get_last_analyze_time(oid), pg_stat_get_last_autoanalyze_time(oid)) is not null`,
      [table],
    );
    return Math.max(0, known?.rows ?? 0);
  }

  /** Resolves when nothing is under way. */
  settled(): Promise<void> {
    return this.#running;
  }
}

export interface HasStatistics {
  readonly statistics: Statistics;
}
