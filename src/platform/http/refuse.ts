import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errorCatalogue } from '../../domain/error-catalogue.ts';
import { errorDetail, Refusal } from '../../domain/errors.ts';
import { failureEnvelope } from './failure-envelope.ts';
import { type Collisions, faultRefusal, storageRefusal } from './storage-refusal.ts';
import { largerThan } from './too-large.ts';

/** What a failure is described with. */
export interface FailureContext {
  /** Bytes that a body may have. */
  readonly limit: number;
  /** What a violated unique constraint means, by its name. */
  readonly collisions: Collisions;
}

/** What the framework and the driver throw, in the words of the catalogue. */
export function toRefusal(
  error: unknown,
  { limit, collisions }: FailureContext,
  request: Pick<FastifyRequest, 'id' | 'method'>,
): Refusal {
  if (error instanceof Refusal) return error;
  const { code = '', message = '', statusCode } = error as Partial<FastifyError>;
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Refusal(
        errorDetail('REQ003', 'The body must be sent with Content-Type: application/json.', 'Content-Type'),
      );
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return largerThan(limit);
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Refusal(errorDetail('REQ020', 'The body is not as long as Content-Length says.', 'Content-Length'));
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new Refusal(errorDetail('REQ001', 'The body is empty.'));
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Refusal(errorDetail('REQ005', 'The path is not a valid URL path.'));
  }
  const refused = storageRefusal(error, request.id, collisions);
  if (refused) return refused;
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Refusal(errorDetail('REQ020', 'The request could not be read.'), { internal: `${code} ${message}` });
  return faultRefusal(error, request.method === 'GET' || request.method === 'HEAD', request.id);
}

export function sendFailure(context: FailureContext) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = toRefusal(error, context, request);
    const { status, title } = errorCatalogue[refusal.detail.code];
    if (status >= 500) request.log.error({ err: error, internal: refusal.internal }, 'request failed');
    else request.log.info({ code: refusal.detail.code, internal: refusal.internal }, refusal.detail.message);
    // HTTP/1.1 only; one client library shows nothing but the reason phrase.
    reply.raw.statusMessage = `${refusal.detail.code} ${title}`;
    reply
      .code(status)
      .header('x-request-id', request.id)
      .headers(refusal.headers)
      .type('application/json; charset=utf-8')
      .send(failureEnvelope(refusal.detail, request.id, refusal.extra));
  };
}

/** What is no HTTP, or too long a header, never becomes a request; it gets the same kind of answer all the same. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const tooLong = error.code === 'HPE_HEADER_OVERFLOW';
  const id = randomUUID();
  const refusal = errorDetail(
    'REQ020',
    tooLong ? 'The headers are longer than 16 KiB.' : 'The request is not valid HTTP.',
  );
  const { status, title } = errorCatalogue[refusal.code];
  const body = JSON.stringify(failureEnvelope(refusal, id, {}));
  socket.end(
    `HTTP/1.1 ${status} ${refusal.code} ${title}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nX-Request-Id: ${id}\r\nConnection: close\r\n\r\n${body}`,
  );
}
