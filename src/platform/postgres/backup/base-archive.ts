import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { unlessCode } from '../embedded/system-error.ts';
import type { BackedUpFile } from './manifest.ts';
import { readTar, tarEnd, tarHeader, tarPadding } from './tar.ts';

/** The files of a base backup: an ordinary compressed tar archive, laid out as a data folder. */
export const ARCHIVE = 'base.tar.gz';

const CHUNK = 256 * 1024;
/** The fastest level: a backup should not compete with the service for the processor. */
const LEVEL = 1;

/** What goes into the archive: a folder, a file as it is on the disk, or a text. */
export type Source =
  | { readonly folder: string }
  | { readonly name: string; readonly file: string }
  | { readonly name: string; readonly content: Buffer };

/** Writes sources one after the other. The archive is on the disk when this settles. */
export async function writeArchive(target: string, sources: AsyncIterable<Source>): Promise<BackedUpFile[]> {
  const files: BackedUpFile[] = [];
  await pipeline(
    Readable.from(packed(sources, files), { objectMode: false, highWaterMark: CHUNK }),
    createGzip({ level: LEVEL, chunkSize: CHUNK }),
    createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return files;
}

async function* packed(sources: AsyncIterable<Source>, files: BackedUpFile[]): AsyncGenerator<Buffer> {
  const now = new Date();
  for await (const source of sources) {
    if ('folder' in source) yield tarHeader({ name: source.folder, isFolder: true, bytes: 0 }, now);
    else yield* packedFile(source, files, now);
  }
  yield tarEnd();
}

async function* packedFile(
  source: Exclude<Source, { folder: string }>,
  files: BackedUpFile[],
  now: Date,
): AsyncGenerator<Buffer> {
  const { name } = source;
  const hash = createHash('sha256');
  if ('content' in source) {
    const bytes = source.content.length;
    yield tarHeader({ name, isFolder: false, bytes }, now);
    yield source.content;
    yield tarPadding(bytes);
    files.push({ path: name, bytes, sha256: hash.update(source.content).digest('hex') });
    return;
  }
  // A table that was dropped meanwhile.
  const handle = await unlessCode(open(source.file, 'r'), 'ENOENT');
  if (!handle) return;
  try {
    const { size: bytes } = await handle.stat();
    yield tarHeader({ name, isFolder: false, bytes }, now);
    // A file may grow or shrink while it is read: what is missing or too much is corrected by the log.
    for (let left = bytes; left > 0; ) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(CHUNK, left)), 0, Math.min(CHUNK, left));
      const chunk = bytesRead === 0 ? Buffer.alloc(Math.min(CHUNK, left)) : buffer.subarray(0, bytesRead);
      hash.update(chunk);
      left -= chunk.length;
      yield chunk;
    }
    yield tarPadding(bytes);
    files.push({ path: name, bytes, sha256: hash.digest('hex') });
  } finally {
    await handle.close();
  }
}

/** What an archive holds; with `into` it is also written there. */
export async function readArchive(archive: string, into?: string): Promise<BackedUpFile[]> {
  const files: BackedUpFile[] = [];
  const stream = createReadStream(archive, { highWaterMark: CHUNK });
  const unpacked = createGunzip({ chunkSize: CHUNK });
  const piping = pipeline(stream, unpacked);
  piping.catch(() => {});
  try {
    await readTar(unpacked, async ({ name, isFolder, bytes }, content) => {
      const target = into === undefined ? undefined : safePath(into, name);
      if (isFolder) {
        if (target !== undefined) await mkdir(target, { recursive: true, mode: 0o700 });
        return;
      }
      const hash = createHash('sha256');
      const handle = target === undefined ? undefined : await open(target, 'wx', 0o600);
      try {
        for await (const chunk of content) {
          hash.update(chunk);
          await handle?.writeFile(chunk);
        }
      } finally {
        await handle?.close();
      }
      files.push({ path: name, bytes, sha256: hash.digest('hex') });
    });
    await piping;
  } finally {
    stream.destroy();
    unpacked.destroy();
  }
  return files;
}

/** An archive that was changed must not write elsewhere. */
function safePath(into: string, name: string): string {
  const target = path.join(into, name);
  if (path.relative(into, target).startsWith('..')) throw new Error(`${name} leads out of the folder`);
  return target;
}
