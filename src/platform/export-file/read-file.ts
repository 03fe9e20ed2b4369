import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { OperatorError } from '../../domain/operator-error.ts';
import { END_OF_ROWS, isIncomplete, type OpenExport, type TableHeader, wasChanged } from './file-format.ts';

const NEW_LINE = 0x0a;

/** The unpacked body, line by line where it is JSON, and in portions of whole lines where it is rows. */
export class BodyReader {
  readonly #source: AsyncIterator<Buffer>;
  readonly #feeding: Promise<void>;
  #left: Buffer = Buffer.alloc(0);
  readonly #name: string;
  /** How many bytes were unpacked. */
  unpackedBytes = 0;

  constructor({ name, packed }: OpenExport) {
    const unpacked = createGunzip({ chunkSize: 256 * 1024 });
    this.#feeding = pipeline(packed(), unpacked);
    // Who reads gets the error.
    this.#feeding.catch(() => {});
    this.#source = unpacked[Symbol.asyncIterator]();
    this.#name = name;
  }

  /** What follows as JSON, of the expected kind. */
  async json<T>(): Promise<T> {
    let end = this.#left.indexOf(NEW_LINE);
    for (; end < 0; end = this.#left.indexOf(NEW_LINE)) this.#left = Buffer.concat([this.#left, await this.#more()]);
    const line = this.#left.toString('utf8', 0, end);
    this.#left = this.#left.subarray(end + 1);
    return JSON.parse(line) as T;
  }

  /** The rows up to the end of the table. They must be read to the end. */
  async *rows(): AsyncGenerator<Buffer, void, undefined> {
    // Lines that are longer than what is read at once are put together at their end only.
    let parts: Buffer[] = [];
    for (let next = this.#left; ; next = await this.#more()) {
      parts.push(next);
      if (next.indexOf(NEW_LINE) < 0) continue;
      const all = parts.length === 1 ? next : Buffer.concat(parts);
      const end = endOfRows(all);
      if (end >= 0) {
        this.#left = all.subarray(end + END_OF_ROWS.length);
        if (end > 0) yield all.subarray(0, end);
        return;
      }
      const whole = all.lastIndexOf(NEW_LINE) + 1;
      yield all.subarray(0, whole);
      parts = [Buffer.from(all.subarray(whole))];
    }
  }

  /** Reads what follows the last section: nothing may, and the checksum is compared. */
  async finish(): Promise<void> {
    const { done } = await this.#next();
    if (!done || this.#left.length > 0)
      throw new OperatorError(`${this.#name} has other rows than it says. Export again.`);
    await this.#feeding;
  }

  async #more(): Promise<Buffer> {
    const { value, done } = await this.#next();
    if (done) throw isIncomplete(this.#name);
    this.unpackedBytes += value.length;
    return value;
  }

  async #next(): Promise<IteratorResult<Buffer>> {
    try {
      return await this.#source.next();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'Z_BUF_ERROR') throw isIncomplete(this.#name);
      throw code?.startsWith('Z_') ? wasChanged(this.#name) : error;
    }
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}

/** Where the line that ends the rows begins; -1 when it is not here. */
function endOfRows(bytes: Buffer): number {
  if (bytes.toString('latin1', 0, END_OF_ROWS.length) === END_OF_ROWS) return 0;
  const found = bytes.indexOf(`\n${END_OF_ROWS}`);
  return found < 0 ? -1 : found + 1;
}

/** What stands between two tables. */
export type Section =
  | TableHeader
  | { readonly sequences: Readonly<Record<string, number>> }
  | { readonly end: { readonly tables: number; readonly rows: number } };
