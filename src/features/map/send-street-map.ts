import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../domain/errors.ts';
import { byteRange } from '../../platform/http/byte-range.ts';
import { opened, type StreetMapFile } from './street-map.ts';

/** The largest part in one response: directories and tiles of such files have some KB. The whole file may have 100 GB. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Parts of an unchanged file are not asked for again for an hour; after that the ETag decides. */
const CACHED = 'private, max-age=3600';

/** GET /map/streets.pmtiles: a part of the file, as browsers ask for it. The path comes from the settings, never from the request. */
export async function sendStreetMap(
  { path }: StreetMapFile,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const file = await opened(path);
  if (!file) throw refuse('APP001', 'There is no street map: the operator has not installed one.');
  try {
    const { size, mtimeMs } = await file.stat();
    const etag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`;
    reply.header('accept-ranges', 'bytes').header('etag', etag).header('cache-control', CACHED);
    if (isListed(headers['if-none-match'], etag)) return await reply.code(304).send();
    const condition = headers['if-range'];
    const isAsked = condition === undefined || String(condition).trim() === etag;
    const range = byteRange(isAsked ? headers.range : undefined, size);
    if (range === 'unsatisfiable')
      return await reply.code(416).header('content-range', `bytes */${size}`).type('text/plain').send('');
    if (range === 'whole' && size > MOST_BYTES)
      throw refuse('REQ008', `Range: ask for a part of at most ${MOST_BYTES} bytes of the file as it is now.`, 'Range');
    const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range;
    // A shorter part than asked for is allowed: Content-Range says which one it is.
    const length = Math.min(end - start + 1, MOST_BYTES);
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await file.read(bytes, 0, length, start);
    if (range !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${start + bytesRead - 1}/${size}`);
    return await reply.type('application/vnd.pmtiles').send(bytes.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

const isListed = (sent: string | undefined, etag: string): boolean =>
  sent?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag) ?? false;
