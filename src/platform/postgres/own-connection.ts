import type pg from 'pg';

/**
 * A connection beside the pool, for one user at a time: opened and prepared when it is first needed, and again after it was lost or dropped.
 */
export class OwnConnection {
  readonly #connect: () => Promise<pg.Client>;
  readonly #prepare: (client: pg.Client) => Promise<unknown>;
  #client: pg.Client | undefined;

  constructor(connect: () => Promise<pg.Client>, prepare: (client: pg.Client) => Promise<unknown>) {
    this.#connect = connect;
    this.#prepare = prepare;
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
      await this.#prepare(client);
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
