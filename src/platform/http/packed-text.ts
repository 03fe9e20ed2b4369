import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matches } from './etag.ts';

type Encoding = 'br' | 'gzip';

const packers: Readonly<Record<Encoding, (content: Buffer) => Promise<Buffer>>> = {
  br: (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (content) => promisify(gzip)(content),
};

/** The encoding that a client accepts, the smaller one first. RFC 9110 12.5.3: one with q=0 is refused. */
export function acceptedEncoding(accepted: string | undefined): Encoding | undefined {
  const wanted = new Map<string, boolean>();
  for (const part of (accepted ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
    wanted.set(name, !parameters.some((each) => /^q=0(\.0*)?$/.test(each)));
  }
  return (['br', 'gzip'] as const).find((name) => wanted.get(name) ?? wanted.get('*') ?? false);
}

/** A text that is the same for everybody until the process ends: compressed once, with an ETag. */
export class PackedText {
  readonly #content: Buffer;
  readonly #type: string;
  readonly #etag: string;
  readonly #packed = new Map<Encoding, Promise<Buffer>>();

  constructor(text: string, type: string) {
    this.#content = Buffer.from(text);
    this.#type = type;
    this.#etag = createHash('sha256').update(this.#content).digest('base64url').slice(0, 22);
  }

  async send({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const encoding = acceptedEncoding(headers['accept-encoding']);
    // One tag per form of the content: a cache must not combine them.
    const etag = `"${this.#etag}${encoding === undefined ? '' : `-${encoding}`}"`;
    reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'no-cache' });
    if (matches(headers['if-none-match'], etag)) return reply.code(304).send();
    reply.type(this.#type);
    if (encoding === undefined) return reply.send(this.#content);
    return reply.header('content-encoding', encoding).send(await this.#pack(encoding));
  }

  #pack(encoding: Encoding): Promise<Buffer> {
    const packed = this.#packed.get(encoding) ?? packers[encoding](this.#content);
    this.#packed.set(encoding, packed);
    return packed;
  }
}
