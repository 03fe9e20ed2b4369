import pg from 'pg';
import { DatabaseFailure, isConnectionLost, sqlState } from './database-failure.ts';
import type { ReadSession, ReadSessions } from './read-sessions.ts';
import { ServiceClient } from './service-client.ts';

/** One snapshot for all statements of a read. Settings belong to the transaction, so that any pooler may stand in between. */
const BEGIN = `begin isolation level repeatable read read only; set local jit = off; set local statement_timeout = '2min'`;

/** A replica that does not answer is left out for so long. */
const AWAY_MS = 5000;
const ACQUIRE_MS = 1000;

/** Why a read that began on the replica is done again on the primary: it was too old, or it failed in a way that is its own. */
class NotHere extends Error {
  override readonly name = 'NotHere';
}

/**
 * A server that follows the primary. Work that runs on it sees the replica for single statements; transactions go to the primary as ever.
 */
export class ReadReplica {
  readonly #pool: pg.Pool;
  readonly #sessions: ReadSessions;
  readonly #onError: (error: Error) => void;
  #awayUntil = 0;

  constructor(config: pg.ClientConfig, connections: number, sessions: ReadSessions, onError: (error: Error) => void) {
    this.#sessions = sessions;
    this.#onError = onError;
    this.#pool = new pg.Pool({
      ...config,
      Client: ServiceClient,
      application_name: 'openslot reads',
      max: connections,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: ACQUIRE_MS,
    });
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  /** The snapshot of the read that runs now. */
  get #session(): ReadSession | undefined {
    const { current } = this.#sessions;
    return current?.isOverlaid ? undefined : current;
  }

  /** In front of what a replica cannot do: the read that runs now begins again on the primary. */
  refuse(): void {
    if (this.#session !== undefined) throw new NotHere();
  }

  /** The work on a snapshot that is fresh enough; on the primary where there is none. It may run twice, so it must only read. */
  async read<T>(isFresh: () => Promise<boolean>, work: () => Promise<T>): Promise<T> {
    if (this.#sessions.current !== undefined || Date.now() < this.#awayUntil) return work();
    try {
      return await this.#onReplica(isFresh, work);
    } catch (error) {
      if (!isOwnFailure(error)) throw error;
      if (!(error instanceof NotHere)) this.#onError(error as Error);
      return work();
    }
  }

  async #onReplica<T>(isFresh: () => Promise<boolean>, work: () => Promise<T>): Promise<T> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      this.#awayUntil = Date.now() + AWAY_MS;
      throw new DatabaseFailure('unreachable', error);
    });
    return this.#sessions.run(client, BEGIN, false, async () => {
      if (!(await isFresh())) throw new NotHere();
      return work();
    });
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/** 40001: replay needed what the read was using. 25006: the read stores something after all. 42P01 and 42703: a migration has not arrived yet. */
const OWN = /^(40001|40P01|25006|42P01|42703|57014|53...)$/;

const isOwnFailure = (error: unknown): boolean =>
  error instanceof NotHere ||
  error instanceof DatabaseFailure ||
  isConnectionLost(error) ||
  OWN.test(sqlState(error) ?? '');
