import type { Database } from './database.ts';

/**
 * PostgreSQL plans from statistics that it renews a minute or more after a table has grown. A first import fills tables within seconds, and is
 * planned as if they were empty: whole tenants are read where one row is wanted. So we ask for new statistics ourselves
 * when a table has received as many rows as at the last time again. Only of the columns that rows are found by; that takes
 * milliseconds, locks out nobody, and nobody waits for it.
 */
const FIRST_AFTER = 500;
const LARGEST_STEP = 200_000;

export class Statistics {
  readonly #db: Database;
  readonly #onError: (error: Error) => void;
  readonly #grown = new Map<string, { since: number; step: number }>();
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
    grown.step = Math.min(LARGEST_STEP, grown.step + grown.since);
    grown.since = 0;
    this.#running = this.#running.then(async () => {
      try {
        await this.#db.query(`analyze ${table} (${columns.join(', ')})`);
      } catch (error) {
        this.#onError(error as Error);
      }
    });
  }

  /** Resolves when nothing is under way. */
  settled(): Promise<void> {
    return this.#running;
  }
}

export interface HasStatistics {
  readonly statistics: Statistics;
}
