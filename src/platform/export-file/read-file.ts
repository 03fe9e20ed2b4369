import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { OperatorError } from '../../domain/operator-error.ts';
import { type CheckedFile, END_OF_ROWS, type TableHeader } from './file-format.ts';

const NEW_LINE = 0x0a;

/** The unpacked body, line by line where it is JSON, and in portions of whole lines where it is rows. */
export class BodyReader {
  readonly #source: AsyncIterator<Buffer>;
  #left: Buffer = Buffer.alloc(0);
  readonly #path: string;

  constructor({ path, from, to }: CheckedFile) {
    const packed = createReadStream(path, { start: from, end: to - 1, highWaterMark: 256 * 1024 });
    const unpacked = createGunzip({ chunkSize: 256 * 1024 });
    packed.on('error', (error) => unpacked.destroy(error));
    this.#source = packed.pipe(unpacked)[Symbol.asyncIterator]();
    this.#path = path;
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

  async #more(): Promise<Buffer> {
    const { value, done } = await this.#source.next();
    if (done) throw new OperatorError(`${this.#path} is incomplete: its end is missing.`);
    return value as Buffer;
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
