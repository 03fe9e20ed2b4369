import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** How a transaction is found again by another connection. */
export interface Proof {
  /** The transaction's id, with its epoch, as `pg_current_xact_id()` gives it. */
  readonly xid: string;
  /** Finds a row that only this transaction wrote. After a failover another transaction may have got the same id. */
  readonly text: string;
  readonly values: readonly unknown[];
}

export type Outcome = 'stored' | 'not stored' | 'unknown';

/** A server that restarts needs a moment; a client that waits does not wait for ever. */
const LONGEST_MS = 5000;
const PAUSE_MS = 100;
const ANSWER_MS = 2000;

/** Looks up what became of a transaction whose reply to COMMIT was lost. */
export class LostCommits {
  readonly #connection: pg.ClientConfig;
  readonly #longestMs: number;

  constructor(connection: pg.ClientConfig, longestMs = LONGEST_MS) {
    this.#connection = connection;
    this.#longestMs = longestMs;
  }

  /** On a connection of its own: those of the pool may be as broken, or all in use. */
  async lookUp(proof: Proof): Promise<Outcome> {
    const until = Date.now() + this.#longestMs;
    for (;;) {
      const outcome = await this.#ask(proof).catch(() => undefined);
      if (outcome !== undefined) return outcome;
      if (Date.now() + PAUSE_MS >= until) return 'unknown';
      await sleep(PAUSE_MS);
    }
  }

  /** Undefined while the transaction still runs: the server may not have noticed yet that its client is gone. */
  async #ask({ xid, text, values }: Proof): Promise<Outcome | undefined> {
    const client = new pg.Client({
      ...this.#connection,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      const status = await client.query<{ status: string | null }>('select pg_xact_status($1::xid8) as status', [xid]);
      switch (status.rows[0]?.status) {
        case 'in progress':
          return undefined;
        case 'aborted':
          return 'not stored';
        case 'committed': {
          const { rowCount } = await client.query(text, values as unknown[]);
          return rowCount === 1 ? 'stored' : 'unknown';
        }
        default:
          return 'unknown';
      }
    } finally {
      await client.end().catch(() => {});
    }
  }
}
