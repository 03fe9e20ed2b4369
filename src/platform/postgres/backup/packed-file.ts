import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

export interface Content {
  readonly bytes: number;
  readonly sha256: string;
}

/** Passes everything on, and knows afterwards what it was. */
class Measure extends Transform {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    done(null, chunk);
  }

  result(): Content {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

const CHUNK = 256 * 1024;

const reading = (file: string) => createReadStream(file, { highWaterMark: CHUNK });
/** A new file, which is on the disk before it is closed. */
const writing = (file: string) => createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });

/** Decompresses a file into a new one. The caller compares the result with what it should be. */
export async function unpackFile(source: string, target: string): Promise<Content> {
  const measure = new Measure();
  await pipeline(reading(source), createGunzip({ chunkSize: CHUNK }), measure, writing(target));
  return measure.result();
}

/** What a compressed file holds. */
export async function measureFile(source: string): Promise<Content> {
  const measure = new Measure();
  measure.resume();
  await pipeline(reading(source), createGunzip({ chunkSize: CHUNK }), measure);
  return measure.result();
}

/** Does the work for each item, a few at a time; the first failure ends it. */
export async function eachOf<T>(items: Iterable<T>, atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]();
  let failed = false;
  const lane = async (): Promise<void> => {
    for (let next = rest.next(); !next.done && !failed; next = rest.next())
      await work(next.value).catch((error: unknown) => {
        failed = true;
        throw error;
      });
  };
  const lanes = await Promise.allSettled(Array.from({ length: atOnce }, lane));
  for (const each of lanes) if (each.status === 'rejected') throw each.reason;
}
