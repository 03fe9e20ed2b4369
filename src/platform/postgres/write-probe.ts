import type pg from 'pg';
import { sqlState } from './database-failure.ts';
import { OwnConnection } from './own-connection.ts';

export type Writability = 'writable' | 'read-only' | 'disk full' | 'unreachable';

/** An answer holds for so long: load balancers ask every node every second or two. One that is bad is looked at again sooner. */
const GOOD_FOR_MS = 5000;
const BAD_FOR_MS = 1000;
const LONGEST_MS = 1000;

/** As much must fit on the disk: 512 rows of 2 KB. */
const ROWS = 512;

/**
 * Whether the database can store something, found out by storing something: a megabyte in a temporary table of a session of its own. Its file is
 * on the disk of the database and grows like that of any table, so a full disk shows; at the end of the statement it is empty again. Rows of
 * temporary tables are not in the write-ahead log: nothing is replicated or archived for it. Since temporary tables can be written in a
 * read-only session too, that is asked for beside it.
 */
export class WriteProbe {
  readonly #connection: OwnConnection;
  #known: { readonly what: Writability; readonly until: number } | undefined;
  #asking: Promise<Writability> | undefined;

  constructor(connect: () => Promise<pg.Client>) {
    // Where temporary tables have a disk of their own, that is not the disk in question.
    this.#connection = new OwnConnection(connect, (client) =>
      client.query(
        `set temp_tablespaces to ''; create temporary table openslot_probe (filler text) on commit delete rows`,
      ),
    );
  }

  /** A server that does not answer in time is as good as none; the same look goes on for those who ask next. */
  async look(): Promise<Writability> {
    if (this.#known && Date.now() < this.#known.until) return this.#known.what;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Writability>((settle) => {
      timer = setTimeout(() => settle('unreachable'), LONGEST_MS);
    });
    return Promise.race([this.#asking, late]).finally(() => clearTimeout(timer));
  }

  async #ask(): Promise<Writability> {
    const what = await this.#write();
    this.#known = { what, until: Date.now() + (what === 'writable' ? GOOD_FOR_MS : BAD_FOR_MS) };
    return what;
  }

  async #write(): Promise<Writability> {
    try {
      const client = await this.#connection.client();
      await client.query(
        `insert into pg_temp.openslot_probe select repeat('x', 1900) from generate_series(1, ${ROWS})`,
      );
      const { rows } = await client.query<{ readOnly: boolean }>(
        `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "readOnly"`,
      );
      return rows[0]?.readOnly ? 'read-only' : 'writable';
    } catch (error) {
      // A new session begins with the settings that hold now, and with a table of its own.
      await this.#connection.drop();
      const state = sqlState(error);
      return state === '53100' ? 'disk full' : state === '25006' ? 'read-only' : 'unreachable';
    }
  }

  /** When a look that is under way has ended, so that it leaves no session behind. */
  async close(): Promise<void> {
    await this.#asking;
    await this.#connection.drop();
  }
}
