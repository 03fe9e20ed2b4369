import type { FastifyReply } from 'fastify';

/** Aborts when the client goes away before its answer: nobody needs what is still being asked for. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}
