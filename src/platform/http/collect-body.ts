import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Refusal, refuse } from '../../domain/errors.ts';
import { type Form, JsonScan, usualCost } from './json-scan.ts';
import { overloaded, SMALL_BYTES } from './request-memory.ts';
import { tooLarge } from './too-large.ts';
import { notPacked } from './unpack.ts';

/** Nothing that is packed becomes more than this many times its size, but with brotli. */
const DEFLATE_RATIO = 1032;

export interface Collected {
  readonly bytes: Buffer;
  /** Elements of the outermost list, if it is one. */
  readonly items: number;
}

/**
 * All of a body in one buffer. Memory is reserved before it is filled: a small body has its own, and a larger one waits until there is room for all
 * that it may become. Meanwhile nothing more is read of it.
 */
export async function collect(request: FastifyRequest, payload: Readable, form: Form): Promise<Collected> {
  const { memory, raw } = request;
  const limit = request.routeOptions.bodyLimit ?? Number.POSITIVE_INFINITY;
  const isPacked = payload !== raw;
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  // Of a packed body it is the length before it is unpacked.
  const announced = isPacked ? Number.NaN : length;
  const scan = new JsonScan(form);
  const buffer = new Growing(announced);
  const most = largest(request, isPacked, length, limit);
  let reserved = Math.min(usualCost(most), SMALL_BYTES);
  await memory?.need(reserved);
  try {
    for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (buffer.length + chunk.length > limit) throw tooLarge(request);
      scan.push(chunk);
      if (Math.max(scan.cost, usualCost(buffer.length + chunk.length)) > reserved && reserved < usualCost(most)) {
        reserved = usualCost(most);
        await memory?.need(reserved);
      }
      if (memory?.isBeyond(scan.cost))
        throw refuse(
          'REQ004',
          'The body contains too many values for the available memory. Split it into several requests.',
        );
      if (scan.cost > reserved) {
        if (memory?.settle(scan.cost) === false) throw overloaded();
        reserved = scan.cost;
      }
      buffer.push(chunk);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw isPacked ? notPacked(request) : refuse('REQ020', 'The body is incomplete.');
  }
  if (!Number.isNaN(announced) && buffer.length !== announced)
    throw refuse('REQ020', 'The body is not as long as Content-Length says.', 'Content-Length');
  memory?.settle(scan.cost);
  return { bytes: buffer.bytes(), items: scan.items };
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
