import type { FastifyInstance } from 'fastify';

/** Open requests are answered; connections that carry none do not hold up the end, and nothing does for longer than this. */
const LONGEST_DRAIN_MS = 60_000;

/**
 * Closes a server. Closing alone waits for every connection that has not had a request yet, or had one when the closing began: up to a minute, until
 * their timeouts end them.
 */
export async function closeServer(app: FastifyInstance): Promise<void> {
  const closed = app.close();
  const started = Date.now();
  const timer = setInterval(() => {
    app.server.closeIdleConnections();
    if (app.openRequests() === 0 || Date.now() - started > LONGEST_DRAIN_MS) app.server.closeAllConnections();
  }, 50);
  try {
    await closed;
  } finally {
    clearInterval(timer);
  }
}
