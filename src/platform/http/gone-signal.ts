import type { FastifyReply } from 'fastify';

/**
 * Aborts when the client goes away before its answer: nobody needs what is still being asked for. After a complete answer there is nothing to
 * abort: the error that an abort creates costs more than the rest of the end of a request.
 */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (raw.destroyed && !raw.writableFinished) gone.abort();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
