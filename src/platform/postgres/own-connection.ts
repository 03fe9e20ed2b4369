import type pg from 'pg';

/**
 * A connection beside the pool, for one user at a time: opened and prepared when it is first needed, and again after it was lost or dropped.
 */
export class OwnConnection {
  readonly #connect: () => Promise<pg.Client>;
  readonly #preparation: string;
  #client: pg.Client | undefined;

  constructor(connect: () => Promise<pg.Client>, preparation: string) {
    this.#connect = connect;
    this.#preparation = preparation;
  }

  async client(): Promise<pg.Client> {
    this.#client ??= await this.#open();
    return this.#client;
  }

  async #open(): Promise<pg.Client> {
    const client = await this.#connect();
    client.once('end', () => {
      if (this.#client === client) this.#client = undefined;
    });
    try {
      await client.query(this.#preparation);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    return client;
  }

  /** After a failure, and at the end. */
  async drop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => {});
  }
}
