import { pipeline, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../domain/errors.ts';
import { NDJSON } from './ndjson.ts';

/** Deeper than anything the interface describes; a parser needs seconds for a body that is nothing but brackets. */
const DEEPEST = 32;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Looks at the bytes before they are parsed: strict UTF-8, no absurd nesting. */
function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw refuse('REQ001', 'The body is empty.');
  refuseDepth(bytes);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refuse('REQ001', 'The body is not valid UTF-8.');
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refuse('REQ001', `The body is not valid JSON: ${place(error as Error)}`);
  }
}

/** V8 quotes the body in its message; what a caller sent may hold a secret, so only the position is told. */
const place = (error: Error): string =>
  /position \d+( \(line \d+ column \d+\))?/.exec(error.message)?.[0] ?? 'it ends too early or is malformed';

function refuseDepth(bytes: Uint8Array): void {
  let depth = 0;
  const { length } = bytes;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) {
      // To the end of the text; most of a body is inside of texts.
      for (i++; i < length && bytes[i] !== QUOTE; i++) if (bytes[i] === BACKSLASH) i++;
    } else if (byte === 0x5b || byte === 0x7b) {
      depth++;
      if (depth > DEEPEST) throw refuse('REQ001', `The body is nested more than ${DEEPEST} levels deep.`);
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
}

const unpackers = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };

/** The bytes as they came, for fingerprints. */
declare module 'fastify' {
  interface FastifyRequest {
    rawBody: Buffer | undefined;
  }
}

/** JSON bodies, packed or not. The limit holds for the unpacked size, so that a small packet cannot become a large one. */
export function readBodies(app: FastifyInstance, limit: number): void {
  app.decorateRequest('rawBody', undefined);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/(?:[\w.+-]+\+)?json\b/i, { parseAs: 'buffer' }, (request, body, done) => {
    try {
      request.rawBody = body as Buffer;
      done(null, parseJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const encoding = String(request.headers['content-encoding'] ?? 'identity')
      .trim()
      .toLowerCase();
    if (encoding === 'identity' || encoding === '') return done(null, payload);
    const unpacker = unpackers[encoding as keyof typeof unpackers];
    if (!unpacker)
      return done(
        refuse(
          'REQ003',
          `Content-Encoding ${encoding.slice(0, 40)} is not one of gzip, br, deflate.`,
          'Content-Encoding',
        ),
      );
    // The length that was announced is that of the packed body.
    delete request.headers['content-length'];
    // What is read line by line has limits of its own.
    const most = NDJSON.test(String(request.headers['content-type'])) ? Number.POSITIVE_INFINITY : limit;
    let size = 0;
    const counter = new Transform({
      transform(chunk: Buffer, _encoding, next) {
        size += chunk.length;
        if (size > most)
          next(
            refuse(
              'REQ004',
              `A request may have ${Math.floor(limit / 1_048_576)} MiB (${limit} bytes) at most, unpacked.`,
            ),
          );
        else next(null, chunk);
      },
    });
    const unpack = unpacker();
    unpack.once('error', () => counter.destroy(refuse('REQ001', `The body is not valid ${encoding}.`)));
    const unpacked = pipeline(payload, unpack, counter, () => {});
    done(null, unpacked);
  });
}
