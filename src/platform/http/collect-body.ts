import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Refusal, refuse } from '../../domain/errors.ts';
import type { Decoder } from './charset.ts';
import type { ArrivingBody } from './json-body.ts';
import { usualCost } from './json-scan.ts';
import { overloaded, SMALL_BYTES } from './request-memory.ts';
import { tooLarge } from './too-large.ts';
import { notPacked } from './unpack.ts';

/** Nothing that is packed becomes more than this many times its size, but with brotli. */
const DEFLATE_RATIO = 1032;

/**
 * All of a body in one buffer, in UTF-8 where the body has a decoder. Memory is reserved before it is filled: a small body has its own, and a
 * larger one waits until there is room for all that it may become. Meanwhile nothing more is read of it. The limit holds for the bytes as they come and for what they are decoded to.
 */
export async function collect(
  request: FastifyRequest,
  payload: Readable,
  body: ArrivingBody,
  decoder?: Decoder,
): Promise<Buffer> {
  const { raw } = request;
  const limit = request.routeOptions.bodyLimit ?? Number.POSITIVE_INFINITY;
  const isPacked = payload !== raw;
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  // Of a packed body it is the length before it is unpacked.
  const announced = isPacked ? Number.NaN : length;
  const collecting = new Collecting(request, {
    body,
    buffer: new Growing(decoder ? Number.NaN : announced),
    most: Math.min(limit, largest(request, isPacked, length, limit) * (decoder?.ratio ?? 1)),
  });
  await collecting.begin();
  let received = 0;
  try {
    for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      received += chunk.length;
      if (received > limit) throw tooLarge(request);
      const waiting = collecting.take(decoder ? decoder.push(chunk) : chunk);
      if (waiting) await waiting;
    }
    if (decoder) await collecting.take(decoder.end());
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw isPacked ? notPacked(request) : refuse('REQ020', 'The body is incomplete.');
  }
  if (!Number.isNaN(announced) && received !== announced)
    throw refuse('REQ020', 'The body is not as long as Content-Length says.', 'Content-Length');
  return collecting.end();
}

interface Parts {
  readonly body: ArrivingBody;
  readonly buffer: Growing;
  /** Bytes that the body may have in the end. */
  readonly most: number;
}

/** A body on its way into memory that is reserved for it. */
class Collecting {
  readonly #request: FastifyRequest;
  readonly #parts: Parts;
  readonly #limit: number;
  #reserved: number;

  constructor(request: FastifyRequest, parts: Parts) {
    this.#request = request;
    this.#parts = parts;
    this.#limit = request.routeOptions.bodyLimit ?? Number.POSITIVE_INFINITY;
    this.#reserved = Math.min(usualCost(parts.most), SMALL_BYTES);
  }

  async begin(): Promise<void> {
    await this.#request.memory?.need(this.#reserved);
  }

  /** Only a body that needs more memory has to wait. */
  take(chunk: Buffer): Promise<void> | undefined {
    const { body, buffer, most } = this.#parts;
    const length = buffer.length + chunk.length;
    if (length > this.#limit) throw tooLarge(this.#request);
    if (Math.max(body.cost, usualCost(length)) <= this.#reserved || this.#reserved >= usualCost(most)) {
      this.#keep(chunk);
      return undefined;
    }
    this.#reserved = usualCost(most);
    return this.begin().then(() => this.#keep(chunk));
  }

  #keep(chunk: Buffer): void {
    const { body, buffer } = this.#parts;
    buffer.push(chunk);
    body.push(buffer.bytes());
    this.#settle();
  }

  #settle(): void {
    const { memory } = this.#request;
    const { cost } = this.#parts.body;
    if (memory?.isBeyond(cost))
      throw refuse(
        'REQ004',
        'The body contains too many values for the available memory. Split it into several requests.',
      );
    if (cost <= this.#reserved) return;
    if (memory?.settle(cost) === false) throw overloaded();
    this.#reserved = cost;
  }

  end(): Buffer {
    const { body, buffer } = this.#parts;
    const bytes = buffer.bytes();
    body.end(bytes);
    this.#settle();
    this.#request.memory?.settle(body.cost);
    return bytes;
  }
}

/** How many bytes the body may become. */
function largest({ headers }: FastifyRequest, isPacked: boolean, length: number, limit: number): number {
  if (Number.isNaN(length) || /br/i.test(headers['content-encoding'] ?? '')) return limit;
  return isPacked ? Math.min(limit, length * DEFLATE_RATIO) : length;
}

/** A buffer of the announced length, or one that doubles. */
class Growing {
  #buffer: Buffer;
  length = 0;

  constructor(announced: number) {
    this.#buffer = Buffer.allocUnsafeSlow(Number.isNaN(announced) ? 16_384 : announced);
  }

  push(chunk: Buffer): void {
    if (this.length + chunk.length > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.#buffer.length, this.length + chunk.length));
      this.#buffer.copy(larger, 0, 0, this.length);
      this.#buffer = larger;
    }
    chunk.copy(this.#buffer, this.length);
    this.length += chunk.length;
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.length);
  }
}
