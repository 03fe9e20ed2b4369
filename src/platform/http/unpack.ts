import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { refuse } from '../../domain/errors.ts';

const unpackers = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };

/** The body as it was before it was packed. It is unpacked as it is read, and no further: who stops reading stops the work. */
export function unpacked(request: FastifyRequest, payload: Readable): Readable {
  const encoding = String(request.headers['content-encoding'] ?? 'identity')
    .trim()
    .toLowerCase();
  if (encoding === 'identity' || encoding === '') return payload;
  const unpacker = unpackers[encoding as keyof typeof unpackers];
  if (!unpacker)
    throw refuse(
      'REQ003',
      `Content-Encoding ${encoding.slice(0, 40)} is not one of gzip, br, deflate.`,
      'Content-Encoding',
    );
  const unpack: Transform = unpacker();
  // Who reads the body gets the error. Some routes read none (GET, an unknown type): an error without a listener would end the process.
  unpack.on('error', () => {});
  const stop = (): void => {
    payload.unpipe(unpack);
    // What nobody wants is still to be taken off the connection.
    payload.resume();
  };
  unpack.once('close', stop);
  payload.once('error', () => unpack.destroy());
  payload.once('close', () => {
    if (!payload.readableEnded) unpack.destroy();
  });
  return payload.pipe(unpack);
}

/** What the streams of zlib fail with, as a refusal. */
export const notPacked = (request: FastifyRequest): Error =>
  refuse('REQ001', `The body is not valid ${String(request.headers['content-encoding']).slice(0, 40)}.`);
