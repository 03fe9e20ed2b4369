import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../domain/errors.ts';
import { decoderFor } from './charset.ts';
import { collect } from './collect-body.ts';
import { parseForm } from './form.ts';
import { JsonBody, TextBody } from './json-body.ts';
import { type RequestMemory, Reservation } from './request-memory.ts';
import { tooLarge } from './too-large.ts';
import { unpacked } from './unpack.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes as they came, unpacked and in UTF-8: for fingerprints and for the log of imports. */
    rawBody: Buffer | undefined;
    memory: Reservation | undefined;
  }
  interface FastifyContextConfig {
    /** How many elements the outermost list of the body may have, and what they are called. */
    most?: { readonly items: number; readonly what: string };
    /** A property that the elements of the outermost list have, with a list of texts that most of them repeat. */
    repeated?: string;
    /** A body that is empty counts as none: some clients send the type of a body with every request. */
    mayBeEmpty?: true;
  }
}

/** All that a caller needs who is not known yet: a user name and a password. It is no more than the headers may take. */
const PUBLIC_BODY_BYTES = 16_384;
/** Such a body is one packet; who takes longer holds a connection for nothing. */
const PUBLIC_BODY_MS = 10_000;
const isPublic = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.access === 'public';

const JSON_TYPES = /^(?:application\/(?:[\w.+-]+\+)?json|text\/json)\b/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;

const decoderOf = ({ headers }: FastifyRequest) => decoderFor(headers['content-type'] ?? '');

/** Bodies, packed or not, within the memory that they share. The limit holds for the unpacked size. */
export function readBodies(app: FastifyInstance, memory: RequestMemory): void {
  app.decorateRequest('rawBody', undefined);
  app.decorateRequest('memory', undefined);
  app.addHook('onRoute', (route) => {
    if (route.config?.access === 'public') route.bodyLimit = PUBLIC_BODY_BYTES;
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(JSON_TYPES, (request: FastifyRequest, payload: Readable) =>
    readingAll(request, payload, async () => {
      const { mayBeEmpty, most, repeated } = request.routeOptions.config;
      const body = new JsonBody(repeated, most?.items);
      const bytes = await collect(request, payload, body, decoderOf(request));
      request.rawBody = bytes;
      if (bytes.length === 0 && mayBeEmpty) return undefined;
      refuseTooMany(request, body.items);
      return body.value(bytes);
    }),
  );
  app.addHook('preParsing', async (request, reply, payload) => {
    // What is public has so little that nobody needs to wait for it, and nobody can keep others waiting with it.
    if (!isPublic(request)) reserve(request, reply, memory);
    return unpacked(request, payload as Readable);
  });
}

/** The bytes of a body whose route reads them itself. */
export const readBytes = (request: FastifyRequest, payload: Readable): Promise<undefined> =>
  readingAll(request, payload, async () => {
    request.rawBody = await collect(request, payload, new TextBody(), decoderOf(request));
    return undefined;
  });

/** The routes of this scope take forms beside JSON. */
export const readForms = (app: FastifyInstance): void => {
  app.addContentTypeParser(FORM_TYPE, (request: FastifyRequest, payload: Readable) =>
    readingAll(request, payload, async () =>
      parseForm(await collect(request, payload, new TextBody(), decoderOf(request))),
    ),
  );
};

/** What is held is given back when the request has ended, in whichever way. */
function reserve(request: FastifyRequest, reply: FastifyReply, memory: RequestMemory): void {
  const gone = new AbortController();
  const reservation = new Reservation(memory, gone.signal);
  request.memory = reservation;
  reply.raw.once('close', () => {
    // After a complete answer nobody waits for memory any more: an abort creates an error with a stack.
    if (!reply.raw.writableFinished) gone.abort();
    reservation.release();
  });
}

function refuseTooMany(request: FastifyRequest, items: number): void {
  const { most } = request.routeOptions.config;
  // Exactly how many is known without parsing them.
  if (most && items > most.items)
    throw refuse('REQ004', `${items} ${most.what} were sent; at most ${most.items} are allowed in one request.`);
}

/** Enough for a client on a busy machine: many write all of a body before they read the answer. */
const LONGEST_DRAIN_MS = 5000;
/** What is drained of any body; of known callers, as much as the largest body that is allowed more. */
const LEAST_DRAINED = 1_048_576;

/**
 * The framework closes the connection of a body that was refused. A connection that is closed while bytes lie unread is reset, and the client may
 * lose the answer: so the rest is taken in first, within bounds, and thrown away.
 */
async function readingAll<T>(request: FastifyRequest, payload: Readable, read: () => Promise<T>): Promise<T> {
  const length = Number(request.headers['content-length']);
  const { bodyLimit } = request.routeOptions;
  const timer = isPublic(request) ? setTimeout(() => request.raw.destroy(), PUBLIC_BODY_MS) : undefined;
  try {
    if (length > (bodyLimit ?? Number.POSITIVE_INFINITY)) throw tooLarge(request);
    return await read();
  } catch (error) {
    if (payload !== request.raw) payload.destroy();
    request.memory?.release();
    await drained(request.raw, LEAST_DRAINED + (isPublic(request) ? 0 : (bodyLimit ?? 0)));
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function drained(raw: FastifyRequest['raw'], most: number): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return;
  let left = most;
  const done = new AbortController();
  const count = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left < 0) done.abort();
  };
  raw.on('data', count);
  // Read by an iterator before, it does not flow by itself.
  raw.resume();
  await Promise.race([
    once(raw, 'end', { signal: done.signal }).catch(() => {}),
    once(raw, 'close', { signal: done.signal }).catch(() => {}),
    sleep(LONGEST_DRAIN_MS, undefined, { signal: done.signal, ref: false }).catch(() => {}),
  ]);
  done.abort();
  raw.removeListener('data', count);
}
