import type pg from 'pg';
import type { Database } from '../../platform/postgres/database.ts';

/** First half of the advisory lock; the second is the receiver. */
const SENDERS = 7342;

interface Held {
  readonly client: pg.Client;
  readonly lost: AbortController;
}

/**
 * The process that sends to a receiver holds its lock, on any number of nodes. The locks belong to one connection: when a process dies, they are
 * released at once, without a timeout.
 */
export class ReceiverLocks {
  #held: Held | undefined;
  /** One connection does one thing at a time. */
  #before: Promise<unknown> = Promise.resolve();

  /** Aborted when the lock is lost with its connection; undefined when another process has it. */
  take(db: Database, receiverId: number): Promise<AbortSignal | undefined> {
    return this.#inTurn(async () => {
      this.#held ??= await this.#connect(db);
      const { client, lost } = this.#held;
      const sql = 'select pg_try_advisory_lock($1, $2) as taken';
      const { rows } = await client.query<{ taken: boolean }>(sql, [SENDERS, receiverId]);
      return rows[0]?.taken ? lost.signal : undefined;
    });
  }

  async #connect(db: Database): Promise<Held> {
    const client = await db.dedicated();
    const lost = new AbortController();
    client.once('end', () => {
      lost.abort();
      if (this.#held?.client === client) this.#held = undefined;
    });
    return { client, lost };
  }

  release(receiverId: number): Promise<void> {
    return this.#inTurn(async () => {
      await this.#held?.client.query('select pg_advisory_unlock($1, $2)', [SENDERS, receiverId]).catch(() => {});
    });
  }

  close(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#held?.client.end().catch(() => {});
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#before.then(work, work);
    this.#before = turn.catch(() => {});
    return turn;
  }
}
