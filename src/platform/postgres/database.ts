import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type CopiedRows, copyUnlessTaken } from './copy.ts';
import {
  DatabaseFailure,
  isConnectionLost,
  isReadOnly,
  markRolledBack,
  mayStore,
  notAcquired,
  sqlState,
  wasNeverSent,
} from './database-failure.ts';
import { LostCommits, type Proof } from './lost-commits.ts';
import { ReadReplica } from './read-replica.ts';
import { ReadSessions } from './read-sessions.ts';
import { openConnection, prepareConnection, ServiceClient, socketOf } from './service-client.ts';
import { StatementNames } from './statement-names.ts';
import { StatementTurns } from './statement-turns.ts';
import { spelled, typeParsers } from './wire-values.ts';
import { type Writability, WriteProbe } from './write-probe.ts';

/** Anything that takes a statement: the pool for single reads, a transaction for the rest. */
export interface Session {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Rows as lists, in the order of the selection: an object of a hundred properties costs more than all that it holds. */
  lists(text: string, values: readonly unknown[]): Promise<unknown[][]>;
}

/** The clock of the database in epoch ms, now and not when the transaction began. */
export async function databaseNow(db: Session): Promise<number> {
  const [row] = await db.query<{ now: number }>('select clock_timestamp() as now');
  if (!row) throw new Error('the database did not return its time');
  return row.now;
}

export interface Transaction extends Session {
  readonly kind: 'transaction';
  /** See copy.ts. */
  copyUnlessTaken(question: string, text: string, portions: CopiedRows): Promise<boolean>;
  /** When the statement that was asked for last is with the server: what is computed from then on takes no time of its own. */
  sent(): Promise<void>;
  /** Leaves what a look-up needs, should the reply to the commit be lost. Without it the outcome of such a commit stays unknown. */
  prove(proof: Proof): void;
}

/** What a piece of work decided: keep what it wrote, or not (a dry run, a rejected batch). */
export interface Decision<T> {
  readonly commit: boolean;
  readonly value: T;
}

export interface DatabaseOptions {
  readonly connection: string | pg.ClientConfig;
  /** Another address of the same database, where a connection keeps its session; `connection` then need not. */
  readonly sessions?: string | undefined;
  /** A server that follows the primary, for reads. */
  readonly replica?: string | undefined;
  readonly connections?: number;
  /** Called with every statement; tests count them. */
  readonly onStatement?: (text: string) => void;
  readonly onError?: (error: Error) => void;
  /** Called when a read failed on the replica and was done on the primary instead. */
  readonly onReplicaError?: (error: Error) => void;
  /** How long the outcome of a lost commit is looked for. */
  readonly lookUpMs?: number;
}

/** Another transaction was in the way: the same work, done again, may well succeed. */
const RETRYABLE = new Set(['40001', '40P01', '23505', '23P01']);
const ATTEMPTS = 6;

/** Before a write is repeated whose connection broke. */
const REPLACE_MS = 100;

/** How long a request waits for a connection: a free one of the pool, or a new one. */
const ACQUIRE_MS = 5000;

/** First half of the advisory lock that separates writers of one tenant; the second half is the tenant. */
const TENANT_WRITERS = 7340;

/** First half of the advisory lock of work that one process does at a time; the second half is a hash of its name. */
const ALONE = 7346;

/** A connection that is silent for so long is probed: the machine at its other end may be gone. */
const KEEP_ALIVE_MS = 10_000;

const connectionTo = (address: string | pg.ClientConfig): pg.ClientConfig => ({
  ...(typeof address === 'string' ? { connectionString: address } : address),
  types: typeParsers,
  application_name: 'openslot',
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  // Without one the driver finds out where it runs, for which Node.js loads its whole HTTP client.
  stream: () => new Socket(),
});

export class Database implements Session {
  readonly #pool: pg.Pool;
  /** Of the pool: one transaction after the other, on whatever session. */
  readonly #connection: pg.ClientConfig;
  /** Whether connections of the pool keep their session. Where not, statements have no names: a name belongs to a session. */
  readonly #ownsSession: boolean;
  /** Of LISTEN, of locks that outlive a transaction, and of libraries. */
  readonly #sessions: pg.ClientConfig;
  readonly #reads = new ReadSessions();
  readonly #replica: ReadReplica | undefined;
  readonly #onStatement: (text: string) => void;
  readonly #names = new StatementNames();
  readonly #prepared = new Map<string, string>();
  readonly #lostCommits: LostCommits;
  readonly #probe = new WriteProbe(() => this.dedicated({ connectionTimeoutMillis: 2000, query_timeout: 2000 }));

  constructor(options: DatabaseOptions) {
    this.#ownsSession = options.sessions === undefined;
    this.#connection = connectionTo(options.connection);
    this.#sessions = options.sessions === undefined ? this.#connection : connectionTo(options.sessions);
    this.#pool = new pg.Pool({
      ...this.#connection,
      Client: ServiceClient,
      onConnect: (client) => prepareConnection(client, this.#ownsSession),
      max: options.connections ?? 20,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: ACQUIRE_MS,
    });
    this.#replica =
      options.replica === undefined
        ? undefined
        : new ReadReplica(connectionTo(options.replica), options.connections ?? 20, this.#reads, (error) =>
            options.onReplicaError?.(error),
          );
    this.#lostCommits = new LostCommits(this.#sessions, options.lookUpMs);
    // Without a listener an idle connection that breaks would end the process.
    this.#pool.on('error', (error) => options.onError?.(error));
    // The same for one that breaks while it is lent out; there the failing statement reports it.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
    this.#onStatement = options.onStatement ?? (() => {});
  }

  async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const { rows } = await this.#once({ text, values: spelled(values) });
    return rows as Row[];
  }

  async #acquire(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw notAcquired(error);
    }
  }

  get hasReplica(): boolean {
    return this.#replica !== undefined;
  }

  /**
   * Runs a read on the replica, where there is one and `isFresh` finds that its snapshot has what the read must see; otherwise on the primary.
   * Single statements of both go to the snapshot.
   */
  reading<T>(isFresh: () => Promise<boolean>, work: () => Promise<T>): Promise<T> {
    return this.#replica ? this.#replica.read(isFresh, work) : work();
  }

  /** Runs a read with all its single statements in one transaction that begins like this. It reads a draft or a past moment, and not the present plan. */
  async overlaid<T>(begin: string, work: () => Promise<T>): Promise<T> {
    return this.#reads.run(await this.#acquire(), begin, true, work);
  }

  /** Whether the read that runs now is one of a draft or of a past moment. */
  get isOverlaid(): boolean {
    return this.#reads.current?.isOverlaid ?? false;
  }

  /** One statement on any connection; it commits by itself. */
  async #once(statement: pg.QueryConfig | pg.QueryArrayConfig): Promise<{ rows: unknown[] }> {
    this.#onStatement(statement.text);
    const snapshot = this.#reads.current;
    if (snapshot) return snapshot.run(statement);
    const client = await this.#acquire();
    let broken: Error | undefined;
    try {
      return await client.query(statement);
    } catch (error) {
      if (isReadOnly(error)) broken = error;
      if (!isConnectionLost(error)) throw error;
      broken = new DatabaseFailure(mayStore(statement.text) && !wasNeverSent(error) ? 'in-doubt' : 'lost', error);
      throw broken;
    } finally {
      client.release(broken);
    }
  }

  /**
   * For a statement that comes with every request and whose plan does not depend on its values: planned once a connection instead of once
   * a request, which for a statement of several parts takes longer than running it.
   */
  async prepared<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    if (!this.#ownsSession || this.#reads.current) return this.query(text, values);
    const name = this.#prepared.get(text) ?? `openslot_often_${this.#prepared.size}`;
    this.#prepared.set(text, name);
    const { rows } = await this.#once({ name, text, values: spelled(values) });
    return rows as Row[];
  }

  /** The same database, with every statement prepared: planning one of a hundred columns takes longer than running it for one record. */
  readonly preparing: Session = {
    query: this.prepared.bind(this) as Session['query'],
    lists: this.lists.bind(this),
  };

  async lists(text: string, values: readonly unknown[]): Promise<unknown[][]> {
    const { rows } = await this.#once({ text, values: spelled(values), rowMode: 'array' });
    return rows as unknown[][];
  }

  /** One transaction, done once. */
  async transaction<T>(work: (tx: Transaction) => Promise<Decision<T>>, begin = 'begin'): Promise<T> {
    this.#replica?.refuse();
    const client = await this.#acquire();
    let broken: Error | undefined;
    let proof: Proof | undefined;
    const run = async <Row>(text: string, values: readonly unknown[]): Promise<Row[]> => {
      this.#onStatement(text);
      const name = this.#ownsSession ? this.#names.of(text) : undefined;
      const statement = { text, values: spelled(values) };
      const { rows } = await client.query(name ? { name, ...statement } : statement);
      return rows as Row[];
    };
    const runLists = async (text: string, values: readonly unknown[]): Promise<unknown[][]> => {
      this.#onStatement(text);
      const { rows } = await client.query<unknown[]>({ text, values: spelled(values), rowMode: 'array' });
      return rows;
    };
    const turns = new StatementTurns(socketOf(client));
    const tx: Transaction = {
      kind: 'transaction',
      query: <Row>(text: string, values: readonly unknown[] = []) => turns.take(() => run<Row>(text, values)),
      lists: (text, values) => turns.take(() => runLists(text, values)),
      copyUnlessTaken: (question, text, portions) =>
        turns.takeWithRows(portions, (rows) => {
          this.#onStatement(text);
          return copyUnlessTaken(client, question, text, rows);
        }),
      sent: () => turns.sent(),
      prove: (left) => {
        proof = left;
      },
    };
    const undo = async (): Promise<void> => {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
    };
    try {
      await client.query(begin);
      const { commit, value } = await work(tx);
      // Where the connection is gone, so is the transaction: the server rolls it back by itself.
      if (commit) await this.#commit(client, proof);
      else await undo();
      return value;
    } catch (error) {
      await undo();
      if (isReadOnly(error)) broken = error;
      const failure = isConnectionLost(error) ? new DatabaseFailure('lost', error) : error;
      if (!(failure instanceof DatabaseFailure && failure.kind === 'in-doubt')) markRolledBack(failure);
      throw failure;
    } finally {
      client.release(broken);
    }
  }

  /**
   * The one moment at which a lost connection leaves open what happened: the server may have the COMMIT, or not. With a proof it is looked up on
   * another connection; without one, or with a server that stays away, the outcome is in doubt.
   */
  async #commit(client: pg.PoolClient, proof: Proof | undefined): Promise<void> {
    try {
      const { command } = await client.query('commit');
      if (command !== 'COMMIT') throw new Error('the transaction was rolled back: one of its statements had failed');
    } catch (error) {
      if (!isConnectionLost(error) || wasNeverSent(error)) throw error;
      const outcome = proof ? await this.#lostCommits.lookUp(proof) : 'unknown';
      if (outcome !== 'stored') throw new DatabaseFailure(outcome === 'not stored' ? 'lost' : 'in-doubt', error);
    }
  }

  /**
   * A write of one tenant. Writers share the tenant and lock rows in key order, but a batch takes its calls in the caller's order, so two
   * batches can still wait for each other, or meet on a new key. PostgreSQL then refuses one of them; nothing of it is stored and we do
   * it again. The last attempt has the tenant to itself: it cannot be refused for that reason. A connection that breaks is replaced once.
   */
  async write<T>(tenantId: number, work: (tx: Transaction) => Promise<Decision<T>>): Promise<T> {
    let isReplaced = false;
    for (let attempt = 1; ; attempt++) {
      const lock = attempt < ATTEMPTS ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
      try {
        return await this.transaction(work, `begin; select ${lock}(${TENANT_WRITERS}, ${tenantId})`);
      } catch (error) {
        const isLost = error instanceof DatabaseFailure && error.kind === 'lost' && !isReplaced;
        if (attempt === ATTEMPTS || !(isLost || RETRYABLE.has(sqlState(error) ?? ''))) throw error;
        if (isLost) isReplaced = true;
        // The server needs a moment to notice that its client is gone, and to free what the transaction had locked.
        const pause = isLost ? REPLACE_MS : 5 + Math.random() * 20 * attempt;
        await sleep(pause);
      }
    }
  }

  /** Rows of a long read in portions, from one snapshot, with memory bounded by the portion. */
  async *stream<Row>(text: string, values: readonly unknown[], portion = 1000): AsyncGenerator<Row[], void, undefined> {
    const snapshot = this.#reads.current;
    if (snapshot) {
      this.#onStatement(text);
      yield* snapshot.stream<Row>(text, values, portion);
      return;
    }
    const client = await this.#acquire();
    let finished = false;
    try {
      this.#onStatement(text);
      await client.query('begin read only');
      await client.query(`declare listing no scroll cursor for ${text}`, spelled(values));
      for (;;) {
        const { rows } = await client.query(`fetch ${portion} from listing`);
        if (rows.length > 0) yield rows as Row[];
        if (rows.length < portion) break;
      }
      await client.query('commit');
      finished = true;
    } catch (error) {
      throw isConnectionLost(error) ? new DatabaseFailure('lost', error) : error;
    } finally {
      if (!finished) await client.query('rollback').catch(() => {});
      client.release();
    }
  }

  /** Whether the server lets us in, within some seconds. */
  async check(): Promise<void> {
    const client = await openConnection({ ...this.#connection, connectionTimeoutMillis: 5000 }, this.#ownsSession);
    await client.end();
  }

  /** Whether something can be stored right now, or could a few seconds ago. */
  writability(): Promise<Writability> {
    return this.#probe.look();
  }

  /** How many connections there are, and how many requests wait for one. */
  connections(): { readonly most: number; readonly open: number; readonly idle: number; readonly waiting: number } {
    const { options, totalCount, idleCount, waitingCount } = this.#pool;
    return { most: options.max, open: totalCount, idle: idleCount, waiting: waitingCount };
  }

  /** A connection of its own, with a session of its own, for LISTEN and for locks. */
  async dedicated(more: pg.ClientConfig = {}): Promise<pg.Client> {
    return openConnection({ ...this.#sessions, ...more });
  }

  /** Does the work unless somebody else does, on whatever node. The lock is let go when the process ends, however it ends. */
  async alone(name: string, work: () => Promise<void>): Promise<void> {
    const client = await this.dedicated();
    try {
      const { rows } = await client.query(`select pg_try_advisory_lock(${ALONE}, hashtext($1)) as free`, [name]);
      if (rows[0]?.free) await work();
    } finally {
      await client.end();
    }
  }

  /** A pool of its own for a library that speaks to the database by itself, and expects values as the driver gives them. */
  poolFor(library: string, connections: number): pg.Pool {
    const { types: _, ...connection } = this.#sessions;
    const pool = new pg.Pool({
      ...connection,
      Client: ServiceClient,
      onConnect: (client) => prepareConnection(client, true),
      application_name: `openslot ${library}`,
      max: connections,
    });
    // The failing statement reports the error.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  }

  async close(): Promise<void> {
    await this.#probe.close();
    await this.#replica?.close();
    await this.#pool.end();
  }
}

export interface HasDatabase {
  readonly db: Database;
}
