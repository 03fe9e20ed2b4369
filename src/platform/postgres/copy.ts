import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { sqlState } from './database-failure.ts';

/** What the driver offers for COPY, and its types leave out. */
interface CopyConnection {
  readonly stream: Duplex;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** The end of a COPY, with the number of rows that the server counted. */
class Ending {
  readonly counted: Promise<number>;
  #rows = 0;
  #resolve: (rows: number) => void = () => {};
  #reject: (error: unknown) => void = () => {};

  constructor() {
    this.counted = new Promise<number>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // The caller that waits for it gets the error; until then it is no unhandled one.
    this.counted.catch(() => {});
  }

  count(tag: string): void {
    const copied = /^COPY (\d+)$/.exec(tag);
    if (copied) this.#rows = Number(copied[1]);
  }

  finish(): void {
    this.#resolve(this.#rows);
  }

  fail(error: unknown): void {
    this.#reject(error);
  }
}

/** Rows are collected into portions of this size before they are passed on. */
const PORTION_BYTES = 256 * 1024;
/** How many portions may wait for the reader before the server is made to wait. */
const MOST_WAITING = 4;

class CopyOut {
  readonly ending = new Ending();
  readonly waiting: Buffer[] = [];
  #text: string;
  #portion = Buffer.allocUnsafe(PORTION_BYTES);
  #used = 0;
  #connection: CopyConnection | undefined;
  #wake: () => void = () => {};
  isOver = false;

  constructor(text: string) {
    this.#text = text;
  }

  submit(connection: unknown): void {
    this.#connection = connection as CopyConnection;
    this.#connection.query(this.#text);
  }

  /** One row. The driver uses its buffer again, so the bytes are copied here. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    if (this.#used + chunk.length > this.#portion.length) this.#pass();
    if (chunk.length > this.#portion.length) this.waiting.push(Buffer.from(chunk));
    else this.#used += chunk.copy(this.#portion, this.#used);
    if (this.waiting.length >= MOST_WAITING) this.#connection?.stream.pause();
    if (this.waiting.length > 0) this.#wake();
  }

  #pass(): void {
    if (this.#used === 0) return;
    this.waiting.push(this.#portion.subarray(0, this.#used));
    this.#portion = Buffer.allocUnsafe(PORTION_BYTES);
    this.#used = 0;
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.ending.count(text);
  }

  handleReadyForQuery(): void {
    this.#pass();
    this.isOver = true;
    this.ending.finish();
    this.#wake();
  }

  handleError(error: unknown): void {
    this.isOver = true;
    this.ending.fail(error);
    this.#wake();
  }

  async next(): Promise<Buffer | undefined> {
    while (this.waiting.length === 0 && !this.isOver) {
      const more = new Promise<void>((wake) => {
        this.#wake = wake;
      });
      this.#connection?.stream.resume();
      await more;
    }
    return this.waiting.shift();
  }
}

/**
 * The rows of `copy (…) to stdout` in portions of whole rows; returns their number. The server waits while nobody reads. Who stops reading
 * before the end must close the client.
 */
export async function* copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer, number, undefined> {
  const copy = client.query(new CopyOut(text));
  for (let portion = await copy.next(); portion; portion = await copy.next()) yield portion;
  return copy.ending.counted;
}

/** Rows in the text format of COPY, in portions, once it is known what the statement before it returned. */
export type CopiedRows = (returned: string) => AsyncIterable<Buffer>;

class CopyIn {
  readonly ending = new Ending();
  readonly #text: string;
  readonly #portions: CopiedRows;
  #returned = '';
  #failed = false;
  #own: unknown;

  constructor(text: string, portions: CopiedRows) {
    this.#text = text;
    this.#portions = portions;
  }

  submit(connection: unknown): void {
    (connection as CopyConnection).query(this.#text);
  }

  handleCopyInResponse(connection: unknown): void {
    void this.#send(connection as CopyConnection);
  }

  async #send(connection: CopyConnection): Promise<void> {
    try {
      for await (const portion of this.#portions(this.#returned)) {
        if (this.#failed) return;
        connection.sendCopyFromChunk(portion);
        if (connection.stream.writableNeedDrain)
          await Promise.race([once(connection.stream, 'drain'), this.ending.counted]);
      }
      connection.endCopyFrom();
    } catch (error) {
      if (this.#failed) return;
      // The server answers with an error of its own, which says less.
      this.#own = error;
      connection.sendCopyFail('the source failed');
    }
  }

  handleRowDescription(): void {}

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.#returned ||= fields[0] ?? '';
  }

  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.ending.count(text);
  }

  handleReadyForQuery(): void {
    this.ending.finish();
  }

  handleError(error: unknown): void {
    this.#failed = true;
    this.ending.fail(this.#own ?? error);
  }
}

/** Sends portions of rows to `copy … from stdin`; returns how many rows were stored. */
export const copyIn = (client: pg.ClientBase, text: string, portions: AsyncIterable<Buffer>): Promise<number> =>
  client.query(new CopyIn(text, () => portions)).ending.counted;

const UNIQUE_VIOLATION = '23505';

/**
 * Within a transaction: stores all rows, or none and returns false if one of them has a value that is taken already and must be unique. The
 * question is asked before; what its first row begins with is passed on to the rows. All of it takes one round trip.
 */
export async function copyUnlessTaken(
  client: pg.ClientBase,
  question: string,
  text: string,
  portions: CopiedRows,
): Promise<boolean> {
  const whole = `savepoint copying; ${question}; ${text}; release savepoint copying`;
  try {
    await client.query(new CopyIn(whole, portions)).ending.counted;
    return true;
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    await client.query('rollback to savepoint copying; release savepoint copying');
    return false;
  }
}

const TO_ESCAPE = /[\\\t\n\r]/;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A text as a value in the text format of COPY. */
export const copyEscaped = (text: string): string =>
  TO_ESCAPE.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? '') : text;
