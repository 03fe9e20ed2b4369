import { createHash } from 'node:crypto';
import { createWriteStream, type WriteStream } from 'node:fs';
import { link, open, rename, rm, stat } from 'node:fs/promises';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { OperatorError } from '../../domain/operator-error.ts';
import type { Header } from './file-format.ts';

/** Every part of the compressed body, in order. */
export type Body = AsyncIterable<Buffer | string>;

/** All bytes of an export: the header, the compressed body, and the checksum. */
export async function* exportBytes(header: Header, body: Body): AsyncGenerator<Buffer, void, undefined> {
  const digest = createHash('sha256');
  const first = Buffer.from(`${JSON.stringify(header)}\n`);
  digest.update(first);
  yield first;
  const gzip = createGzip();
  const feeding = pipeline(body, gzip);
  // The reader of the compressed part gets the error.
  feeding.catch(() => {});
  for await (const part of gzip as AsyncIterable<Buffer>) {
    digest.update(part);
    yield part;
  }
  await feeding;
  yield Buffer.from(`${digest.digest('hex')}\n`);
}

/**
 * Writes the file under another name, and gives it its name when it is complete: a file under its own name is whole. Only its owner may
 * read it. Returns its size.
 */
export async function writeExportFile(path: string, bytes: AsyncIterable<Buffer>): Promise<number> {
  if (await isThere(path)) throw new OperatorError(`${path} exists already. Name a new file.`);
  const draft = `${path}.partial`;
  const out = await openDraft(draft);
  try {
    await pipeline(bytes, out);
    await sync(draft);
    await giveName(draft, path);
    return (await stat(path)).size;
  } catch (error) {
    out.destroy();
    await finished(out).catch(() => {});
    await rm(draft, { force: true });
    throw error;
  }
}

/** Writes to a stream that stays open, as standard output does. Returns how many bytes were written. */
export async function writeExportStream(out: NodeJS.WritableStream, bytes: AsyncIterable<Buffer>): Promise<number> {
  // Each write reports its own error.
  const ignore = (): void => {};
  out.on('error', ignore);
  let count = 0;
  try {
    for await (const part of bytes) {
      await new Promise<void>((resolve, reject) => {
        out.write(part, (error) => (error ? reject(error) : resolve()));
      });
      count += part.length;
    }
    return count;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
    throw new OperatorError('The program that reads the export ended before the export was complete.');
  } finally {
    out.off('error', ignore);
  }
}

/** Never over a file that was made in the meantime. */
async function giveName(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
    await rm(draft);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new OperatorError(`${path} exists already. Name a new file.`);
    // A file system without hard links.
    await rename(draft, path);
  }
}

async function openDraft(draft: string): Promise<WriteStream> {
  await rm(draft, { force: true });
  const out = createWriteStream(draft, { flags: 'wx', mode: 0o600 });
  await new Promise<void>((resolve, reject) => {
    out.once('open', () => resolve());
    out.once('error', (error) => reject(new OperatorError(`${draft} cannot be written: ${error.message}.`)));
  });
  return out;
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
