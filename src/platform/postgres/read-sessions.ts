import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { isConnectionLost } from './database-failure.ts';

/** Statements of one read in one transaction, one after the other. */
export class ReadSession {
  /** The read has ended; what it left running goes on elsewhere. */
  over = false;
  /** Whether it reads something else than the present plan: a draft, a past moment. */
  readonly isOverlaid: boolean;
  readonly #client: pg.PoolClient;
  #before: Promise<unknown> = Promise.resolve();
  #cursors = 0;

  constructor(client: pg.PoolClient, isOverlaid: boolean) {
    this.#client = client;
    this.isOverlaid = isOverlaid;
  }

  run(statement: pg.QueryConfig | pg.QueryArrayConfig): Promise<{ rows: unknown[] }> {
    const next = () => this.#client.query(statement) as Promise<{ rows: unknown[] }>;
    const turn = this.#before.then(next, next);
    this.#before = turn;
    return turn;
  }

  async *stream<Row>(text: string, values: readonly unknown[], portion: number): AsyncGenerator<Row[]> {
    const cursor = `listing_${++this.#cursors}`;
    await this.run({ text: `declare ${cursor} no scroll cursor for ${text}`, values: values as unknown[] });
    for (;;) {
      const { rows } = await this.run({ text: `fetch ${portion} from ${cursor}` });
      if (rows.length > 0) yield rows as Row[];
      if (rows.length < portion) break;
    }
    await this.run({ text: `close ${cursor}` });
  }

  /** Also statements that were asked for together with one that failed. */
  async end(): Promise<void> {
    this.over = true;
    await this.#before.catch(() => {});
    await this.#client.query('rollback');
  }
}

/** Which session the single statements of the work that runs now go to; without one they go to any connection. */
export class ReadSessions {
  readonly #current = new AsyncLocalStorage<ReadSession>();

  get current(): ReadSession | undefined {
    const current = this.#current.getStore();
    return current?.over ? undefined : current;
  }

  /** The work with all its single statements in one transaction of a connection, which is released afterwards. */
  async run<T>(client: pg.PoolClient, begin: string, isOverlaid: boolean, work: () => Promise<T>): Promise<T> {
    const session = new ReadSession(client, isOverlaid);
    let broken: Error | undefined;
    try {
      await client.query(begin);
      return await this.#current.run(session, work);
    } catch (error) {
      if (isConnectionLost(error)) broken = error as Error;
      throw error;
    } finally {
      await session.end().catch((error: Error) => {
        broken ??= error;
      });
      client.release(broken);
    }
  }
}
